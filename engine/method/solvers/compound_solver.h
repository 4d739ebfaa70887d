// The theory of a compound, with the formulas and the tables of the games that are its components.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/compound/compound_theory.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/kernels.h"
#include "engine/sum/compound_rules.h"

namespace bouton {

class CompoundSolver {
 public:
  /// `rules` and `budget` must outlive this object. `formulas`: whether the formulas of the games may be asked; `kernels`:
  /// whether tables of their positions may be filled at once.
  CompoundSolver(const CompoundRules& rules, bool formulas, bool kernels, const Budget& budget,
                 const std::shared_ptr<MemoryAccount>& account);

  CompoundSolver(const CompoundSolver&) = delete;
  CompoundSolver& operator=(const CompoundSolver&) = delete;

  CompoundTheory& theory() { return theory_; }
  /// Whether play was found to go on for ever in a component, so that the theory does not tell.
  bool endless() const { return endless_; }
  void note_endless() { endless_ = true; }

 private:
  using Games = std::vector<std::shared_ptr<const Rules>>;

  /// The components under one convention of play.
  struct UnderPlay {
    UnderPlay(Games of, bool kernels, const Budget& budget, const std::shared_ptr<MemoryAccount>& account);
    Games games;
    Formulas formulas;
    std::vector<Kernels> tables;  ///< of each game; empty where none may be filled
  };

  UnderPlay& under(Play play) { return play == Play::misere ? misere_ : normal_; }
  std::vector<ComponentValues::Sources> sources_of(const CompoundRules& rules, bool formulas, bool kernels);
  std::optional<Search::Values> by_table(std::size_t component, ComponentValues::Quantity quantity, Play play,
                                         PositionView position, bool kept);

  UnderPlay normal_, misere_;
  CompoundTheory theory_;
  bool endless_ = false;
};

}  // namespace bouton
