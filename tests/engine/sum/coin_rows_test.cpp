// Rows and boards of coins under misère play beside coins that are turned by the rules as they are told.
#include "engine/sum/coin_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/play/board.h"
#include "engine/play/session.h"
#include "engine/rules/coin_turning.h"
#include "engine/rules/under_play.h"
#include "tests/engine/games.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using Coins = std::uint32_t;

/// For each place the sets of coins that a move turns whose rightmost coin lies there, this one included.
using Turns = std::vector<std::vector<Coins>>;

class Strip final : public test::FunctionRules {
 public:
  explicit Strip(const Turns& turns) {
    game_domain = test::one_heap();
    game_options = [turns](PositionView at, Options& out) {
      if (at[0] >= static_cast<Coordinate>(turns.size())) return;
      for (const Coins turn : turns[static_cast<std::size_t>(at[0])]) {
        for (Coordinate place = 0; place < at[0]; ++place)
          if ((turn >> place & 1) != 0) out.add_part(Position{place});
        out.end_split();
      }
    };
  }
  bool heads_cancel() const override { return true; }
};

Turns arbitrary_turns(std::size_t places) {
  Turns turns(places);
  for (std::size_t place = 0; place < places; ++place) {
    const Coins own = Coins{1} << place;
    const auto companions = *rc::gen::resize(
        rc::kNominalSize, rc::gen::container<std::vector<Coins>>(static_cast<std::size_t>(*rc::gen::inRange(0, 5)),
                                                                 rc::gen::inRange<Coins>(0, own)));
    for (const Coins set : companions) turns[place].push_back(set | own);
  }
  return turns;
}

/// Outcome and remoteness of all rows of so many coins, from what moves turn: they take the highest coin from heads to tails.
std::vector<OutcomeAndRemoteness> all_rows(std::size_t coins, const std::vector<Coins>& moves, Play play) {
  std::vector<OutcomeAndRemoteness> rows;
  for (Coins row = 0; row < Coins{1} << coins; ++row) {
    std::optional<Remoteness> won, lost;
    bool can_move = false;
    for (const Coins turned : moves) {
      if ((row & std::bit_floor(turned)) == 0) continue;
      can_move = true;
      const OutcomeAndRemoteness& to = rows[row ^ turned];
      if (to.outcome == Outcome::P) won = std::min(won.value_or(*to.remoteness), *to.remoteness);
      else lost = std::max(lost.value_or(*to.remoteness), *to.remoteness);
    }
    if (!can_move) rows.push_back({terminal_outcome(play), 0});
    else if (won) rows.push_back({Outcome::N, *won + 1});
    else rows.push_back({Outcome::P, *lost + 1});
  }
  return rows;
}

std::vector<Coins> moves_of(const Turns& turns) {
  std::vector<Coins> moves;
  for (const std::vector<Coins>& of_place : turns) moves.insert(moves.end(), of_place.begin(), of_place.end());
  return moves;
}

/// Of a board whose cell r, c is bit r * columns + c.
std::vector<Coins> moves_of(const Turns& rows, const Turns& columns) {
  std::vector<Coins> moves;
  for (const Coins in_rows : moves_of(rows))
    for (const Coins in_columns : moves_of(columns)) {
      Coins turned = 0;
      for (std::size_t r = 0; r < rows.size(); ++r)
        if ((in_rows >> r & 1) != 0) turned |= in_columns << (r * columns.size());
      moves.push_back(turned);
    }
  return moves;
}

/// Rules of coins, where their heads are, and what becomes of all rows.
struct Coinage {
  std::shared_ptr<const Rules> rules;
  std::vector<Position> places;
  std::vector<OutcomeAndRemoteness> rows;
  Play play = Play::misere;

  Sum sum(Coins row) const {
    Sum sum;
    for (std::size_t i = 0; i < places.size(); ++i)
      if ((row >> i & 1) != 0) sum.push_back({0, widen(places[i])});
    return sum;
  }
  Coins row(const Sum& sum) const {
    Coins row = 0;
    for (const Component& head : sum) row ^= Coins{1} << (std::ranges::find(places, *narrow(head.position)) - places.begin());
    return row;
  }
};

