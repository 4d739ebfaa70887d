// Which registers hold a coordinate of the position plus a constant, at each place of a program's first function.
//
// A forward analysis over its blocks: where control comes together, what holds on all ways.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/flow/flow_program.h"

namespace bouton {

struct CoordinateOffset {
  std::uint32_t coordinate = 0;
  std::int64_t offset = 0;
  friend bool operator==(const CoordinateOffset&, const CoordinateOffset&) = default;
};

/// Walked through by whoever goes through the instructions.
class CoordinateOffsets {
 public:
  /// Of a program that is verified and must outlive this object. O(blocks x registers), as a rule.
  explicit CoordinateOffsets(const FlowProgram& program);

  /// Goes to the beginning of a block, and past an instruction.
  void begin(std::uint32_t block);
  void pass(const FlowInstruction& instruction);
  /// What is known of the operand at the present place.
  std::optional<CoordinateOffset> of(const FlowOperand& operand) const;

 private:
  using Facts = std::map<std::uint32_t, CoordinateOffset>;

  std::optional<CoordinateOffset> result(const FlowInstruction& instruction) const;
  void flow_to(std::uint32_t block, std::vector<std::uint32_t>& open);

  const FlowProgram& program_;
  std::vector<bool> is_coordinate_;  ///< of registers: one that is never assigned
  std::vector<std::optional<Facts>> at_;
  Facts now_;
};

}  // namespace bouton
