#include "engine/method/solvers/compound_solver.h"

#include <utility>

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

CompoundSolver::UnderPlay::UnderPlay(Games of, bool kernels, const Budget& budget,
                                     const std::shared_ptr<MemoryAccount>& account)
    : games(std::move(of)), formulas(games, budget) {
  if (!kernels) return;
  tables.reserve(games.size());
  for (const std::shared_ptr<const Rules>& game : games) tables.emplace_back(*game, budget, account);
}

CompoundSolver::CompoundSolver(const CompoundRules& rules, bool formulas, bool kernels, const Budget& budget,
                               const std::shared_ptr<MemoryAccount>& account)
    : normal_(all_under(rules.games(), Play::normal), kernels, budget, account),
      misere_(all_under(rules.games(), Play::misere), kernels, budget, account),
      theory_(rules, sources_of(rules, formulas, kernels), budget, account) {}

std::vector<ComponentValues::Sources> CompoundSolver::sources_of(const CompoundRules& rules, bool formulas, bool kernels) {
  std::vector<ComponentValues::Sources> found(rules.games().size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (kernels)
      found[i].table = [this, i](ComponentValues::Quantity quantity, Play play, PositionView position, bool kept) {
        return by_table(i, quantity, play, position, kept);
      };
    if (!formulas || rules.games()[i]->closed_form() == nullptr) continue;
    found[i].outcome = [this, i](Play play, PositionView position) -> std::optional<Outcome> {
      const Result<ClosedForm*> form = under(play).formulas.form(i);
      if (!form) return std::nullopt;
      const Result<Outcome> outcome = ask_formula([&] { return (*form)->outcome(widen(position)); });
      return outcome ? std::optional(*outcome) : std::nullopt;
    };
  }
  return found;
}

/// Nothing of suspense and of foreclosed values, which no table tells.
std::optional<Search::Values> CompoundSolver::by_table(std::size_t component, ComponentValues::Quantity quantity, Play play,
                                                       PositionView position, bool kept) {
  Kernels& tables = under(play).tables[component];
  switch (quantity) {
    case ComponentValues::Quantity::outcome:
    case ComponentValues::Quantity::remoteness: {
      if (kept && !tables.keeps(position, ValueKind::remoteness)) return std::nullopt;
      const std::optional<PackedOutcome> outcome = tables.outcome(position);
      return outcome ? std::optional(Search::Values{0, *outcome}) : std::nullopt;
    }
    case ComponentValues::Quantity::grundy: {
      if (kept && !tables.keeps(position, ValueKind::grundy)) return std::nullopt;
      const std::optional<Grundy> value = tables.grundy(position);
      return value ? std::optional(Search::Values{*value, {}}) : std::nullopt;
    }
    case ComponentValues::Quantity::suspense:
    case ComponentValues::Quantity::foreclosed: break;
  }
  return std::nullopt;
}

}  // namespace bouton
