// What is known of an expression without running it: its size as a tree, the slots that it reads and the range of its values.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/program/move_program.h"

namespace bouton {

/// Positions with a coordinate beyond this, either way, are not run natively: arithmetic on smaller ones that counts
/// a few of them together does not wrap around.
inline constexpr std::int64_t kGreatestLiftedCoordinate = std::int64_t{1} << 60;

/// Least and greatest value of a coordinate, both included.
struct CoordinateRange {
  std::int64_t least = -kGreatestLiftedCoordinate;
  std::int64_t greatest = kGreatestLiftedCoordinate;
  bool is_any_size = false;  ///< nothing is known: not even that it is within 64 bits
};

/// Integers from least to greatest, both included.
struct ValueRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

  bool contains(std::int64_t value) const { return least <= value && value <= greatest; }
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// The range of a slot that is assigned such values on some paths only. On the others it is 0 and may be read speculatively,
/// where a division by it must not trap.
constexpr ValueRange or_zero(const ValueRange& range) {
  return {range.least < 0 ? range.least : 0, range.greatest > 0 ? range.greatest : 0};
}

/// The facts of the expressions of one program, each worked out once.
class Facts {
 public:
  /// `program` and `coordinates` must outlive this object; the program may grow.
  Facts(const MoveProgram& program, const std::vector<CoordinateRange>& coordinates)
      : program_(program), coordinates_(coordinates) {}

  /// The number of nodes of the expression as a tree, shared ones counted each time; saturates near 2^32.
  std::uint32_t size(ExpressionId id) { return fact(id).size; }
  /// A range that holds every value of the expression, as long as every variable is within its own: sound, not exact.
  ValueRange range(ExpressionId id) { return fact(id).range; }
  /// One more than the greatest slot that the expression reads, or 0.
  Slot slots(ExpressionId id) { return fact(id).slots; }

  /// States the values that a slot takes. To be called before anything is asked about an expression that reads it.
  void set_range(Slot slot, ValueRange range);

 private:
  struct Fact {
    std::uint32_t size = 1;
    Slot slots = 0;
    ValueRange range;
  };
  const Fact& fact(ExpressionId id);
  Fact work_out(const Expression& e) const;
  ValueRange leaf(const Expression& e) const;
  ValueRange unary(const Expression& e, const ValueRange& a) const;

  const MoveProgram& program_;
  const std::vector<CoordinateRange>& coordinates_;
  std::vector<Fact> facts_;
  std::vector<ValueRange> slot_ranges_;
};

}  // namespace bouton
