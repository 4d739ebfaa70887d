#include "engine/heap/files/checkpoint.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/errors.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"
#include "tests/engine/heap/reference.h"
#include "tests/random_kills.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

using test::list_of;
using test::TemporaryDirectory;
using test::values_of;

TEST(Checkpoint, HoldsValuesOfEveryWidth) {
  const TemporaryDirectory folder;
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
  const TemporaryDirectory folder;
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
  const TemporaryDirectory folder;
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
  const int kills = test::kills_or(12);
  const std::uint64_t last = kills == 100 ? 1'000'000 : 100'000;
  const TemporaryDirectory folder;
  const auto work = [&] {
    Checkpoint checkpoint(folder / "file", std::chrono::milliseconds(0));
    HeapSequence sequence = checkpoint.load(TakeAndBreak::parse("4.0 unequal"));
    checkpoint.extend(sequence, last, Budget());
  };
  const auto found = [&] { return list_of(*read_checkpoint(folder / "file", TakeAndBreak::parse("4.0 unequal"))); };
  const std::vector<Grundy> values = values_of("4.0 unequal", last);
  const auto whole = [&] {
    ASSERT_TRUE(found() == values);
    folder.remove("file");  // and from the beginning
  };
  test::kill_at_random(kills, work, whole);
  work();
  EXPECT_TRUE(found() == values);
}

const TakeAndBreak kSlow = TakeAndBreak::parse("4.0 unequal");

TEST(Checkpoint, OfTwoProcessesIsThatOfOne) {
  const std::vector<Grundy> values = values_of("4.0 unequal", 2000);
  for (int round = 0; round < 30; ++round) {
    const TemporaryDirectory folder;
    std::vector<pid_t> children;
    for (int i = 0; i < 2; ++i) {
      children.push_back(fork());
      ASSERT_GE(children.back(), 0);
      if (children.back() > 0) continue;
      try {
        Checkpoint checkpoint(folder / "file", std::chrono::milliseconds(0));
        HeapSequence sequence = checkpoint.load(kSlow);
        for (std::uint64_t last = 100; last <= 2000; last += 100) checkpoint.extend(sequence, last, Budget());
        _exit(list_of(sequence.values()) == values ? 0 : 2);
      } catch (...) {
        _exit(1);
      }
    }
    for (const pid_t child : children) {
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      ASSERT_EQ(WEXITSTATUS(status), 0) << "round " << round;
    }
    ASSERT_TRUE(list_of(*read_checkpoint(folder / "file", kSlow)) == values);
    ASSERT_EQ(folder.files(), 1U);
  }
}

TEST(Checkpoint, IsNotReplacedByOneOfFewerValues) {
  const TemporaryDirectory folder;
  Checkpoint far(folder / "file"), near(folder / "file");
  HeapSequence many = far.load(kSlow), few = near.load(kSlow);
  far.extend(many, 500, Budget());
  near.extend(few, 50, Budget());
  EXPECT_EQ(few.size(), 51U);
  EXPECT_EQ(read_checkpoint(folder / "file", kSlow)->size(), 501U);
  near.extend(few, 600, Budget());
  EXPECT_EQ(read_checkpoint(folder / "file", kSlow)->size(), 601U);
}

TEST(Checkpoint, ThatCannotBeWrittenIsAnErrorBeforeTheWork) {
  const TemporaryDirectory folder;
  Checkpoint checkpoint(folder / "no/such/folder");
  HeapSequence sequence = checkpoint.load(kSlow);
  EXPECT_THROW(checkpoint.extend(sequence, 1000, Budget()), OutputError);
  EXPECT_EQ(sequence.size(), 0U);
}

TEST(Checkpoint, IsNoPipeAndNoDevice) {
  const TemporaryDirectory folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(Checkpoint(folder / "pipe").load(kSlow), RequestError);
  EXPECT_THROW(Checkpoint("/dev/zero").load(kSlow), RequestError);
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
}

TEST(Checkpoint, HasNothingBehindIt) {
  const TemporaryDirectory folder;
  const TakeAndBreak kayles = TakeAndBreak::parse("0.77");
  HeapSequence sequence(kayles);
  sequence.extend(50, Budget());
  write_checkpoint(folder / "file", kayles, sequence.values());
  EXPECT_TRUE(read_checkpoint(folder / "file", kayles));
  std::ofstream(folder / "file", std::ios::binary | std::ios::app) << 'x';
  EXPECT_THROW(read_checkpoint(folder / "file", kayles), RequestError);
}

}  // namespace
}  // namespace bouton
