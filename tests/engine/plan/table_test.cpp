#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using test::GamePointer;

using Texts = std::vector<std::string>;

Texts p_positions(GamePointer game, const Box& box) {
  Solver solver({std::move(game)}, Budget());
  Texts found;
  const std::uint64_t count = solver.positions(box, [&](PositionView position) { found.push_back(to_string(position)); });
  EXPECT_EQ(count, found.size());
  return found;
}

/// Positions as an oracle lists them, in the order of a box.
Texts in_order(const nlohmann::json& list) {
  auto positions = list.get<std::vector<std::vector<Coordinate>>>();
  std::ranges::sort(positions);
  Texts texts;
  for (const std::vector<Coordinate>& position : positions) texts.push_back(to_string(PositionView(position)));
  return texts;
}

/// Every cell of every kind of table must be what the single question answers.
void expect_table_of_answers(const GamePointer& game, const Box& box) {
  Solver tables({game}, Budget());
  Solver questions({game}, Budget());
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
    if (kind == ValueKind::grundy && game->play() != Play::normal) continue;
    const Table table = tables.table(box, kind);
    ASSERT_EQ(table.cells.size(), box.size());
    for (std::uint64_t index = 0; index < box.size(); ++index) {
      const Position position = box.position(index);
      ASSERT_EQ(table.valid(index), game->valid(position)) << to_string(position);
      if (!table.valid(index)) continue;
      const Sum sum{{0, widen(position)}};
      switch (kind) {
        case ValueKind::grundy: EXPECT_EQ(table.nimber(index), *questions.grundy(sum)) << to_string(position); break;
        case ValueKind::outcome: EXPECT_EQ(table.outcome(index), questions.outcome(sum)) << to_string(position); break;
        case ValueKind::remoteness: EXPECT_EQ(table.remoteness(index), questions.remoteness(sum)) << to_string(position); break;
        case ValueKind::suspense:
        case ValueKind::longest: FAIL() << "not asked for here";
      }
    }
  }
}

TEST(Table, IsWhatTheSingleQuestionsAnswer) {
  expect_table_of_answers(test::wythoff(), Box(Position{0, 0}, Position{12, 7}));
  expect_table_of_answers(test::wythoff(Play::misere), Box(Position{3, 5}, Position{12, 7}));
  expect_table_of_answers(test::nimrod(), Box(Position{0, 1}, Position{30, 9}));
  expect_table_of_answers(test::pass_nim(), Box(Position{0, 0}, Position{6, 6}));
  expect_table_of_answers(test::pass_nim(Play::misere), Box(Position{2, 0}, Position{6, 4}));
  expect_table_of_answers(test::kayles(), Box(Position{0}, Position{14}));
  expect_table_of_answers(test::kayles(Play::misere), Box(Position{5}, Position{14}));
  expect_table_of_answers(test::drawing_game(), Box(Position{0}, Position{20}));
  expect_table_of_answers(test::piles_nim(), Box(Position{0, 0, 0}, Position{4, 3, 5}));
}

TEST(Table, HasNoValueWhereThereIsNoPosition) {
  const GamePointer ordered = test::wythoff(Play::normal, false);
  ordered->game_options = [](PositionView p, Options& out) {
    Options all;
    test::wythoff_options(p, all);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i][0][0] <= all[i][0][1]) out.add(all[i][0]);
  };
  ordered->game_valid = [](PositionView p) { return p[0] <= p[1]; };
  expect_table_of_answers(ordered, Box(Position{0, 0}, Position{8, 8}));
}

TEST(Table, TakesEightBytesAPositionSlow) {
  Budget budget;
  budget.memory = 8 * 200 * 200 + 65536;
  Solver solver({test::wythoff(Play::normal, false)}, budget);
  const Box box(Position{0, 0}, Position{199, 199});
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    EXPECT_EQ(solver.table(box, kind).cells.size(), box.size());
  EXPECT_THROW(solver.table(Box(Position{0, 0}, Position{399, 399}), ValueKind::outcome), LimitError);
}

