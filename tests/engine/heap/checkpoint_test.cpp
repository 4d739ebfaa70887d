#include "engine/heap/checkpoint.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "engine/errors.h"
#include "engine/heap/whole_file.h"
#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

using test::list_of;
using test::values_of;

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bouton-XXXXXX").native();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

TEST(Checkpoint, HoldsValuesOfEveryWidth) {
  const Folder folder;
  for (const char* code : {"0.77", "4.3...", "0.3..."}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    sequence.extend(code[2] == '7' ? 100 : code[0] == '4' ? 2000 : 70'000, Budget());
    write_checkpoint(folder / "file", sequence.game(), sequence.values());
    const std::optional<GrundyValues> read = read_checkpoint(folder / "file", sequence.game());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, sequence.values()) << code;
  }
  EXPECT_FALSE(read_checkpoint(folder / "none", TakeAndBreak::parse("0.77")).has_value());
}

TEST(Checkpoint, KnowsDamageAndOtherGames) {
  const Folder folder;
  const TakeAndBreak kayles = TakeAndBreak::parse("0.77");
  HeapSequence sequence(kayles);
  sequence.extend(50, Budget());
  write_checkpoint(folder / "file", kayles, sequence.values());
  EXPECT_THROW(read_checkpoint(folder / "file", TakeAndBreak::parse("0.07")), RequestError);
  const std::string whole = *read_whole_file(folder / "file");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    std::ofstream(folder / "damaged", std::ios::binary) << damaged;
    EXPECT_THROW(read_checkpoint(folder / "damaged", kayles), RequestError) << at;
    std::ofstream(folder / "damaged", std::ios::binary) << whole.substr(0, at);
    EXPECT_THROW(read_checkpoint(folder / "damaged", kayles), RequestError) << at;
  }
  EXPECT_THROW(write_checkpoint(folder / "no/such/folder", kayles, sequence.values()), RequestError);
}

TEST(Checkpoint, IsWrittenWhenInterrupted) {
  const Folder folder;
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  budget.progress = [&](const Progress& progress) { stop = progress.done > 30'000; };
  Checkpoint checkpoint(folder / "file");
  HeapSequence sequence = checkpoint.load(TakeAndBreak::parse("0.106"));
  EXPECT_THROW(checkpoint.extend(sequence, 10'000'000, budget), Interrupted);
  Checkpoint again(folder / "file");
  HeapSequence read = again.load(TakeAndBreak::parse("0.106"));
  EXPECT_EQ(read.size(), sequence.size());
  again.extend(read, 100'000, Budget());
  EXPECT_EQ(list_of(read.values()), values_of("0.106", 100'000));
}

// A process that works on a checkpointed sequence is killed at a random moment, a new one goes on from the file, and so
// on; one that gets to the end has the values that one run finds.
TEST(Checkpoint, SurvivesKillsSlow) {
  const bool thorough = std::getenv("BOUTON_LONG_TESTS") != nullptr;
  const int kills = thorough ? 100 : 12;
  const std::uint64_t last = thorough ? 1'000'000 : 100'000;
  const Folder folder;
  std::mt19937 random(12345);
  const auto work = [&] {
    Checkpoint checkpoint(folder / "file", std::chrono::milliseconds(0));
    HeapSequence sequence = checkpoint.load(TakeAndBreak::grundys_game());
    checkpoint.extend(sequence, last, Budget());
  };
  const auto found = [&] { return list_of(*read_checkpoint(folder / "file", TakeAndBreak::grundys_game())); };
  const std::vector<Grundy> values = values_of("4.0 unequal", last);
  int killed = 0;
  for (int round = 0; killed < kills && round < 100 * kills; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        work();
      } catch (...) {
        _exit(1);
      }
      _exit(0);
    }
    usleep(std::uniform_int_distribution<useconds_t>(0, 40'000)(random));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      ++killed;
      continue;
    }
    ASSERT_EQ(WEXITSTATUS(status), 0);
    ASSERT_TRUE(found() == values);
    std::filesystem::remove(folder / "file");  // and from the beginning
  }
  EXPECT_EQ(killed, kills);
  work();
  EXPECT_TRUE(found() == values);
}

TEST(WholeFile, KeepsWhatWasThereUntilTheNewIsComplete) {
  const Folder folder;
  const std::string_view pieces[] = {"one ", "two"};
  write_whole_file(folder / "file", pieces);
  EXPECT_EQ(read_whole_file(folder / "file"), "one two");
  EXPECT_FALSE(std::filesystem::exists(folder / "file.part"));
  EXPECT_FALSE(read_whole_file(folder / "none").has_value());
}

TEST(Checksum, DependsOnEveryByteAndNotOnThePieces) {
  const std::string text = "take and break";
  Checksum whole;
  whole.add(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Checksum parts;
    parts.add(text.substr(0, cut));
    parts.add(text.substr(cut));
    EXPECT_EQ(parts.value(), whole.value());
    Checksum shorter;
    shorter.add(text.substr(0, cut));
    EXPECT_EQ(shorter.value() == whole.value(), cut == text.size());
  }
}

}  // namespace
}  // namespace bouton
