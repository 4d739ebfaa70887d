// Counts of winning moves beside the lists of them.
#include "engine/study/winning_moves.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <set>

#include "engine/rules/coin_runs.h"
#include "engine/rules/coin_turning.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

std::shared_ptr<const Game> named(const char* name, std::shared_ptr<const Rules> rules) {
  auto game = std::make_shared<Game>();
  game->name = name;
  game->rules = std::move(rules);
  return game;
}

std::shared_ptr<const Rules> runs(std::function<Coordinate(Coordinate)> length) {
  return std::make_shared<CoinRuns>(
      CoinRunsWords{.domain = Domain::fixed({{.name = "n", .least = 1}}),
                    .length = [length = std::move(length)](Coordinate k) { return std::optional(length(k)); }});
}

std::shared_ptr<const Rules> discs() {
  return std::make_shared<CoinProduct>(
      std::vector<std::shared_ptr<const Rules>>{runs([](Coordinate k) { return k * k; }),
                                                runs([](Coordinate k) { return k * (k + 1) / 2; })},
      CoinProductWords{.domain = Domain::fixed({{.name = "x", .least = 1}, {.name = "y", .least = 1}})});
}

Games games() {
  return {named("kayles", test::kayles()), named("nim", test::nim()), named("wythoff", test::wythoff()),
          named("discs", discs()), named("ruler", runs([](Coordinate k) { return k; }))};
}

ComponentBox arbitrary_box(const Games& all) {
  ComponentBox box{static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(all.size()))), {}, {}};
  const Domain& domain = all[box.game]->rules->domain();
  for (std::size_t i = 0; i < domain.dimensions(); ++i) {
    const Coordinate low = *rc::gen::inRange<Coordinate>(domain.axis(i).least, 7);
    box.low.push_back(widen(low));
    box.high.push_back(widen(*rc::gen::inRange<Coordinate>(low, low + 3)));
  }
  return box;
}

RC_GTEST_PROP(WinningMoves, CountsAreThoseOfTheList, ()) {
  const Games all = games();
  std::vector<ComponentBox> boxes;
  const int number = *rc::gen::inRange(1, 5);
  for (int i = 0; i < number; ++i) boxes.push_back(arbitrary_box(all));
  Solver solver(rules_of(all), Budget{});
  const Result<CountedMoves> counted = count_winning_moves(all, solver, boxes, Budget{});
  // Coins are counted always, heaps where there are many of them, the queen beside such.
  const bool coins = std::ranges::any_of(boxes, [](const ComponentBox& box) { return box.game >= 3; });
  const bool heaps = std::ranges::any_of(boxes, [](const ComponentBox& box) { return box.game < 2; });
  const bool ranges = !std::ranges::all_of(boxes, &ComponentBox::is_one_position);
  RC_ASSERT(counted.has_value() == (coins || (heaps && ranges)));
  if (!counted) return;
  const Sum sum = listed_components(boxes, 1000);
  const Answer answer = solver.solve(sum, 100'000);
  RC_ASSERT(answer.winning_moves_complete);
  RC_ASSERT(counted->value == *answer.value.grundy);
  RC_ASSERT(counted->winning.all == widen_unsigned(answer.winning_moves.size()));
  Integer by_label = 0;
  for (const auto& [label, moves] : counted->winning.by_label) by_label += moves;
  RC_ASSERT(by_label == counted->winning.all);
  // Of heads that are named one by one the kinds are the same, too.
  std::vector<ComponentBox> single;
  for (const Component& component : sum) single.push_back({component.game, component.position, component.position});
  const Result<CountedMoves> singly = count_winning_moves(all, solver, single, Budget{});
  if (!singly) return;
  const MoveCounts listed = counts_of(all, sum, answer.winning_moves);
  RC_ASSERT(singly->winning.all == listed.all);
  RC_ASSERT(singly->winning.by_label == listed.by_label);
}

TEST(WinningMoves, CoinsAreKnownByTheOneThatIsTurnedFirst) {
  const Games all = games();
  Solver solver(rules_of(all), Budget{});
  const std::vector<ComponentBox> boxes = {{4, {3}, {3}}, {4, {5}, {8}}, {3, {1, 1}, {2, 2}}};
  const Result<CountedMoves> counted = count_winning_moves(all, solver, boxes, Budget{});
  EXPECT_EQ(counted->value, Nimber(Grundy{1 ^ 1 ^ 2 ^ 1 ^ 8}));
  for (const auto& [label, moves] : counted->winning.by_label)
    EXPECT_TRUE(label == "turn 3" || label == "turn 5:8" || label == "turn 1:2,1:2") << label;
}

TEST(WinningMoves, WhatIsThereOftenIsCountedOnce) {
  const Games all = games();
  Solver solver(rules_of(all), Budget{});
  const std::vector<ComponentBox> boxes(1'000'001, ComponentBox{1, {1000}, {1000}});
  const Result<CountedMoves> counted = count_winning_moves(all, solver, boxes, Budget{});
  EXPECT_EQ(counted->value, Nimber(Grundy{1000}));
  EXPECT_EQ(counted->winning.all, 1'000'001);
}

TEST(WinningMoves, AreRefusedWhereValuesDoNotAddUp) {
  const Games misere = {named("nim", test::nim(Play::misere))};
  Solver solver(rules_of(misere), Budget{});
  const std::vector<ComponentBox> boxes = {{0, {1}, {9}}};
  EXPECT_FALSE(count_winning_moves(misere, solver, boxes, Budget{}));
  EXPECT_THROW(listed_components({{0, {1}, {9}}, {0, {2}, {3}}}, 10), LimitError);
  EXPECT_EQ(listed_components({{0, {1}, {9}}, {0, {2}, {3}}}, 11).size(), 11U);
}

}  // namespace
}  // namespace bouton
