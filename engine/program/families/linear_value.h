// What an expression of a MoveProgram is at one position, while some of its loop variables are left open.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "engine/linear/exact_form.h"
#include "engine/position/integer.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Conditions that all hold: each form of the open variables is <= 0.
using LinearConditions = std::vector<ExactForm>;

/// Evaluates the expressions of one program at one position. Slots are bound to values while loops are gone through. Nothing is
/// answered where an expression traps, or is no such sum. `program` and `position` must outlive it.
class LinearEvaluator {
 public:
  LinearEvaluator(const MoveProgram& program, const BigPosition& position);

  void bind(Slot slot, ExactForm value) { slots_[slot] = std::move(value); }

  /// A minimum or maximum in an expression that has no value since it is open which side counts; nothing where there is none.
  std::optional<ExpressionId> undecided(ExpressionId id) const;
  /// From now on the left side of such an expression counts, or the right one. The values below 0 or at it where that is so.
  std::optional<LinearConditions> decide(ExpressionId id, bool left);
  void forget_decision(ExpressionId id) { decided_.erase(id); }

  std::optional<ExactForm> value(ExpressionId id) const;
  /// Sums whose least, or greatest, the expression is: of math.min(S, L - s) these two. At most 64 of them.
  std::optional<std::vector<ExactForm>> as_least(ExpressionId id) const { return extremes(id, Op::min); }
  std::optional<std::vector<ExactForm>> as_greatest(ExpressionId id) const { return extremes(id, Op::max); }
  /// Where the condition has the truth value `wanted`: in any one of these cases, no two of which hold at once; none if it
  /// never has. At most 64 of them.
  std::optional<std::vector<LinearConditions>> cases(ExpressionId condition, bool wanted) const;

 private:
  std::optional<ExactForm> computed(const Expression& e, const ExactForm& a, const ExactForm& b) const;
  std::optional<std::vector<ExactForm>> extremes(ExpressionId id, Op op) const;
  std::optional<std::vector<LinearConditions>> cases_of_order(ExpressionId a, ExpressionId b, int offset) const;
  std::optional<std::vector<LinearConditions>> cases_of_both(ExpressionId a, bool wanted_a, ExpressionId b,
                                                             bool wanted_b) const;

  const MoveProgram& program_;
  const BigPosition& position_;
  std::vector<std::optional<ExactForm>> slots_;
  std::map<ExpressionId, bool> decided_;  ///< of minima and maxima, whether the left side counts
};

}  // namespace bouton
