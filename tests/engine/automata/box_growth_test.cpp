#include "engine/automata/box_growth.h"

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/automata/counting.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

class BoxGrowths : public ::testing::Test {
 protected:
  Automaton set_of(std::string_view text, const std::vector<std::string>& names, const std::optional<Numeration>& system = {}) {
    const Predicate predicate = read_predicate(text, names);
    return automaton_of(predicate, names.size(), system ? *system : *system_of(predicate), workspace_);
  }
  /// "1/4 of N^2", "N^0 (log N)^1", "no limit over N^2".
  std::string growth_of(const std::vector<const Automaton*>& sets) {
    const std::optional<BoxGrowth> growth = box_growth(sets, workspace_);
    if (!growth) return "?";
    std::string text = growth->exponent
                           ? "N^(log " + growth->exponent->of.get_str() + "/log " + growth->exponent->base.text() + ")"
                           : "N^" + std::to_string(growth->dimension);
    if (growth->logarithms > 0) text += " (log N)^" + std::to_string(growth->logarithms);
    if (growth->density) return growth->density->text() + " of " + text;
    return (growth->has_no_limit ? "no limit over " : "") + text;
  }
  std::string growth_of(std::string_view text, const std::vector<std::string>& names = {"a", "b"},
                        const std::optional<Numeration>& system = {}) {
    const Automaton set = set_of(text, names, system);
    return growth_of(std::vector{&set});
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};
};

TEST_F(BoxGrowths, OfLinearSetsAreFractions) {
  EXPECT_EQ(growth_of("a % 2 == 0 and b % 2 == 0"), "1/4 of N^2");
  EXPECT_EQ(growth_of("a % 5 == 0 and b % 5 == 0"), "1/25 of N^2");
  EXPECT_EQ(growth_of("a - b <= 1 and b - a <= 1"), "3 of N^1");
  EXPECT_EQ(growth_of("a % 7 == 0 and b <= 2*a"), "3/28 of N^2");
  EXPECT_EQ(growth_of("n % 4 == 0", {"n"}), "1/4 of N^1");
  EXPECT_EQ(growth_of("a + b == c", {"a", "b", "c"}), "1/2 of N^2");
  EXPECT_EQ(growth_of("a + b <= 3"), "10 of N^0");
  EXPECT_EQ(growth_of("n == 3 or n == 70", {"n"}), "2 of N^0");
}

TEST_F(BoxGrowths, OfLinearSetsAreTheSameInEverySystem) {
  std::vector<Numeration> systems = {Numeration::base(3),
                                     Numeration::base(10),
                                     Numeration::recurrence(1),
                                     Numeration::recurrence(3),
                                     Numeration::recurrence(2, 2),
                                     Numeration::recurrence(4, 3),
                                     Numeration::ostrowski(std::array{1, 2}),
                                     Numeration::ostrowski(std::array{1, 1, 3})};
  for (const Numeration& system : systems) {
    SCOPED_TRACE(system.key());
    EXPECT_EQ(growth_of("a % 2 == 0 and b % 2 == 0", {"a", "b"}, system), "1/4 of N^2");
    EXPECT_EQ(growth_of("a == 2*b + 1", {"a", "b"}, system), "1/2 of N^1");
    EXPECT_EQ(growth_of("a == 0 or b == 1", {"a", "b"}, system), "2 of N^1");
    EXPECT_EQ(growth_of("a < b", {"a", "b"}, system), "1/2 of N^2");
    EXPECT_EQ(growth_of("a <= 2 and b <= 3", {"a", "b"}, system), "12 of N^0");
  }
}

