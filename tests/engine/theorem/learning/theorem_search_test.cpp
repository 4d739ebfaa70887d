#include "engine/theorem/learning/theorem_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <set>
#include <utility>

#include "engine/theorem/forms/plain.h"
#include "engine/theorem/learning/function_search.h"
#include "engine/theorem/learning/sieve.h"
#include "tests/engine/theorem/plain_positions.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;

class Theorems : public ::testing::Test {
 protected:
  static Domain heaps(std::size_t dimensions) {
    std::vector<Axis> axes;
    for (std::size_t i = 0; i < dimensions; ++i) axes.push_back({.name = std::string(1, static_cast<char>('a' + i))});
    return Domain::fixed(axes);
  }
  Result<GameFormula> formula_of(const Rules& rules) { return GameFormula::of(rules, rules.domain().dimensions(), workspace_); }
  /// A theorem that is learnt from positions to `learnt` and agrees with plain recursion to `compared`.
  Result<Theorem> theorem_of(const Rules& rules, Coordinate learnt, Coordinate compared, std::size_t greatest_value = 0) {
    const Result<GameFormula> formula = formula_of(rules);
    if (!formula) return formula.refusal();
    const auto plain_to = [&](Coordinate bound) {
      return PlainPositions(rules, Position(std::vector<Coordinate>(rules.domain().dimensions(), bound)));
    };
    const ValueTable table = [&](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
      plain_to(box.high()[0]).table()(box, value, visit);
    };
    TheoremLimits limits;
    limits.most_learnt = learnt;
    limits.most_states = 100;
    limits.most_states_of_any = 30'000;
    limits.most_steps = 60'000'000;
    TheoremSearch search;
    Result<Theorem> theorem = find_theorem(rules, *formula, greatest_value, table, limits, budget_, search);
    if (theorem) {
      expect_agrees(*theorem, *formula, plain_to(compared));
      EXPECT_FALSE(disproved(*theorem, *formula, workspace_));
    }
    return theorem;
  }
  static void expect_agrees(const Theorem& theorem, const GameFormula& formula, const PlainPositions& plain) {
    Position position = plain.box().low();
    int wrong = 0;
    do {
      const std::optional<GameFormula::Place> place = formula.place_of(widen(position));
      for (std::size_t value = 0; value < theorem.values.size(); ++value) {
        const bool in = place && theorem.values[value][place->sheet].contains(place->numbers);
        if (in != (plain.value(position) == static_cast<int>(value)) && wrong++ == 0)
          ADD_FAILURE() << to_string(PositionView(position)) << " and value " << value;
      }
    } while (plain.box().next(position));
    EXPECT_EQ(wrong, 0);
  }
  std::string words_of(const Result<Theorem>& theorem, const std::vector<std::string>& names) {
    if (!theorem) return theorem.reason();
    return PlainWords(names).about(theorem->p_positions()[0], workspace_).value_or(PlainStatement{"?", ""}).sentence;
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 200'000, 4'000'000'000};
};

constexpr const char* kGoldenPairs = "S and L are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0";

/// Wythoff (1907), and its misère form: (0, 1), (2, 2) and the pairs from the second on.
TEST_F(Theorems, Wythoff) {
  const ProgramRules normal(heaps(2), test::wythoff_program());
  const Result<Theorem> theorem = theorem_of(normal, 160, 200);
  EXPECT_EQ(words_of(theorem, {"S", "L"}), kGoldenPairs);
  EXPECT_EQ(theorem->p_positions()[0].states(), 7U);
  EXPECT_EQ(theorem->system, Numeration::recurrence(1));
  const ProgramRules misere(heaps(2), test::wythoff_program(), Play::misere);
  EXPECT_EQ(words_of(theorem_of(misere, 160, 200), {"S", "L"}),
            std::string(kGoldenPairs) + ", but not 0,0; 2,1; 1,2, and 1,0; 0,1; 2,2");
}

TEST_F(Theorems, GeneralisedWythoff) {
  const auto words = [&](std::int64_t k) {
    return words_of(theorem_of(ProgramRules(heaps(2), test::generalised_wythoff_program(k)), 700, 40), {"S", "L"});
  };
  EXPECT_EQ(words(1), kGoldenPairs);
  EXPECT_EQ(words(2), "S and L are, in some order, floor(n sqrt 2) and floor(n sqrt 2) + 2n for some n >= 0");
  EXPECT_EQ(
      words(3),
      "S and L are, in some order, floor(n alpha) and floor(n alpha) + 3n for some n >= 0, where alpha = (sqrt 13 - 1)/2");
}

