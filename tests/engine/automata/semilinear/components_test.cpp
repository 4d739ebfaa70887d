#include "engine/automata/semilinear/components.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_linear_predicates.h"

namespace bouton {
namespace {

class SemilinearSets : public ::testing::Test {
 protected:
  Automaton set_of(std::string_view text, const std::vector<std::string>& names, int base = 2) {
    return automaton_of(read_predicate(text, names), names.size(), Numeration::base(base), workspace_);
  }
  /// Of single numbers, by what each digit does to a state and which states accept; state 0 is the start.
  Automaton numbers(int base, const std::vector<std::vector<State>>& next, const std::vector<bool>& accepting) {
    Automaton automaton(Numeration::base(base), 1);
    for (std::size_t state = 1; state < next.size(); ++state) automaton.add_state(false);
    for (std::size_t state = 0; state < next.size(); ++state) {
      automaton.set_accepting(static_cast<State>(state), accepting[state]);
      for (std::size_t digit = 0; digit < next[state].size(); ++digit)
        automaton.set_next(static_cast<State>(state), static_cast<Letter>(digit), next[state][digit]);
    }
    return minimised(automaton, workspace_);
  }
  std::string refused(const Automaton& set) { return semilinear_components(set, workspace_).not_semilinear; }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};
};

TEST_F(SemilinearSets, AreToldFromSetsOfDigits) {
  const std::vector<std::string> n = {"n"}, ab = {"a", "b"}, abc = {"a", "b", "c"};
  // Powers of 2; nim-sums; numbers without a 1 in base 3.
  EXPECT_NE(refused(set_of("exists(function(p) return p & p - 1 == 0 and p == n end)", n)), "");
  EXPECT_NE(refused(set_of("a & b == 0", ab)), "");
  EXPECT_NE(refused(set_of("a ~ b == c", abc)), "");
  EXPECT_NE(refused(numbers(3, {{0, kNoState, 0}}, {true})), "");
  // An even number of 1s; and an even number of digits, whatever they are.
  EXPECT_NE(refused(numbers(2, {{0, 1}, {1, 0}}, {true, false})), "");
  EXPECT_NE(refused(numbers(2, {{0, 1}, {2, 2}, {1, 1}}, {false, false, true})), "");
}

TEST_F(SemilinearSets, TellTheirFlatsAndPeriods) {
  const SemilinearComponents wedge = semilinear_components(set_of("3*x <= 2*y + 5 and x % 3 == 1", {"x", "y"}), workspace_);
  EXPECT_EQ(wedge.not_semilinear, "");
  IntegerLattice along(2), period(2);
  along.insert({2, 3});
  period.insert({3, 0});
  period.insert({0, 1});
  ASSERT_EQ(wedge.flats.size(), 1U);
  for (const BigPosition& row : wedge.flats[0].basis()) EXPECT_EQ(3 * row[0], 2 * row[1]);
  EXPECT_NE(std::ranges::find(wedge.periods, period), wedge.periods.end());
  const SemilinearComponents plane = semilinear_components(set_of("x + 2*y == z + 1", {"x", "y", "z"}, 3), workspace_);
  ASSERT_FALSE(plane.flats.empty());
  EXPECT_TRUE(std::ranges::any_of(plane.flats, [](const IntegerLattice& flat) { return flat.rank() == 2; }));
}

TEST_F(SemilinearSets, OfNumbersRecur) {
  const std::optional<UltimatePeriod> eights = ultimate_period(set_of("n & 5 == 0 and n > 20 or n == 3", {"n"}), workspace_);
  ASSERT_TRUE(eights);
  EXPECT_TRUE(eights->is_periodic);
  for (std::size_t r = 0; r < eights->has_remainder.size(); ++r) EXPECT_EQ(eights->has_remainder[r], (r & 5U) == 0);
  const std::optional<UltimatePeriod> powers =
      ultimate_period(set_of("exists(function(p) return p & p - 1 == 0 and p == n end)", {"n"}), workspace_);
  ASSERT_TRUE(powers);
  EXPECT_FALSE(powers->is_periodic);
  // Even numbers that begin with 10, and odd ones that begin with 11: the parts recur, and the whole does not.
  const Automaton by_beginning =
      numbers(2, {{0, 1}, {2, 3}, {2, 4}, {5, 3}, {2, 4}, {5, 3}}, {false, false, true, true, false, false});
  EXPECT_EQ(refused(by_beginning), "");
  const std::optional<UltimatePeriod> mixed = ultimate_period(by_beginning, workspace_);
  ASSERT_TRUE(mixed);
  EXPECT_FALSE(mixed->is_periodic);
  EXPECT_EQ(ultimate_period(set_of("n % 7919 == 1", {"n"}), workspace_), std::nullopt);
}

TEST_F(SemilinearSets, RecurOnLines) {
  EXPECT_EQ(line_without_period(set_of("a + b <= 9 or a % 3 == b % 3", {"a", "b"}), workspace_), std::nullopt);
  // The pairs n, n of numbers with an even number of 1s: only on their line something is not linear.
  Conjunction pairs(Numeration::base(2), 2);
  pairs.add({{1, -1}, 0, Relation::equal});
  const Automaton even_ones = numbers(2, {{0, 1}, {1, 0}}, {true, false});
  pairs.add(even_ones, {0});
  const Automaton diagonal = pairs.projection({0, 1}, workspace_);
  EXPECT_EQ(refused(diagonal), "");
  EXPECT_EQ(line_without_period(diagonal, workspace_), "(t, t)");
}

/// By arithmetic that no automaton takes part in.
RC_GTEST_PROP(GeneratedSemilinearSets, AreNotRefused, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::arbitrary<std::uint16_t>()));
  const auto variables = static_cast<std::size_t>(1 + draw.below(3));
  const int base = 2 + draw.below(2);
  const Predicate predicate = test::LinearPredicateGenerator(draw, variables).predicate(2);
  RC_LOG() << lua_text(predicate, {"a", "b", "c"}) << " in base " << base << "\n";
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 200'000'000);
  std::optional<SemilinearComponents> components;
  std::optional<UltimatePeriod> period;
  std::optional<std::string> line;
  const bool within = within_limits([&] {
    const Automaton set = automaton_of(predicate, variables, Numeration::base(base), workspace);
    components = semilinear_components(set, workspace);
    if (variables == 1) period = ultimate_period(set, workspace);
    else line = line_without_period(set, workspace);
  });
  if (!within) RC_DISCARD("too large");
  RC_ASSERT(components->not_semilinear.empty());
  RC_ASSERT(!line);
  if (variables > 1) return;
  RC_ASSERT(period && period->is_periodic);
  for (std::int64_t n = 1000; n < 1100; ++n)
    RC_ASSERT(period->has_remainder[static_cast<std::size_t>(n % period->period)] == *holds(predicate, std::vector{n}));
}

}  // namespace
}  // namespace bouton
