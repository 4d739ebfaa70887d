#include "engine/misere/position_heaps.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/misere/quotient/genus.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

TEST(PositionHeaps, NumbersPositionsBehindTheirOptions) {
  const Budget budget;
  PositionHeaps heaps({test::nim(Play::misere), test::piles_nim()}, 1000, budget);
  const Heap five = heaps.heap(0, Position{5});
  EXPECT_EQ(five, 5U);
  EXPECT_EQ(heaps.heap(0, Position{3}), 3U);
  const Heap piles = heaps.heap(1, Position{2, 1});
  EXPECT_EQ(heaps.heap(1, Position{1, 2}), piles);  // the same under the game's symmetry
  EXPECT_EQ(heaps.heaps().depth(piles), 3U);
  GenusSolver solver(heaps.heaps(), budget);
  EXPECT_EQ(solver.find({five}).genus.text(), "5^57");
  EXPECT_EQ(solver.find({piles}).genus.text(), "3^31");
  const Heap nine = heaps.heap(0, Position{9});
  EXPECT_EQ(nine, heaps.heaps().size() - 1);
  EXPECT_EQ(heaps.position(nine).second, Position{9});
}

TEST(PositionHeaps, ALimitIsKept) {
  const Budget budget;
  PositionHeaps heaps({test::nim()}, 10, budget);
  EXPECT_THROW(heaps.heap(0, Position{10}), LimitError);
  EXPECT_EQ(heaps.heaps().size(), 0U);
  EXPECT_EQ(heaps.heap(0, Position{9}), 9U);
}

/// What is found below a position, options and all, is within the memory allowed.
TEST(PositionHeaps, OptionsAreCharged) {
  Budget budget;
  budget.memory = 1'000'000;
  PositionHeaps heaps({test::nim()}, 100'000, budget);
  EXPECT_THROW(heaps.heap(0, Position{500}), LimitError);
  EXPECT_EQ(heaps.heaps().size(), 0U);
  EXPECT_EQ(heaps.heap(0, Position{50}), 50U);
}

TEST(PositionHeaps, PlayThatNeedNotEndIsRefused) {
  const Budget budget;
  const auto circle =
      test::make_game(test::one_heap(), [](PositionView p, Options& out) { out.add(Position{(p[0] + 1) % 3}); });
  PositionHeaps heaps({circle}, 10, budget);
  EXPECT_THROW(heaps.heap(0, Position{0}), RequestError);
}

}  // namespace
}  // namespace bouton
