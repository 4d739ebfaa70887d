#include "engine/study/discovery/theorem.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/rules/blocking.h"
#include "engine/study/discovery/heap_theorem.h"

namespace bouton {
namespace {

/// The statement of a rule is small; what is more is no use to a proof.
constexpr std::size_t kMostStatesOfStatement = 200'000;
constexpr std::uint64_t kMostStepsOfStatement = 1'000'000'000;
/// What is proved anew took ten times the usual steps at most, or is left.
constexpr TheoremLimits kLimitsAgain{.most_steps = 10 * TheoremLimits::kUsualSteps};
/// Of these steps a certificate may ask for so many, and more for each of its transitions: whoever asks for much writes much.
constexpr std::uint64_t kStepsOfAny = 500'000'000, kStepsOfTransition = 200'000;

std::uint64_t steps_paid_by(const Theorem& theorem) {
  std::uint64_t transitions = 0;
  const auto count = [&](const std::vector<Automaton>& automata) {
    for (const Automaton& automaton : automata) transitions += automaton.states() * automaton.letters();
  };
  for (const PositionSet& set : theorem.values) count(set);
  count(theorem.function);
  return std::min(kLimitsAgain.most_steps, kStepsOfAny + kStepsOfTransition * transitions);
}

TheoremReport find_theorem(const Rules& rules, const TheoremRequest& request, const Budget& budget, TheoremSearch& tried) {
  const Stopwatch watch;
  Budget by_steps = budget;
  const ProgressSteps steps(by_steps);  // nobody knows how large the table must be, and how many guesses it takes
  AutomataWorkspace workspace(by_steps, kMostStatesOfStatement, kMostStepsOfStatement);
  Result<GameFormula> formula = GameFormula::of(rules, request.dimensions, workspace);
  if (!formula) return {request.greatest_value, formula.refusal(), formula.refusal(), {}, watch.seconds()};
  TheoremReport report = search_theorem(std::move(formula), rules, request.greatest_value, by_steps, request.limits, tried,
                                        Cost::kUnknown, Otherwise::layers);
  report.seconds = watch.seconds();
  return report;
}

/// Whether the theorem gives the place this Grundy value, and none of so many first others.
bool gives_value(const Theorem& theorem, const GameFormula::Place& place, const Integer& value, int others) {
  for (std::size_t u = 1; u < theorem.values.size(); ++u)
    if (theorem.values[u][place.sheet].contains(place.numbers) != (value == Integer(static_cast<unsigned long>(u))))
      return false;
  if (theorem.function.empty()) return true;
  const Automaton& function = theorem.function[place.sheet];
  BigPosition tuple = place.numbers;
  tuple.push_back(value);
  if (!function.contains(tuple)) return false;
  for (int other = 0; other < others; ++other) {
    tuple.back() = other;
    if (tuple.back() != value && function.contains(tuple)) return false;
  }
  return true;
}

/// The positions from the least coordinates on, up to the bound for as many numbers as the statement is about.
Box box_up_to(const GameFormula& formula, const Domain& domain, const std::array<Coordinate, 4>& bounds) {
  Position low, high;
  for (std::size_t i = 0; i < formula.dimensions(); ++i) {
    const Axis& axis = domain.axis(i);
    const bool is_track = std::ranges::find(formula.tracks(), i) != formula.tracks().end();
    low.push_back(axis.least);
    high.push_back(is_track ? std::clamp(bounds[formula.tracks().size() - 1], axis.least, axis.greatest) : axis.greatest);
  }
  return {low, high};
}

bool is_about_values(const Theorem& theorem) { return !theorem.function.empty() || theorem.values.size() > 1; }

std::string contradicted_outcome(PositionView position, bool losing) {
  return fmt::format("position {} is {}", to_string(position), losing ? "no P-position" : "a P-position");
}
std::string contradicted_value(PositionView position) {
  return fmt::format("position {} has another Grundy value", to_string(position));
}

/// The first small position that a search knows better.
std::optional<std::string> contradicted_by_search(const Theorem& theorem, const GameFormula& formula,
                                                  const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  constexpr int kFirstValues = 64;
  Solver reference({rules}, budget, Methods::search_alone());
  const Box box = box_up_to(formula, rules->domain(), kFirstComparison);
  Position position = box.low();
  do {
    if (!rules->valid(position)) continue;
    const GameFormula::Place place = *formula.place_of(widen(position));
    const bool losing = theorem.p_positions()[place.sheet].contains(place.numbers);
    if (losing != (reference.outcome({{0, widen(position)}}) == Outcome::P)) return contradicted_outcome(position, losing);
    if (!is_about_values(theorem)) continue;
    const std::optional<Nimber> value = reference.grundy({{0, widen(position)}});
    if (!value || !value->is_finite() || !gives_value(theorem, place, value->value(), kFirstValues))
      return contradicted_value(position);
  } while (box.next(position));
  return std::nullopt;
}

/// The first position of a larger box that a table knows better, where one is filled within a moment.
std::optional<std::string> contradicted_by_table(const Theorem& theorem, const GameFormula& formula,
                                                 const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  const ValueKind kind = is_about_values(theorem) ? ValueKind::grundy : ValueKind::outcome;
  Solver tables({rules}, budget, Methods{.closed_form = false});
  const Box box = box_up_to(formula, rules->domain(), kFurtherComparison);
  const QuestionPlan plan = tables.plan(Question::table_of(box, kind));
  const bool is_filled = !plan.steps.empty() && plan.steps.front().proposal.method == Method::table;
  if (!is_filled || plan.steps.front().proposal.cost.seconds > kMomentOfTable) return std::nullopt;
  const Table table = tables.table(box, kind);
  Position position = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget.check_stop();
    if (!table.valid(index)) continue;
    const GameFormula::Place place = *formula.place_of(widen(position));
    const bool losing = theorem.p_positions()[place.sheet].contains(place.numbers);
    const bool is_p = kind == ValueKind::grundy ? table.cells[index] == 0 : table.outcome(index) == Outcome::P;
    if (losing != is_p) return contradicted_outcome(position, losing);
    if (kind == ValueKind::grundy && !gives_value(theorem, place, Integer(table.cells[index]), 0))
      return contradicted_value(position);
  }
  return std::nullopt;
}

/// Whether the automaton accepts a tuple together with another that differs from it in the last number alone, as no automaton
/// of a function does. Two words of one length are words of different numbers if they differ, so pairs of states that words
/// lead to which are alike but for the last track are followed; no more than some million pairs and letters.
bool has_two_values(const Automaton& function) {
  constexpr std::uint64_t kMostWork = 50'000'000;
  using State = Automaton::State;
  const auto states = static_cast<std::uint64_t>(function.states());
  const auto digits = static_cast<std::size_t>(function.system().digits());
  const std::size_t firsts = function.letters() / digits;  // letters by their digits on all tracks but the last
  if (states * states * function.letters() * digits > kMostWork) return false;
  const auto next = [&](State from, std::size_t first, std::size_t last) {
    return function.next(from, static_cast<Letter>(first + firsts * last));
  };
  std::vector<bool> is_met(states * states);
  std::vector<std::pair<State, State>> pairs;  // each once
  const auto meet = [&](State p, State q) {
    if (p == Automaton::kNone || q == Automaton::kNone) return;
    const std::uint64_t pair = static_cast<std::uint64_t>(p) * states + static_cast<std::uint64_t>(q);
    if (is_met[pair]) return;
    is_met[pair] = true;
    pairs.emplace_back(p, q);
  };
  std::vector<bool> is_reached(states);
  std::vector<State> reached = {0};
  is_reached[0] = true;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (std::size_t first = 0; first < firsts; ++first)
      for (std::size_t a = 0; a < digits; ++a) {
        const State to = next(reached[i], first, a);
        if (to != Automaton::kNone && !is_reached[static_cast<std::size_t>(to)]) {
          is_reached[static_cast<std::size_t>(to)] = true;
          reached.push_back(to);
        }
        for (std::size_t b = a + 1; b < digits; ++b) meet(to, next(reached[i], first, b));
      }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [p, q] = pairs[i];
    if (function.accepting(p) && function.accepting(q)) return true;
    for (std::size_t first = 0; first < firsts; ++first)
      for (std::size_t a = 0; a < digits; ++a)
        for (std::size_t b = 0; b < digits; ++b) meet(next(p, first, a), next(q, first, b));
  }
  return false;
}

