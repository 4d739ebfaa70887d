#include <array>
#include <set>

#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Game;
using bouton::Integer;
using bouton::Move;
using bouton::Nimber;
using bouton::Outcome;
using bouton::Position;
using bouton::Solver;
using bouton::Sum;
using bouton::Table;
using bouton::ValueKind;

/// W. A. Wythoff (1907).
constexpr std::array<std::pair<int, int>, 9> kWythoff = {
    {{0, 0}, {1, 2}, {3, 5}, {4, 7}, {6, 10}, {8, 13}, {9, 15}, {11, 18}, {12, 20}}};

/// The least number that is not among `values`.
unsigned mex(const std::set<unsigned>& values) {
  unsigned least = 0;
  while (values.contains(least)) ++least;
  return least;
}

Game white_knight() {
  return game(Domain::fixed({{.name = "x", .greatest = 99}, {.name = "y", .greatest = 99}}), [](PositionView p, Options& out) {
    for (const auto& [dx, dy] : {std::pair(-2, -1), {-2, 1}, {-1, -2}, {1, -2}})
      if (p[0] + dx >= 0 && p[1] + dy >= 0 && p[0] + dx <= 99 && p[1] + dy <= 99) out.add({p[0] + dx, p[1] + dy});
  });
}

TEST(CppSolver, FindsTheWinningMoves) {
  Solver solver(wythoff());
  const bouton::Answer answer = solver.solve({5, 7});
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  EXPECT_EQ(answer.winning_moves,
            (std::vector<Move>{{0, "horizontal", {{4, 7}}}, {0, "vertical", {{5, 3}}}, {0, "diagonal", {{3, 5}}}}));
  EXPECT_TRUE(answer.winning_moves_complete);
  EXPECT_FALSE(answer.method.empty());
  const bouton::Answer two = solver.solve({5, 7}, 2);
  EXPECT_EQ(two.winning_moves.size(), 2U);
  EXPECT_FALSE(two.winning_moves_complete);
  for (const auto& [s, l] : kWythoff) EXPECT_EQ(solver.outcome({s, l}), Outcome::P) << s << "," << l;
}

TEST(CppSolver, VisitsThePositionsThatAreP) {
  Solver solver(wythoff());
  std::vector<std::vector<Coordinate>> found;
  const bouton::Box box{{0, 0}, {12, 20}};
  const std::uint64_t count = solver.p_positions(box, [&](PositionView p) { found.emplace_back(p.begin(), p.end()); });
  std::set<std::vector<Coordinate>> expected;
  for (const auto& [s, l] : kWythoff) {
    expected.insert({s, l});
    if (l <= 12) expected.insert({l, s});
  }
  EXPECT_EQ(found, std::vector<std::vector<Coordinate>>(expected.begin(), expected.end()));
  EXPECT_EQ(count, expected.size());
  EXPECT_THROW(solver.p_positions(box, [](PositionView) { throw std::logic_error("enough"); }), std::logic_error);
}

TEST(CppSolver, ATableHasTheValuesThatMexSays) {
  Solver solver(white_knight());
  const Table table = solver.table({{0, 0}, {9, 9}}, ValueKind::grundy);
  ASSERT_EQ(table.size(), 100U);
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) {
      std::set<unsigned> below;
      for (const auto& [dx, dy] : {std::pair(-2, -1), {-2, 1}, {-1, -2}, {1, -2}})
        if (x + dx >= 0 && y + dy >= 0) below.insert(table.cells()[table.index({x + dx, y + dy})]);
      EXPECT_EQ(table.cells()[table.index({x, y})], mex(below)) << x << "," << y;
      EXPECT_EQ(table.grundy(table.index({x, y})), solver.grundy({x, y})) << x << "," << y;
    }
  EXPECT_EQ(table.position(13), (std::vector<Coordinate>{1, 3}));
  EXPECT_THROW(table.index({10, 0}), bouton::RequestError);
  EXPECT_THROW(table.outcome(0), bouton::RequestError);
  const Table outcomes = solver.table({{0, 0}, {7, 7}}, ValueKind::outcome);
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    EXPECT_EQ(outcomes.outcome(i) == Outcome::P, table.grundy(table.index(outcomes.position(i))) == Nimber(0)) << i;
  const Table remotenesses = solver.table({{0, 0}, {7, 7}}, ValueKind::remoteness);
  for (std::size_t i = 0; i < outcomes.size(); ++i)  // who wins makes the last move
    EXPECT_EQ(*remotenesses.remoteness(i) % 2 == 0, outcomes.outcome(i) == Outcome::P) << i;
}

