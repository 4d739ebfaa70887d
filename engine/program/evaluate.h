// What the operations of a MoveProgram compute. All that evaluates, folds or runs expressions one number at a time does it by
// these functions, so that an operation has one meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/move_program.h"

namespace bouton {

/// The value of an operation with the operands a and b (b means nothing to operations with one operand), or nothing where it
/// traps. Not of Op::constant, coordinate, variable, element and select. Inlined: with an `op` that is known to the compiler it
/// costs the operation alone.
[[gnu::always_inline]] constexpr std::optional<std::int64_t> evaluate(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::add: return wrapping_add(a, b);
    case Op::sub: return wrapping_sub(a, b);
    case Op::mul: return wrapping_mul(a, b);
    case Op::floor_div: return b == 0 ? std::nullopt : std::optional(floor_div(a, b));
    case Op::floor_mod: return b == 0 ? std::nullopt : std::optional(floor_mod(a, b));
    case Op::bit_and: return a & b;
    case Op::bit_or: return a | b;
    case Op::bit_xor: return a ^ b;
    case Op::shift_left: return shift_left(a, b);
    case Op::shift_right: return shift_right(a, b);
    case Op::min: return a < b ? a : b;
    case Op::max: return a > b ? a : b;
    case Op::neg: return wrapping_neg(a);
    case Op::bit_not: return ~a;
    case Op::abs: return wrapping_abs(a);
    case Op::equal: return a == b;
    case Op::less: return a < b;
    case Op::less_equal: return a <= b;
    case Op::unsigned_less: return unsigned_less(a, b);
    case Op::logical_and: return static_cast<std::int64_t>(a != 0) & static_cast<std::int64_t>(b != 0);
    case Op::logical_or: return static_cast<std::int64_t>(a != 0) | static_cast<std::int64_t>(b != 0);
    case Op::logical_not: return a == 0;
    case Op::constant:
    case Op::coordinate:
    case Op::variable:
    case Op::element:
    case Op::select: break;
  }
  return std::nullopt;
}

/// Element `at` of a list, counted from 1, or nothing where there is none.
[[gnu::always_inline]] inline std::optional<std::int64_t> element(const std::vector<std::int64_t>& list, std::int64_t at) {
  const std::uint64_t place = static_cast<std::uint64_t>(at) - 1;
  return place < list.size() ? std::optional(list[place]) : std::nullopt;
}

/// The value of an expression whose operands' values `value(id)` returns, or nothing where the expression itself traps. Asks
/// for those operands only that are evaluated. Not of Op::coordinate and variable, whose values the caller knows.
template <class Value>
[[gnu::always_inline]] inline std::optional<std::int64_t> evaluate(const MoveProgram& program, const Expression& e,
                                                                   const Value& value) {
  switch (e.op) {
    case Op::constant: return e.value;
    case Op::element: return element(program.lists[static_cast<std::size_t>(e.value)], value(e.a));
    case Op::select: return value(e.a) != 0 ? value(e.b) : value(e.c);
    case Op::logical_and: return value(e.a) != 0 && value(e.b) != 0;
    case Op::logical_or: return value(e.a) != 0 || value(e.b) != 0;
    case Op::neg:
    case Op::bit_not:
    case Op::abs:
    case Op::logical_not: return evaluate(e.op, value(e.a), 0);
    default: break;
  }
  const std::int64_t a = value(e.a);
  return evaluate(e.op, a, value(e.b));
}

}  // namespace bouton
