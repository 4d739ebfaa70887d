// The operations as instructions of AArch64. Its constants have 12 bits (arithmetic), or are runs of ones that repeat (logic);
// addresses have an index or a displacement. Others go by a register.
#include "engine/flow/native/macro_assembler.h"

#if defined(BOUTON_ASMJIT) && defined(__aarch64__)

#include <bit>

#include <asmjit/arm/a64utils.h>

namespace bouton::native {

namespace a64 = asmjit::a64;

namespace {

a64::CondCode code_of(Condition condition) {
  switch (condition) {
    case Condition::equal: return a64::CondCode::kEQ;
    case Condition::not_equal: return a64::CondCode::kNE;
    case Condition::less: return a64::CondCode::kLT;
    case Condition::less_equal: return a64::CondCode::kLE;
    case Condition::greater: return a64::CondCode::kGT;
    case Condition::greater_equal: return a64::CondCode::kGE;
    case Condition::below: return a64::CondCode::kLO;
    case Condition::below_equal: return a64::CondCode::kLS;
    case Condition::above: return a64::CondCode::kHI;
    case Condition::above_equal: return a64::CondCode::kHS;
  }
  return a64::CondCode::kEQ;
}

/// Whether an addition or a comparison can hold it: 12 bits, or 12 that are followed by 12 zeros.
bool is_addend(std::int64_t constant) {
  return constant >= 0 && (constant < (1 << 12) || (constant < (1 << 24) && constant % (1 << 12) == 0));
}

bool is_mask(std::int64_t constant) { return a64::Utils::isLogicalImm(static_cast<std::uint64_t>(constant), 64); }

/// Whether a load or a store of so many bytes can hold it.
bool is_displacement(std::int64_t displacement, std::int64_t bytes) {
  return (displacement >= -256 && displacement < 256) ||
         (displacement >= 0 && displacement % bytes == 0 && displacement / bytes < (1 << 12));
}

}  // namespace

a64::Mem MacroAssembler::memory(const Address& address, std::uint32_t bytes) {
  if (!address.index) {
    if (is_displacement(address.displacement, bytes))
      return a64::ptr(address.base, static_cast<std::int32_t>(address.displacement));
    return a64::ptr(address.base, in_register(address.displacement));
  }
  const bool is_scaled = address.shift == 0 || (1U << address.shift) == bytes;
  if (address.displacement == 0 && is_scaled) return a64::ptr(address.base, *address.index, a64::lsl(address.shift));
  const Gp start = pointer();
  add_shifted(start, address.base, *address.index, address.shift);
  return memory({.base = start, .displacement = address.displacement}, bytes);
}

void MacroAssembler::align() {
  constexpr std::uint32_t kFetched = 16;
  cc_.align(asmjit::AlignMode::kCode, kFetched);
}

void MacroAssembler::jump(const Label& to) { cc_.b(to); }
void MacroAssembler::jump_if(Condition condition, const Label& to) { cc_.b(code_of(condition), to); }

void MacroAssembler::jump_if_bits(const Gp& bits, std::uint32_t from, const Label& to) {
  const Gp high = number();
  cc_.lsr(high, bits, from);
  cc_.cbnz(high, to);
}

void MacroAssembler::load(const Gp& to, const Address& from) { cc_.ldr(to, memory(from, to.size())); }
void MacroAssembler::load_word(const Gp& to, const Address& from) { cc_.ldr(to.w(), memory(from, 4)); }
void MacroAssembler::load_signed_word(const Gp& to, const Address& from) { cc_.ldrsw(to, memory(from, 4)); }

void MacroAssembler::load_byte(const Gp& to, const Address& from) { cc_.ldrb(to.w(), memory(from, 1)); }

void MacroAssembler::store(const Address& to, const Value& value) {
  const Gp from = in_register(value);
  cc_.str(from, memory(to, from.size()));
}

void MacroAssembler::store_word(const Address& to, const Value& value) {
  const Gp from = in_register(value);
  cc_.str(from.w(), memory(to, 4));
}

void MacroAssembler::store_byte(const Address& to, const Value& value) {
  const Gp from = in_register(value);
  cc_.strb(from.w(), memory(to, 1));
}

void MacroAssembler::copy(const Address& to, const Address& from) {
  const a64::Vec part = cc_.newVecQ();
  cc_.ldr(part, memory(from, kCopiedBytes));
  cc_.str(part, memory(to, kCopiedBytes));
}

void MacroAssembler::add_to(const Address& to, const Value& value) {
  const Gp sum = number();
  const a64::Mem there = memory(to, 8);
  cc_.ldr(sum, there);
  add(sum, sum, value);
  cc_.str(sum, there);
}

void MacroAssembler::compare(const Gp& a, const Value& b) {
  if (!b.is_constant()) {
    cc_.cmp(a, b.reg());
  } else if (is_addend(b.constant())) {
    cc_.cmp(a, b.constant());
  } else if (b.is_small_constant() && is_addend(-b.constant())) {
    cc_.cmn(a, -b.constant());
  } else {
    const Gp constant = a.size() == 4 ? word() : number();
    set(constant, b.constant());
    cc_.cmp(a, constant);
  }
}

void MacroAssembler::compare(const Gp& a, const Address& b) {
  const Gp there = number();
  load(there, b);
  cc_.cmp(a, there);
}

void MacroAssembler::compare(const Address& a, std::int64_t b) {
  const Gp there = number();
  load(there, a);
  compare(there, b);
}

void MacroAssembler::compare_word(const Address& a, const Value& b) {
  const Gp there = word();
  load(there, a);
  if (b.is_constant()) compare(there, b);
  else cc_.cmp(there, b.reg().w());
}

void MacroAssembler::count_down(const Gp& number) { cc_.subs(number, number, 1); }

void MacroAssembler::count_down(const Address& number) {
  const Gp left = this->number();
  const a64::Mem there = memory(number, 8);
  cc_.ldr(left, there);
  cc_.subs(left, left, 1);
  cc_.str(left, there);
}

void MacroAssembler::choose(Condition condition, const Gp& to, const Gp& then, const Gp& otherwise) {
  cc_.csel(to, then, otherwise, code_of(condition));
}

void MacroAssembler::set(const Gp& to, std::int64_t constant) {
  if (to.size() == 4) cc_.mov(to, static_cast<std::uint32_t>(constant));
  else cc_.mov(to, constant);
}

void MacroAssembler::move(const Gp& to, const Gp& from) {
  if (to.id() != from.id()) cc_.mov(to, from);
}

void MacroAssembler::compute(FlowOp op, const Gp& to, const Value& a, const Value& b) {
  const Gp x = in_register(a);
  const bool is_sum = op == FlowOp::add || op == FlowOp::sub;
  if (is_sum && b.is_small_constant() && (is_addend(b.constant()) || is_addend(-b.constant()))) {
    if ((op == FlowOp::add) == (b.constant() >= 0)) cc_.add(to, x, b.constant() < 0 ? -b.constant() : b.constant());
    else cc_.sub(to, x, b.constant() < 0 ? -b.constant() : b.constant());
    return;
  }
  const auto apply = [&](const auto& operand) {
    switch (op) {
      case FlowOp::bit_and: cc_.and_(to, x, operand); break;
      case FlowOp::bit_or: cc_.orr(to, x, operand); break;
      default: cc_.eor(to, x, operand); break;
    }
  };
  if (!is_sum && b.is_constant() && to.size() == 8 && is_mask(b.constant())) {
    apply(static_cast<std::uint64_t>(b.constant()));
    return;
  }
  Gp y = b.reg();
  if (b.is_constant()) {
    y = to.size() == 4 ? word() : number();
    set(y, b.constant());
  }
  if (op == FlowOp::add) cc_.add(to, x, y);
  else if (op == FlowOp::sub) cc_.sub(to, x, y);
  else apply(y);
}

void MacroAssembler::add_shifted(const Gp& to, const Gp& base, const Gp& index, std::uint32_t shift) {
  cc_.add(to, base, index, a64::lsl(shift));
}

void MacroAssembler::negate(const Gp& to, const Value& from) { cc_.neg(to, in_register(from)); }
void MacroAssembler::invert(const Gp& to, const Value& from) { cc_.mvn(to, in_register(from)); }

void MacroAssembler::absolute(const Gp& to, const Value& from) {
  const Gp a = in_register(from), negative = number();
  cc_.neg(negative, a);
  cc_.cmp(a, 0);
  cc_.csel(to, negative, a, a64::CondCode::kLT);
}

void MacroAssembler::extreme(bool is_max, const Gp& to, const Value& a, const Value& b) {
  const Gp x = in_register(a), y = in_register(b);
  cc_.cmp(x, y);
  cc_.csel(to, x, y, is_max ? a64::CondCode::kGT : a64::CondCode::kLT);
}

void MacroAssembler::multiply(const Gp& to, const Value& a, const Value& b) {
  if (a.is_constant() && !b.is_constant()) {
    multiply(to, b, a);
    return;
  }
  const Gp x = in_register(a);
  if (b.is_constant() && std::has_single_bit(static_cast<std::uint64_t>(b.constant())))
    shift_left(to, x, static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(b.constant()))));
  else cc_.mul(to, x, in_register(b));
}

