#include "engine/program/analysis/rest_evaluator.h"

#include <algorithm>

#include "engine/program/integer_arithmetic.h"

namespace bouton {

RestEvaluator::RestEvaluator(const MoveProgram& program, std::size_t axis)
    : program_(program), axis_(axis), slots_(program.slot_names.size(), 0) {}

void RestEvaluator::set_rest(PositionView rest) { rest_.assign(rest.begin(), rest.end()); }

std::int64_t RestEvaluator::value(ExpressionId id) {
  const Expression& e = program_[id];
  const auto a = [&] { return value(e.a); };
  const auto b = [&] { return value(e.b); };
  switch (e.op) {
    case Op::constant: return e.value;
    case Op::coordinate: {
      const auto i = static_cast<std::size_t>(e.value);
      if (i == axis_) return trap();
      return rest_[i < axis_ ? i : i - 1];
    }
    case Op::variable: return slots_[static_cast<std::size_t>(e.value)];
    case Op::element: {
      const auto& list = program_.lists[static_cast<std::size_t>(e.value)];
      const std::int64_t at = a();
      return at < 1 || at > static_cast<std::int64_t>(list.size()) ? trap() : list[static_cast<std::size_t>(at - 1)];
    }
    case Op::add: return wrapping_add(a(), b());
    case Op::sub: return wrapping_sub(a(), b());
    case Op::mul: return wrapping_mul(a(), b());
    case Op::floor_div: {
      const std::int64_t x = a(), y = b();
      return y == 0 ? trap() : floor_div(x, y);
    }
    case Op::floor_mod: {
      const std::int64_t x = a(), y = b();
      return y == 0 ? trap() : floor_mod(x, y);
    }
    case Op::bit_and: return a() & b();
    case Op::bit_or: return a() | b();
    case Op::bit_xor: return a() ^ b();
    case Op::shift_left: return shift_left(a(), b());
    case Op::shift_right: return shift_right(a(), b());
    case Op::min: return std::min(a(), b());
    case Op::max: return std::max(a(), b());
    case Op::neg: return wrapping_neg(a());
    case Op::bit_not: return ~a();
    case Op::abs: return wrapping_abs(a());
    case Op::select: return a() != 0 ? b() : value(e.c);
    case Op::equal: return a() == b();
    case Op::less: return a() < b();
    case Op::less_equal: return a() <= b();
    case Op::unsigned_less: return unsigned_less(a(), b());
    case Op::logical_and: return a() != 0 && b() != 0;
    case Op::logical_or: return a() != 0 || b() != 0;
    case Op::logical_not: return a() == 0;
  }
  return 0;
}

std::int64_t RestEvaluator::rest(const Affine& form, ExpressionId open) {
  std::int64_t sum = form.constant;
  for (const auto& [atom, coefficient] : form.terms)
    if (atom != open) sum = wrapping_add(sum, wrapping_mul(coefficient, value(atom)));
  return sum;
}

std::int64_t RestEvaluator::value(const Affine& form) {
  std::int64_t sum = form.constant;
  for (const auto& [atom, coefficient] : form.terms) sum = wrapping_add(sum, wrapping_mul(coefficient, value(atom)));
  return sum;
}

std::optional<ExpressionId> find_coordinate(const MoveProgram& program, std::size_t axis) {
  for (ExpressionId id = 0; id < program.expressions.size(); ++id)
    if (program[id].op == Op::coordinate && static_cast<std::size_t>(program[id].value) == axis) return id;
  return std::nullopt;
}

}  // namespace bouton
