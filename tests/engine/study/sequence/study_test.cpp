#include "engine/study/sequence/study.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"

namespace bouton {
namespace {

/// Whoever takes one or two: heap n has the value n mod 3.
std::shared_ptr<const Game> take_two() {
  return test::named_game("take", test::make_game(test::one_heap(), [](PositionView p, Options& out) {
                            for (Coordinate taken = 1; taken <= 2 && taken <= p[0]; ++taken) out.add(Position{p[0] - taken});
                          }));
}

TEST(SequenceStudy, HasThePeriodThatItIsAskedFor) {
  const auto game = take_two();
  Solver solver({game->rules}, Budget());
  const HeapRun plain = find_sequence(*game, solver, {.last = 30}, Budget());
  EXPECT_FALSE(plain.period);
  ASSERT_EQ(plain.values.cells.size(), 31U);
  for (std::uint32_t heap = 0; heap <= 30; ++heap) EXPECT_EQ(plain.values.cells[heap], heap % 3);
  const HeapRun periodic = find_sequence(*game, solver, {.last = 60, .period = true}, Budget());
  ASSERT_TRUE(periodic.period);
  EXPECT_EQ(periodic.period->period, 3U);
  EXPECT_EQ(periodic.period->preperiod, 0U);
}

/// Wythoff's row of 1 repeats with a saltus: every row does (C. Landman, 2002; T. Dress, A. Flammenkamp, N. Pink, 1999).
TEST(SequenceStudy, OfARowLeavesOneCoordinateFree) {
  const auto game = test::named_game("wythoff", test::wythoff());
  Solver solver({game->rules}, Budget());
  const HeapRun row = find_sequence(*game, solver, {.last = 60, .row = {{{0, 1}}}, .period = true}, Budget());
  ASSERT_EQ(row.values.cells.size(), 61U);
  for (Coordinate n = 0; n <= 60; ++n)
    EXPECT_EQ(Nimber(Grundy{row.values.cells[static_cast<std::size_t>(n)]}), *solver.grundy({{0, {1, n}}}));
  ASSERT_TRUE(row.period);
  EXPECT_EQ(row.period->saltus, static_cast<std::int64_t>(row.period->period));
  EXPECT_THROW(find_sequence(*game, solver, {.last = 9}, Budget()), RequestError);
}

/// Where one may pass, values are infinite with a set that changes: no two are the same.
TEST(SequenceStudy, FindsNoPeriodAmongLoopyValues) {
  const auto game = test::named_game("pass", test::pass_nim());
  Solver solver({game->rules}, Budget());
  const HeapRun row = find_sequence(*game, solver, {.last = 30, .row = {{{0, 3}}}, .period = true}, Budget());
  EXPECT_FALSE(row.values.loopy.empty());
  EXPECT_FALSE(row.period);
}

TEST(SequenceStudy, RefusesWhatOnlyTakeAndBreakGamesHave) {
  const auto game = test::named_game("pass", test::pass_nim());
  Solver solver({game->rules}, Budget());
  EXPECT_THROW(find_sequence(*game, solver, {.last = 9, .certificate = true}, Budget()), RequestError);
}

}  // namespace
}  // namespace bouton
