// The operations as instructions of x86-64.
#include "engine/flow/native/macro_assembler.h"

#if defined(BOUTON_ASMJIT) && !defined(__aarch64__)

#include <bit>

namespace bouton::native {

namespace x86 = asmjit::x86;

namespace {

x86::CondCode code_of(Condition condition) {
  switch (condition) {
    case Condition::equal: return x86::CondCode::kEqual;
    case Condition::not_equal: return x86::CondCode::kNotEqual;
    case Condition::less: return x86::CondCode::kSignedLT;
    case Condition::less_equal: return x86::CondCode::kSignedLE;
    case Condition::greater: return x86::CondCode::kSignedGT;
    case Condition::greater_equal: return x86::CondCode::kSignedGE;
    case Condition::below: return x86::CondCode::kUnsignedLT;
    case Condition::below_equal: return x86::CondCode::kUnsignedLE;
    case Condition::above: return x86::CondCode::kUnsignedGT;
    case Condition::above_equal: return x86::CondCode::kUnsignedGE;
  }
  return x86::CondCode::kEqual;
}

/// As an instruction holds it.
std::int32_t small(std::int64_t constant) { return static_cast<std::int32_t>(constant); }

}  // namespace

x86::Mem MacroAssembler::memory(const Address& address, std::uint32_t bytes) {
  x86::Mem memory = address.index ? x86::ptr(address.base, *address.index, address.shift, small(address.displacement))
                                  : x86::ptr(address.base, small(address.displacement));
  memory.setSize(bytes);
  return memory;
}

void MacroAssembler::align() {
  constexpr std::uint32_t kFetched = 16;
  cc_.align(asmjit::AlignMode::kCode, kFetched);
}

void MacroAssembler::jump(const Label& to) { cc_.jmp(to); }
void MacroAssembler::jump_if(Condition condition, const Label& to) { cc_.j(code_of(condition), to); }

void MacroAssembler::jump_if_bits(const Gp& bits, std::uint32_t from, const Label& to) {
  const Gp high = number();
  cc_.mov(high, bits);
  cc_.shr(high, from);
  cc_.jnz(to);
}

void MacroAssembler::load(const Gp& to, const Address& from) { cc_.mov(to, memory(from, to.size())); }
void MacroAssembler::load_word(const Gp& to, const Address& from) { cc_.mov(to.r32(), memory(from, 4)); }
void MacroAssembler::load_signed_word(const Gp& to, const Address& from) { cc_.movsxd(to, memory(from, 4)); }

void MacroAssembler::load_byte(const Gp& to, const Address& from) { cc_.movzx(to.r32(), memory(from, 1)); }

void MacroAssembler::store(const Address& to, const Value& value) {
  if (value.is_small_constant()) {
    cc_.mov(memory(to, 8), small(value.constant()));
    return;
  }
  const Gp from = in_register(value);
  cc_.mov(memory(to, from.size()), from);
}

void MacroAssembler::store_word(const Address& to, const Value& value) {
  if (value.is_constant()) cc_.mov(memory(to, 4), small(value.constant()));
  else cc_.mov(memory(to, 4), value.reg().r32());
}

void MacroAssembler::store_byte(const Address& to, const Value& value) {
  if (value.is_constant()) cc_.mov(memory(to, 1), static_cast<std::int8_t>(value.constant()));
  else cc_.mov(memory(to, 1), value.reg().r8());
}

void MacroAssembler::copy(const Address& to, const Address& from) {
  const x86::Xmm part = cc_.newXmm();
  cc_.movdqu(part, memory(from, kCopiedBytes));
  cc_.movdqu(memory(to, kCopiedBytes), part);
}

void MacroAssembler::add_to(const Address& to, const Value& value) {
  if (value.is_small_constant()) cc_.add(memory(to, 8), small(value.constant()));
  else cc_.add(memory(to, 8), in_register(value));
}

void MacroAssembler::compare(const Gp& a, const Value& b) {
  // All conditions are the same after a test as after a comparison with 0.
  if (b.is_constant() && b.constant() == 0) cc_.test(a, a);
  else if (b.is_small_constant()) cc_.cmp(a, small(b.constant()));
  else cc_.cmp(a, in_register(b));
}

void MacroAssembler::compare(const Gp& a, const Address& b) { cc_.cmp(a, memory(b, 8)); }
void MacroAssembler::compare(const Address& a, std::int64_t b) { cc_.cmp(memory(a, 8), small(b)); }

void MacroAssembler::compare_word(const Address& a, const Value& b) {
  if (b.is_constant()) cc_.cmp(memory(a, 4), small(b.constant()));
  else cc_.cmp(memory(a, 4), b.reg().r32());
}

void MacroAssembler::count_down(const Gp& number) { cc_.sub(number, 1); }
void MacroAssembler::count_down(const Address& number) { cc_.sub(memory(number, 8), 1); }

void MacroAssembler::choose(Condition condition, const Gp& to, const Gp& then, const Gp& otherwise) {
  move(to, otherwise);
  cc_.cmov(code_of(condition), to, then);
}

void MacroAssembler::set(const Gp& to, std::int64_t constant) {
  if (constant == 0) cc_.xor_(to.r32(), to.r32());
  else cc_.mov(to, constant);
}

void MacroAssembler::move(const Gp& to, const Gp& from) {
  if (to.id() != from.id()) cc_.mov(to, from);
}

void MacroAssembler::compute(FlowOp op, const Gp& to, const Value& a, const Value& b) {
  if ((op == FlowOp::add || op == FlowOp::sub) && b.is_constant() && b.constant() == 0) {
    move(to, a);
    return;
  }
  if (op == FlowOp::add && !a.is_constant() && !b.is_constant() && !a.is(to) && !b.is(to)) {
    cc_.lea(to, x86::ptr(a.reg(), b.reg()));
    return;
  }
  if ((op == FlowOp::add || op == FlowOp::sub) && !a.is_constant() && !a.is(to) && b.is_small_constant() &&
      is_small(-b.constant())) {
    cc_.lea(to, x86::ptr(a.reg(), small(op == FlowOp::add ? b.constant() : -b.constant())));
    return;
  }
  // The second operand may be where the result goes.
  const Gp target = !a.is(to) && b.is(to) ? number() : to;
  move(target, a);
  const auto apply = [&](const auto& operand) {
    switch (op) {
      case FlowOp::add: cc_.add(target, operand); break;
      case FlowOp::sub: cc_.sub(target, operand); break;
      case FlowOp::bit_and: cc_.and_(target, operand); break;
      case FlowOp::bit_or: cc_.or_(target, operand); break;
      default: cc_.xor_(target, operand); break;
    }
  };
  if (b.is_small_constant()) apply(small(b.constant()));
  else apply(in_register(b));
  move(to, target);
}

void MacroAssembler::add_shifted(const Gp& to, const Gp& base, const Gp& index, std::uint32_t shift) {
  cc_.lea(to, x86::ptr(base, index, shift));
}

void MacroAssembler::negate(const Gp& to, const Value& from) {
  move(to, from);
  cc_.neg(to);
}

void MacroAssembler::invert(const Gp& to, const Value& from) {
  move(to, from);
  cc_.not_(to);
}

void MacroAssembler::absolute(const Gp& to, const Value& from) {
  const Gp a = in_register(from), negative = number();
  cc_.mov(negative, a);
  cc_.neg(negative);
  cc_.cmovs(negative, a);
  cc_.mov(to, negative);
}

void MacroAssembler::extreme(bool is_max, const Gp& to, const Value& a, const Value& b) {
  const Gp result = number(), other = in_register(b);
  move(result, a);
  cc_.cmp(result, other);
  if (is_max) cc_.cmovl(result, other);
  else cc_.cmovg(result, other);
  cc_.mov(to, result);
}

void MacroAssembler::multiply(const Gp& to, const Value& a, const Value& b) {
  const auto factor = static_cast<std::uint64_t>(b.constant());
  if (b.is_constant() && !a.is_constant() && factor <= 8 && std::has_single_bit(factor)) {
    shift_left(to, a.reg(), static_cast<std::uint32_t>(std::countr_zero(factor)));
  } else if (b.is_small_constant() && !a.is_constant()) {
    cc_.imul(to, a.reg(), small(b.constant()));
  } else if (a.is_small_constant() && !b.is_constant()) {
    cc_.imul(to, b.reg(), small(a.constant()));
  } else if (b.is_constant() && !a.is_constant() && !a.is(to)) {
    set(to, b.constant());
    cc_.imul(to, a.reg());
  } else {
    const Gp product = number();
    move(product, a);
    cc_.imul(product, in_register(b));
    cc_.mov(to, product);
  }
}

void MacroAssembler::shift_left(const Gp& to, const Gp& from, std::uint32_t by) {
  move(to, from);
  if (by > 0) cc_.shl(to, by);
}

void MacroAssembler::shift_right(const Gp& to, const Gp& from, std::uint32_t by) {
  move(to, from);
  if (by > 0) cc_.shr(to, by);
}

void MacroAssembler::shift_right_signed(const Gp& to, const Gp& from, std::uint32_t by) {
  move(to, from);
  if (by > 0) cc_.sar(to, by);
}

void MacroAssembler::shift(bool left, const Gp& to, const Value& from, const Gp& by) {
  const Gp amount = number(), value = number(), result = number(), sum = number();
  const Label done = label(), back = label();
  cc_.mov(amount, by);
  move(value, from);
  cc_.xor_(result.r32(), result.r32());
  cc_.lea(sum, x86::ptr(amount, 63));
  cc_.cmp(sum, 126);
  cc_.ja(done);
  cc_.mov(result, value);
  cc_.test(amount, amount);
  cc_.js(back);
  if (left) cc_.shl(result, amount.r8());
  else cc_.shr(result, amount.r8());
  cc_.jmp(done);
  cc_.bind(back);
  cc_.neg(amount);
  if (left) cc_.shr(result, amount.r8());
  else cc_.shl(result, amount.r8());
  cc_.bind(done);
  cc_.mov(to, result);
}

void MacroAssembler::set_bit(const Gp& bits, const Gp& number, const Gp& one) {
  if (asmjit::CpuInfo::host().features().x86().hasBMI2()) {
    const Gp bit = this->number();
    cc_.shlx(bit, one, number);
    cc_.or_(bits, bit);
  } else {
    cc_.bts(bits, number);
  }
}

void MacroAssembler::first_zero_bit(const Gp& to, const Gp& bits) {
  move(to, bits);
  cc_.not_(to);
  cc_.tzcnt(to, to);
}

void MacroAssembler::divide_small(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  const Gp low = number(), high = number();
  cc_.mov(low.r32(), a.r32());
  cc_.xor_(high.r32(), high.r32());
  cc_.div(high.r32(), low.r32(), b.r32());
  cc_.mov(to.r32(), op == FlowOp::floor_div ? low.r32() : high.r32());
}

/// Small numbers are divided in half the time.
void MacroAssembler::divide(FlowOp op, const Gp& to, const Gp& a, const Value& b) {
  const Gp dividend = number(), divisor = number(), both = number();
  const Label wide = label(), done = label();
  cc_.mov(dividend, a);
  move(divisor, b);
  cc_.mov(both, dividend);
  cc_.or_(both, divisor);
  cc_.shr(both, 32);
  cc_.jnz(wide);
  divide_small(op, to, dividend, divisor);
  cc_.bind(done);
  put_behind([this, op, to, dividend, divisor, wide, done] {
    cc_.bind(wide);
    divide_wide(op, to, dividend, divisor);
    cc_.jmp(done);
  });
}

void MacroAssembler::divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  const Gp quotient = number(), remainder = number(), signs = number();
  const Label by_minus_one = label(), done = label();
  cc_.cmp(b, -1);
  cc_.je(by_minus_one);  // the machine traps where the quotient is 2^63
  cc_.mov(quotient, a);
  cc_.mov(remainder, a);
  cc_.sar(remainder, 63);
  cc_.idiv(remainder, quotient, b);
  if (op != FlowOp::truncating_mod) {
    const Label exact = label();
    cc_.test(remainder, remainder);
    cc_.jz(exact);
    cc_.mov(signs, remainder);
    cc_.xor_(signs, b);
    cc_.jns(exact);
    cc_.dec(quotient);
    cc_.add(remainder, b);
    cc_.bind(exact);
  }
  cc_.mov(to, op == FlowOp::floor_div ? quotient : remainder);
  cc_.jmp(done);
  cc_.bind(by_minus_one);
  if (op == FlowOp::floor_div) {
    cc_.mov(quotient, a);
    cc_.neg(quotient);
    cc_.mov(to, quotient);
  } else {
    cc_.xor_(to.r32(), to.r32());
  }
  cc_.bind(done);
}

}  // namespace bouton::native

#endif
