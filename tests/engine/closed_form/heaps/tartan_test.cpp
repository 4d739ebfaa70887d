// Products of generated strips of coins, beside boards of coins that are turned by the rules as they are told.
#include "engine/closed_form/heaps/tartan.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <memory>
#include <set>
#include <vector>

#include "engine/closed_form/heaps/nim.h"
#include "engine/method/solvers/formulas.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// For each place the sets of coins, bit i for place i, that a move turns whose rightmost coin lies there, this one included.
using Turns = std::vector<std::vector<std::uint32_t>>;

/// Nothing beyond the last place.
std::shared_ptr<const Rules> strip_of(const Turns& turns) {
  return test::make_game(test::one_heap(), [turns](PositionView at, Options& out) {
    if (at[0] >= static_cast<Coordinate>(turns.size())) return;
    for (const std::uint32_t turn : turns[static_cast<std::size_t>(at[0])]) {
      for (Coordinate place = 0; place < at[0]; ++place)
        if ((turn >> place & 1) != 0) out.add_part(Position{place});
      out.end_split();
    }
  });
}

Turns arbitrary_turns(std::size_t places) {
  Turns turns(places);
  for (std::size_t place = 0; place < places; ++place) {
    const std::uint32_t own = 1U << place;
    const auto companions = *rc::gen::resize(
        rc::kNominalSize, rc::gen::container<std::vector<std::uint32_t>>(static_cast<std::size_t>(*rc::gen::inRange(0, 5)),
                                                                         rc::gen::inRange<std::uint32_t>(0, own)));
    for (const std::uint32_t set : companions) turns[place].push_back(set | own);
  }
  return turns;
}

std::shared_ptr<const CoinProduct> product_of(const std::vector<Turns>& turns) {
  std::vector<std::shared_ptr<const Rules>> strips;
  std::vector<Axis> axes;
  for (const Turns& one : turns) {
    strips.push_back(strip_of(one));
    axes.push_back({.name = std::string(1, static_cast<char>('x' + axes.size()))});
  }
  return std::make_shared<CoinProduct>(std::move(strips), CoinProductWords{.domain = Domain::fixed(std::move(axes))});
}

