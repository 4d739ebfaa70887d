// What all instruction sets have alike.
#include "engine/flow/native/macro_assembler.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

Condition negated(Condition condition) {
  switch (condition) {
    case Condition::equal: return Condition::not_equal;
    case Condition::not_equal: return Condition::equal;
    case Condition::less: return Condition::greater_equal;
    case Condition::less_equal: return Condition::greater;
    case Condition::greater: return Condition::less_equal;
    case Condition::greater_equal: return Condition::less;
    case Condition::below: return Condition::above_equal;
    case Condition::below_equal: return Condition::above;
    case Condition::above: return Condition::below_equal;
    case Condition::above_equal: return Condition::below;
  }
  return Condition::equal;
}

MacroAssembler::MacroAssembler(asmjit::CodeHolder& holder) : cc_(&holder) {
  cc_.addEncodingOptions(asmjit::EncodingOptions::kOptimizedAlign | asmjit::EncodingOptions::kOptimizeForSize);
}

Gp MacroAssembler::in_register(const Value& value) {
  if (!value.is_constant()) return value.reg();
  const Gp constant = number();
  set(constant, value.constant());
  return constant;
}

void MacroAssembler::move(const Gp& to, const Value& from) {
  if (from.is_constant()) set(to, from.constant());
  else move(to, from.reg());
}

namespace {

asmjit::FuncSignatureBuilder signature_of(std::size_t numbers) {
  asmjit::FuncSignatureBuilder signature;
  signature.setRet(asmjit::TypeId::kUInt32);
  signature.addArg(asmjit::TypeId::kIntPtr);
  for (std::size_t n = 0; n < numbers; ++n) signature.addArg(asmjit::TypeId::kInt64);
  return signature;
}

}  // namespace

asmjit::FuncNode* MacroAssembler::declare(std::size_t numbers) { return cc_.newFunc(signature_of(numbers)); }

void MacroAssembler::begin(asmjit::FuncNode* function, const std::vector<Gp>& parameters) {
  cc_.addFunc(function);
  behind_.clear();
  for (std::size_t p = 0; p < parameters.size(); ++p) function->setArg(p, parameters[p]);
}

void MacroAssembler::emit_behind() {
  for (std::size_t b = 0; b < behind_.size(); ++b) {
    const std::function<void()> emit = behind_[b];
    emit();
  }
}

void MacroAssembler::end() { cc_.endFunc(); }

void MacroAssembler::call(asmjit::FuncNode* function, const std::vector<Gp>& arguments, const Gp& result) {
  asmjit::InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, function->label(), signature_of(arguments.size() - 1));
  // For AArch64 asmjit takes the label for a register that holds an address.
  invoke->setId(kCallLabel);
  // And it takes the register that the instruction leaves the way back in for one that keeps what it held.
  asmjit::CallConv& convention = invoke->detail()._callConv;
  convention.setPreservedRegs(asmjit::RegGroup::kGp, convention.preservedRegs(asmjit::RegGroup::kGp) & ~kCallClobbers);
  for (std::size_t a = 0; a < arguments.size(); ++a) invoke->setArg(a, arguments[a]);
  invoke->setRet(0, result);
}

}  // namespace bouton::native

#endif