void MacroAssembler::shift_left(const Gp& to, const Gp& from, std::uint32_t by) { cc_.lsl(to, from, by); }
void MacroAssembler::shift_right(const Gp& to, const Gp& from, std::uint32_t by) { cc_.lsr(to, from, by); }
void MacroAssembler::shift_right_signed(const Gp& to, const Gp& from, std::uint32_t by) { cc_.asr(to, from, by); }

/// The machine takes amounts modulo 64.
void MacroAssembler::shift(bool left, const Gp& to, const Value& from, const Gp& by) {
  const Gp value = in_register(from), back = number(), forth = number(), sum = number(), none = number();
  cc_.neg(back, by);
  cc_.add(sum, by, 63);
  cc_.mov(none, 0);
  if (left) {
    cc_.lsl(forth, value, by);
    cc_.lsr(back, value, back);
  } else {
    cc_.lsr(forth, value, by);
    cc_.lsl(back, value, back);
  }
  cc_.cmp(by, 0);
  cc_.csel(forth, back, forth, a64::CondCode::kLT);
  cc_.cmp(sum, 126);
  cc_.csel(to, forth, none, a64::CondCode::kLS);
}

void MacroAssembler::set_bit(const Gp& bits, const Gp& number, const Gp& one) {
  const Gp bit = this->number();
  cc_.lsl(bit, one, number);
  cc_.orr(bits, bits, bit);
}