/// Wythoff's moves, and s from one heap with l from the other.
MoveProgram wythoff_with_a_leap(std::int64_t s, std::int64_t l) {
  ProgramBuilder b(2);
  b.program = test::wythoff_program();
  for (const auto& [from_S, from_L] : {std::pair(s, l), std::pair(l, s)})
    b.program.body.push_back(b.branch(
        b.binary(Op::logical_and, b.binary(Op::less_equal, b.c(from_S), b.x(0)), b.binary(Op::less_equal, b.c(from_L), b.x(1))),
        {b.option({b.sub(b.x(0), b.c(from_S)), b.sub(b.x(1), b.c(from_L))})}));
  return b.program;
}

/// A leap of (1, 3), (2, 4) or (3, 4) more, either way round, changes no P-position.
TEST_F(Theorems, WythoffWithALeap) {
  for (const auto& [s, l] : {std::pair(1, 3), std::pair(2, 4), std::pair(3, 4)})
    EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(2), wythoff_with_a_leap(s, l)), 160, 60), {"S", "L"}), kGoldenPairs);
}

/// A leap of (2, 3) makes a set of 307 states; of one of (3, 5) none is found, and it is said how far it was looked for.
TEST_F(Theorems, WythoffWithALeapThatMattersSlow) {
  const auto found = [&](const Rules& rules, Coordinate learnt) {
    const Result<GameFormula> formula = formula_of(rules);
    TheoremLimits limits;
    limits.most_learnt = learnt;
    TheoremSearch search;
    return find_theorem(rules, *formula, 0, nullptr, limits, budget_, search);
  };
  const ProgramRules leap(heaps(2), wythoff_with_a_leap(2, 3));
  const Result<Theorem> theorem = found(leap, 200'000);
  ASSERT_TRUE(theorem) << theorem.reason();
  EXPECT_EQ(theorem->system, Numeration::recurrence(1));
  EXPECT_EQ(theorem->p_positions()[0].states(), 307U);
  const Result<GameFormula> formula = formula_of(leap);
  expect_agrees(*theorem, *formula, PlainPositions(leap, {250, 250}));
  EXPECT_EQ(found(ProgramRules(heaps(2), wythoff_with_a_leap(3, 5)), 2600).reason(),
            "no automaton was found for the P-positions, in tables of numbers up to 2600");
}

/// Wythoff's moves, and from both heaps s and t with |s - t| < k, as a rule file has them; nobody moves where the sum of the
/// heaps is at most `terminal`.
MoveProgram band_program(std::int64_t k, std::int64_t terminal = -1) {
  ProgramBuilder b(2);
  Block moves = test::wythoff_program().body;
  b.program = test::wythoff_program();
  const Slot s = b.slot(), t = b.slot();
  const ExpressionId least = b.binary(Op::max, b.c(1), b.sub(b.t(s), b.c(k - 1)));
  const ExpressionId most = b.binary(Op::min, b.x(1), b.add(b.t(s), b.c(k - 1)));
  moves[2] = b.loop(s, b.c(1), b.x(0), b.c(1),
                    {b.loop(t, least, most, b.c(1), {b.option({b.sub(b.x(0), b.t(s)), b.sub(b.x(1), b.t(t))})})});
  b.program.body = {b.branch(b.binary(Op::less, b.c(terminal), b.add(b.x(0), b.x(1))), moves)};
  return b.program;
}

/// What a search with the usual limits finds; no table of the rules' own is asked for.
Result<Theorem> found_by_sieves(const Rules& rules, const GameFormula& formula, const Budget& budget) {
  TheoremSearch search;
  return find_theorem(rules, formula, 0, nullptr, {}, budget, search);
}

/// Fraenkel (1982): the pairs floor(n alpha), floor(n alpha) + k n.
TEST_F(Theorems, BandsSlow) {
  for (const std::int64_t k : {6, 7, 10}) {
    const ProgramRules rules(heaps(2), band_program(k));
    const Result<GameFormula> formula = formula_of(rules);
    const Result<Theorem> theorem = found_by_sieves(rules, *formula, budget_);
    ASSERT_TRUE(theorem) << k << ": " << theorem.reason();
    EXPECT_EQ(theorem->system, Numeration::recurrence(static_cast<int>(k)));
    EXPECT_EQ(words_of(theorem, {"S", "L"}).substr(0, 62),
              fmt::format("S and L are, in some order, floor(n alpha) and floor(n alpha) + {}n", k).substr(0, 62));
    expect_agrees(*theorem, *formula, PlainPositions(rules, {60, 60}));
    const long double alpha = (2 - static_cast<long double>(k) + std::sqrt(static_cast<long double>(k * k + 4))) / 2;
    for (std::int64_t n = 1; n < 1'000'000; n = n * 3 / 2 + 1) {
      const auto a = static_cast<std::int64_t>(std::floor(static_cast<long double>(n) * alpha));
      for (const std::int64_t wrong : {-1, 0, 1})
        EXPECT_EQ(theorem->p_positions()[0].contains({widen(a), widen(a + k * n + wrong)}), wrong == 0) << k << ", " << n;
    }
  }
}

/// The P-positions to the bound of Wythoff's game where nobody moves from sums up to `terminal`, each row from its left end.
std::set<Position> plain_terminal_wythoff(Coordinate terminal, Coordinate bound) {
  std::set<Position> found;
  std::vector<bool> column(static_cast<std::size_t>(bound) + 1, false),
      diagonal(2 * static_cast<std::size_t>(bound) + 1, false);
  for (Coordinate a = 0; a <= bound; ++a) {
    bool row = false;
    std::vector<Coordinate> here;
    for (Coordinate b = 0; b <= bound && (!row || a + b <= terminal); ++b) {
      const bool met = row || column[static_cast<std::size_t>(b)] || diagonal[static_cast<std::size_t>(b - a + bound)];
      if (a + b > terminal && met) continue;
      here.push_back(b);
      row = true;
    }
    for (const Coordinate b : here) {
      found.insert(Position{a, b});
      column[static_cast<std::size_t>(b)] = diagonal[static_cast<std::size_t>(b - a + bound)] = true;
    }
  }
  return found;
}

TEST_F(Theorems, TerminalPositionsSlow) {
  constexpr Coordinate kCompared = 12'000;
  for (const Coordinate terminal : {6, 7, 8}) {
    const ProgramRules rules(heaps(2), band_program(1, terminal));
    const Result<GameFormula> formula = formula_of(rules);
    const Result<Theorem> theorem = found_by_sieves(rules, *formula, budget_);
    ASSERT_TRUE(theorem) << terminal << ": " << theorem.reason();
    EXPECT_EQ(theorem->system, Numeration::recurrence(1));
    const std::set<Position> plain = plain_terminal_wythoff(terminal, kCompared);
    std::size_t members = 0;
    for_each_tuple(theorem->p_positions()[0], kCompared, [&](PositionView p) {
      ++members;
      if (!plain.contains(Position(p))) ADD_FAILURE() << to_string(p);
    });
    EXPECT_EQ(members, plain.size()) << terminal;
  }
}

/// (s, t)-Wythoff: a(n) is the least number in no earlier pair, b(n) = s a(n) + t n (Fraenkel 1998).
TEST_F(Theorems, ConesSlow) {
  for (const auto& [s, t] : {std::pair(2, 1), std::pair(2, 2), std::pair(2, 3)}) {
    ProgramBuilder b(2);
    b.program = test::wythoff_program();
    const Slot k = b.slot(), m = b.slot();
    for (const std::size_t less : {0U, 1U}) {
      std::vector<ExpressionId> to(2);
      to[less] = b.sub(b.x(less), b.t(k));
      to[1 - less] = b.sub(b.x(1 - less), b.t(m));
      const ExpressionId most = b.binary(Op::min, b.x(1 - less), b.add(b.binary(Op::mul, b.c(s), b.t(k)), b.c(t - 1)));
      b.program.body.push_back(b.loop(k, b.c(1), b.x(less), b.c(1), {b.loop(m, b.t(k), most, b.c(1), {b.option(to)})}));
    }
    const ProgramRules rules(heaps(2), b.program);
    const Result<GameFormula> formula = formula_of(rules);
    const Result<Theorem> theorem = found_by_sieves(rules, *formula, budget_);
    ASSERT_TRUE(theorem) << s << ", " << t << ": " << theorem.reason();
    EXPECT_EQ(theorem->system, Numeration::recurrence(s + t - 1, s));
    EXPECT_EQ(words_of(theorem, {"S", "L"}),
              fmt::format("S and L are, in some order, a(n) and {} a(n) + {} for some n >= 0, where a(n) is the least number "
                          "that is in no pair of a lesser n",
                          s, t == 1 ? "n" : fmt::format("{}n", t)));
    expect_agrees(*theorem, *formula, PlainPositions(rules, {60, 60}));
    constexpr std::int64_t kMost = 300'000;
    std::vector<bool> used(kMost, false);
    std::int64_t a = 0;
    for (std::int64_t n = 0; s * a + t * n < kMost; ++n) {
      const std::int64_t pair = s * a + t * n;
      for (const std::int64_t wrong : {-1, 0, 1})
        if (pair + wrong >= 0)
          ASSERT_EQ(theorem->p_positions()[0].contains({widen(a), widen(pair + wrong)}), wrong == 0) << s << t << n;
      used[static_cast<std::size_t>(a)] = used[static_cast<std::size_t>(pair)] = true;
      while (used[static_cast<std::size_t>(a)]) ++a;
    }
  }
}

TEST_F(Theorems, Nim) {
  for (const std::size_t heaps_number : {2, 3}) {
    ProgramBuilder b(heaps_number);
    for (std::size_t heap = 0; heap < heaps_number; ++heap) {
      const Slot t = b.slot();
      std::vector<ExpressionId> to;
      for (std::size_t i = 0; i < heaps_number; ++i) to.push_back(i == heap ? b.sub(b.x(i), b.t(t)) : b.x(i));
      b.program.body.push_back(b.loop(t, b.c(1), b.x(heap), b.c(1), {b.option(to)}));
    }
    const Coordinate compared = heaps_number == 2 ? 160 : 40;
    std::vector<std::string> names = {"a", "b", "c"};
    names.resize(heaps_number);
    EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(heaps_number), b.program), compared, compared), names),
              heaps_number == 2 ? "a = b" : "the nim-sum of a, b and c is 0");
    const Result<Theorem> misere = theorem_of(ProgramRules(heaps(heaps_number), b.program, Play::misere), compared, compared);
    ASSERT_TRUE(misere) << misere.reason();
    EXPECT_EQ(misere->p_positions()[0].states(), 4U);
    // The positions of Grundy values 0, 1 and 2: equal heaps, and nim-sums 1 and 2.
    const Result<Theorem> values = theorem_of(ProgramRules(heaps(heaps_number), b.program), compared, compared, 2);
    ASSERT_TRUE(values) << values.reason();
    EXPECT_EQ(values->values.size(), 3U);
  }
}

