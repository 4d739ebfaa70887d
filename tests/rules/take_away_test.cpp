// Take-away games with a bound, and the other games in which a heap is diminished.
#include <algorithm>
#include <bit>
#include <functional>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/method/solvers/formulas.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

using Bound = std::function<Coordinate(Coordinate)>;

/// Schwenk's sequence up to `most`: H_(k+1) = H_k + H_m, m the least j with f(H_j) >= H_k. Ends where there is none.
std::vector<Coordinate> schwenk_sequence(const Bound& f, Coordinate most) {
  std::vector<Coordinate> h = {1};
  while (true) {
    const auto m = std::ranges::find_if(h, [&](Coordinate x) { return f(x) >= h.back(); });
    if (m == h.end() || h.back() + *m > most) return h;
    h.push_back(h.back() + *m);
  }
}

struct BoundCase {
  const char* name;
  const char* lua;
  Bound f;
};
void PrintTo(const BoundCase& bound, std::ostream* out) { *out << bound.lua; }

class TakeAwayTheorem : public testing::TestWithParam<BoundCase> {};

TEST_P(TakeAwayTheorem, TheLosingStartsAreSchwenksSequence) {
  GameUnderTest game("take-away", {{"f", GetParam().lua}});
  std::vector<Coordinate> losing;
  for (Coordinate n = 1; n <= 120; ++n)
    if (game.outcome({n, n - 1}) == Outcome::P) losing.push_back(n);
  EXPECT_EQ(losing, schwenk_sequence(GetParam().f, 120));
}

/// Bounds whose sequence goes on, so that every number is a sum of its terms.
class TakeAwayTermsTheorem : public TakeAwayTheorem {};

TEST_P(TakeAwayTermsTheorem, TheSmallestWinningTakeIsTheSmallestTermOfTheSum) {
  const std::vector<Coordinate> h = schwenk_sequence(GetParam().f, 100);
  ASSERT_GE(GetParam().f(h.back()), h.back());
  GameUnderTest game("take-away", {{"f", GetParam().lua}});
  for (Coordinate n = 2; n <= 100; ++n) {
    Coordinate rest = n, smallest = n;
    while (rest > 0) {  // greedily, the largest term first
      smallest = *std::ranges::find_if(h.rbegin(), h.rend(), [&](Coordinate x) { return x <= rest; });
      rest -= smallest;
    }
    if (smallest == n) continue;
    EXPECT_EQ(game.winning_moves({n, n - 1}).at(0)[0], n - smallest) << n;
  }
}

std::string bound_name(const testing::TestParamInfo<BoundCase>& info) { return info.param.name; }

const BoundCase kGoingOn[] = {{"Same", "x", [](Coordinate x) { return x; }},
                              {"Double", "2*x", [](Coordinate x) { return 2 * x; }},
                              {"DoubleLessOne", "2*x - 1", [](Coordinate x) { return 2 * x - 1; }},
                              {"Triple", "3*x", [](Coordinate x) { return 3 * x; }},
                              {"PlusThree", "x + 3", [](Coordinate x) { return x + 3; }},
                              {"Square", "x*x", [](Coordinate x) { return x * x; }}};
const BoundCase kEnding[] = {{"Constant", "function(x) return 5 end", [](Coordinate) { return 5; }}};
INSTANTIATE_TEST_SUITE_P(Rules, TakeAwayTheorem, testing::ValuesIn(kGoingOn), bound_name);
INSTANTIATE_TEST_SUITE_P(Ending, TakeAwayTheorem, testing::ValuesIn(kEnding), bound_name);
INSTANTIATE_TEST_SUITE_P(Rules, TakeAwayTermsTheorem, testing::ValuesIn(kGoingOn), bound_name);

TEST(TakeAway, AConstantBoundHasSoManyLosingStartsAndOneMore) {
  GameUnderTest game("take-away", {{"f", "function(x) return 5 end"}});
  for (Coordinate n = 1; n <= 40; ++n) EXPECT_EQ(game.outcome({n, n - 1}) == Outcome::P, n <= 6) << n;
}