Coinage arbitrary_coinage(Play play) {
  if (*rc::gen::arbitrary<bool>()) {
    const Turns turns = arbitrary_turns(8);
    Coinage made{under_play(std::make_shared<Strip>(turns), play), {}, all_rows(8, moves_of(turns), play), play};
    for (Coordinate place = 0; place < 8; ++place) made.places.push_back({place});
    return made;
  }
  // With one strip twice the board may be transposed, which says nothing of two heads that are each other's images.
  const Turns rows = arbitrary_turns(3);
  const bool symmetric = *rc::gen::arbitrary<bool>();
  const Turns columns = symmetric ? rows : arbitrary_turns(3);
  CoinProductWords words{.domain = test::two_heaps()};
  if (symmetric) words.symmetric = {{0, 1}};
  const std::vector<std::shared_ptr<const Rules>> strips = {std::make_shared<Strip>(rows), std::make_shared<Strip>(columns)};
  Coinage made{
      under_play(std::make_shared<CoinProduct>(strips, words), play), {}, all_rows(9, moves_of(rows, columns), play), play};
  for (Coordinate r = 0; r < 3; ++r)
    for (Coordinate c = 0; c < 3; ++c) made.places.push_back({r, c});
  return made;
}

Coins arbitrary_row(const Coinage& coinage) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Coins>(0, static_cast<Coins>(coinage.rows.size())));
}

RC_GTEST_PROP(CoinRows, HaveTheOutcomesOfCoinsThatAreTurned, ()) {
  for (std::uint64_t i = 0; i < test::cases(2, 20); ++i) {
    const Coinage coinage = arbitrary_coinage(Play::misere);
    const Budget budget;
    CoinRows rows(coinage.rules, budget, std::make_shared<MemoryAccount>(budget));
    for (int sample = 0; sample < 50; ++sample) {
      const Coins row = arbitrary_row(coinage);
      std::vector<Position> heads;
      for (const Component& head : coinage.sum(row)) heads.push_back(*narrow(head.position));
      RC_ASSERT(rows.outcome(heads) == coinage.rows[row].outcome);
      // A coin that is named twice lies as it lay.
      const std::size_t twice = *rc::gen::inRange<std::size_t>(0, coinage.places.size());
      heads.insert(heads.end(), 2, coinage.places[twice]);
      RC_ASSERT(rows.outcome(heads) == coinage.rows[row].outcome);
    }
  }
}

/// Outcome, remoteness and every winning move, under both conventions.
RC_GTEST_PROP(CoinRows, AreWhatSolversSayOfSumsOfHeads, ()) {
  const Coinage coinage = arbitrary_coinage(*rc::gen::element(Play::normal, Play::misere));
  Solver solver({coinage.rules}, Budget());
  for (int sample = 0; sample < 10; ++sample) {
    const Coins row = arbitrary_row(coinage);
    const Sum sum = coinage.sum(row);
    const Answer answer = solver.solve(sum, 1000, Wanted::only(ValueKind::remoteness));
    RC_ASSERT(answer.value.outcome == coinage.rows[row].outcome);
    RC_ASSERT(answer.value.remoteness == coinage.rows[row].remoteness);
    RC_ASSERT(answer.winning_moves_complete);
    std::size_t winning = 0;
    for (const MoveValue& move : solver.moves(sum)) {
      const Coins to = coinage.row(after(sum, move.move));
      RC_ASSERT(move.value.outcome == coinage.rows[to].outcome);
      if (move.value.outcome == Outcome::P) ++winning;
    }
    RC_ASSERT(answer.winning_moves.size() == winning);
    for (const Move& move : answer.winning_moves) RC_ASSERT(coinage.rows[coinage.row(after(sum, move))].outcome == Outcome::P);
  }
}

