#include <gtest/gtest.h>

#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// Of a heap beyond all tables only the moves that leave a small part are looked at.
TEST(WinningMoves, ThatNobodyLooksForAreNotFoundByAskingForMore) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n' }, heap = { code = '0.77' }, moves = function(n)\n"
      "  for take = 1, math.min(n, 2) do for left = 0, (n - take) // 2 do split(left, n - take - left) end end end }");
  const Sum heap = {{0, {Integer("100000000000000000000")}}};
  Solver solver({game->rules}, Budget());
  const Answer all = solver.solve(heap, 100'000);
  EXPECT_FALSE(all.winning_moves_complete);
  EXPECT_TRUE(all.winning_moves_given_up);
  ASSERT_GT(all.winning_moves.size(), 1U);
  const Answer one = solver.solve(heap, 1);
  EXPECT_EQ(one.winning_moves.size(), 1U);
  EXPECT_FALSE(one.winning_moves_complete);
  EXPECT_FALSE(one.winning_moves_given_up);
}

}  // namespace
}  // namespace bouton
