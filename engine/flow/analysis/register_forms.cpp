#include "engine/flow/analysis/register_forms.h"

namespace bouton {

std::int64_t increment_of(const FlowInstruction& i) {
  const bool is_own = !i.a.is_constant && i.a.number() == i.to && i.b.is_constant;
  if (is_own && i.op == FlowOp::add) return i.b.value;
  if (is_own && i.op == FlowOp::sub) return wrapping_neg(i.b.value);
  return 0;
}

RegisterForm RegisterForms::of(const FlowOperand& operand) const {
  if (operand.is_constant) return RegisterForm::of_constant(operand.value);
  const auto found = forms_.find(operand.number());
  return found == forms_.end() ? RegisterForm::of_variable(operand.number()) : found->second;
}

/// The sum that an instruction computes; the register that it assigns where it is none.
RegisterForm RegisterForms::result(const FlowInstruction& i) const {
  switch (i.op) {
    case FlowOp::move: return of(i.a);
    case FlowOp::add: return of(i.a) + of(i.b);
    case FlowOp::sub: return of(i.a) - of(i.b);
    case FlowOp::neg: return negated(of(i.a));
    case FlowOp::mul:
      if (i.b.is_constant) return scaled(of(i.a), i.b.value);
      if (i.a.is_constant) return scaled(of(i.b), i.a.value);
      break;
    default: break;
  }
  return RegisterForm::of_variable(i.to);
}

/// The register is about to be assigned.
void RegisterForms::forget(std::uint32_t number) {
  std::erase_if(forms_, [&](const auto& form) { return form.first == number || form.second.coefficient(number) != 0; });
}

void RegisterForms::pass(const FlowInstruction& i) {
  switch (i.op) {
    case FlowOp::option:
    case FlowOp::tick: return;
    case FlowOp::call:
      for (const std::uint32_t to : program_.calls[i.index].results) forget(to);
      return;
    default: break;
  }
  if (const std::int64_t more = increment_of(i); more != 0) {
    // What was a sum with the old value is one with the new value less the increment.
    forms_.erase(i.to);
    for (auto& [number, form] : forms_) form.constant = wrapping_sub(form.constant, wrapping_mul(more, form.coefficient(i.to)));
    return;
  }
  RegisterForm form = result(i);
  forget(i.to);
  if (form.coefficient(i.to) == 0) forms_.emplace(i.to, std::move(form));
}

}  // namespace bouton
