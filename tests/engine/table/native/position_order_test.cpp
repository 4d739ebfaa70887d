#include "engine/table/native/position_order.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace bouton {
namespace {

std::vector<std::vector<Coordinate>> positions_of(const Box& box, const SolveOrder& order) {
  std::vector<std::vector<Coordinate>> all;
  visit_rows(box, order, [&](const OrderedRow& row) {
    std::vector<Coordinate> position(row.first.begin(), row.first.end());
    for (std::uint64_t i = 0; i < row.count; ++i) {
      all.push_back(position);
      for (std::size_t axis = 0; axis < position.size(); ++axis) position[axis] += row.step[axis];
    }
  });
  return all;
}

TEST(PositionOrder, VisitsEveryPositionOnce) {
  const Box box({-1, 2, 0}, {3, 4, 2});
  std::vector<SolveOrder> orders = {{SolveOrder::Kind::lexicographic, {{0, false}, {1, false}, {2, false}}},
                                    {SolveOrder::Kind::lexicographic, {{2, true}, {0, false}, {1, true}}},
                                    {SolveOrder::Kind::sum, {}}};
  for (const SolveOrder& order : orders) {
    const auto all = positions_of(box, order);
    EXPECT_EQ(all.size(), box.size());
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), box.size());
    for (const auto& position : all) EXPECT_TRUE(box.contains(PositionView(position)));
    if (order.kind == SolveOrder::Kind::lexicographic) continue;
    for (std::size_t i = 1; i < all.size(); ++i)
      EXPECT_LE(all[i - 1][0] + all[i - 1][1] + all[i - 1][2], all[i][0] + all[i][1] + all[i][2]);
  }
}

TEST(PositionOrder, IsGuessedFromOptions) {
  const auto guessed = [](const std::vector<std::pair<Position, Position>>& moves) {
    OrderGuess guess(2);
    for (const auto& [from, to] : moves) guess.see(from, to);
    return guess.best();
  };
  EXPECT_EQ(guessed({{{3, 4}, {2, 9}}}).axes[0].axis, 0U);
  EXPECT_EQ(guessed({{{3, 4}, {9, 2}}, {{3, 4}, {1, 3}}}).axes[0].axis, 1U);
  EXPECT_TRUE(guessed({{{3, 4}, {5, 4}}, {{3, 4}, {3, 7}}}).axes[0].descending);
  EXPECT_EQ(guessed({{{3, 4}, {4, 2}}, {{5, 1}, {1, 4}}}).kind, SolveOrder::Kind::sum);
}

}  // namespace
}  // namespace bouton
