// Theorems in every numeration system: what is true of generated rules is proved in all of them, and what is false in none.
#include "engine/theorem/proof/theorem.h"

#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/automata/conjunction.h"
#include "tests/engine/theorem/generated_rules.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::Draw;
using test::PlainPositions;
using test::ProgramRules;
using test::RuleGenerator;

/// Values 0 and not 0 that repeat from some number on.
struct Repeating {
  Coordinate least = 0, preperiod = 0, period = 1;
  std::vector<bool> is_p;  ///< from `least` to preperiod + period

  bool at(Coordinate n) const {
    if (n < least) return false;
    if (n >= preperiod) n = preperiod + (n - preperiod) % period;
    return is_p[static_cast<std::size_t>(n - least)];
  }
};

/// The shortest period that the P-positions up to `most` show, over more than three quarters of them.
std::optional<Repeating> repeating(const PlainPositions& plain, Coordinate least, Coordinate most) {
  const auto is_p = [&](Coordinate n) { return plain.value(Position{n}) == 0; };
  for (Coordinate period = 1; period <= 24; ++period) {
    Coordinate preperiod = most - period + 1;
    while (preperiod > least && is_p(preperiod - 1) == is_p(preperiod - 1 + period)) --preperiod;
    if (preperiod > least + (most - least) / 8) continue;
    Repeating found{least, preperiod, period, {}};
    for (Coordinate n = least; n < preperiod + period; ++n) found.is_p.push_back(is_p(n));
    return found;
  }
  return std::nullopt;
}

Automaton numbers_like(const Numeration& system, std::int64_t first, std::int64_t period, AutomataWorkspace& workspace) {
  // n = first + period k.
  Conjunction set(system, 2);
  set.add({{1, -period}, -first, Relation::equal});
  return set.projection({0}, workspace);
}

/// The P-positions in a system.
Automaton set_of(const Repeating& values, const Numeration& system, AutomataWorkspace& workspace) {
  Automaton set(system, 1);
  for (Coordinate n = values.least; n < values.preperiod + values.period; ++n)
    if (values.at(n))
      set = combined(set, numbers_like(system, n, n < values.preperiod ? 0 : values.period, workspace), SetOperation::either,
                     workspace);
  return minimised(set, workspace);
}

/// The same set but for one number.
Automaton changed_at(const Automaton& set, Coordinate n, AutomataWorkspace& workspace) {
  return combined(set, numbers_like(set.system(), n, 0, workspace), SetOperation::differ, workspace);
}

std::vector<Numeration> systems() {
  std::vector<Numeration> systems = {Numeration::tribonacci(), Numeration::recurrence(1),
                                     Numeration::ostrowski(std::array{1, 2}), *Numeration::recurrence(std::array{1, 0, 1})};
  for (const int base : {2, 3, 5}) systems.push_back(Numeration::base(base));
  return systems;
}

struct TheoremCounts {
  int rules = 0, proved = 0;
};

void check_in_all_systems(const std::vector<std::uint16_t>& numbers, TheoremCounts& counts) {
  Draw draw(numbers);
  RuleGenerator generator(draw, 1, 12, false);
  const std::unique_ptr<ProgramRules> generated = generator.rules();
  const ProgramRules& rules = *generated;
  const Budget budget;
  AutomataWorkspace workspace(budget, 20'000, 20'000'000);
  const Result<GameFormula> formula = GameFormula::of(rules, 1, workspace);
  if (!formula || formula->has_bit_conditions() || formula->clauses().size() > 12) return;
  constexpr Coordinate kMost = 240;
  const Coordinate least = generator.least()[0];
  const PlainPositions plain(rules, {least}, {kMost});
  const std::optional<Repeating> values = repeating(plain, least, kMost);
  if (!values) return;
  std::map<bool, std::string> verdicts;
  const auto judge = [&](const Numeration& system) {
    Theorem theorem{system, {{set_of(*values, system, workspace)}}};
    for (Coordinate n = 0; n <= kMost; ++n)
      RC_ASSERT(theorem.p_positions()[0].contains({widen(n)}) == (n >= least && plain.value(Position{n}) == 0));
    const bool proved = !disproved(theorem, *formula, workspace);
    verdicts[proved] += " " + system.key();
    const Coordinate changed = least + draw.below(kMost - least);
    theorem.values[0][0] = changed_at(theorem.values[0][0], changed, workspace);
    if (!disproved(theorem, *formula, workspace)) RC_FAIL(system.key() + " has it otherwise at " + std::to_string(changed));
  };
  for (const Numeration& system : systems())
    if (!within_limits([&] { judge(system); })) return;
  ++counts.rules;
  if (verdicts.size() > 1) RC_FAIL("proved by" + verdicts[true] + ", disproved by" + verdicts[false]);
  counts.proved += verdicts.contains(true) ? 1 : 0;
}

TEST(TheoremsInAllSystems, AreTrueOrFalseInAllOfThem) {
  const bool is_long = test::is_long();
  TheoremCounts counts;
  rc::detail::TestMetadata metadata;
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = is_long ? 1000 : 60;
  const auto result = rc::detail::checkTestable(
      [&] {
        check_in_all_systems(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040)),
                             counts);
      },
      metadata, params);
  if (!result.is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    ADD_FAILURE() << text.str();
  }
  RecordProperty("repeating", counts.rules);
  RecordProperty("proved", counts.proved);
  EXPECT_GT(counts.proved, params.maxSuccess / 4);
  EXPECT_GE(2 * counts.proved, counts.rules);
}

}  // namespace
}  // namespace bouton
