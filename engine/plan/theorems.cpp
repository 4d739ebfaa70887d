#include "engine/plan/theorems.h"

#include "engine/plan/solver.h"

namespace bouton {
namespace {

/// The statement of a rule is small; what is more is no use to a proof.
constexpr std::size_t kMostStates = 200'000;
constexpr std::uint64_t kMostSteps = 1'000'000'000;

}  // namespace

TheoremReport find_theorem(const Game& game, std::size_t dimensions, std::size_t greatest_value, const Budget& budget) {
  AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
  Result<GameFormula> formula = GameFormula::of(*game.rules, dimensions, workspace);
  if (!formula) return {formula.refusal(), formula.refusal(), {}};
  // The table must not take what is to be proved from a formula that the rule claims.
  Solver solver({game.rules}, budget, {.closed_form = false});
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
  TheoremSearch search;
  Result<Theorem> theorem = find_theorem(*game.rules, *formula, greatest_value, table, {}, budget, search);
  return {std::move(formula), std::move(theorem), std::move(search)};
}

}  // namespace bouton