TEST_F(BoxGrowths, OfMultiplesOfRootsAreOfTheirField) {
  // The greater number of a pair is floor(n phi) + n, for two pairs each but for 0,0: 2/(phi + 1) N.
  EXPECT_EQ(growth_of("a == floor_phi(b - a) or b == floor_phi(a - b)"), "3 - sqrt(5) of N^1");
  EXPECT_EQ(growth_of("exists(function(m) return m > 0 and n == floor_phi(m) end)", {"n"}), "(sqrt(5) - 1)/2 of N^1");
  EXPECT_EQ(growth_of("exists(function(m) return n == floor_sqrt(2, m) end)", {"n"}), "sqrt(2)/2 of N^1");
  // Of the triangle beyond the line a = phi b there is 1 - 1/(2 phi) of the square left.
  EXPECT_EQ(growth_of("a <= floor_phi(b)"), "(5 - sqrt(5))/4 of N^2");
}

TEST_F(BoxGrowths, OfBinaryDigits) {
  EXPECT_EQ(growth_of("a ~ b == 0"), "1 of N^1");
  EXPECT_EQ(growth_of("a ~ b ~ c == 0", {"a", "b", "c"}), "no limit over N^2");
  EXPECT_EQ(growth_of("a & b == 0"), "N^(log 3/log 2)");
  EXPECT_EQ(growth_of("a & b == 0", {"a", "b", "c"}), "N^(log 6/log 2)");
  // Numbers whose last 1 has an even place: 1/2 + 1/8 + 1/32 + ...
  EXPECT_EQ(growth_of("exists(function(p) return p & p - 1 == 0 and p % 3 == 1 and n & 2*p - 1 == p end)", {"n"}),
            "2/3 of N^1");
  const std::string power = "exists(function(p) return p > 0 and p & p - 1 == 0 and ";
  EXPECT_EQ(growth_of(power + "n == p end)", {"n"}), "N^0 (log N)^1");
  EXPECT_EQ(growth_of(power + "n & p == p and (n - p) & (n - p - 1) == 0 end)", {"n"}), "N^0 (log N)^2");
  EXPECT_EQ(growth_of(power + "a == p end)"), "N^1 (log N)^1");
  EXPECT_EQ(growth_of(power + "p <= n and n < p + p // 2 end)", {"n"}), "no limit over N^1");
  EXPECT_EQ(growth_of(power + "p % 3 == 1 and p <= n and n < 2*p end)", {"n"}), "N^1");
}

TEST_F(BoxGrowths, OfAutomataWithoutATerm) {
  // Odd numbers of 1s, even ones, and sums of different powers of 4.
  Automaton odious(Numeration::base(2), 1);
  odious.add_state(true);
  for (const State state : {0, 1})
    for (const Letter letter : {0U, 1U}) odious.set_next(state, letter, letter == 0 ? state : 1 - state);
  EXPECT_EQ(growth_of(std::vector<const Automaton*>{&odious}), "1/2 of N^1");
  const Automaton evil = complement(odious, workspace_);
  EXPECT_EQ(growth_of(std::vector<const Automaton*>{&evil}), "1/2 of N^1");
  EXPECT_EQ(growth_of(std::vector<const Automaton*>{&evil, &odious, &evil}), "3/2 of N^1");
  Automaton fours(Numeration::base(2), 1);
  fours.set_accepting(0, true);
  fours.add_state(true);   // an even number of places to follow
  fours.add_state(false);  // an odd one
  fours.set_next(0, 0, 0);
  fours.set_next(0, 1, 1);
  fours.set_next(1, 0, 2);
  fours.set_next(2, 0, 1);
  fours.set_next(2, 1, 1);
  EXPECT_EQ(growth_of(std::vector<const Automaton*>{&fours}), "N^(log 2/log 4)");
  EXPECT_EQ(growth_of("a >= 0", {"a"}, Numeration::tribonacci()), "?");
}

/// The logarithm of a number > 0.
double log_of(const Integer& number) {
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, number.get_mpz_t());
  return std::log(mantissa) + static_cast<double>(exponent) * std::log(2.0);
}

