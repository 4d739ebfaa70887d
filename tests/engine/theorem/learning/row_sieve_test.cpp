#include "engine/theorem/learning/row_sieve.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/theorem/generated_rules.h"

namespace bouton {
namespace {

using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;

constexpr Coordinate kBound = 45;

Domain two_heaps() { return Domain::fixed({{.name = "a"}, {.name = "b"}}); }

class RowSieve : public ::testing::Test {
 protected:
  GameFormula formula_of(const Rules& rules) { return *GameFormula::of(rules, 2, workspace_); }
  std::optional<TakenLines> lines_of(const Rules& rules) {
    const GameFormula formula = formula_of(rules);
    const std::optional<std::vector<GuardedVectors>> moves = guarded_vectors(formula, workspace_);
    return moves ? taken_lines(*moves, formula.play(), workspace_) : std::nullopt;
  }
  /// The first position in which a set is not what plain recursion says; empty if there is none.
  static std::string first_wrong(const std::set<Position>& found, const PlainPositions& plain) {
    Position position = plain.box().low();
    do
      if (found.contains(position) != (plain.value(position) == 0)) return to_string(PositionView(position));
    while (plain.box().next(position));
    return {};
  }
  std::string wrong_by_rows(const Rules& rules) {
    std::set<Position> found;
    sieve_rows(*lines_of(rules), rules.play(), kBound, workspace_, [&](PositionView p) { found.emplace(p); });
    return first_wrong(found, PlainPositions(rules, {kBound, kBound}));
  }
  std::string wrong_by_stretches(const Rules& rules) {
    const GameFormula formula = formula_of(rules);
    std::set<Position> found;
    sieve_stretches(*guarded_vectors(formula, workspace_), p_without_options(formula, workspace_), kBound, workspace_,
                    [&](PositionView p) { found.emplace(p); });
    return first_wrong(found, PlainPositions(rules, {kBound, kBound}));
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 200'000, 2'000'000'000};
};

/// A leap (s, l) beside Wythoff's moves, and where the sum of the heaps is at most `terminal`, no move.
MoveProgram wythoff_with(Coordinate s, Coordinate l, Coordinate terminal) {
  ProgramBuilder b(2);
  Block moves = test::wythoff_program().body;
  b.program = test::wythoff_program();
  moves.push_back(
      b.branch(b.binary(Op::logical_and, b.binary(Op::less_equal, b.c(s), b.x(0)), b.binary(Op::less_equal, b.c(l), b.x(1))),
               {b.option({b.sub(b.x(0), b.c(s)), b.sub(b.x(1), b.c(l))})}));
  b.program.body = {b.branch(b.binary(Op::less, b.c(terminal), b.add(b.x(0), b.x(1))), moves)};
  return b.program;
}

/// (s, t)-Wythoff: from both heaps k and m with 0 < k <= m < s k + t (Fraenkel 1998).
MoveProgram fraenkels(std::int64_t s, std::int64_t t) {
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
  return b.program;
}

TEST_F(RowSieve, OfLinesAndBands) {
  for (const Play play : {Play::normal, Play::misere})
    for (const std::int64_t k : {1, 3}) {
      const ProgramRules rules(two_heaps(), test::generalised_wythoff_program(k), play);
      const std::optional<TakenLines> lines = lines_of(rules);
      ASSERT_TRUE(lines) << k;
      EXPECT_EQ(lines->diagonals.size(), static_cast<std::size_t>(2 * k - 1));
      EXPECT_EQ(wrong_by_rows(rules), "") << k;
      EXPECT_EQ(wrong_by_stretches(rules), "") << k;
    }
}

TEST_F(RowSieve, OfLeapsAndOfDiagonalsThatBeginLate) {
  const ProgramRules leap(two_heaps(), wythoff_with(2, 3, -1));
  ASSERT_TRUE(lines_of(leap));
  EXPECT_EQ(lines_of(leap)->others.size(), 1U);
  EXPECT_EQ(wrong_by_rows(leap), "");
  const ProgramRules late(two_heaps(), test::wythoff_program(4));
  ASSERT_TRUE(lines_of(late));
  EXPECT_EQ(lines_of(late)->diagonals[0].first, 4);
  EXPECT_EQ(wrong_by_rows(late), "");
  EXPECT_FALSE(lines_of(ProgramRules(two_heaps(), test::wythoff_program(2, 3))));  // others without end
  EXPECT_EQ(wrong_by_stretches(ProgramRules(two_heaps(), test::wythoff_program(4))), "");
}

TEST_F(RowSieve, OfTerminalPositions) {
  for (const Coordinate terminal : {0, 1, 4, 9}) {
    const ProgramRules rules(two_heaps(), wythoff_with(1, 3, terminal));
    const std::optional<TakenLines> lines = lines_of(rules);
    ASSERT_TRUE(lines) << terminal;
    EXPECT_EQ(lines->exceptions.size(), static_cast<std::size_t>((terminal + 1) * (terminal + 2) / 2));
    EXPECT_EQ(wrong_by_rows(rules), "") << terminal;
    EXPECT_EQ(wrong_by_stretches(rules), "") << terminal;
    EXPECT_FALSE(lines_of(ProgramRules(two_heaps(), wythoff_with(1, 3, terminal), Play::misere)));
    EXPECT_EQ(wrong_by_stretches(ProgramRules(two_heaps(), wythoff_with(1, 3, terminal), Play::misere)), "") << terminal;
  }
}

TEST_F(RowSieve, OfCones) {
  for (const std::int64_t s : {1, 2, 3})
    for (const std::int64_t t : {1, 2}) EXPECT_EQ(wrong_by_stretches(ProgramRules(two_heaps(), fraenkels(s, t))), "") << s << t;
}

/// Where a sieve says something of a generated rule, it is what plain recursion says.
RC_GTEST_FIXTURE_PROP(RowSieve, OfGeneratedRules, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040)));
  test::RuleGenerator generator(draw, 2, 20, false);
  const std::unique_ptr<ProgramRules> rules = generator.rules();
  const Result<GameFormula> formula = GameFormula::of(*rules, 2, workspace_);
  RC_PRE(static_cast<bool>(formula));
  const std::optional<std::vector<GuardedVectors>> moves = guarded_vectors(*formula, workspace_);
  RC_PRE(moves.has_value());
  std::set<Position> found;
  const bool within = within_limits([&] {
    sieve_stretches(*moves, p_without_options(*formula, workspace_), kBound, workspace_,
                    [&](PositionView p) { found.emplace(p); });
  });
  RC_PRE(within);
  RC_ASSERT(first_wrong(found, PlainPositions(*rules, generator.least(), {kBound, kBound})) == "");
}

}  // namespace
}  // namespace bouton