/// Whether its automata are about the numbers of the statement, so that it can be asked about positions.
bool is_about_numbers_of(const Theorem& theorem, const GameFormula& formula) {
  const auto fits = [&](const std::vector<Automaton>& automata, std::size_t tracks) {
    return automata.size() == formula.sheets() && std::ranges::all_of(automata, [&](const Automaton& automaton) {
             return automaton.system() == theorem.system && automaton.tracks() == tracks;
           });
  };
  const std::size_t tracks = formula.tracks().size();
  return !theorem.values.empty() &&
         std::ranges::all_of(theorem.values, [&](const PositionSet& set) { return fits(set, tracks); }) &&
         (theorem.function.empty() || fits(theorem.function, tracks + 1));
}

}  // namespace

Result<std::size_t> theorem_dimensions(const Game& game, std::optional<std::size_t> piles) {
  const Domain& domain = game.rules->domain();
  if (domain.is_terms()) return Refusal{"the positions are values of any form, not numbers"};
  if (!domain.is_piles()) {
    if (piles) return Refusal{"this game takes no number of piles"};
    return domain.dimensions();
  }
  if (!piles && game.example) piles = complete_position(game, *game.example).size();
  if (!piles) return Refusal{"a theorem about piles is about one number of them: PILES is missing"};
  constexpr std::size_t kMostPiles = 64;
  if (*piles > kMostPiles) return Refusal{fmt::format("a theorem is about at most {} piles", kMostPiles)};
  if (!domain.has_length(*piles) || *piles == 0) return Refusal{fmt::format("this game is not played with {} piles", *piles)};
  return *piles;
}

