#include "engine/theorem/forms/growth.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/automata/counting.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

/// Counts are those of boxes, and the recurrence tells those of boxes that nobody looked at.
RC_GTEST_PROP(GrowthOfSets, IsThatOfBoxes, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::arbitrary<std::uint16_t>()));
  const Predicate predicate = test::PredicateGenerator(draw, draw.one_in(2)).predicate(1);
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 500'000'000);
  std::optional<Automaton> set;
  std::optional<Growth> growth;
  const bool within = within_limits([&] {
    set = automaton_of(predicate, 2, *system_of(predicate), workspace);
    growth = growth_of({&*set}, {}, workspace);
  });
  if (!within || !growth) RC_DISCARD("too large");
  const BigPosition zero = {0, 0};
  for (std::size_t k = 0; k < growth->counts.size(); ++k) {
    const Integer high = growth->below[k] - 1;
    RC_ASSERT(count_in_box(*set, zero, {high, high}, 0, workspace).count == growth->counts[k]);
    if (growth->below[k] > 40) continue;
    Integer plain = 0;
    for (std::int64_t a = 0; a <= high; ++a)
      for (std::int64_t b = 0; b <= high; ++b) plain += *holds(predicate, std::vector{a, b}) ? 1 : 0;
    RC_ASSERT(plain == growth->counts[k]);
  }
  RC_CLASSIFY(!growth->recurrence.empty(), "recurrence");
  if (growth->recurrence.empty()) return;
  std::vector<Integer> counts = growth->counts;
  const Numeration& system = set->system();
  for (std::size_t k = counts.size(); k < 60; ++k) {
    Integer next = 0;
    for (std::size_t i = 0; i < growth->recurrence.size(); ++i) next += widen(growth->recurrence[i]) * counts[k - 1 - i];
    counts.push_back(next);
  }
  std::vector<Digit> digits(60 * system.period(), Digit{0});
  digits[system.period() - 1] = 1;  // a 1 with 59 periods behind it
  const Integer high = system.value_of(digits) - 1;
  RC_ASSERT(count_in_box(*set, zero, {high, high}, 0, workspace).count == counts[59]);
}

/// The sum of a number over a box, and boxes that do not begin at 0.
RC_GTEST_PROP(CountsInBoxes, AreThoseOfTheDefinition, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(50, rc::gen::arbitrary<std::uint16_t>()));
  const Predicate predicate = test::PredicateGenerator(draw, draw.one_in(3)).predicate(1);
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 500'000'000);
  std::optional<Automaton> set;
  if (!within_limits([&] { set = automaton_of(predicate, 2, *system_of(predicate), workspace); })) RC_DISCARD("too large");
  const std::int64_t low_a = draw.below(20), low_b = draw.below(20), high_a = low_a + draw.below(20),
                     high_b = low_b + draw.below(20);
  Integer count = 0, total = 0;
  for (std::int64_t a = low_a; a <= high_a; ++a)
    for (std::int64_t b = 0; b <= high_b; ++b) {
      if (!*holds(predicate, std::vector{a, b})) continue;
      if (b >= low_b) {
        ++count;
        total += widen(b);
      }
    }
  const BoxCount found = count_in_box(*set, {widen(low_a), widen(low_b)}, {widen(high_a), widen(high_b)}, 0, workspace);
  RC_ASSERT(found.count == count);
  RC_ASSERT(found.total == total);
}

}  // namespace
}  // namespace bouton