MoveProgram subtraction(const std::vector<std::int64_t>& set) {
  ProgramBuilder b(1);
  b.program.lists.push_back(set);
  const Slot i = b.slot();
  const ExpressionId amount = b.program.element(0, b.t(i));
  b.program.body = {b.loop(i, b.c(1), b.c(static_cast<std::int64_t>(set.size())), b.c(1),
                           {b.branch(b.binary(Op::less_equal, amount, b.x(0)), {b.option({b.sub(b.x(0), amount)})})})};
  return b.program;
}

/// Winning Ways, ch. 4: {1, .., m} has the period m + 1; {1, 3, 4} the period 7.
TEST_F(Theorems, SubtractionSets) {
  const auto words = [&](const std::vector<std::int64_t>& set, Play play = Play::normal) {
    return words_of(theorem_of(ProgramRules(heaps(1), subtraction(set), play), 400, 4000), {"n"});
  };
  EXPECT_EQ(words({1, 2, 3}), "n mod 4 is 0");
  EXPECT_EQ(words({1, 2, 3, 4, 5, 6}), "n mod 7 is 0");
  EXPECT_EQ(words({1, 3, 4}), "n mod 7 is 0 or 2");
  EXPECT_EQ(words({1, 2, 3}, Play::misere), "n mod 4 is 1");
}