TEST(TakeAway, TheStartLeavesAtLeastOne) {
  const auto game = GameUnderTest::load("take-away");
  EXPECT_EQ(complete_position(*game, {20}), (BigPosition{20, 19}));
  EXPECT_EQ(complete_position(*game, {1}), (BigPosition{1, 0}));
  EXPECT_EQ(complete_position(*game, {0}), (BigPosition{0, 0}));
}

/// The least winning takes by the definition: take t of n wins iff t = n or f(t) is less than the least one of n - t.
std::vector<Coordinate> least_winning_takes(Coordinate most, const std::function<Coordinate(Coordinate)>& f) {
  std::vector<Coordinate> least = {0};
  for (Coordinate n = 1; n <= most; ++n) {
    Coordinate t = 1;
    while (t < n && f(t) >= least[static_cast<std::size_t>(n - t)]) ++t;
    least.push_back(t);
  }
  return least;
}

TEST(TakeAway, ABoundThatDipsFarOutIsNotAnsweredByTheTheorem) {
  const auto f = [](Coordinate x) -> Coordinate { return x == 5000 ? 1 : 2 * x; };
  const std::vector<Coordinate> least = least_winning_takes(6765, f);
  for (const char* text : {"x >= 5000 and x <= 5000 and 1 or 2*x", "x == 5000 and 1 or 2*x"}) {
    const auto game = GameUnderTest::load("take-away", {{"f", text}});
    const Budget budget;
    Formulas formulas({game->rules}, budget);
    for (const Coordinate n : {4181, 4182, 5000}) {
      const Outcome expected = n - 1 < least[static_cast<std::size_t>(n)] ? Outcome::P : Outcome::N;
      EXPECT_EQ(*(*formulas.form(0))->outcome({widen(n), widen(n - 1)}), expected) << n;
    }
    for (const Coordinate n : {5002, 6764, 6765, 100'000}) {
      EXPECT_FALSE(ask_formula([&] { return (*formulas.form(0))->outcome({widen(n), widen(n - 1)}); })) << n;
      EXPECT_FALSE(ask_formula([&] { return (*formulas.form(0))->winning_moves({widen(n), widen(n - 1)}, 1); })) << n;
    }
  }
}

TEST(TakeAway, OfAnyHeapIsAnsweredWhereTheBoundIsSeenNotToDecrease) {
  const Budget budget;
  const auto covers = [&](const char* f, const Integer& n) {
    Formulas formulas({GameUnderTest::load("take-away", {{"f", f}})->rules}, budget);
    return static_cast<bool>(ask_formula([&] { return (*formulas.form(0))->outcome({n, 1}); }));
  };
  for (const char* f : {"2*x", "x", "3*x//2", "math.max(x - 7, 2*x - 100)", "x - -(x + 1)"})
    EXPECT_TRUE(covers(f, Integer("1000000000000000000000000000000"))) << f;
  for (const char* f : {"x*x", "math.min(5, x)", "100"}) EXPECT_TRUE(covers(f, 1'000'000)) << f;
  for (const char* f : {"x > 1 << 61 and 1 or 2*x", "100 - x", "x & 7", "math.max(40 - x, x)", "x % 5 + x"})
    EXPECT_FALSE(covers(f, 1'000'000)) << f;
}

TEST(FlipFlop, IsAnsweredWhereWhenNeedsLuasOwnIntegers) {
  for (const char* when : {"S+L==27", "(S+L)%2==0"}) {
    const auto game = GameUnderTest::load("flip-flop", {{"when", when}});
    Solver solver({game->rules}, Budget{});
    Solver reference({game->rules}, Budget{}, {.closed_form = false, .kernels = false});
    for (Coordinate S = 0; S <= 5; ++S) {
      const Sum sum = {{0, {widen(S), 7, 0, 1}}};
      EXPECT_EQ(solver.solve(sum).value.outcome, reference.outcome(sum)) << when << " at " << S;
    }
    EXPECT_EQ(solver.table(Box({0, 0, 0, 0}, {6, 6, 1, 1}), ValueKind::outcome).cells,
              reference.table(Box({0, 0, 0, 0}, {6, 6, 1, 1}), ValueKind::outcome).cells);
  }
}

TEST(Examples, ThatDoNotFitTheParametersAreDropped) {
  EXPECT_FALSE(GameUnderTest::load("flip-flop", {{"flips", "0"}})->example);
  EXPECT_FALSE(GameUnderTest::load("wyt-queens", {{"blocked", "7,9"}})->example);
  EXPECT_TRUE(GameUnderTest::load("wyt-queens", {{"blocked", "7,8"}})->example);
}

TEST(TakeAway, ANegativeBoundAllowsNothing) {
  GameUnderTest game("take-away", {{"f", "1 - x"}});
  EXPECT_EQ(game.outcome({9, 8}), Outcome::N);
  EXPECT_EQ(game.outcome({9, 0}), Outcome::P);
}

TEST(FibonacciNim, IsLostAtTheFibonacciNumbers) {
  GameUnderTest game("fibonacci-nim");
  const std::set<Coordinate> fibonacci = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
  for (Coordinate n = 1; n <= 150; ++n) EXPECT_EQ(game.outcome({n, n - 1}) == Outcome::P, fibonacci.contains(n)) << n;
}

TEST(FibonacciNim, HasNoParameters) {
  EXPECT_TRUE(GameUnderTest::load("fibonacci-nim")->parameters.empty());
  EXPECT_THROW(GameUnderTest::load("fibonacci-nim", {{"f", "x"}}), RequestError);
}

TEST(FibonacciNim, OnlyTheSmallestTermIsSafeAt12) {
  // 12 = 8 + 3 + 1. The nearest Fibonacci number below is 8, and to move there loses.
  EXPECT_EQ(GameUnderTest("fibonacci-nim").winning_moves({12, 11}), (std::vector<Position>{{11, 2}}));
}

struct Residues {
  Coordinate m;
  Coordinate modulus;
  std::set<Coordinate> losing;
};
void PrintTo(const Residues& residues, std::ostream* out) { *out << "m = " << residues.m; }

class CopycatTheorem : public testing::TestWithParam<Residues> {};

TEST_P(CopycatTheorem, TheLosingStartsAreResidues) {
  const auto& [m, modulus, losing] = GetParam();
  const Table table = GameUnderTest("copycat", {{"m", std::to_string(m)}}).outcomes({0, 0}, {400, 0});
  for (Coordinate n = 0; n <= 400; ++n)
    EXPECT_EQ(table.outcome(static_cast<std::uint64_t>(n)) == Outcome::P, losing.contains(n % modulus)) << n;
}

INSTANTIATE_TEST_SUITE_P(Rules, CopycatTheorem,
                         testing::Values(Residues{2, 3, {0}}, Residues{3, 4, {0}}, Residues{4, 5, {0}}, Residues{5, 13, {0, 7}},
                                         Residues{6, 7, {0}}, Residues{7, 25, {0, 9, 17}}, Residues{8, 9, {0}},
                                         Residues{9, 32, {0, 11, 22}}, Residues{10, 11, {0}}, Residues{11, 12, {0}}),
                         [](const auto& info) { return "M" + std::to_string(info.param.m); });

TEST(Copycat, DoesNotTakeWhatWasJustTaken) {
  GameUnderTest game("copycat");
  std::vector<BigPosition> options;
  for (const MoveValue& move : game.solver().moves(GameUnderTest::sum({5, 2}))) options.push_back(move.move.to.at(0));
  EXPECT_EQ(options, (std::vector<BigPosition>{{4, 1}, {2, 3}}));
}

TEST(TwentyOne, EveryOpeningLoses) {
  GameUnderTest game("twenty-one");
  EXPECT_EQ(complete_position(game.game(), {}), BigPosition{0});
  EXPECT_EQ(game.p_positions({0}, {21}), (std::set<Position>{{0}, {4}, {8}, {12}, {16}, {20}}));
  EXPECT_TRUE(game.winning_moves({0}).empty());
  EXPECT_THROW(check_position(game.game(), {22}), RequestError);
}

TEST(TwentyOne, OtherGoalsAndSteps) {
  EXPECT_EQ(GameUnderTest("twenty-one", {{"goal", "10"}, {"most", "2"}}).p_positions({0}, {10}),
            (std::set<Position>{{0}, {3}, {6}, {9}}));
}

TEST(SubtractASquare, IsLostAtTheNumbersOfA030193) {
  const std::set<Position> found = GameUnderTest("subtract-a-square").p_positions({0}, {130});
  const std::set<Position> expected = {{0},  {2},  {5},  {7},  {10}, {12}, {15}, {17}, {20},  {22},  {34},  {39},  {44},
                                       {52}, {57}, {62}, {65}, {67}, {72}, {85}, {95}, {109}, {119}, {124}, {127}, {130}};
  EXPECT_EQ(found, expected);
}

TEST(MarkTheorem, IsLostAtTheNumbersWithAnOddNumberOfTrailingZeros) {
  const Table table = GameUnderTest("mark").outcomes({0}, {1000});
  for (std::uint64_t n = 1; n <= 1000; ++n) EXPECT_EQ(table.outcome(n) == Outcome::P, std::countr_zero(n) % 2 == 1) << n;
}

TEST(SubtractionTheorem, OneToMIsTheRemainder) {
  const Table table = GameUnderTest("subtraction", {{"set", "1,2,3,4,5,6"}}).grundy_values({0}, {200});
  for (std::uint64_t n = 0; n <= 200; ++n) EXPECT_EQ(table.cells[n], n % 7);
}

/// Too many positions lie below to be searched, and no formula covers the bound.
TEST(TakeAway, WhoseBoundDipsIsAnsweredFromATableOfOutcomes) {
  const auto f = [](Coordinate x) -> Coordinate { return x == 5000 ? 1 : 2 * x; };
  const std::vector<Coordinate> least = least_winning_takes(6765, f);
  std::vector<Coordinate> left;
  for (Coordinate t = 1; t <= 6764; ++t)
    if (f(t) < least[static_cast<std::size_t>(6765 - t)]) left.push_back(6765 - t);
  GameUnderTest game("take-away", {{"f", "x >= 5000 and x <= 5000 and 1 or 2*x"}});
  const Answer answer = game.solver().solve({{0, {6765, 6764}}});
  EXPECT_EQ(answer.value.outcome, left.empty() ? Outcome::P : Outcome::N);
  EXPECT_EQ(answer.solver, "table");
  EXPECT_TRUE(answer.winning_moves_complete);
  std::vector<Coordinate> named;
  for (const Move& move : answer.winning_moves) named.push_back(move.to[0][0].get_si());
  EXPECT_EQ(named, left);
}

TEST(Parameters, ThatMakeNoSenseAreRefused) {
  for (const auto& [game, name, value] :
       std::vector<std::tuple<const char*, const char*, const char*>>{{"copycat", "m", "0"},
                                                                      {"subtraction", "set", "0,1"},
                                                                      {"twenty-one", "goal", "0"},
                                                                      {"twenty-one", "most", "0"},
                                                                      {"moore", "k", "0"},
                                                                      {"flip-flop", "mode", "after"},
                                                                      {"flip-flop", "flips", "-1"},
                                                                      {"wyt-queens", "blocked", "1,2,3"},
                                                                      {"octal", "code", "0.8"},
                                                                      {"octal", "code", "77"},
                                                                      {"octal", "code", "0."},
                                                                      {"octal", "code", "1.7"},
                                                                      {"octal", "code", "0.7x"},
                                                                      {"octal", "code", ""}})
    EXPECT_THROW(GameUnderTest::load(game, {{name, value}}), Error) << game << " " << name << "=" << value;
}

}  // namespace
}  // namespace bouton