std::size_t dimensions_of_theorem(const Game& game, std::optional<std::size_t> piles) {
  const Result<std::size_t> dimensions = theorem_dimensions(game, piles);
  if (!dimensions) throw RequestError(dimensions.reason());
  return *dimensions;
}

TheoremReport find_theorem(const Game& game, const TheoremRequest& request, const Budget& budget, TheoremSearch& tried) {
  if (request.greatest_value > 0) require_grundy_values(*game.rules);
  constexpr std::size_t kMostValues = 64;
  if (request.greatest_value >= kMostValues && request.greatest_value != kAllValues)
    throw RequestError(fmt::format("a theorem can only be about Grundy values up to {}", kMostValues - 1));
  look_at_claims(game.rules, budget);
  const Stopwatch watch;
  TheoremReport report = find_theorem(*game.rules, request, budget, tried);
  if (!report.theorem && request.greatest_value == 0) report.heaps = theorem_of_heaps(game, budget);
  report.seconds = watch.seconds();
  return report;
}

TheoremReport find_theorem(const Game& game, const TheoremRequest& request, const Budget& budget) {
  TheoremSearch tried;
  return find_theorem(game, request, budget, tried);
}

TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits) {
  TheoremSearch tried;
  return find_theorem(rules, {dimensions, greatest_value, limits}, budget, tried);
}

std::optional<std::string> disproved(const TheoremCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& asked) {
  Budget budget = asked;
  const ProgressSteps steps(budget);
  AutomataWorkspace workspace(budget, kMostStatesOfStatement, kMostStepsOfStatement);
  const Domain& domain = rules->domain();
  if (play_as_written(*rules) != certificate.play) return "it is about another convention of play";
  if (domain.is_piles() ? !domain.has_length(certificate.dimensions) : domain.dimensions() != certificate.dimensions)
    return "it is about another number of coordinates";
  const Result<GameFormula> formula = GameFormula::of(*rules, certificate.dimensions, workspace);
  if (!formula) return formula.reason();
  if (statement_checksum(*formula) != certificate.statement) return "it is about other rules";
  std::optional<std::string> wrong;
  // Small positions tell most automata that were changed from right ones, for far less than a proof that fails may take.
  if (is_about_numbers_of(certificate.theorem, *formula)) {
    if (std::ranges::any_of(certificate.theorem.function, has_two_values)) return "it gives a position two Grundy values";
    for (const auto contradicted : {contradicted_by_search, contradicted_by_table})
      if ((wrong = contradicted(certificate.theorem, *formula, rules, budget))) return wrong;
  }
  AutomataWorkspace proof(workspace, kLimitsAgain.states_on_the_way(), steps_paid_by(certificate.theorem));
  if (!within_limits([&] { wrong = disproved(certificate.theorem, *formula, proof); }))
    return "the proof takes automata that are too large, or more work than a certificate of this size may ask for";
  return wrong;
}

}  // namespace bouton