TEST(Table, FarFromTheOriginIsSearchedLazily) {
  const GamePointer game = test::nimrod();
  Budget budget;
  budget.memory = std::size_t{64} << 20;
  Solver solver({game}, budget);
  const Table table = solver.table(Box(Position{1'000'000, 900'000}, Position{1'000'002, 900'001}), ValueKind::outcome);
  EXPECT_TRUE(table.valid(0));
}

TEST(Table, RefusesWhatCannotBeAsked) {
  Solver misere({test::wythoff(Play::misere)}, Budget());
  EXPECT_THROW(misere.table(Box(Position{0, 0}, Position{3, 3}), ValueKind::grundy), RequestError);
  EXPECT_THROW(misere.table(Box(Position{0}, Position{3}), ValueKind::outcome), RequestError);
  EXPECT_THROW(misere.table(Box(Position{-1, 0}, Position{3, 3}), ValueKind::outcome), RequestError);
}

TEST(Table, OfHugeBoxesIsALimitAndNotACrash) {
  Solver solver({test::wythoff()}, Budget());
  EXPECT_THROW(solver.table(Box(Position{0, 0}, Position{3'000'000'000, 3'000'000'000}), ValueKind::outcome), LimitError);
}

TEST(Oracle, WythoffsGrundyValues) {
  Solver solver({test::wythoff()}, Budget());
  const Table table = solver.table(Box(Position{0, 0}, Position{60, 60}), ValueKind::grundy);
  const nlohmann::json expected = test::oracle("wythoff_grundy_60");
  for (std::uint64_t a = 0; a <= 60; ++a)
    for (std::uint64_t b = 0; b <= 60; ++b) EXPECT_EQ(table.cells[61 * a + b], expected[a][b].get<std::uint32_t>());
}

TEST(Oracle, PPositionsOfWythoffAndAttrition) {
  const Box box(Position{0, 0}, Position{200, 200});
  EXPECT_EQ(p_positions(test::wythoff(), box), in_order(test::oracle("wythoff_P_200")["P"]));
  EXPECT_EQ(p_positions(test::wythoff(Play::misere), box), in_order(test::oracle("attrition_P_200")["P"]));
}

TEST(Oracle, PPositionsOfNim) {
  const Box box(Position{0, 0, 0}, Position{10, 10, 10});
  const nlohmann::json oracle = test::oracle("nim3_P_10");
  EXPECT_EQ(p_positions(test::piles_nim(), box), in_order(oracle["normal"]));
  EXPECT_EQ(p_positions(test::piles_nim(Play::misere), box), in_order(oracle["misere"]));
}

TEST(Oracle, PPositionsOfNimrod) {
  // The oracle lists p >= 1 and r <= p + 2; beyond, no move is left.
  const nlohmann::json oracle = test::oracle("nimrod_P_400");
  Solver solver({test::nimrod()}, Budget());
  const Table table = solver.table(Box(Position{1, 1}, Position{400, 402}), ValueKind::outcome);
  for (Coordinate p = 1; p <= 400; ++p) {
    std::vector<Coordinate> found;
    for (Coordinate r = 1; r <= p + 2; ++r)
      if (table.outcome(table.box.index(Position{p, r})) == Outcome::P) found.push_back(r);
    EXPECT_EQ(found, oracle["P"][std::to_string(p)].get<std::vector<Coordinate>>()) << p;
  }
}

TEST(Oracle, KaylesTo500) {
  Solver solver({test::kayles()}, Budget());
  const Table table = solver.table(Box(Position{0}, Position{500}), ValueKind::grundy);
  EXPECT_EQ(table.cells, test::oracle("kayles_500").get<std::vector<std::uint32_t>>());
}

}  // namespace
}  // namespace bouton
