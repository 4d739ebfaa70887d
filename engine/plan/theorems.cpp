#include "engine/plan/theorems.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/progress.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/solver.h"
#include "engine/theorem/cache/theorem_cache.h"
#include "engine/theorem/forms/theorem_form.h"

namespace bouton {
namespace {

/// The statement of a rule is small; what is more is no use to a proof.
constexpr std::size_t kMostStates = 200'000;
constexpr std::uint64_t kMostSteps = 1'000'000'000;
/// Where nobody asked for a theorem, but for an answer.
constexpr TheoremLimits kLimitsBesideAnAnswer{.most_states = 120, .most_steps = 800'000'000, .most_learnt = 2'600};

TheoremReport searched_theorem(Result<GameFormula> formula, const Rules& rules, std::size_t greatest_value,
                               const Budget& budget, const TheoremLimits& limits, TheoremSearch& search) {
  // The table must not take what is to be proved from a formula that the rule claims.
  Solver solver({std::shared_ptr<const Rules>(std::shared_ptr<void>(), &rules)}, budget,
                {.closed_form = false, .claims = false});
  const ValueTable table = [&](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
    if (value == 0) {
      solver.positions(box, visit);
      return;
    }
    const Table values = solver.table(box, ValueKind::grundy);
    Position position = box.low();
    for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position))
      if (values.valid(index) && values.cells[index] == value) visit(position);
  };
  Result<Theorem> theorem = find_theorem(rules, *formula, greatest_value, table, limits, budget, search);
  if (theorem) keep_theorem(*formula, *theorem, budget);
  return {greatest_value, std::move(formula), std::move(theorem), search};
}

}  // namespace

TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits) {
  TheoremSearch tried;
  return find_theorem(rules, dimensions, greatest_value, budget, limits, tried);
}

TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits, TheoremSearch& tried) {
  const Stopwatch watch;
  Budget by_steps = budget;
  const ProgressSteps steps(by_steps);  // nobody knows how large the table must be, and how many guesses it takes
  AutomataWorkspace workspace(by_steps, kMostStates, kMostSteps);
  Result<GameFormula> formula = GameFormula::of(rules, dimensions, workspace);
  if (!formula) return {greatest_value, formula.refusal(), formula.refusal(), {}, watch.seconds()};
  TheoremReport report = searched_theorem(std::move(formula), rules, greatest_value, by_steps, limits, tried);
  report.seconds = watch.seconds();
  return report;
}

Result<FoundTheorem> theorem_form_of(const Rules& rules, std::size_t dimensions, const Budget& budget) {
  Budget quiet = budget;
  quiet.progress = nullptr;
  const auto refused = [](Refusal refusal) {
    refusal.reason = "no theorem: " + refusal.reason;
    return refusal;
  };
  AutomataWorkspace workspace(quiet, kMostStates, kMostSteps);
  Result<GameFormula> formula = GameFormula::of(rules, dimensions, workspace);
  if (!formula) return refused(formula.refusal());
  const auto known = [&](GameFormula statement, Theorem theorem, bool kept) -> Result<FoundTheorem> {
    return FoundTheorem{theorem_form(rules.domain(), std::move(statement), std::move(theorem),
                                     rules.unbounded_lifting(dimensions).labels, budget),
                        kept};
  };
  if (std::optional<Theorem> kept = kept_theorem(*formula, quiet)) return known(*std::move(formula), *std::move(kept), true);
  TheoremSearch tried;
  TheoremReport report = searched_theorem(std::move(formula), rules, 0, quiet, kLimitsBesideAnAnswer, tried);
  if (!report.theorem) return refused(report.theorem.refusal());
  return known(*std::move(report.formula), *std::move(report.theorem), false);
}

namespace {

/// The first small position that a search knows better.
std::optional<std::string> contradicted_by_search(const Theorem& theorem, const GameFormula& formula,
                                                  const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  constexpr Coordinate kBound[] = {200, 24, 8, 5};  // by the number of tracks
  Solver reference({rules}, budget, {false, false, false, false, false});
  Position low, high;
  for (std::size_t i = 0; i < formula.dimensions(); ++i) {
    const Axis& axis = rules->domain().axis(i);
    const bool is_track = std::ranges::find(formula.tracks(), i) != formula.tracks().end();
    low.push_back(axis.least);
    high.push_back(is_track ? std::clamp(kBound[formula.tracks().size() - 1], axis.least, axis.greatest) : axis.greatest);
  }
  const Box box(low, high);
  Position position = box.low();
  do {
    if (!rules->valid(position)) continue;
    const GameFormula::Place place = *formula.place_of(widen(position));
    const bool losing = theorem.p_positions()[place.sheet].contains(place.numbers);
    if (losing != (reference.outcome({{0, widen(position)}}) == Outcome::P))
      return fmt::format("position {} is {}", to_string(PositionView(position)), losing ? "no P-position" : "a P-position");
  } while (box.next(position));
  return std::nullopt;
}

}  // namespace

std::optional<std::string> disproved(const TheoremCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& asked) {
  Budget budget = asked;
  const ProgressSteps steps(budget);
  AutomataWorkspace workspace(budget, kMostStates, 4 * kMostSteps);
  const Domain& domain = rules->domain();
  if (rules->play() != certificate.play) return "it is about another convention of play";
  if (domain.is_piles() ? !domain.has_length(certificate.dimensions) : domain.dimensions() != certificate.dimensions)
    return "it is about another number of coordinates";
  const Result<GameFormula> formula = GameFormula::of(*rules, certificate.dimensions, workspace);
  if (!formula) return formula.reason();
  if (statement_checksum(*formula) != certificate.statement) return "it is about other rules";
  std::optional<std::string> wrong;
  if (!within_limits([&] { wrong = disproved(certificate.theorem, *formula, workspace); }))
    return "the proof takes automata that are too large";
  if (wrong) return wrong;
  return contradicted_by_search(certificate.theorem, *formula, rules, budget);
}

}  // namespace bouton
