#include "engine/study/family.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/conjecture/pairs.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/position/typed_number.h"
#include "engine/study/discovery/counted_tables.h"
#include "engine/study/discovery/period_of_theorem.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

constexpr Coordinate kFamilyHeaps = 2000;
/// Positions that a formula may look at for a period. Those of Grundy values take more work each.
constexpr std::uint64_t kMostOfValues = std::uint64_t{1} << 16, kMostOfOutcomes = std::uint64_t{1} << 20;
constexpr std::uint64_t kFamilySteps = 200'000'000;
constexpr Coordinate kPairsTo = 1500;
constexpr std::size_t kFewestPairsOfFamily = 60;

constexpr FamilyQuantityName kQuantities[] = {
    {"grundy_period", "the period of the Grundy values"},
    {"grundy_preperiod", "the preperiod of the Grundy values"},
    {"grundy_saltus", "the saltus of the Grundy values"},
    {"outcome_period", "the period of the outcomes"},
    {"outcome_preperiod", "the preperiod of the outcomes"},
    {"states", "the number of states of the automaton of the P-positions"},
    {"pair_growth", "the growth of the difference b(n) - a(n) of the n-th pair of P-positions"},
    {"slope_a", "the slope of the lesser numbers a(n) of the pairs of P-positions"},
    {"slope_b", "the slope of the greater numbers b(n) of the pairs of P-positions"},
};

void add_period(FamilyFacts& facts, const std::string& kind, const Period& period) {
  if (!period.proved) return;
  facts.numbers[kind + "_period"] = static_cast<std::int64_t>(period.period);
  facts.numbers[kind + "_preperiod"] = static_cast<std::int64_t>(period.preperiod);
  if (kind == "grundy") facts.numbers[kind + "_saltus"] = period.saltus;
}

/// False where the game is none of heaps or of starts with a period that a formula proves.
bool add_periods(FamilyFacts& facts, const Game& game, const Budget& budget) {
  const bool normal = game.rules->play() == Play::normal;
  if (normal && heap_description(*game.rules, budget)) {
    const HeapRun run = run_heaps(game, {.last = kFamilyHeaps, .period = true, .checkpoint = {}}, budget);
    if (run.period) add_period(facts, "grundy", *run.period);
    return true;
  }
  const std::optional<Period> outcomes = started_period(game, ValueKind::outcome, budget, kMostOfOutcomes);
  if (outcomes) add_period(facts, "outcome", *outcomes);
  std::optional<Period> values;
  if (normal) values = started_period(game, ValueKind::grundy, budget, kMostOfValues);
  if (values) add_period(facts, "grundy", *values);
  return outcomes || values;
}

void add_theorem(FamilyFacts& facts, const Game& game, const Budget& budget) {
  const Result<std::size_t> dimensions = theorem_dimensions(game, std::nullopt);
  if (!dimensions) return;
  TheoremLimits limits;
  limits.most_steps = kFamilySteps;
  const TheoremReport report = find_theorem(game, {.dimensions = *dimensions, .limits = limits}, budget);
  if (!report.theorem) return;
  std::size_t states = 0;
  for (const Automaton& set : report.theorem->p_positions()) states += set.states();
  facts.numbers["states"] = static_cast<std::int64_t>(states);
  if (const std::optional<Period> period = started_period(game, report, budget)) add_period(facts, "outcome", *period);
}

/// The slopes with which all pairs are in the strip.
SlopeRange slopes_within(const FittedStrip& line, const std::vector<Pair>& pairs, Coordinate Pair::*number) {
  SlopeRange range{-1e9, 1e9};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto n = static_cast<double>(i + 1), value = static_cast<double>(pairs[i].*number);
    range.least = std::max(range.least, (value - line.greatest) / n);
    range.greatest = std::min(range.greatest, (value - line.least) / n);
  }
  return range;
}

