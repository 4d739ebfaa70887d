// Values of expressions at one position, one coordinate of which is left open.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/position.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Evaluates expressions that do not depend on coordinate `axis`. Where an expression traps, or depends on the axis
/// after all, trapped() becomes true and values are arbitrary. The program must outlive it.
class RestEvaluator {
 public:
  RestEvaluator(const MoveProgram& program, std::size_t axis);

  /// The position without the axis.
  void set_rest(PositionView rest);
  void set(Slot slot, std::int64_t value) { slots_[slot] = value; }
  bool trapped() const { return trapped_; }

  std::int64_t value(ExpressionId id);
  /// The sum without its multiple of `open`, the axis as an expression.
  std::int64_t rest(const Affine& form, ExpressionId open);
  /// The sum, which does not depend on the axis.
  std::int64_t value(const Affine& form);

 private:
  std::int64_t trap() {
    trapped_ = true;
    return 1;
  }

  const MoveProgram& program_;
  const std::size_t axis_;
  std::vector<Coordinate> rest_;
  std::vector<std::int64_t> slots_;
  bool trapped_ = false;
};

/// The coordinate as an expression of the program, if it has one.
std::optional<ExpressionId> find_coordinate(const MoveProgram& program, std::size_t axis);

}  // namespace bouton
