#include "engine/table/shape/region.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

Domain piles() { return Domain::piles({.name = "a"}); }

/// Takes one from the first pile, and where `condition` holds leads to `to`.
MoveProgram with_move(std::size_t piles, ExpressionId (*condition)(Builder&), std::vector<ExpressionId> (*to)(Builder&)) {
  Builder b(piles);
  b.branch(b.op(Op::less, b.c(0), b.x(0)));
  std::vector<ExpressionId> taken = {b.sub(b.x(0), b.c(1))};
  for (std::size_t i = 1; i < piles; ++i) taken.push_back(b.x(i));
  b.move(taken);
  b.end();
  b.branch(condition(b));
  b.move(to(b));
  b.end();
  return b.program;
}

ExpressionId four_or_more(Builder& b) { return b.op(Op::less, b.c(3), b.x(0)); }

TEST(Region, IsRefusedWhereAnOptionHasMoreCoordinatesThanItsPosition) {
  const MoveProgram program = with_move(1, four_or_more, [](Builder& b) {
    return std::vector<ExpressionId>{b.sub(b.x(0), b.c(2)), b.c(1)};
  });
  const auto region = find_region(program, piles(), Box({0}, {9}));
  ASSERT_FALSE(region);
  EXPECT_NE(region.reason().find("how many coordinates"), std::string::npos);
  EXPECT_EQ(region.refusal().line, 4);
  EXPECT_FALSE(find_region_without(program, piles(), Box({0}, {9}), 0));
}

TEST(Region, IsRefusedWhereAnOptionHasFewerCoordinatesThanItsPosition) {
  const MoveProgram to_one = with_move(2, four_or_more, [](Builder& b) { return std::vector<ExpressionId>{b.x(1)}; });
  EXPECT_FALSE(find_region(to_one, piles(), Box({0, 0}, {9, 9})));
  const MoveProgram to_none = with_move(1, four_or_more, [](Builder&) { return std::vector<ExpressionId>(); });
  EXPECT_FALSE(find_region(to_none, piles(), Box({0}, {9})));
}

TEST(Region, TakesNoNoticeOfAnOtherLengthThatNoPositionReaches) {
  const MoveProgram program = with_move(1, four_or_more, [](Builder& b) {
    return std::vector<ExpressionId>{b.sub(b.x(0), b.c(2)), b.c(1)};
  });
  EXPECT_TRUE(find_region(program, piles(), Box({0}, {3})));
  // The box holds none, but a position below it does.
  const MoveProgram from_below = with_move(
      1, [](Builder& b) { return b.op(Op::less, b.x(0), b.c(4)); },
      [](Builder& b) {
        return std::vector<ExpressionId>{b.x(0), b.x(0)};
      });
  EXPECT_FALSE(find_region(from_below, piles(), Box({6}, {9})));
}

/// Where `a` comes in the order, less than where what comes later does.
std::vector<std::int64_t> place_of(const SolveOrder& order, PositionView a) {
  if (order.kind == SolveOrder::Kind::sum) return {std::accumulate(a.begin(), a.end(), std::int64_t{0})};
  std::vector<std::int64_t> place;
  for (const SolveOrder::Key& key : order.axes) place.push_back(key.descending ? -a[key.axis] : a[key.axis]);
  return place;
}

RC_GTEST_PROP(Region, HoldsTheOptionsOfAllItsPositionsAndOrdersThem, ()) {
  const auto dimensions = static_cast<std::size_t>(pick(1, 4));
  const std::int64_t high = pick(2, 6);
  const MoveProgram program = RandomProgram(dimensions, high).make();
  std::vector<Axis> axes;
  Position low, asked;
  for (std::size_t i = 0; i < dimensions; ++i) {
    axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .greatest = high});
    asked.push_back(pick(0, high + 1));
    low.push_back(pick(0, asked[i] + 1));
  }
  const Box box(low, asked);
  const auto region = find_region(program, Domain::fixed(axes), box);
  RC_CLASSIFY(!region, "refused");
  if (!region) return;
  for (std::size_t i = 0; i < dimensions; ++i) {
    RC_ASSERT(region->box.low()[i] <= low[i]);
    RC_ASSERT(region->box.high()[i] >= asked[i]);
  }
  const auto order = find_order(program, *region);
  RC_CLASSIFY(order.has_value(), "ordered");
  for (std::uint64_t i = 0; i < region->box.size(); ++i) {
    const Position position = region->box.position(i);
    for (const Position& option : run(program, position).options) {
      RC_ASSERT(region->box.contains(option));
      if (order) RC_ASSERT(place_of(*order, option) < place_of(*order, position));
    }
  }
}

TEST(Region, IsNotOrderedByWhatStaysTheSame) {
  // a as it is, b up by 1: b must come from above.
  Builder up(2);
  up.branch(up.op(Op::less, up.x(1), up.c(5)));
  up.move({up.x(0), up.add(up.x(1), up.c(1))});
  up.end();
  const Domain domain = Domain::fixed({{.name = "a", .greatest = 3}, {.name = "b", .greatest = 5}});
  const auto region = find_region(up.program, domain, Box({0, 0}, {3, 5}));
  ASSERT_TRUE(region);
  const auto order = find_order(up.program, *region);
  ASSERT_TRUE(order);
  EXPECT_LT(place_of(*order, Position{1, 3}), place_of(*order, Position{1, 2}));
  // Down by nothing, perhaps: no order.
  Builder stay(1);
  const ExpressionId t = stay.loop(stay.c(0), stay.x(0));
  stay.move({stay.sub(stay.x(0), t)});
  stay.end();
  const auto whole = find_region(stay.program, plain_domain(1), Box({0}, {9}));
  ASSERT_TRUE(whole);
  EXPECT_FALSE(find_order(stay.program, *whole));
}

}  // namespace
}  // namespace bouton