/// The parity of what was taken decides at the end: sheets, and terminal positions of either kind.
TEST_F(Theorems, TerminalPositionsSayWhoHasWon) {
  ProgramBuilder b(2);  // n, and who has won: 0 normal, 1 misère
  const Slot t = b.slot();
  b.program.body = {
      b.loop(t, b.c(1), b.binary(Op::min, b.x(0), b.c(3)), b.c(1), {b.option({b.sub(b.x(0), b.t(t)), b.sub(b.c(1), b.x(1))})})};
  ProgramRules rules(Domain::fixed({{.name = "n"}, {.name = "goal", .least = 0, .greatest = 1}}), b.program);
  ProgramBuilder play(2);
  play.program.body = {play.finish(play.x(1))};
  rules.set_terminal(play.program);
  const Result<GameFormula> formula = formula_of(rules);
  ASSERT_TRUE(formula) << formula.reason();
  EXPECT_EQ(formula->sheets(), 2U);
  TheoremSearch search;
  const PlainPositions plain(rules, {500, 1});
  const Result<Theorem> theorem = find_theorem(rules, *formula, 0, plain.table(), {}, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  expect_agrees(*theorem, *formula, plain);
}

/// Duchêne and Rigo, Invariant games, TCS 411 (2010): from both heaps the same number but for 2, 4, .., 2k - 2, and 2k + 1 from
/// one with 2k + 2 from the other. P: floor(n alpha) and floor(n beta), for alpha = [1; 1, k, 1, k, ...] and 1/alpha + 1/beta
/// = 1.
MoveProgram invariant_game(std::int64_t k) {
  ProgramBuilder b(2);
  b.program = test::wythoff_program();
  const ExpressionId t = b.t(2);
  const ExpressionId allowed = b.binary(Op::logical_or, b.binary(Op::equal, b.binary(Op::floor_mod, t, b.c(2)), b.c(1)),
                                        b.binary(Op::less_equal, b.c(2 * k), t));
  b.program.body[2].body = {b.branch(allowed, b.program.body[2].body)};
  for (const std::int64_t s : {2 * k + 1, 2 * k + 2}) {
    const std::int64_t l = 4 * k + 3 - s;
    b.program.body.push_back(
        b.branch(b.binary(Op::logical_and, b.binary(Op::less_equal, b.c(s), b.x(0)), b.binary(Op::less_equal, b.c(l), b.x(1))),
                 {b.option({b.sub(b.x(0), b.c(s)), b.sub(b.x(1), b.c(l))})}));
  }
  return b.program;
}

TEST_F(Theorems, InvariantGamesInOstrowskiSystems) {
  EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(2), invariant_game(1)), 160, 60), {"S", "L"}), kGoldenPairs);
  const Result<Theorem> theorem = theorem_of(ProgramRules(heaps(2), invariant_game(2)), 700, 60);
  ASSERT_TRUE(theorem) << theorem.reason();
  EXPECT_EQ(theorem->system.key(), "ostrowski 1,2");
  EXPECT_EQ(theorem->p_positions()[0].states(), 34U);
  for (std::int64_t n = 0; n < 1000; ++n) {  // alpha = sqrt 3, beta = (3 + sqrt 3)/2
    const BigPosition pair = {widen(static_cast<std::int64_t>(std::sqrt(3.0) * static_cast<double>(n))),
                              widen(static_cast<std::int64_t>((3 + std::sqrt(3.0)) / 2 * static_cast<double>(n)))};
    EXPECT_TRUE(theorem->p_positions()[0].contains(pair)) << n;
  }
}