/// Grundy values of all boards, cell r, c as bit r * columns + c, by what a move does to the coins.
std::vector<std::uint32_t> board_values(const Turns& rows, const Turns& columns) {
  const std::size_t width = columns.size();
  std::vector<std::uint32_t> moves;
  for (const std::vector<std::uint32_t>& in_rows : rows)
    for (const std::uint32_t row_set : in_rows)
      for (const std::vector<std::uint32_t>& in_columns : columns)
        for (const std::uint32_t column_set : in_columns) {
          std::uint32_t turned = 0;
          for (std::size_t r = 0; r < rows.size(); ++r)
            if ((row_set >> r & 1) != 0) turned |= column_set << (r * width);
          moves.push_back(turned);
        }
  std::vector<std::uint32_t> values;
  for (std::uint32_t board = 0; board < 1U << (rows.size() * width); ++board) {
    std::set<std::uint32_t> seen;
    for (const std::uint32_t turned : moves)
      if ((board & std::bit_floor(turned)) != 0) seen.insert(values[board ^ turned]);
    std::uint32_t mex = 0;
    while (seen.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

RC_GTEST_PROP(Tartan, BoardsAreSumsOfHeadsWithTheValuesOfTheTheorem, ()) {
  const Turns rows = arbitrary_turns(3), columns = arbitrary_turns(3);
  const std::vector<std::uint32_t> boards = board_values(rows, columns);
  Formulas formulas({product_of({rows, columns})}, Budget{});
  ClosedForm& form = **formulas.form(0);
  for (std::uint32_t board = 0; board < boards.size(); ++board) {
    Integer sum = 0;
    for (int cell = 0; cell < 9; ++cell)
      if ((board >> cell & 1) != 0) sum ^= *form.grundy({cell / 3, cell % 3});
    RC_ASSERT(sum == boards[board]);
  }
}

std::vector<std::vector<BigPosition>> targets(const Answer& answer) {
  std::vector<std::vector<BigPosition>> to;
  for (const Move& move : answer.winning_moves) to.push_back(move.to);
  return to;
}

/// Everything the form answers beside the search of heads: alone, and next to a heap of nim.
RC_GTEST_PROP(Tartan, AgreesWithTheSearchOfHeads, ()) {
  const std::size_t dimensions = *rc::gen::element<std::size_t>(2, 2, 3);
  std::vector<Turns> turns;
  for (std::size_t i = 0; i < dimensions; ++i) turns.push_back(arbitrary_turns(dimensions == 2 ? 5 : 3));
  const std::shared_ptr<const Rules> rules = product_of(turns);
  Solver fast({rules, test::nim()}, Budget{}), slow({rules, test::nim()}, Budget{}, {.closed_form = false});
  const Box box(Position(std::vector<Coordinate>(dimensions, 0)),
                Position(std::vector<Coordinate>(dimensions, dimensions == 2 ? 4 : 2)));
  RC_ASSERT(fast.table(box, ValueKind::outcome).cells == slow.table(box, ValueKind::outcome).cells);
  RC_ASSERT(fast.table(box, ValueKind::grundy).cells == slow.table(box, ValueKind::grundy).cells);
  for (int sample = 0; sample < 2; ++sample) {
    const Position at = box.position(*rc::gen::inRange<std::uint64_t>(0, box.size()));
    const Sum alone = {{0, widen(at)}};
    Sum beside = alone;
    beside.push_back({1, {*rc::gen::inRange(0, 5)}});
    for (const Sum& sum : {alone, beside}) {
      const Answer expected = slow.solve(sum, 1000), found = fast.solve(sum, 1000);
      RC_ASSERT(found.value.outcome == expected.value.outcome);
      RC_ASSERT(found.value.grundy == expected.value.grundy);
      RC_ASSERT(targets(found) == targets(expected));
    }
  }
}

/// Turn two coins of a strip, any one and one to its left, which is nim.
Turns pairs(std::size_t places) {
  Turns turns(places);
  for (std::size_t place = 0; place < places; ++place)
    for (std::size_t left = 0; left < place; ++left) turns[place].push_back(1U << place | 1U << left);
  return turns;
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

TEST(Tartan, StripsWithAFormHavePlacesOfAnySize) {
  const std::shared_ptr<const CoinProduct> product = product_of({pairs(20), pairs(20)});
  const auto form_of = [&](bool named) {
    std::vector<std::unique_ptr<ClosedForm>> of_strips(2);
    if (named)
      for (std::unique_ptr<ClosedForm>& form : of_strips) form = nim_form(Play::normal);
    return tartan_form(*product, std::move(of_strips), {});
  };
  const std::unique_ptr<SplittingForm> counted = form_of(false), named = form_of(true);
  for (int x = 0; x < 20; ++x)
    for (int y = 0; y < 20; ++y) {
      ASSERT_EQ(*counted->grundy({x, y}), *named->grundy({x, y}));
      const SplittingMoves expected = *counted->splitting_moves({x, y}, 0, 1000, kNoLimit),
                           found = *named->splitting_moves({x, y}, 0, 1000, kNoLimit);
      ASSERT_EQ(expected.moves.size(), found.moves.size());
      for (std::size_t i = 0; i < found.moves.size(); ++i) ASSERT_EQ(expected.moves[i].positions, found.moves[i].positions);
    }
  const Integer F = Integer(1) << 128;
  EXPECT_EQ(*named->grundy({F, F}), F + F / 2);
  EXPECT_FALSE(named->splitting_moves({F, F}, 0, 10, kNoLimit)->complete);
  EXPECT_FALSE(counted->grundy({F, F}));
}

TEST(Tartan, StopsAtTheLimitOfMoves) {
  const std::shared_ptr<const CoinProduct> product = product_of({pairs(20), pairs(20)});
  Formulas formulas({product}, Budget{});
  auto& form = dynamic_cast<SplittingForm&>(**formulas.form(0));
  const SplittingMoves all = *form.splitting_moves({15, 15}, 0, 1000, kNoLimit);
  ASSERT_GT(all.moves.size(), 1U);
  EXPECT_TRUE(all.complete);
  const SplittingMoves one = *form.splitting_moves({15, 15}, 0, 1, kNoLimit);
  EXPECT_FALSE(one.complete);
  EXPECT_FALSE(one.too_long);
  ASSERT_EQ(one.moves.size(), 1U);
  EXPECT_EQ(one.moves[0].positions, all.moves[0].positions);
}

/// With room for so many positions, the moves are the first ones that lead to no more of them together.
TEST(Tartan, StopsAtTheLimitOfPositions) {
  const std::shared_ptr<const CoinProduct> product = product_of({pairs(20), pairs(20)});
  Formulas formulas({product}, Budget{});
  auto& form = dynamic_cast<SplittingForm&>(**formulas.form(0));
  const SplittingMoves all = *form.splitting_moves({15, 15}, 0, 1000, kNoLimit);
  std::size_t positions = 0;
  for (const SplittingMoves::To& to : all.moves) positions += to.positions.size();
  for (std::size_t most = 0; most <= positions; ++most) {
    const SplittingMoves some = *form.splitting_moves({15, 15}, 0, 1000, most);
    std::size_t expected = 0;
    for (std::size_t left = most; expected < all.moves.size() && all.moves[expected].positions.size() <= left; ++expected)
      left -= all.moves[expected].positions.size();
    ASSERT_EQ(some.moves.size(), expected) << most;
    ASSERT_EQ(some.complete, expected == all.moves.size()) << most;
    ASSERT_EQ(some.too_long, !some.complete) << most;
    for (std::size_t i = 0; i < expected; ++i) ASSERT_EQ(some.moves[i].positions, all.moves[i].positions);
  }
}

}  // namespace
}  // namespace bouton
