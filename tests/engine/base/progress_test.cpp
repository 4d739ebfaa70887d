#include "engine/base/progress.h"

#include <cmath>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/reports.h"

namespace bouton {
namespace {

TEST(ProgressTotal, ScalesWhatStepsReportInUnitsOfTheirOwn) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal progress(budget, "positions", 1000);
  budget.report("rows", 5, 10);
  budget.report("tiles", 300, 400);
  progress.finish();
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{500, 750, 1000}));
  reports.expect_one_total("positions", 1000);
}

TEST(ProgressTotal, NeverGoesBackNorBeyondTheTotal) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal progress(budget, "positions", 100);
  budget.progress({"positions", 60, 100});
  budget.progress({"positions", 10, 100});   // an attempt that begins anew
  budget.progress({"positions", 192, 100});  // more than there are
  budget.progress({"positions", 7, 0});      // of an unknown total
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{60, 60, 100, 100}));
}

TEST(ProgressTotal, StepsShareTheTotal) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal progress(budget, "comparisons", 300);
  for (std::uint64_t step = 0; step < 3; ++step) {
    progress.step(100 * step, 100 * (step + 1));
    budget.report("positions", 50, 100);
  }
  progress.finish();
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{0, 50, 100, 150, 200, 250, 300}));
  reports.expect_one_total("comparisons", 300);
}

TEST(ProgressTotal, WhatHasNoTotalGoesOnBesideTheCount) {
  Budget budget;
  Progress heard;
  budget.progress = [&](const Progress& progress) { heard = progress; };
  ProgressTotal progress(budget, "heaps", 60, Progress::kUnknownGrowth);
  budget.report("heaps", 20, 60);
  budget.progress({"positions", 500, 0});
  budget.progress({"rows", 90, 100, 0, 0, true});  // of a step
  EXPECT_EQ(heard.doing, "heaps");
  EXPECT_EQ(heard.done, 20U);
  EXPECT_EQ(heard.total, 60U);
  EXPECT_EQ(heard.looked_at, 590U);
  EXPECT_FALSE(heard.is_step);
}

TEST(ProgressTotal, CountsItsOwnThingsOnlyWhereTheStepsAreBeside) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal progress(budget, "games", 10, 0, ProgressTotal::Steps::are_beside);
  budget.report("games", 3, 10);
  budget.report("rows", 99, 100);
  budget.report("games", 4, 10);
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{3, 3, 4}));
}

TEST(ProgressTotal, WithinAnotherAddsToIt) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal outer(budget, "games", 4);
  for (std::uint64_t game = 0; game < 4; ++game) {
    outer.step(game, game + 1);
    ProgressTotal inner(budget, "positions", 1000);
    budget.report("rows", 5, 10);
    inner.finish();
  }
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4}));
  reports.expect_one_total("games", 4);
}

TEST(ProgressTotal, HearsNoOtherThread) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  ProgressTotal progress(budget, "positions", 10);
  std::jthread([copy = budget] { copy.report("positions", 5, 10); }).join();
  EXPECT_TRUE(reports.done().empty());
}

TEST(ProgressSteps, AreSaidToBeSteps) {
  Budget budget;
  Progress heard;
  budget.progress = [&](const Progress& progress) { heard = progress; };
  {
    const ProgressSteps steps(budget);
    const ProgressTotal table(budget, "positions", 10);
    budget.report("positions", 5, 10);
    EXPECT_TRUE(heard.is_step);
  }
  budget.report("positions", 5, 10);
  EXPECT_FALSE(heard.is_step);
}

/// One search after another looks at positions; of other things they are counted anew.
TEST(ProgressSteps, WithoutTotalsAreAddedUp) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  const ProgressSteps steps(budget);
  budget.progress({"positions", 300, 0});
  budget.progress({"positions", 500, 0});
  budget.progress({"positions", 100, 0});
  budget.progress({"positions", 700, 0});
  budget.progress({"positions", 50, 0});
  budget.progress({"guesses", 2, 0});
  budget.progress({"positions", 60, 0});
  EXPECT_EQ(reports.done(), (std::vector<std::uint64_t>{300, 500, 600, 1200, 1250, 2, 60}));
}

/// The growth of costs whose sum up to n is n^e is e - 1.
TEST(MeasuredGrowth, IsThatOfTheWork) {
  for (const double exponent : {0.5, 1.0, 2.0, 3.5}) {
    MeasuredGrowth growth;
    double measured = 0;
    for (std::uint64_t n = 1; n <= 1000; ++n)
      measured = growth.after(n, static_cast<std::uint64_t>(1e6 * std::pow(static_cast<double>(n), exponent)));
    EXPECT_NEAR(measured, exponent - 1, 0.01);
  }
}

TEST(ProgressTotal, GivesTheListenerBack) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  { ProgressTotal progress(budget, "positions", 10); }
  budget.report("heaps", 3, 7);
  reports.expect_one_total("heaps", 7, false);
}

TEST(ProgressTotal, IsSilentWhereNobodyListens) {
  Budget budget;
  ProgressTotal progress(budget, "positions", 10);
  EXPECT_FALSE(budget.progress);
  progress.step(0, 5);
  progress.finish();
}

}  // namespace
}  // namespace bouton