/// Schwenk (1970): after x at most floor(5x/2) may be taken. The lost numbers 1, 2, 3, 5, 7, 10, 15, 22, 32, ... obey H(k+1) =
/// H(k) + H(k-2) from 7 on, and (n, limit) is lost if n is 0, or the least of them in its sum is greater than the limit.
TEST_F(Theorems, TakeAwayByARecurrenceOfThreeTerms) {
  ProgramBuilder b(2);
  const Slot taken = b.slot();
  const ExpressionId left = b.sub(b.x(0), b.t(taken));
  const ExpressionId most = b.binary(Op::floor_div, b.binary(Op::mul, b.t(taken), b.c(5)), b.c(2));
  b.program.body.push_back(
      b.loop(taken, b.c(1), b.binary(Op::min, b.x(0), b.x(1)), b.c(1), {b.option({left, b.binary(Op::min, most, left)})}));
  const ProgramRules rules(heaps(2), b.program);
  const auto lost_to = [&](Coordinate bound) {  // each move makes n less
    std::set<std::pair<Coordinate, Coordinate>> lost;
    Options options;
    for (Coordinate n = 0; n <= bound; ++n)
      for (Coordinate limit = 0; limit <= bound; ++limit) {
        options.clear();
        rules.options(Position{n, limit}, options);
        bool wins = false;
        for (std::size_t i = 0; i < options.size() && !wins; ++i) wins = lost.contains({options[i][0][0], options[i][0][1]});
        if (!wins) lost.insert({n, limit});
      }
    return lost;
  };
  const ValueTable table = [&](const Box& box, std::size_t /*value*/, const std::function<void(PositionView)>& visit) {
    for (const auto& [n, limit] : lost_to(box.high()[0])) visit(Position{n, limit});
  };
  TheoremLimits limits;
  limits.most_learnt = 420;
  TheoremSearch search;
  const Result<Theorem> theorem = find_theorem(rules, *formula_of(rules), 0, table, limits, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  EXPECT_FALSE(disproved(*theorem, *formula_of(rules), workspace_));
  const auto small = lost_to(200);
  for (Coordinate n = 0; n <= 200; ++n)
    for (Coordinate limit = 0; limit <= 200; ++limit)
      EXPECT_EQ(theorem->p_positions()[0].contains({widen(n), widen(limit)}), small.contains({n, limit})) << n << " " << limit;
  EXPECT_EQ(theorem->system.key(), "recurrence 1,0,1");
  std::vector<std::int64_t> lost = {1, 2, 3, 5, 7};
  while (lost.size() < 60) lost.push_back(lost.back() + lost[lost.size() - 3]);
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const auto n = static_cast<std::int64_t>(random() % 1'000'000'000 + 1);
    std::int64_t rest = n, least = 0;
    for (auto at = lost.rbegin(); at != lost.rend(); ++at)
      if (*at <= rest) {
        rest -= *at;
        least = *at;
      }
    EXPECT_TRUE(theorem->p_positions()[0].contains({widen(n), widen(least - 1)})) << n;
    EXPECT_FALSE(theorem->p_positions()[0].contains({widen(n), widen(least)})) << n;
  }
}

/// Connell (1959): from one heap a multiple of k, from both the same. P: floor(n alpha) and floor(n alpha) + n and more.
TEST_F(Theorems, MultiplesFromOneHeap) {
  for (const std::int64_t k : {2, 3}) {
    ProgramBuilder b(2);
    b.program = test::wythoff_program();
    for (const std::size_t heap : {0, 1}) b.program.body[heap].a = b.program.body[heap].c = b.c(k);
    const Result<Theorem> theorem = theorem_of(ProgramRules(heaps(2), b.program), 700, 100);
    ASSERT_TRUE(theorem) << theorem.reason();
    EXPECT_EQ(theorem->system, Numeration::recurrence(static_cast<int>(k)));
  }
}

/// Rules with operations on binary digits, in words where there are some: to take away a power of two; nim, by what is added
/// without carry; to take what has no digit in common with the other heap.
TEST_F(Theorems, BitOperations) {
  const auto one = [](const std::function<ExpressionId(ProgramBuilder&, ExpressionId)>& allowed) {
    ProgramBuilder b(1);
    const Slot t = b.slot();
    b.program.body = {b.loop(t, b.c(1), b.x(0), b.c(1), {b.branch(allowed(b, b.t(t)), {b.option({b.sub(b.x(0), b.t(t))})})})};
    return b.program;
  };
  const auto is_power = [](ProgramBuilder& b, ExpressionId t) {
    return b.binary(Op::equal, b.binary(Op::bit_and, t, b.sub(t, b.c(1))), b.c(0));
  };
  EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(1), one(is_power)), 400, 4000), {"n"}), "n mod 3 is 0");
  EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(1), one(is_power), Play::misere), 400, 4000), {"n"}), "n mod 3 is 1");
  const auto has_last_digit = [](ProgramBuilder& b, ExpressionId t) {  // linear, since 1 is a mask
    return b.binary(Op::equal, b.binary(Op::bit_and, t, b.c(1)), b.c(1));
  };
  EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(1), one(has_last_digit)), 400, 4000), {"n"}), "n is even");
  EXPECT_FALSE(formula_of(ProgramRules(heaps(1), one(has_last_digit)))->has_bit_conditions());

  ProgramBuilder nim(2), apart(2);
  for (const std::size_t heap : {0, 1}) {
    const Slot t = nim.slot(), u = apart.slot();
    const ExpressionId left = nim.binary(Op::bit_xor, nim.x(heap), nim.t(t));
    nim.program.body.push_back(
        nim.loop(t, nim.c(1), nim.binary(Op::bit_or, nim.x(0), nim.x(1)), nim.c(1),
                 {nim.branch(nim.binary(Op::less, left, nim.x(heap)),
                             {nim.option(heap == 0 ? std::vector{left, nim.x(1)} : std::vector{nim.x(0), left})})}));
    const ExpressionId rest = apart.sub(apart.x(heap), apart.t(u));
    apart.program.body.push_back(
        apart.loop(u, apart.c(1), apart.x(heap), apart.c(1),
                   {apart.branch(apart.binary(Op::equal, apart.binary(Op::bit_and, apart.t(u), apart.x(1 - heap)), apart.c(0)),
                                 {apart.option(heap == 0 ? std::vector{rest, apart.x(1)} : std::vector{apart.x(0), rest})})}));
  }
  EXPECT_EQ(words_of(theorem_of(ProgramRules(heaps(2), nim.program), 160, 100), {"a", "b"}), "a = b");
  const Result<Theorem> theorem = theorem_of(ProgramRules(heaps(2), apart.program), 160, 150);
  ASSERT_TRUE(theorem) << theorem.reason();
  EXPECT_EQ(theorem->system, Numeration::base(2));
  EXPECT_TRUE(formula_of(ProgramRules(heaps(2), apart.program))->has_bit_conditions());
}

