#include "engine/plan/sequence/period_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/errors.h"
#include "engine/heap/files/tail_checkpoint.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/sequence_period.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

class PeriodSearchFile : public testing::Test {
 protected:
  PeriodSearchFile() {
    std::string name = (std::filesystem::temp_directory_path() / "bouton-XXXXXX").native();
    folder_ = mkdtemp(name.data());
  }
  ~PeriodSearchFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

FoundPeriod search(const char* code, std::uint64_t last) {
  return search_period(TakeAndBreak::parse(code), last, std::nullopt, Budget());
}

TEST(PeriodSearch, FindsWhatAllValuesTell) {
  for (const char* code : {"0.77", "0.333", "all-but {1,2}", "4.3...", "4.0 unequal", "0.007", "0.165", "0.8"}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> expected = find_period(sequence, 1000, Budget());
    const FoundPeriod found = search(code, 1000);
    ASSERT_EQ(found.period.has_value(), expected.has_value()) << code;
    EXPECT_EQ(found.certificate.has_value(), expected && expected->proved) << code;
    EXPECT_FALSE(found.tail_certificate) << code;
    if (!expected) continue;
    EXPECT_EQ(found.period->period, expected->period) << code;
    EXPECT_EQ(found.period->preperiod, expected->preperiod) << code;
    EXPECT_EQ(found.period->proved, expected->proved) << code;
  }
}

TEST(PeriodSearch, GoesNoFurtherThanItIsTold) {
  const FoundPeriod found = search("0.106", 2'000'000);
  EXPECT_FALSE(found.period);
  EXPECT_GE(found.known, 2'000'000U);
  EXPECT_LT(found.known, 2'001'000U);
}

TEST(PeriodSearch, ProvesALongPublishedPeriodSlow) {
  const FoundPeriod found = search("0.104", 250'000'000);
  ASSERT_TRUE(found.period && found.tail_certificate);
  EXPECT_EQ(found.period->theorem, "finite state");
  EXPECT_EQ(found.period->preperiod, 197'769'598U);
  EXPECT_EQ(found.period->period, 11'770'282U);
}

TEST_F(PeriodSearchFile, GoesOnAfterAnInterruption) {
  const TakeAndBreak game = TakeAndBreak::parse("0.106");
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  budget.progress = [&](const Progress& progress) { stop = progress.done > 5'000'000; };
  EXPECT_THROW(search_period(game, 1'000'000'000, folder_ / "file", budget), Interrupted);
  ASSERT_TRUE(is_tail_checkpoint(folder_ / "file"));
  const std::uint64_t reached = read_tail_checkpoint(folder_ / "file", game).progress.now.heap;
  EXPECT_GT(reached, 5'000'000U);
  const FoundPeriod found = search_period(game, reached + 1'000'000, folder_ / "file", Budget());
  EXPECT_FALSE(found.period);
  EXPECT_GT(read_tail_checkpoint(folder_ / "file", game).progress.now.heap, reached + 1'000'000);
  EXPECT_THROW(search_period(TakeAndBreak::parse("0.104"), 1'000'000, folder_ / "file", Budget()), RequestError);
}

// A search is killed at random moments, and another goes on from its file, until one gets to the end: its certificate is that
// of a search which was let alone, byte for byte.
TEST_F(PeriodSearchFile, SurvivesKillsSlow) {
  const int kills = std::getenv("BOUTON_LONG_TESTS") != nullptr ? 100 : 5;
  const TakeAndBreak game = TakeAndBreak::parse("0.104");
  const std::uint64_t last = 250'000'000;
  const auto work = [&] {
    const FoundPeriod found = search_period(game, last, folder_ / "file", Budget(), std::chrono::milliseconds(0));
    WholeFile proof(folder_ / "proof");
    proof.write(to_text(*found.tail_certificate));
    proof.finish();
  };
  work();
  const std::string expected = *read_whole_file(folder_ / "proof");
  std::filesystem::remove(folder_ / "file");
  std::filesystem::remove(folder_ / "proof");
  std::mt19937 random(2718);
  for (int killed = 0, round = 0; killed < kills && round < 100 * kills; ++round) {
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
    usleep(std::uniform_int_distribution<useconds_t>(0, 600'000)(random));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      ++killed;
      continue;
    }
    ASSERT_EQ(WEXITSTATUS(status), 0);
    ASSERT_TRUE(*read_whole_file(folder_ / "proof") == expected);
    std::filesystem::remove(folder_ / "file");  // and from the beginning
    std::filesystem::remove(folder_ / "proof");
  }
  work();
  EXPECT_TRUE(*read_whole_file(folder_ / "proof") == expected);
}

TEST_F(PeriodSearchFile, AFullDiskIsAnError) {
  EXPECT_THROW(search_period(TakeAndBreak::parse("0.104"), 2'000'000, "/dev/full", Budget()), RequestError);
}

}  // namespace
}  // namespace bouton
