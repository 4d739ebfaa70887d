#include "engine/method/solvers/compound_solver.h"

#include "engine/position/integer.h"
#include "engine/rules/under_play.h"

namespace bouton {
namespace {

std::vector<std::shared_ptr<const Rules>> all_under(const std::vector<std::shared_ptr<const Rules>>& games, Play play) {
  std::vector<std::shared_ptr<const Rules>> under;
  for (const std::shared_ptr<const Rules>& game : games) under.push_back(under_play(game, play));
  return under;
}

}  // namespace

CompoundSolver::CompoundSolver(const CompoundRules& rules, bool formulas, const Budget& budget,
                               const std::shared_ptr<MemoryAccount>& account)
    : normal_(all_under(rules.games(), Play::normal), budget),
      misere_(all_under(rules.games(), Play::misere), budget),
      theory_(rules, formulas_of(rules, formulas), budget, account) {}

std::vector<OutcomeFormula> CompoundSolver::formulas_of(const CompoundRules& rules, bool formulas) {
  std::vector<OutcomeFormula> found(rules.games().size());
  for (std::size_t i = 0; i < found.size() && formulas; ++i) {
    if (rules.games()[i]->closed_form() == nullptr) continue;
    found[i] = [this, i](Play play, PositionView position) -> std::optional<Outcome> {
      const Result<ClosedForm*> form = (play == Play::misere ? misere_ : normal_).form(i);
      if (!form) return std::nullopt;
      const Result<Outcome> outcome = ask_formula([&] { return (*form)->outcome(widen(position)); });
      return outcome ? std::optional(*outcome) : std::nullopt;
    };
  }
  return found;
}

}  // namespace bouton