/// Single heads, as a table has them.
RC_GTEST_PROP(CoinRows, FillTables, ()) {
  const Coinage coinage = arbitrary_coinage(Play::misere);
  Solver solver({coinage.rules}, Budget());
  const Box box(coinage.places.front(), coinage.places.back());
  const Table table = solver.table(box, ValueKind::outcome);
  for (std::size_t i = 0; i < coinage.places.size(); ++i) RC_ASSERT(table.outcome(i) == coinage.rows[Coins{1} << i].outcome);
}

/// Sessions and boards take away two heads at one place, so that play ends when the coins are turned.
RC_GTEST_PROP(CoinRows, ArePlayedAsTheyLie, ()) {
  const Coinage coinage = arbitrary_coinage(*rc::gen::element(Play::normal, Play::misere));
  const Sum start = coinage.sum(arbitrary_row(coinage));
  Session session({coinage.rules}, start);
  Board board({coinage.rules});
  board.set_up(start);
  while (!session.over()) {
    const std::size_t move = *rc::gen::inRange<std::size_t>(0, session.moves().size());
    const Coins next = coinage.row(after(session.position(), session.moves()[move]));
    session.play(move);
    board.play(move);
    RC_ASSERT(coinage.row(session.position()) == next);
    RC_ASSERT(session.position().size() == static_cast<std::size_t>(std::popcount(next)));
    RC_ASSERT(board.parts().size() == session.position().size());
    for (std::size_t i = 0; i < board.parts().size(); ++i)
      RC_ASSERT(widen(board.parts()[i].position) == session.position()[i].position);
  }
  RC_ASSERT(board.over());
  RC_ASSERT(session.result() == coinage.rows[coinage.row(session.position())].outcome);
}

/// Turn the rightmost of some coins, and one to its left or none: as a sum of its heads 1, 2 and 3 are P.
TEST(CoinRows, AreNotTheSumsOfTheirHeads) {
  Turns turtles(4);
  for (std::size_t place = 1; place < turtles.size(); ++place) {
    turtles[place].push_back(Coins{1} << place);
    for (std::size_t left = 1; left < place; ++left) turtles[place].push_back(Coins{1} << place | Coins{1} << left);
  }
  const auto rules = under_play(std::make_shared<Strip>(turtles), Play::misere);
  Solver solver({rules}, Budget()), nim({test::nim(Play::misere)}, Budget());
  const Sum heads = {{0, {1}}, {0, {2}}, {0, {3}}};
  EXPECT_EQ(nim.outcome(heads), Outcome::P);
  EXPECT_EQ(solver.outcome(heads), Outcome::N);
  const Answer answer = solver.solve(heads);
  // The first coin alone, and the last one with the second, which turns it back.
  ASSERT_EQ(answer.winning_moves.size(), 2U);
  EXPECT_TRUE(answer.winning_moves[0].to.empty());
  EXPECT_EQ(answer.winning_moves[1].to, std::vector<BigPosition>{{2}});
}

TEST(CoinRows, ThatDoNotFitTheMemoryAreRefused) {
  Turns rulers(60);
  for (std::size_t place = 0; place < 31; ++place)
    for (std::size_t first = 0; first <= place; ++first) rulers[place].push_back((Coins{2} << place) - (Coins{1} << first));
  Budget small;
  small.memory = 1 << 20;
  const auto strip = std::make_shared<Strip>(rulers);
  CoinRows rows(strip, small, std::make_shared<MemoryAccount>(small));
  EXPECT_EQ(rows.outcome(std::vector{Position{30}}), std::nullopt);
  EXPECT_EQ(rows.places(std::vector{Position{30}}), 31U);
  EXPECT_TRUE(rows.outcome(std::vector{Position{9}}).has_value());
  // More places than are numbered.
  const std::vector<std::shared_ptr<const Rules>> strips = {strip, strip};
  CoinRows board(std::make_shared<CoinProduct>(strips, CoinProductWords{.domain = test::two_heaps()}), small,
                 std::make_shared<MemoryAccount>(small));
  EXPECT_EQ(board.places(std::vector{Position{7, 7}}), std::nullopt);
  EXPECT_EQ(board.places(std::vector{Position{2, 3}}), 12U);
}

}  // namespace
}  // namespace bouton
