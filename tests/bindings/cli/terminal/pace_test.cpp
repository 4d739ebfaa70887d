#include "bindings/cli/terminal/pace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton::cli {
namespace {

TEST(Pace, SaysWhatIsDoneTheRateAndTheTimeLeft) {
  Pace pace;
  pace.hear({"positions", 0, 20'000'000}, 100);
  pace.hear({"positions", 12'000'000, 20'000'000}, 106);
  EXPECT_EQ(pace.text(), "12,000,000 of 20,000,000 positions (60 %), 2,000,000 a second, about 4 s left");
  EXPECT_EQ(pace.seconds(), 6);
  pace.hear({"positions", 20'000'000, 20'000'000}, 110);
  EXPECT_EQ(pace.text(), "20,000,000 of 20,000,000 positions (100 %), 2,000,000 a second");
}

TEST(Pace, TheRateGivesWayToTheTimeLeftOnANarrowTerminal) {
  Pace pace;
  pace.hear({"positions", 0, 144'024'001}, 0);
  pace.hear({"positions", 100'000'000, 144'024'001}, 10);
  EXPECT_EQ(pace.text(120), "100,000,000 of 144,024,001 positions (69 %), 10,000,000 a second, about 4 s left");
  EXPECT_EQ(pace.text(79), "100,000,000 of 144,024,001 positions (69 %), about 4 s left");
  EXPECT_EQ(pace.text(50), "100,000,000 positions (69 %), about 4 s left");
}

TEST(Pace, TheRateGivesWayToTheTimeThatAnOpenSearchHasTaken) {
  Pace pace;
  pace.hear({"positions", 0, 0}, 0);
  pace.hear({"positions", 50'000'000, 0}, 100);
  EXPECT_EQ(pace.text(60), "50,000,000 positions, 500,000 a second, for 2 min");
  EXPECT_EQ(pace.text(40), "50,000,000 positions, for 2 min");
}

TEST(Pace, SaysForHowLongWhereTheEndIsNotKnown) {
  Pace pace;
  pace.hear({"positions", 0, 0}, 0);
  pace.hear({"positions", 5'000, 0}, 4);
  EXPECT_EQ(pace.text(), "5,000 positions, 1,250 a second, for 4 s");
  pace.hear({"positions", 1'000, 0}, 6);  // another search for the same question
  EXPECT_EQ(pace.text(), "6,000 positions, 1,000 a second, for 6 s");
}

/// The k-th heap takes k units: all take the square of their number. Half of that is done at the 7071st of 10,000.
TEST(Pace, KnowsThatCostsGrow) {
  Pace pace;
  const auto seconds = [](std::uint64_t heaps) { return static_cast<double>(heaps * heaps) / 1e6; };
  for (std::uint64_t heap = 0; heap <= 7071; heap += 7) pace.hear({"heaps", heap, 10'000, 1}, seconds(heap));
  EXPECT_NE(pace.text().find(", about 50 s left"), std::string::npos) << pace.text();
}

TEST(Pace, ForesaysNothingWhereNobodyKnowsHowCostsGrow) {
  Pace pace;
  pace.hear({"heaps", 0, 60, Progress::kUnknownGrowth}, 0);
  pace.hear({"heaps", 30, 60, Progress::kUnknownGrowth, 12'345}, 15);
  EXPECT_EQ(pace.text(), "30 of 60 heaps (50 %), 12,345 looked at, 2 a second, for 15 s; the rest may take far longer");
  EXPECT_EQ(pace.text(61), "30 of 60 heaps (50 %), for 15 s; the rest may take far longer");
  EXPECT_EQ(pace.text(40), "30 of 60 heaps (50 %), for 15 s");
}

TEST(Pace, SaysOfAStepThatItIsOne) {
  Pace pace;
  pace.hear({"rows", 0, 100, 0, 0, true}, 0);
  pace.hear({"rows", 60, 100, 0, 0, true}, 6);
  EXPECT_EQ(pace.text(), "60 of 100 rows of this step, 10 a second, about 4 s left of it");
  pace.hear({"rows", 10, 200, 0, 0, true}, 8);
  pace.hear({"rows", 20, 200, 0, 0, true}, 9);
  EXPECT_EQ(pace.seconds(), 9);
  EXPECT_EQ(pace.text(), "20 of 200 rows of this step, 10 a second, about 18 s left of it");
}

TEST(Pace, TellsTheRateOfLate) {
  Pace pace;
  pace.hear({"heaps", 0, 1'000'000}, 0);
  for (int second = 1; second <= 5; ++second) pace.hear({"heaps", 100'000U * static_cast<unsigned>(second), 1'000'000}, second);
  for (int second = 6; second <= 20; ++second)
    pace.hear({"heaps", 500'000U + 1'000U * static_cast<unsigned>(second - 5), 1'000'000}, second);
  EXPECT_EQ(pace.text(), "515,000 of 1,000,000 heaps (51 %), 1,000 a second, about 8 min left");
}

TEST(Pace, IdleTimeBetweenQuestionsCountsForNothing) {
  Pace pace;
  pace.hear({"rows", 0, 100}, 0);
  pace.hear({"rows", 99, 100}, 3);
  pace.hear({"rows", 0, 100}, 1'000);
  EXPECT_EQ(pace.seconds(), 0);
  pace.hear({"rows", 50, 100}, 1'002);
  EXPECT_EQ(pace.text(), "50 of 100 rows (50 %), 25 a second, about 2 s left");
}

RC_GTEST_PROP(Pace, NeverGoesBackNorBeyondTheTotalWithinAQuestion, ()) {
  Pace pace;
  const auto total = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
  std::uint64_t done = 0;
  double now = 5;
  int last = -1;
  for (const auto more : *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 200'000))) {
    done += more;
    now += 0.2;
    pace.hear({"positions", done, total}, now);
    const std::string text = pace.text();
    const std::size_t open = text.find('(');
    const int percent = std::stoi(text.substr(open + 1));
    RC_ASSERT(percent >= last && percent <= 100);
    RC_ASSERT((percent == 100) == (done >= total));
    last = percent;
  }
}

}  // namespace
}  // namespace bouton::cli
