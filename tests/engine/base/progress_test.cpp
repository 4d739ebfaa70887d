#include "engine/base/progress.h"

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