/// A set of numbers or pairs, of base 2 or in sums of Fibonacci numbers, with transitions as they are drawn.
Automaton drawn_automaton(test::Draw& draw, AutomataWorkspace& workspace) {
  const Numeration system = draw.one_in(2) ? Numeration::base(2) : Numeration::recurrence(1);
  Automaton set(system, 1 + static_cast<std::size_t>(draw.below(2)));
  const std::int64_t states = 2 + draw.below(3);
  while (static_cast<std::int64_t>(set.states()) < states) set.add_state(draw.one_in(2));
  for (State state = 0; state < states; ++state)
    for (Letter letter = 0; letter < set.letters(); ++letter)
      if (!draw.one_in(3)) set.set_next(state, letter, static_cast<State>(draw.below(states)));
  set.set_next(0, 0, 0);  // zeros in front make no difference
  return combined(set, all_tuples(system, set.tracks()), SetOperation::both, workspace);
}

/// Of a generated set the numbers of tuples in boxes, of many digits and not at weights alone, are what is said of them.
RC_GTEST_PROP(GeneratedBoxGrowths, AreThoseOfBoxes, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(200, rc::gen::arbitrary<std::uint16_t>()));
  const Predicate predicate = test::PredicateGenerator(draw, draw.one_in(2)).predicate(1);
  const bool is_said = draw.one_in(2);
  if (is_said) RC_LOG() << lua_text(predicate, {"a", "b"}) << "\n";
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 500'000'000);
  std::optional<Automaton> set;
  std::optional<BoxGrowth> growth;
  const bool within = within_limits([&] {
    set = is_said ? automaton_of(predicate, 2, *system_of(predicate), workspace) : drawn_automaton(draw, workspace);
    if (set->states() > 24) throw AutomatonTooLarge{};
    if (!set->empty()) growth = box_growth({&*set}, workspace);
  });
  if (!within) RC_DISCARD("too large");
  if (!growth) return;
  const Numeration& system = set->system();
  const auto count_below = [&](const Integer& n) -> Integer {
    const Integer high = n - 1;
    return count_in_box(*set, BigPosition(set->tracks(), 0), BigPosition(set->tracks(), high), 0, workspace).count;
  };
  const auto number = [&](const Integer& first, std::size_t more) {
    std::vector<Digit> digits = system.digits_of(first);
    digits.insert(digits.end(), more, Digit{0});
    return system.value_of(digits);
  };
  const double power = growth->exponent
                           ? std::log(growth->exponent->of.get_d()) / std::log(growth->exponent->base.approximate())
                           : static_cast<double>(growth->dimension);
  // What the logarithm of c(N) is beyond that of the order: bounded, and where there is a limit, near its logarithm.
  const auto beyond = [&](const Integer& n) {
    return log_of(count_below(n)) - power * log_of(n) - static_cast<double>(growth->logarithms) * std::log(log_of(n));
  };
  RC_ASSERT(std::abs(beyond(number(1, 400)) - beyond(number(1, 800))) < 2);
  RC_CLASSIFY(growth->density.has_value(), "density");
  RC_CLASSIFY(growth->has_no_limit, "no limit");
  RC_CLASSIFY(growth->exponent.has_value(), "no whole number");
  if (growth->density) {
    Integer n = 1;
    for (int i = 0; i < 40; ++i) n = n * 65'536 + draw.below(65'536);
    for (const Integer& one : {n, Integer(n / 3), Integer(n / 5), number(2, 500), number(5, 500), number(77, 500)})
      RC_ASSERT(std::abs(std::exp(beyond(one)) - growth->density->approximate()) < 1e-6 * growth->density->approximate());
  }
  if (growth->has_no_limit) {
    double least = beyond(number(1, 400)), most = least;
    for (std::int64_t first = 2; first < 150; ++first) {
      const double now = beyond(number(first, 400));
      least = std::min(least, now);
      most = std::max(most, now);
    }
    RC_ASSERT(most - least > 1e-6);
  }
}

}  // namespace
}  // namespace bouton
