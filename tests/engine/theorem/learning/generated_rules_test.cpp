// No false theorem: whatever is proved of a generated rule agrees with plain recursion far beyond what was learnt from.

#include <cstdlib>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/learning/theorem_search.h"
#include "tests/engine/theorem/generated_rules.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::Draw;
using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;
using test::RuleGenerator;

/// The first position to `bound` where the theorem is not what plain recursion says.
std::string first_wrong(const Theorem& theorem, const GameFormula& formula, const PlainPositions& plain) {
  Position position = plain.box().low();
  do {
    const std::optional<GameFormula::Place> found = formula.place_of(widen(position));
    if (!found) return to_string(PositionView(position)) + ", which has no place";
    const GameFormula::Place& place = *found;
    for (std::size_t value = 0; value < theorem.values.size(); ++value)
      if (theorem.values[value][place.sheet].contains(place.numbers) != (plain.value(position) == static_cast<int>(value)))
        return to_string(PositionView(position));
  } while (plain.box().next(position));
  return {};
}

struct Counts {
  int rules = 0, stated = 0, proved = 0;
};

/// Looks for a theorem about a rule, and compares what is found at ten times the size.
void check_rule(const std::vector<std::uint16_t>& numbers, Counts& counts) {
  Draw draw(numbers);
  const std::size_t dimensions = draw.one_in(3) ? 2 : 1;
  const Coordinate learnt = dimensions == 1 ? 100 : 20;
  const bool with_ones = draw.one_in(4);
  RuleGenerator generator(draw, dimensions, learnt);
  const std::unique_ptr<ProgramRules> generated = generator.rules();
  const ProgramRules& rules = *generated;
  const std::size_t greatest_value = rules.play() == Play::normal && with_ones ? 1 : 0;
  ++counts.rules;
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 50'000'000);
  const Result<GameFormula> formula = GameFormula::of(rules, dimensions, workspace);
  if (!formula) return;
  ++counts.stated;
  const PlainPositions plain(rules, generator.least(), Position(std::vector<Coordinate>(dimensions, 10 * learnt)));
  TheoremLimits limits;
  limits.most_learnt = learnt;
  limits.most_states = 60;
  limits.most_states_of_any = 10'000;
  limits.most_steps = 6'000'000;
  TheoremSearch search;
  const Result<Theorem> theorem = find_theorem(rules, *formula, greatest_value, plain.table(), limits, budget, search);
  if (!theorem) return;
  ++counts.proved;
  const std::string wrong = first_wrong(*theorem, *formula, plain);
  if (!wrong.empty()) RC_FAIL("the theorem is false at " + wrong);
}

/// Ten parts, each of a thousand rules where BOUTON_LONG_TESTS is set, and else of a few.
class GeneratedRules : public ::testing::TestWithParam<int> {};

TEST_P(GeneratedRules, WhatIsProvedOfThemAgreesFarBeyondWhatWasLearnt) {
  const bool is_long = test::is_long();
  Counts counts;
  const auto property = [&] {
    check_rule(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040)), counts);
  };
  rc::detail::TestMetadata metadata;
  rc::detail::TestParams params;
  params.seed = 1000 + static_cast<std::uint64_t>(GetParam());
  params.maxSuccess = is_long ? 1000 : 3;
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    ADD_FAILURE() << text.str();
  }
  RecordProperty("stated", counts.stated);
  RecordProperty("proved", counts.proved);
  if (is_long) {
    std::printf("%d rules, %d stated, %d proved\n", counts.rules, counts.stated, counts.proved);
    EXPECT_GT(counts.proved, counts.rules / 4);
  }
}

/// Leave at least a k-th of a heap, and a bit more or less: with c to help, n - (n + c) // k may be taken. Its P-positions are
/// known: after p comes the least n with (n + c) // k > p. In base k they are 1, 11, 111, ... where c is 0.
TEST(GeneratedTheorems, OfHeapsThatMayBeDividedByKAreFoundInTheBase) {
  for (const int k : {2, 3, 4})
    for (std::int64_t c = 0; c < k; ++c) {
      ProgramBuilder b(1);
      const Slot t = b.slot();
      const ExpressionId kept = b.binary(Op::floor_div, b.add(b.x(0), b.c(c)), b.c(k));
      b.program.body = {b.loop(t, b.c(1), b.sub(b.x(0), kept), b.c(1), {b.option({b.sub(b.x(0), b.t(t))})})};
      const ProgramRules rules(Domain::fixed({{.name = "n"}}), b.program);
      const Budget budget;
      AutomataWorkspace workspace(budget, 100'000, 500'000'000);
      const Result<GameFormula> formula = GameFormula::of(rules, 1, workspace);
      ASSERT_TRUE(formula) << formula.reason();
      const PlainPositions plain(rules, {2000});
      TheoremSearch search;
      TheoremLimits limits;
      limits.most_learnt = 2000;
      const Result<Theorem> theorem = find_theorem(rules, *formula, 0, plain.table(), limits, budget, search);
      ASSERT_TRUE(theorem) << k << ", " << c << ": " << theorem.reason();
      EXPECT_TRUE(theorem->system.is_base()) << theorem->system.key();
      Integer p = 0, before = -1;
      for (int i = 0; i < 60; ++i) {
        const Automaton& set = theorem->p_positions()[0];
        ASSERT_TRUE(set.contains({p})) << k << ", " << c << ": " << p;
        for (const Integer& other : {Integer(p + 1), Integer(2 * p + 1), Integer((p + before) / 2)})
          if (other > before && other < k * (p + 1) - c && other != p) ASSERT_FALSE(set.contains({other})) << other;
        before = p;
        p = k * (p + 1) - c;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, GeneratedRules, ::testing::Range(0, 10));

}  // namespace
}  // namespace bouton
