// The theory of a compound, with the formulas of the games that are its components.
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/compound/compound_theory.h"
#include "engine/method/solvers/formulas.h"
#include "engine/sum/compound_rules.h"

namespace bouton {

class CompoundSolver {
 public:
  /// `rules` and `budget` must outlive this object. `formulas`: whether the formulas of the games may be asked.
  CompoundSolver(const CompoundRules& rules, bool formulas, const Budget& budget,
                 const std::shared_ptr<MemoryAccount>& account);

  CompoundSolver(const CompoundSolver&) = delete;
  CompoundSolver& operator=(const CompoundSolver&) = delete;

  CompoundTheory& theory() { return theory_; }
  /// Whether play was found to go on for ever in a component, so that the theory does not tell.
  bool endless() const { return endless_; }
  void note_endless() { endless_ = true; }

 private:
  std::vector<OutcomeFormula> formulas_of(const CompoundRules& rules, bool formulas);

  Formulas normal_, misere_;
  CompoundTheory theory_;
  bool endless_ = false;
};

}  // namespace bouton
