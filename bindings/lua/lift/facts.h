// What can be told of an expression without running it: its size as a tree and the range of its values.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "bindings/lua/lift/lift.h"
#include "engine/program/move_program.h"

namespace bouton::lua {

/// Integers from least to greatest, both included.
struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

  bool contains(std::int64_t value) const { return least <= value && value <= greatest; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The range of a slot that is assigned such values on some ways: on others it may be read, to no effect, and is 0 there. What
/// divides by it must not trap then.
constexpr Range or_zero(const Range& range) {
  return {range.least < 0 ? range.least : 0, range.greatest > 0 ? range.greatest : 0};
}

class Facts {
 public:
  Facts(const MoveProgram& program, const std::vector<CoordinateRange>& coordinates)
      : program_(program), coordinates_(coordinates) {}

  /// Nodes of the expression as a tree; at most some 2^32.
  std::uint32_t size(ExpressionId id) { return fact(id).size; }
  /// The values that the expression takes, if no variable leaves its range. Sound, not sharp.
  Range range(ExpressionId id) { return fact(id).range; }
  /// One more than the greatest slot that the expression reads, or 0.
  Slot slots(ExpressionId id) { return fact(id).slots; }

  /// Says what values a slot takes. Before the first expression that reads it is asked about.
  void set_range(Slot slot, Range range);

 private:
  struct Fact {
    std::uint32_t size = 1;
    Slot slots = 0;
    Range range;
  };
  const Fact& fact(ExpressionId id);
  Fact work_out(const Expression& e) const;

  const MoveProgram& program_;
  const std::vector<CoordinateRange>& coordinates_;
  std::vector<Fact> facts_;
  std::vector<Range> slot_ranges_;
};

}  // namespace bouton::lua
