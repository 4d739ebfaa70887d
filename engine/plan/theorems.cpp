#include "engine/plan/theorems.h"

#include <algorithm>

#include "engine/base/whole_part.h"
#include "engine/plan/solver.h"
#include "engine/theorem/cache/theorem_cache.h"
#include "engine/theorem/forms/theorem_form.h"
#include "engine/theorem/learning/function_search.h"

namespace bouton {
namespace {

/// The statement of a rule is small; what is more is no use to a proof.
constexpr std::size_t kMostStates = 200'000;
constexpr std::uint64_t kMostSteps = 1'000'000'000;
/// Tables of more positions than smaller ones are filled where that is estimated to take no more than so many seconds.
constexpr std::uint64_t kManyPositions = 3'000'000;
constexpr double kSecondsOfMany = 4;
/// Where nobody asked for a theorem, but for an answer.
constexpr TheoremLimits kLimitsBesideAnAnswer{.most_states = 120, .most_steps = 800'000'000, .most_learnt = 2'600};

}  // namespace

TheoremReport search_theorem(Result<GameFormula> formula, const Rules& rules, std::size_t greatest_value, const Budget& budget,
                             const TheoremLimits& limits, TheoremSearch& search, double table_seconds, Otherwise otherwise) {
  // The table must not take what is to be proved from a formula that the rule claims.
  Solver solver({std::shared_ptr<const Rules>(std::shared_ptr<void>(), &rules)}, budget,
                {.closed_form = false, .claims = false});
  const ValueTable table = [&](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
    const QuestionPlan plan =
        solver.plan(value == 0 ? Question::positions_of(box) : Question::table_of(box, ValueKind::grundy));
    const double seconds = plan.steps.empty() ? 0 : plan.steps.front().proposal.cost.seconds;
    if (box.size() > kManyPositions && seconds > kSecondsOfMany) throw TableTooDear();
    table_seconds -= seconds;
    if (table_seconds < 0) throw AutomatonTooLarge();  // the tables take what is left for all
    if (value == 0) {
      solver.positions(box, visit);
      return;
    }
    const Table values = solver.table(box, ValueKind::grundy);
    Position position = box.low();
    for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position))
      if (values.valid(index) && values.cells[index] == value) visit(position);
  };
  const FunctionTable function_table = [&](const Box& box, const std::function<void(PositionView, std::uint64_t)>& visit) {
    const Table values = solver.table(box, ValueKind::grundy);
    Position position = box.low();
    for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position))
      if (values.valid(index)) visit(position, values.cells[index]);
  };
  Result<Theorem> theorem = greatest_value == kAllValues
                                ? find_function(rules, *formula, function_table, limits, budget, search)
                                : find_theorem(rules, *formula, greatest_value, table, limits, budget, search);
  // What took more than usual to prove is not proved again for an answer.
  if (theorem && limits.times_usual() == 1) keep_theorem(*formula, *theorem, budget);
  std::optional<LayerTheorem> layers;
  if (!theorem && greatest_value == 0 && otherwise == Otherwise::layers)
    layers = find_layers(rules, *formula, table, limits, budget, search);
  return {greatest_value, std::move(formula), std::move(theorem), search, 0, {}, std::move(layers)};
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
  limits.most_steps = std::min(limits.most_steps, whole_part(seconds * kStepsASecond));
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
        search_theorem(std::move(statement.formula), rules, 0, statement.quiet, limits_worth(seconds), tried, seconds);
    if (!report.theorem) return RuleStatement::refused(report.theorem.refusal());
    return statement.found(*std::move(report.formula), *std::move(report.theorem), false);
  };
  return {kept, find};
}

}  // namespace bouton
