// Values of expressions at one position, one coordinate of which is left open.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/position.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Evaluates expressions that do not depend on coordinate `axis`. Throws Trap where an expression has no value, or depends on
/// the axis after all. `program` must outlive it.
class RestEvaluator {
 public:
  RestEvaluator(const MoveProgram& program, std::size_t axis);

  /// The position without the axis.
  void set_rest(PositionView rest);
  void set(Slot slot, std::int64_t value) { slots_[slot] = value; }

  std::int64_t value(ExpressionId id);
  /// The sum without its multiple of `open`, the axis as an expression.
  std::int64_t rest(const Affine& form, ExpressionId open);
  /// The sum, which does not depend on the axis.
  std::int64_t value(const Affine& form);

 private:
  const MoveProgram& program_;
  const std::size_t axis_;
  std::vector<Coordinate> rest_;
  std::vector<std::int64_t> slots_;
};

/// The coordinate as an expression of the program, if it has one.
std::optional<ExpressionId> find_coordinate(const MoveProgram& program, std::size_t axis);

}  // namespace bouton
