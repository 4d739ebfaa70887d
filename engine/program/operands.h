// The operands of an expression of a MoveProgram, and whether it may trap.
#pragma once

#include "engine/program/move_program.h"

namespace bouton {

/// How many of an expression's a, b, c are operands: the first ones.
constexpr int operand_count(Op op) {
  switch (op) {
    case Op::constant:
    case Op::coordinate:
    case Op::variable: return 0;
    case Op::element:
    case Op::neg:
    case Op::bit_not:
    case Op::abs:
    case Op::logical_not: return 1;
    case Op::select: return 3;
    default: return 2;
  }
}

/// Calls `visit` with each operand, in order.
template <class Visit>
void for_each_operand(const Expression& e, const Visit& visit) {
  const ExpressionId operands[] = {e.a, e.b, e.c};
  for (int i = 0; i < operand_count(e.op); ++i) visit(operands[i]);
}

/// Whether the operation of `e` itself may trap, as far as can be told without the values of variables.
inline bool may_trap(const MoveProgram& program, const Expression& e) {
  if (e.op == Op::element) return true;
  if (e.op != Op::floor_div && e.op != Op::floor_mod) return false;
  return program[e.b].op != Op::constant || program[e.b].value == 0;
}

}  // namespace bouton