void MacroAssembler::first_zero_bit(const Gp& to, const Gp& bits) {
  cc_.mvn(to, bits);
  cc_.rbit(to, to);
  cc_.clz(to, to);
}

void MacroAssembler::divide_small(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  if (op == FlowOp::floor_div) {
    cc_.udiv(to.w(), a.w(), b.w());
    return;
  }
  const Gp quotient = number();
  cc_.udiv(quotient.w(), a.w(), b.w());
  cc_.msub(to.w(), quotient.w(), b.w(), a.w());
}

void MacroAssembler::divide(FlowOp op, const Gp& to, const Gp& a, const Value& b) { divide_wide(op, to, a, in_register(b)); }

/// The quotient of the least number by -1 is that number, as it should be, and the remainder then 0.
void MacroAssembler::divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  const Gp quotient = number(), remainder = number();
  cc_.sdiv(quotient, a, b);
  cc_.msub(remainder, quotient, b, a);
  if (op == FlowOp::truncating_mod) {
    cc_.mov(to, remainder);
    return;
  }
  // Where a remainder has not the divisor's sign, the quotient was rounded up.
  const Gp signs = number(), rounded = number();
  cc_.eor(signs, remainder, b);
  if (op == FlowOp::floor_div) cc_.sub(rounded, quotient, 1);
  else cc_.add(rounded, remainder, b);
  const Gp& exact = op == FlowOp::floor_div ? quotient : remainder;
  cc_.cmp(signs, 0);
  cc_.csel(rounded, rounded, exact, a64::CondCode::kLT);
  cc_.cmp(remainder, 0);
  cc_.csel(to, exact, rounded, a64::CondCode::kEQ);
}

}  // namespace bouton::native

#endif
