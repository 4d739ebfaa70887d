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

/// Tables to learn from are filled where all of them are estimated to take no more than so many seconds together.
TheoremReport searched_theorem(Result<GameFormula> formula, const Rules& rules, std::size_t greatest_value,
                               const Budget& budget, const TheoremLimits& limits, TheoremSearch& search,
                               double seconds = Cost::kUnknown) {
  // The table must not take what is to be proved from a formula that the rule claims.
  Solver solver({std::shared_ptr<const Rules>(std::shared_ptr<void>(), &rules)}, budget,
                {.closed_form = false, .claims = false});
  const ValueTable table = [&](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
    const QuestionPlan plan =
        solver.plan(value == 0 ? Question::positions_of(box) : Question::table_of(box, ValueKind::grundy));
    if (!plan.steps.empty()) seconds -= plan.steps.front().proposal.cost.seconds;
    if (seconds < 0) throw AutomatonTooLarge();  // the tables take what is left for all
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

namespace {

using Found = Result<std::unique_ptr<FoundTheorem>>;

/// A rule's statement, and what it takes to make a closed form of a theorem about it.
struct RuleStatement {
  RuleStatement(const Rules& of, std::size_t of_dimensions, const Budget& limits)
      : rules(of), dimensions(of_dimensions), budget(limits), quiet(limits) {
    quiet.progress = nullptr;
    AutomataWorkspace workspace(quiet, kMostStates, kMostSteps);
    formula = GameFormula::of(rules, dimensions, workspace);
  }

  Found found(GameFormula of, Theorem theorem, bool kept) const {
    return std::make_unique<FoundTheorem>(FoundTheorem{
        theorem_form(rules.domain(), std::move(of), std::move(theorem), rules.unbounded_lifting(dimensions).labels, budget),
        kept});
  }
  static Refusal refused(Refusal refusal) {
    refusal.reason = "no theorem: " + refusal.reason;
    return refusal;
  }

  const Rules& rules;
  std::size_t dimensions;
  const Budget& budget;
  Budget quiet;
  Result<GameFormula> formula = Refusal{};
};

/// The limits of a search that is worth so many seconds.
TheoremLimits limits_worth(double seconds) {
  constexpr double kStepsASecond = 1e8;
  TheoremLimits limits = kLimitsBesideAnAnswer;
  if (seconds * kStepsASecond < static_cast<double>(limits.most_steps))
    limits.most_steps = static_cast<std::uint64_t>(seconds * kStepsASecond);
  return limits;
}

}  // namespace

TheoremSource theorem_source(const Budget& budget) {
  const auto kept = [&budget](const Rules& rules, std::size_t dimensions) -> Found {
    RuleStatement statement(rules, dimensions, budget);
    if (!statement.formula) return RuleStatement::refused(statement.formula.refusal());
    std::optional<Theorem> theorem = kept_theorem(*statement.formula, statement.quiet);
    if (!theorem) return std::unique_ptr<FoundTheorem>();
    return statement.found(*std::move(statement.formula), *std::move(theorem), true);
  };
  const auto find = [&budget](const Rules& rules, std::size_t dimensions, double seconds) -> Found {
    RuleStatement statement(rules, dimensions, budget);
    if (!statement.formula) return RuleStatement::refused(statement.formula.refusal());
    TheoremSearch tried;
    TheoremReport report =
        searched_theorem(std::move(statement.formula), rules, 0, statement.quiet, limits_worth(seconds), tried, seconds);
    if (!report.theorem) return RuleStatement::refused(report.theorem.refusal());
    return statement.found(*std::move(report.formula), *std::move(report.theorem), false);
  };
  return {kept, find};
}

namespace {

/// The first small position that a search knows better.
std::optional<std::string> contradicted_by_search(const Theorem& theorem, const GameFormula& formula,
                                                  const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  constexpr Coordinate kBound[] = {200, 24, 8, 5};  // by the number of tracks
  Solver reference({rules}, budget,
                   {.closed_form = false, .heap = false, .nimbers = false, .kernels = false, .quotients = false});
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
