#include "engine/program/analysis/rest_evaluator.h"

#include "engine/program/evaluate.h"
#include "engine/program/trap.h"

namespace bouton {

RestEvaluator::RestEvaluator(const MoveProgram& program, std::size_t axis)
    : program_(program), axis_(axis), slots_(program.slot_names.size(), 0) {}

void RestEvaluator::set_rest(PositionView rest) { rest_.assign(rest.begin(), rest.end()); }

std::int64_t RestEvaluator::value(ExpressionId id) {
  const Expression& e = program_[id];
  if (e.op == Op::variable) return slots_[static_cast<std::size_t>(e.value)];
  if (e.op == Op::coordinate) {
    const auto i = static_cast<std::size_t>(e.value);
    if (i == axis_) throw Trap{};
    return rest_[i < axis_ ? i : i - 1];
  }
  const std::optional<std::int64_t> found = evaluate(program_, e, [this](ExpressionId operand) { return value(operand); });
  if (!found) throw Trap{};
  return *found;
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