/// Of games of two heaps without a bound.
void add_pairs(FamilyFacts& facts, const Game& game, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.dimensions() != 2 || game.rules->lifting(2).moves == nullptr) return;
  TableEvidence evidence;
  evidence.p_bound = kPairsTo;
  for (std::size_t i = 0; i < 2; ++i) {
    if (domain.axis(i).greatest < kPairsTo || domain.axis(i).least > 1) return;
    evidence.names.push_back(domain.coordinate_name(i));
    evidence.low.push_back(domain.axis(i).least);
  }
  CountedTables tables(game, budget);
  const Box box(evidence.low, Position{kPairsTo, kPairsTo});
  if (!tables.positions(box, [&](PositionView position) { evidence.p_positions.emplace_back(position); })) return;
  const std::vector<Pair> pairs = pairs_of(evidence).pairs;
  if (pairs.size() < kFewestPairsOfFamily) return;
  const FittedStrip a = line_through(pairs, pairs.size(), &Pair::a), b = line_through(pairs, pairs.size(), &Pair::b);
  if (is_wide(a, pairs.back().a) || is_wide(b, pairs.back().a)) return;
  facts.slopes["slope_a"] = slopes_within(a, pairs, &Pair::a);
  facts.slopes["slope_b"] = slopes_within(b, pairs, &Pair::b);
  const auto difference = [&](std::size_t i) { return pairs[i].b - pairs[i].a; };
  const Coordinate growth = difference(1) - difference(0);
  for (std::size_t i = 1; i < pairs.size(); ++i)
    if (difference(i) - difference(i - 1) != growth) return;
  facts.numbers["pair_growth"] = growth;
}

}  // namespace

std::span<const FamilyQuantityName> family_quantities() { return kQuantities; }

FamilyFacts family_facts(const Game& game, const Budget& budget) {
  look_at_claims(game.rules, budget);
  FamilyFacts facts;
  if (!add_periods(facts, game, budget)) {
    add_theorem(facts, game, budget);
    add_pairs(facts, game, budget);
  }
  return facts;
}

FamilyFacts family_facts(const FamilyMember& member, const LoadMember& load, const Budget& budget) {
  try {
    return family_facts(*load(member), budget);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    return {.numbers = {}, .slopes = {}, .error = error.what()};
  }
}

ParameterFamily parameter_family(const FamilyMember& family) {
  constexpr std::int64_t kGreatest = std::int64_t{1} << 31;
  ParameterFamily found;
  std::size_t place = 0;
  for (std::size_t i = 0; i < family.settings.size(); ++i) {
    const auto& [name, setting] = family.settings[i];
    if (!is_range(setting)) continue;
    if (!found.parameter.empty())
      throw RequestError(fmt::format("laws are looked for along one range; {} and {} are two", found.parameter, name));
    found.parameter = name;
    place = i;
  }
  if (found.parameter.empty()) throw RequestError("laws are looked for along a range of a parameter, such as -p m=3:201:2");
  found.members = members_of(family);
  for (const FamilyMember& member : found.members) {
    const std::optional<Integer> number = parse_number(member.settings[place].second);
    const std::optional<Coordinate> small = number ? narrow(*number) : std::nullopt;
    if (!small || *small > kGreatest || *small < -kGreatest)
      throw RequestError(
          fmt::format("{}={}: the numbers of a range are at most 2^31 here", found.parameter, member.settings[place].second));
    found.numbers.push_back(*small);
  }
  return found;
}

FamilyEvidence family_evidence(const ParameterFamily& family, const std::vector<FamilyFacts>& facts) {
  FamilyEvidence evidence{family.parameter, family.numbers, {}, {}};
  for (const auto& [key, words] : kQuantities) {
    FamilyQuantity quantity{std::string(words), {}};
    FamilySlope slope{std::string(words), {}};
    for (const FamilyFacts& one : facts) {
      const auto number = one.numbers.find(std::string(key));
      quantity.values.push_back(number == one.numbers.end() ? std::nullopt : std::optional(number->second));
      const auto range = one.slopes.find(std::string(key));
      slope.ranges.push_back(range == one.slopes.end() ? std::nullopt : std::optional(range->second));
    }
    if (std::ranges::any_of(quantity.values, [](const auto& value) { return value.has_value(); }))
      evidence.quantities.push_back(std::move(quantity));
    if (std::ranges::any_of(slope.ranges, [](const auto& range) { return range.has_value(); }))
      evidence.slopes.push_back(std::move(slope));
  }
  return evidence;
}

}  // namespace bouton
