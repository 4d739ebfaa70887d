#include "engine/table/sinks/blocks.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/engine/table/kept_values.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

TEST(TableBlocks, EqualTheWholeTable) {
  std::size_t slabs = 0;
  for (TableCase asked : cases_in_stripes())
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        if (kind == ValueKind::grundy && play != Play::normal) continue;
        asked.kind = kind;
        asked.play = play;
        const TableProblem problem = asked.problem();
        const auto analysis = analyse_table(problem);
        if (!analysis || !analysis->plan.stripes) continue;
        if (division_of(problem, *analysis) == Division::slabs) ++slabs;
        const auto expected = cells_of_table(asked);
        for (const int ranks : {2, 5})
          for (const SlabCut cut : {SlabCut{64, 0}, SlabCut{1, 7}})
            for (const std::uint64_t kills_after : {std::uint64_t{0}, std::uint64_t{1}}) {
              const auto found = block_cells(asked, ranks, cut, kills_after);
              ASSERT_TRUE(found);
              ASSERT_EQ(*found, expected) << to_string(asked.box.high()) << " " << name(kind) << ", " << ranks << " ranks, "
                                          << cut.band << " rows a band, killed after " << kills_after;
            }
      }
  EXPECT_GT(slabs, 5U);
}

// Most columns of the first rank, and its first rows, are not among those that are asked for.
TEST(TableBlocks, APartFarFromTheFirstRowAndColumn) {
  TableCase asked{wythoff(), plain_domain(2), Box({3, 80}, {20, 90})};
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
    asked.kind = kind;
    const TableProblem problem = asked.problem();
    ASSERT_EQ(division_of(problem, *analyse_table(problem)), Division::slabs);
    const auto found = block_cells(asked, 5, SlabCut{1, 7});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, cells_of_table(asked)) << name(kind);
  }
}

TEST(TableBlocks, RandomRays) {
  const bool good = rc::check("blocks of rays equal the table", [] {
    const RandomRays rule = random_rays();
    TableCase asked{rule.program, rule.domain, rule.box};
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        if (kind == ValueKind::grundy && play != Play::normal) continue;
        asked.kind = kind;
        asked.play = play;
        const TableProblem problem = asked.problem();
        const auto analysis = analyse_table(problem);
        if (!analysis || !analysis->plan.stripes) continue;
        RC_CLASSIFY(division_of(problem, *analysis) == Division::slabs);
        const auto expected = cells_of_table(asked);
        const SlabCut cut{pick(1, 6), pick(1, 6)};
        const auto found = block_cells(asked, static_cast<int>(pick(2, 5)), cut, static_cast<std::uint64_t>(pick(0, 3)));
        if (found) RC_ASSERT(*found == expected);
      }
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
