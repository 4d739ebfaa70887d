// What registers hold, as linear forms of registers: modulo 2^64 like all arithmetic of a FlowProgram.
#pragma once

#include <cstdint>
#include <map>

#include "engine/flow/flow_program.h"
#include "engine/linear/linear_form.h"

namespace bouton {

using RegisterForm = LinearForm<Wrapping>;  ///< of registers, by number

/// What the registers hold at a place of a block, as forms of what registers hold there: of a register that is computed from
/// others in this block, what it is computed from.
class RegisterForms {
 public:
  /// At the beginning of a block. The program must outlive this object.
  explicit RegisterForms(const FlowProgram& program) : program_(program) {}

  /// Goes past an instruction.
  void pass(const FlowInstruction& instruction);
  RegisterForm of(const FlowOperand& operand) const;

 private:
  RegisterForm result(const FlowInstruction& instruction) const;
  void forget(std::uint32_t number);

  const FlowProgram& program_;
  std::map<std::uint32_t, RegisterForm> forms_;  ///< of other registers than those named in the form
};

/// What an instruction adds to the register that it assigns: r = r + c or r - c; 0 for all others.
std::int64_t increment_of(const FlowInstruction& instruction);

}  // namespace bouton
