// Values and conditions as a symbolic execution makes them: sums of multiples in one normal form, comparisons as inequalities
// of such sums, minima and maxima where a choice is one.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/analysis/interval.h"
#include "engine/program/construction/conditions.h"
#include "engine/program/construction/facts.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Throws Refused where conditions become too many. No expression that is made here can trap within the ranges.
class LinearValues {
 public:
  /// `program` and `ranges` must outlive this object.
  LinearValues(MoveProgram& program, const std::vector<CoordinateRange>& ranges);

  MoveProgram& program() { return program_; }
  Conditions& conditions() { return conditions_; }
  /// Whether integers are taken not to wrap around, since nothing bounds the coordinates.
  bool is_unbounded() const { return unbounded_; }

  /// A variable of a loop, with values in that range.
  Slot new_variable(const std::string& name, Interval range);

  /// The value of an operation; nothing where it may trap. `assumed` holds where it is executed. For an element, `list` is its
  /// list in the program, counted from 0 as in a FlowProgram.
  std::optional<ExpressionId> operation(FlowOp op, ExpressionId a, ExpressionId b, Condition assumed);
  std::optional<ExpressionId> element(std::size_t list, ExpressionId index);
  /// The sum, written in the one way in which equal sums are written.
  ExpressionId linear(const Affine& sum);
  Affine affine(ExpressionId id) const { return bouton::affine(program_, id); }
  ExpressionId choose(Condition condition, ExpressionId yes, ExpressionId no, Condition assumed);
  /// The lesser (Op::min) or the greater (Op::max) of two where `assumed` holds.
  ExpressionId extreme(Op op, ExpressionId a, ExpressionId b, Condition assumed);

  Condition compare(FlowCondition condition, ExpressionId a, ExpressionId b);
  /// That a <= b.
  Condition at_most(ExpressionId a, ExpressionId b) { return compare(FlowCondition::less_equal, a, b); }

  /// With `by` in place of the variable.
  ExpressionId substituted(ExpressionId id, Slot slot, ExpressionId by);
  Condition with_substituted(Condition condition, Slot slot, ExpressionId by);
  bool depends_on(ExpressionId id, Slot slot) const { return depends_on_slot(program_, id, slot); }

  /// The condition as an expression where `known` holds, without what the rest of it, or `known`, is seen to imply.
  ExpressionId guard(Condition condition, Condition known);

  /// Of a comparison that was made here: the sum that is at most 0 where it holds, or that is 0; nothing where integers might
  /// wrap around.
  const Affine* inequality(ExpressionId comparison) const;
  const Affine* equality(ExpressionId comparison) const;

  /// Whether bits are part of it, which are those of 64: it may be close to the ends, whatever bounds the coordinates.
  bool has_bits(ExpressionId id);
  /// Values in 64 bits; without an end where that is not known.
  Interval range(ExpressionId id);
  Interval range(const Affine& sum);

 private:
  Interval work_out_range(ExpressionId id);
  std::vector<ExpressionId> parts(Condition condition);
  ExpressionId shifted(FlowOp op, ExpressionId a, ExpressionId b);
  Condition order(ExpressionId a, ExpressionId b, std::int64_t offset);
  Condition at_most_zero(const Affine& whole);
  std::optional<Condition> by_parts(const Affine& sum);
  Condition equal(ExpressionId a, ExpressionId b);
  bool is_exact(const Affine& sum);
  struct Sides {
    ExpressionId positive, negative;
  };
  Sides sides(const Affine& sum);
  ExpressionId rebuilt(ExpressionId id, Slot slot, ExpressionId by, std::unordered_map<ExpressionId, ExpressionId>& done);

  MoveProgram& program_;
  const std::vector<CoordinateRange>& ranges_;
  bool unbounded_ = false;
  Facts facts_;
  Conditions conditions_;
  std::vector<Interval> slots_;
  std::unordered_map<ExpressionId, Interval> known_ranges_;
  std::unordered_map<ExpressionId, bool> has_bits_;
  std::unordered_map<ExpressionId, Affine> inequalities_, equalities_;
};

}  // namespace bouton
