// Sums of multiples of registers and a constant, modulo 2^64 like all arithmetic of a FlowProgram.
#pragma once

#include <cstdint>
#include <map>

#include "engine/flow/flow_program.h"

namespace bouton {

struct LinearForm {
  std::int64_t constant = 0;
  std::map<std::uint32_t, std::int64_t> factors = {};  ///< by register; none is 0

  static LinearForm of_constant(std::int64_t constant) { return {constant}; }
  static LinearForm of_register(std::uint32_t number) { return {0, {{number, 1}}}; }

  /// this += factor * other
  void add(const LinearForm& other, std::int64_t factor = 1);
  friend bool operator==(const LinearForm&, const LinearForm&) = default;
};

/// What the registers hold at a place of a block, as sums of what registers hold there: of a register that is computed from
/// others in this block, what it is computed from.
class LinearForms {
 public:
  /// At the beginning of a block. The program must outlive this object.
  explicit LinearForms(const FlowProgram& program) : program_(program) {}

  /// Goes past an instruction.
  void pass(const FlowInstruction& instruction);
  LinearForm of(const FlowOperand& operand) const;

 private:
  LinearForm result(const FlowInstruction& instruction) const;
  void forget(std::uint32_t number);

  const FlowProgram& program_;
  std::map<std::uint32_t, LinearForm> forms_;  ///< of other registers than those named in the form
};

/// What an instruction adds to the register that it assigns: r = r + c or r - c; 0 for all others.
std::int64_t increment_of(const FlowInstruction& instruction);

}  // namespace bouton
