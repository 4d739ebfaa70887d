#include "engine/flow/analysis/linear_form.h"

namespace bouton {
namespace {

std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

void LinearForm::add(const LinearForm& other, std::int64_t factor) {
  constant = wrapped_sum(constant, wrapped_product(factor, other.constant));
  for (const auto& [number, more] : other.factors) {
    std::int64_t& sum = factors[number];
    sum = wrapped_sum(sum, wrapped_product(factor, more));
    if (sum == 0) factors.erase(number);
  }
}

std::int64_t increment_of(const FlowInstruction& i) {
  const bool is_own = !i.a.is_constant && i.a.number() == i.to && i.b.is_constant;
  if (is_own && i.op == FlowOp::add) return i.b.value;
  if (is_own && i.op == FlowOp::sub) return wrapped_product(-1, i.b.value);
  return 0;
}

LinearForm LinearForms::of(const FlowOperand& operand) const {
  if (operand.is_constant) return LinearForm::of_constant(operand.value);
  const auto found = forms_.find(operand.number());
  return found == forms_.end() ? LinearForm::of_register(operand.number()) : found->second;
}

/// The sum that an instruction computes; the register that it assigns where it is none.
LinearForm LinearForms::result(const FlowInstruction& i) const {
  LinearForm sum = of(i.a);
  switch (i.op) {
    case FlowOp::move: return sum;
    case FlowOp::add: sum.add(of(i.b)); return sum;
    case FlowOp::sub: sum.add(of(i.b), -1); return sum;
    case FlowOp::neg: {
      LinearForm negative;
      negative.add(sum, -1);
      return negative;
    }
    case FlowOp::mul: {
      LinearForm product;
      if (i.b.is_constant) product.add(sum, i.b.value);
      else if (i.a.is_constant) product.add(of(i.b), i.a.value);
      else break;
      return product;
    }
    default: break;
  }
  return LinearForm::of_register(i.to);
}

/// The register is about to be assigned.
void LinearForms::forget(std::uint32_t number) {
  std::erase_if(forms_, [&](const auto& form) { return form.first == number || form.second.factors.contains(number); });
}

void LinearForms::pass(const FlowInstruction& i) {
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
    for (auto& [number, form] : forms_)
      if (const auto factor = form.factors.find(i.to); factor != form.factors.end())
        form.add(LinearForm::of_constant(more), wrapped_product(-1, factor->second));
    return;
  }
  LinearForm form = result(i);
  forget(i.to);
  if (!form.factors.contains(i.to)) forms_.emplace(i.to, std::move(form));
}

}  // namespace bouton