/// The sets of single values, and each game of two heaps under misère play: theorem_of compares them with plain recursion.
TEST_F(Theorems, ValuesAndMiserePlay) {
  const auto states = [](const Result<Theorem>& theorem) {
    return theorem ? theorem->p_positions()[0].states() : std::size_t{0};
  };
  for (const std::int64_t k : {2, 3})
    EXPECT_GT(states(theorem_of(ProgramRules(heaps(2), test::generalised_wythoff_program(k), Play::misere), 700, 40)), 0U) << k;
  const Result<Theorem> take = theorem_of(ProgramRules(heaps(1), subtraction({1, 2, 3})), 400, 4000, 3);
  ASSERT_TRUE(take) << take.reason();
  ASSERT_EQ(take->values.size(), 4U);
  for (std::size_t value = 0; value < 4; ++value)
    EXPECT_EQ(PlainWords({"n"}).about(take->values[value][0], workspace_)->sentence, "n mod 4 is " + std::to_string(value));
}

/// Where a value is not found, those before it are; the search says which, and how far it looked.
TEST_F(Theorems, FewerValuesThanWereAskedFor) {
  const ProgramRules rules(heaps(2), test::wythoff_program());
  const Result<GameFormula> formula = formula_of(rules);
  const PlainPositions plain(rules, {160, 160});
  TheoremLimits limits;
  limits.most_learnt = 160;
  TheoremSearch search;
  const Result<Theorem> theorem = find_theorem(rules, *formula, 2, plain.table(), limits, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  EXPECT_EQ(theorem->values.size(), 1U);
  ASSERT_TRUE(search.ended);
  EXPECT_EQ(search.ended->reason, "no automaton was found for the Grundy value 1, in tables of numbers up to 160");
}

/// Limits of states, steps and memory that are met are a refusal, and what was taken is given back.
TEST_F(Theorems, LimitsThatAreMetAreARefusal) {
  const ProgramRules rules(heaps(2), test::wythoff_program());
  const Result<GameFormula> formula = formula_of(rules);
  const auto reason = [&](std::uint64_t steps, std::size_t states, std::size_t memory) {
    Budget budget;
    budget.memory = memory;
    TheoremLimits limits;
    limits.most_learnt = 160;
    limits.most_steps = steps;
    limits.most_states_of_any = states;
    TheoremSearch search;
    const Result<Theorem> theorem = find_theorem(rules, *formula, 0, nullptr, limits, budget, search);
    return theorem ? "found" : theorem.reason();
  };
  const std::string met = "limits of states, steps and memory were reached in the search for the P-positions, ";
  EXPECT_EQ(reason(100'000'000, 10'000, 64 << 20), "found");
  EXPECT_EQ(reason(10'000, 10'000, 64 << 20), met + "in tables of numbers up to 160");
  EXPECT_EQ(reason(100'000'000, 10, 64 << 20).find("found"), std::string::npos);
  EXPECT_EQ(reason(100'000'000, 10'000, 20'000), met + "before any table");
  // With a thousand times the usual steps, automata may be as many times as large.
  EXPECT_EQ(reason(1'000 * TheoremLimits::kUsualSteps, 10, 64 << 20), "found");
}

/// What a rule does only at numbers far beyond the table is part of the statement: nothing false is proved.
TEST_F(Theorems, RulesThatChangeFarOutAreNotProved) {
  const ProgramRules wythoff(heaps(2), test::wythoff_program());
  const Result<Theorem> theorem = theorem_of(wythoff, 160, 160);
  ASSERT_TRUE(theorem);
  const auto refuted_at = [&](const std::function<void(ProgramBuilder&)>& change) {
    ProgramBuilder b(2);
    b.program = test::wythoff_program();
    change(b);
    const Result<GameFormula> formula = formula_of(ProgramRules(heaps(2), b.program));
    EXPECT_TRUE(formula) << formula.reason();
    return disproved(*theorem, *formula, workspace_).value_or("nowhere");
  };
  const auto at = [](ProgramBuilder& b, std::int64_t S, std::int64_t L) {
    return b.binary(Op::logical_and, b.binary(Op::equal, b.x(0), b.c(S)), b.binary(Op::equal, b.x(1), b.c(L)));
  };
  // An option more, from one P-position to another.
  EXPECT_EQ(refuted_at([&](auto& b) {
              b.program.body.push_back(b.branch(at(b, 6765, 10946), {b.option({b.c(0), b.c(0)})}));
            }),
            "position 6765,10946");
  // One that changes nothing, since it leads to an N-position.
  EXPECT_EQ(refuted_at([&](auto& b) {
              b.program.body.push_back(b.branch(at(b, 6765, 10946), {b.option({b.c(1), b.c(1)})}));
            }),
            "nowhere");
  // The moves along a row end where the row is long: then (10946, 17712) may not be taken to (6765, 10946).
  EXPECT_NE(refuted_at([&](auto& b) {
              Statement row = b.program.body[1];
              b.program.body[1] = b.branch(b.binary(Op::less, b.x(1), b.c(9000)), {row});
            }),
            "nowhere");
  // Moves that take more than 6000 from one heap are not allowed.
  EXPECT_NE(refuted_at([&](auto& b) { b.program.body[0].b = b.binary(Op::min, b.x(0), b.c(6000)); }), "nowhere");
}

/// A theorem of which one transition, or one last state, was changed is not one.
TEST_F(Theorems, ChangedAutomataAreDisproved) {
  const ProgramRules wythoff(heaps(2), test::wythoff_program());
  const Result<GameFormula> formula = formula_of(wythoff);
  const Result<Theorem> theorem = theorem_of(wythoff, 160, 160);
  ASSERT_TRUE(theorem);
  const Automaton& right = theorem->p_positions()[0];
  for (std::size_t state = 0; state < right.states(); ++state) {
    const auto at = static_cast<Automaton::State>(state);
    Theorem changed = *theorem;
    changed.values[0][0].set_accepting(at, !right.accepting(at));
    EXPECT_TRUE(disproved(changed, *formula, workspace_)) << state;
    for (Letter letter = 0; letter < right.letters(); ++letter)
      for (Automaton::State to = -1; to < static_cast<Automaton::State>(right.states()); ++to) {
        if (to == right.next(at, letter)) continue;
        changed = *theorem;
        changed.values[0][0].set_next(at, letter, to);
        EXPECT_TRUE(disproved(changed, *formula, workspace_)) << state << " by " << letter << " to " << to;
      }
  }
}

TEST_F(Theorems, WhatTheStatementNeedsIsProvedOrRefused) {
  const auto reason = [&](Domain domain, const MoveProgram& program) {
    const Result<GameFormula> formula = formula_of(ProgramRules(std::move(domain), program));
    return formula ? "ends, since " + formula->why_play_ends() : formula.reason();
  };
  ProgramBuilder pass(1);
  pass.program.body = {pass.branch(pass.binary(Op::less, pass.c(5), pass.x(0)), {pass.option({pass.x(0)})})};
  EXPECT_EQ(reason(heaps(1), pass.program), "no proof was found that play ends");
  ProgramBuilder grow(2);  // (a, b) to (a - 1, b + 3) or to (a, b - 1)
  grow.program.body = {
      grow.branch(grow.binary(Op::less, grow.c(0), grow.x(0)),
                  {grow.option({grow.sub(grow.x(0), grow.c(1)), grow.add(grow.x(1), grow.c(3))})}),
      grow.branch(grow.binary(Op::less, grow.c(0), grow.x(1)), {grow.option({grow.x(0), grow.sub(grow.x(1), grow.c(1))})})};
  EXPECT_EQ(reason(heaps(2), grow.program), "ends, since a, then a + b decreases");
  ProgramBuilder below(1);
  below.program.body = {below.option({below.sub(below.x(0), below.c(1))}, 4)};
  EXPECT_EQ(reason(heaps(1), below.program), "an option may lie outside of the game");
  EXPECT_EQ(reason(Domain::fixed({{.name = "n", .least = 1}}), subtraction({1})), "an option may lie outside of the game");
  EXPECT_EQ(reason(Domain::fixed({{.name = "n", .least = -3}}), subtraction({1})), "n may be negative");
  EXPECT_EQ(reason(Domain::fixed({{.name = "n", .greatest = 5}}), subtraction({1})),
            "the game has few positions: a table says all there is");
  EXPECT_EQ(reason(Domain::fixed({{.name = "n", .greatest = kGreatestCoordinate - 1}}), subtraction({1})),
            "n has a bound beyond 1073741824");
  ProgramBuilder division(2);
  division.program.body = {division.branch(
      division.binary(Op::less, division.c(0),
                      division.binary(Op::floor_mod, division.x(0), division.sub(division.x(1), division.x(1)))),
      {})};
  EXPECT_EQ(reason(heaps(2), division.program), "a division by 0");
}

TEST_F(Theorems, InvalidOptionsAreRefused) {
  ProgramRules rules(heaps(2), test::wythoff_program());
  ProgramBuilder valid(2);
  valid.program.body = {valid.finish(valid.binary(Op::less_equal, valid.x(0), valid.x(1)))};
  rules.set_valid(valid.program);
  const Result<GameFormula> formula = formula_of(rules);
  ASSERT_FALSE(formula);
  EXPECT_EQ(formula.reason(), "an option may be a position that is not valid");
}

TEST_F(Theorems, TheSieve) {
  for (const Play play : {Play::normal, Play::misere}) {
    const ProgramRules rules(heaps(2), test::wythoff_program(2, 3), play);
    const Result<GameFormula> formula = formula_of(rules);
    const std::optional<Automaton> taken = taken_vectors(*formula, workspace_);
    ASSERT_TRUE(taken);
    const PlainPositions plain(rules, {60, 60});
    std::set<Position> found;
    sieve(*taken, play, 60, budget_, [&](PositionView p) { found.emplace(p); });
    Position position = plain.box().low();
    do EXPECT_EQ(found.contains(position), plain.value(position) == 0);
    while (plain.box().next(position));
  }
  ProgramBuilder half(1);
  half.program.body = {half.branch(half.binary(Op::less, half.c(0), half.x(0)),
                                   {half.option({half.binary(Op::floor_div, half.x(0), half.c(2))})})};
  EXPECT_FALSE(taken_vectors(*formula_of(ProgramRules(heaps(1), half.program)), workspace_));
}

}  // namespace
}  // namespace bouton
