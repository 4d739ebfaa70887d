// What the operations of a FlowProgram give for integers that are known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/flow/flow_program.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {

/// The result of an operation of one or two operands; nothing where it traps.
inline std::optional<std::int64_t> computed(FlowOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case FlowOp::neg: return wrapping_neg(a);
    case FlowOp::bit_not: return ~a;
    case FlowOp::abs: return wrapping_abs(a);
    case FlowOp::add: return wrapping_add(a, b);
    case FlowOp::sub: return wrapping_sub(a, b);
    case FlowOp::mul: return wrapping_mul(a, b);
    case FlowOp::floor_div: return b == 0 ? std::nullopt : std::optional(floor_div(a, b));
    case FlowOp::floor_mod: return b == 0 ? std::nullopt : std::optional(floor_mod(a, b));
    case FlowOp::truncating_mod: return b == 0 ? std::nullopt : std::optional(truncating_mod(a, b));
    case FlowOp::bit_and: return a & b;
    case FlowOp::bit_or: return a | b;
    case FlowOp::bit_xor: return a ^ b;
    case FlowOp::shift_left: return shift_left(a, b);
    case FlowOp::shift_right: return shift_right(a, b);
    case FlowOp::min: return std::min(a, b);
    case FlowOp::max: return std::max(a, b);
    default: return a;
  }
}

/// Whether a condition holds of integers that are known.
inline bool holds(FlowCondition condition, std::int64_t a, std::int64_t b) {
  switch (condition) {
    case FlowCondition::equal: return a == b;
    case FlowCondition::less: return a < b;
    case FlowCondition::less_equal: return a <= b;
    case FlowCondition::unsigned_less: return unsigned_less(a, b);
  }
  return false;
}

}  // namespace bouton