TEST(CppSolver, SumsAddTheirNimbers) {
  Solver solver({wythoff(), kayles()});
  for (Coordinate s = 0; s < 5; ++s)
    for (Coordinate n = 0; n < 8; ++n) {
      const auto a = solver.grundy({s, 3})->value().narrow(), b = solver.grundy(Sum{{1, {n}}})->value().narrow();
      EXPECT_EQ(solver.grundy(Sum{{0, {s, 3}}, {1, {n}}}), Nimber(*a ^ *b)) << s << " " << n;
    }
  EXPECT_EQ(solver.outcome(Sum{}), Outcome::P);
  EXPECT_THROW(solver.outcome(Sum{{2, {3}}}), bouton::RequestError);
  EXPECT_THROW(solver.outcome(Sum{{1, {3, 3}}}), bouton::RequestError);
}

TEST(CppSolver, EveryMoveHasItsValue) {
  Solver solver(kayles());
  const std::vector<bouton::MoveValue> moves = solver.moves({5});
  // All but those that are the same from left to right as they stand: 0+4 and 4+0 are two.
  EXPECT_EQ(moves.size(), 9U);
  for (const bouton::MoveValue& move : moves) {
    ASSERT_EQ(move.move.to.size(), 2U);
    Sum after;
    for (const Position& part : move.move.to) after.push_back({0, part});
    EXPECT_EQ(move.value.outcome, solver.outcome(after));
    EXPECT_EQ(move.value.grundy, solver.grundy(after));
  }
}

TEST(CppSolver, ValuesOfAnySizeAreNotCut) {
  const Game formula = nim([](Declared& rules) { rules.given_formula = bouton::Formula{.name = "nim"}; });
  Solver solver(formula);
  const Integer large = Integer::parse("1" + std::string(40, '0'));
  EXPECT_EQ(solver.grundy({large}), Nimber(large));
  EXPECT_EQ(solver.outcome({large, large}), Outcome::P);
  const bouton::Answer answer = solver.solve({large, 5});
  EXPECT_EQ(answer.method, "closed form");
  EXPECT_NE(answer.theorem.find("Bouton"), std::string::npos);
  EXPECT_EQ(answer.winning_moves, (std::vector<Move>{{0, "", {{5, 5}}}}));
  EXPECT_THROW(Solver(nim()).outcome({large}), bouton::RequestError);
}

/// 1 and 2 lead to each other, so nobody need lose there; 3 leads to 0 and to 1. C. A. B. Smith (1966).
TEST(CppSolver, PlayThatNeedNotEndHasInfiniteValues) {
  Solver solver(game(Domain::fixed({{.name = "n", .greatest = 3}}), [](PositionView p, Options& out) {
    if (p[0] == 1) out.add({2});
    if (p[0] == 2 || p[0] == 3) out.add({1});
    if (p[0] == 3) out.add({0});
  }));
  EXPECT_EQ(solver.outcome({1}), Outcome::draw);
  EXPECT_FALSE(solver.remoteness({1}));
  EXPECT_FALSE(solver.longest({1}));
  EXPECT_EQ(Solver(nim()).longest({4}), 4U);
  EXPECT_EQ(solver.grundy({1})->text(), "infinity()");
  EXPECT_EQ(solver.grundy({3}), Nimber::infinity({0}));
  EXPECT_EQ(solver.outcome({3}), Outcome::N);
  const Table table = solver.table({{0}, {3}}, ValueKind::grundy);
  EXPECT_EQ(table.cells()[3], Table::kInfinite);
  EXPECT_EQ(table.grundy(3), Nimber::infinity({0}));
  EXPECT_FALSE(solver.table({{0}, {3}}, ValueKind::remoteness).remoteness(1));
}

TEST(CppSolver, CellsOfPositionsThatAreNotValidHaveNoValue) {
  Solver solver(game(
      one_heap(),
      [](PositionView p, Options& out) {
        if (p[0] > 1) out.add({p[0] - 2});
      },
      [](Declared& rules) { rules.given_valid = [](PositionView p) { return p[0] % 2 == 0; }; }));
  const Table table = solver.table({{0}, {4}}, ValueKind::outcome);
  EXPECT_EQ(table.outcome(4), Outcome::P);
  EXPECT_FALSE(table.valid(3));
  EXPECT_THROW(table.outcome(3), bouton::RequestError);
}

TEST(CppSolver, ABoxIsOneOfTheGame) {
  Solver solver(wythoff());
  EXPECT_THROW(solver.table({{0}, {3}}, ValueKind::grundy), bouton::RequestError);
  EXPECT_THROW(solver.table({{4, 4}, {3, 9}}, ValueKind::grundy), bouton::RequestError);
  EXPECT_THROW(Solver(std::vector<Game>()), bouton::RequestError);
}

}  // namespace
