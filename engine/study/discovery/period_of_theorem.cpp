#include "engine/study/discovery/period_of_theorem.h"

#include <algorithm>
#include <vector>

#include "engine/study/sequence/formula_period.h"

namespace bouton {
namespace {

constexpr std::size_t kSeen = 3000;
constexpr std::size_t kMostStates = 200'000;
constexpr std::uint64_t kMostSteps = 100'000'000;

/// Whether n and n + period are both in the set or both not, for every n >= least.
bool recurs(const Automaton& set, std::int64_t least, std::int64_t period, AutomataWorkspace& workspace) {
  LinearSet shifted{2, {}};  // x1 = x0 + period
  const Affine later = plus_constant(Affine::of_variable(0), period);
  add_condition(shifted.conditions, {later - Affine::of_variable(1), Relation::equal});
  add_condition(shifted.conditions, {Affine::of_constant(least) - Affine::of_variable(0), Relation::at_most});
  const Automaton outside = complement(set, workspace);
  for (const bool first_inside : {true, false}) {
    Conjunction different = conjunction_of(shifted, set.system(), 2);
    different.add(first_inside ? set : outside, {0});
    different.add(first_inside ? outside : set, {1});
    if (different.witness(workspace)) return false;
  }
  return true;
}

}  // namespace

std::optional<Period> started_period(const Game& game, const TheoremReport& report, const Budget& budget) {
  if (!report.theorem || !report.formula || report.formula->tracks() != std::vector<std::size_t>{0}) return std::nullopt;
  const std::optional<BigPosition> first = start_of_row(game);
  if (!first) return std::nullopt;
  const std::optional<GameFormula::Place> place = report.formula->place_of(*first);
  if (!place) return std::nullopt;
  const Automaton& set = report.theorem->p_positions()[place->sheet];
  const std::int64_t least = game.rules->domain().axis(0).least;
  std::vector<std::uint32_t> outcomes;
  for (std::size_t n = 0; n < kSeen; ++n)
    outcomes.push_back(set.contains({widen(least + static_cast<std::int64_t>(n))}) ? 0 : 1);
  std::optional<Period> period = observe_period(outcomes);
  if (!period) return std::nullopt;
  AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
  bool proved = false;
  const auto from = least + static_cast<std::int64_t>(period->preperiod);
  if (!within_limits([&] { proved = recurs(set, from, static_cast<std::int64_t>(period->period), workspace); }) || !proved)
    return std::nullopt;
  period->proved = true;
  period->theorem = "automaton";
  return period;
}

}  // namespace bouton
