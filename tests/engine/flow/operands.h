// Operands of flow programs, as short as tests name them.
#pragma once

#include <cstdint>

#include "engine/flow/flow_program.h"

namespace bouton::test {

inline FlowOperand reg(std::uint32_t number) { return FlowOperand::of_register(number); }
inline FlowOperand num(std::int64_t value) { return FlowOperand::constant(value); }

}  // namespace bouton::test
