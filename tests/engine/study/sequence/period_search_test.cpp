#include "engine/study/sequence/period_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "engine/base/errors.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/heap/files/tail_checkpoint.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/sequence_period.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"
#include "tests/random_kills.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

using test::TemporaryDirectory;

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

TEST(PeriodSearchFile, GoesOnAfterAnInterruption) {
  const TemporaryDirectory folder;
  const TakeAndBreak game = TakeAndBreak::parse("0.106");
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  budget.progress = [&](const Progress& progress) { stop = progress.done > 5'000'000; };
  EXPECT_THROW(search_period(game, 1'000'000'000, folder / "file", budget), Interrupted);
  ASSERT_TRUE(is_tail_checkpoint(folder / "file"));
  const std::uint64_t reached = read_tail_checkpoint(folder / "file", game).progress.now.heap;
  EXPECT_GT(reached, 5'000'000U);
  const FoundPeriod found = search_period(game, reached + 1'000'000, folder / "file", Budget());
  EXPECT_FALSE(found.period);
  EXPECT_GT(read_tail_checkpoint(folder / "file", game).progress.now.heap, reached + 1'000'000);
  EXPECT_THROW(search_period(TakeAndBreak::parse("0.104"), 1'000'000, folder / "file", Budget()), RequestError);
}

/// The certificate that a search writes, be it its own run or one that goes on from `folder`/file.
void prove(const TemporaryDirectory& folder, const TakeAndBreak& game, std::uint64_t last) {
  const FoundPeriod found = search_period(game, last, folder / "file", Budget(), std::chrono::milliseconds(0));
  WholeFile proof(folder / "proof");
  proof.write(to_text(*found.tail_certificate));
  proof.finish();
}

// A search is killed at random moments, and another goes on from its file, until one gets to the end: its certificate is that
// of a search which was let alone, byte for byte.
TEST(PeriodSearchFile, SurvivesKillsSlow) {
  const TemporaryDirectory folder;
  const auto work = [&] { prove(folder, TakeAndBreak::parse("0.104"), 250'000'000); };
  work();
  const std::string expected = folder.read("proof");
  const auto begin_again = [&] {
    folder.remove("file");
    folder.remove("proof");
  };
  begin_again();
  const auto whole = [&] {
    ASSERT_TRUE(folder.read("proof") == expected);
    begin_again();
  };
  test::kill_at_random(test::kills_or(5), work, whole);
  work();
  EXPECT_TRUE(folder.read("proof") == expected);
}

// The moments between two phases: the file has the values of all heaps that are kept, and no window yet.
TEST(PeriodSearchFile, GoesOnFromTheValuesOfWhichWindowsAreMadeSlow) {
  const TakeAndBreak game = TakeAndBreak::parse("0.104");
  const TemporaryDirectory alone;
  prove(alone, game, 220'000'000);
  const std::uint64_t first = read_tail_checkpoint(alone / "file", game).known;
  HeapSequence sequence(game);
  for (const std::uint64_t values : {first - 1, first}) {
    sequence.extend(values - 1, Budget());
    ASSERT_EQ(sequence.size(), values);
    const TemporaryDirectory folder;
    write_checkpoint(folder / "file", game, sequence.values());
    prove(folder, game, 220'000'000);
    EXPECT_TRUE(folder.read("proof") == alone.read("proof")) << values;
  }
}

TEST(PeriodSearchFile, AFullDiskIsAnError) {
  EXPECT_THROW(search_period(TakeAndBreak::parse("0.104"), 2'000'000, "/dev/full", Budget()), RequestError);
}

}  // namespace
}  // namespace bouton
