#include "bindings/cli/terminal/pace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton::cli {
namespace {

TEST(Pace, SaysWhatIsDoneTheRateAndTheTimeLeft) {
  Pace pace;
  pace.hear({"positions", 0, 20'000'000}, 100, 0);
  pace.hear({"positions", 12'000'000, 20'000'000}, 106, 6);
  EXPECT_EQ(pace.text(), "12,000,000 of 20,000,000 positions (60 %), 2,000,000 a second, about 4 s left");
  EXPECT_EQ(pace.seconds(), 6);
  pace.hear({"positions", 20'000'000, 20'000'000}, 110, 10);
  EXPECT_EQ(pace.text(), "20,000,000 of 20,000,000 positions (100 %), 2,000,000 a second");
}

TEST(Pace, TheRateGivesWayToTheTimeLeftOnANarrowTerminal) {
  Pace pace;
  pace.hear({"positions", 0, 144'024'001}, 0, 0);
  pace.hear({"positions", 100'000'000, 144'024'001}, 10, 10);
  EXPECT_EQ(pace.text(120), "100,000,000 of 144,024,001 positions (69 %), 10,000,000 a second, about 4 s left");
  EXPECT_EQ(pace.text(79), "100,000,000 of 144,024,001 positions (69 %), about 4 s left");
  EXPECT_EQ(pace.text(50), "100,000,000 positions (69 %), about 4 s left");
}

TEST(Pace, TheRateGivesWayToTheTimeThatAnOpenSearchHasTaken) {
  Pace pace;
  pace.hear({"positions", 0, 0}, 0, 0);
  pace.hear({"positions", 50'000'000, 0}, 100, 100);
  EXPECT_EQ(pace.text(60), "50,000,000 positions, 500,000 a second, for 2 min");
  EXPECT_EQ(pace.text(40), "50,000,000 positions, for 2 min");
}

TEST(Pace, SaysForHowLongWhereTheEndIsNotKnown) {
  Pace pace;
  pace.hear({"positions", 0, 0}, 0, 0);
  pace.hear({"positions", 5'000, 0}, 4, 4);
  EXPECT_EQ(pace.text(), "5,000 positions, 1,250 a second, for 4 s");
  pace.hear({"positions", 1'000, 0}, 6, 6);  // another search for the same question
  EXPECT_EQ(pace.text(), "6,000 positions, 1,000 a second, for 6 s");
}

TEST(Pace, StretchesProcessorTimeAsTheTimeSoFarWas) {
  Pace pace;
  pace.hear({"heaps", 0, 1'000, 9}, 0, 0);
  pace.hear({"heaps", 250, 1'000, 9}, 9, 3);  // a machine that does three things at once
  EXPECT_EQ(pace.text(), "250 of 1,000 heaps (25 %), 27 a second, about 27 s left");
}

TEST(Pace, TellsTheRateOfLate) {
  Pace pace;
  pace.hear({"heaps", 0, 1'000'000}, 0, 0);
  for (int second = 1; second <= 5; ++second)
    pace.hear({"heaps", 100'000U * static_cast<unsigned>(second), 1'000'000}, second, second);
  for (int second = 6; second <= 20; ++second)
    pace.hear({"heaps", 500'000U + 1'000U * static_cast<unsigned>(second - 5), 1'000'000}, second, second);
  EXPECT_EQ(pace.text(), "515,000 of 1,000,000 heaps (51 %), 1,000 a second, about 8 min left");
}

TEST(Pace, IdleTimeBetweenQuestionsCountsForNothing) {
  Pace pace;
  pace.hear({"rows", 0, 100}, 0, 0);
  pace.hear({"rows", 99, 100}, 3, 3);
  pace.hear({"rows", 0, 100}, 1'000, 3);
  EXPECT_EQ(pace.seconds(), 0);
  pace.hear({"rows", 50, 100}, 1'002, 5);
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
    pace.hear({"positions", done, total}, now, now);
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
