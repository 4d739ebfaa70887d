// Arithmetic but division as machine code.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <bit>

namespace bouton::native {

void RowEmitter::load(const Gp& to, const FlowOperand& operand) {
  if (!operand.is_constant) cc_.mov(to, reg(operand.number()));
  else if (operand.value == 0) cc_.xor_(to.r32(), to.r32());
  else cc_.mov(to, operand.value);
}

Gp RowEmitter::value_of(const FlowOperand& operand) {
  if (!operand.is_constant) return reg(operand.number());
  const Gp value = temporary();
  load(value, operand);
  return value;
}

/// The instruction with this number in the present block.
void RowEmitter::instruction(const FlowInstruction& i, std::size_t number) {
  if (is_main_ && !needed_.empty() && !needed_[block_][number]) return;
  const bool knows = is_main_ && block_ < facts_.held.size();
  if (knows && facts_.held[block_][number]) {
    const Gp& held = reg(*facts_.held[block_][number]);
    if (held.id() != reg(i.to).id()) cc_.mov(reg(i.to), held);
    return;
  }
  switch (i.op) {
    case FlowOp::move: load(reg(i.to), i.a); break;
    case FlowOp::neg:
    case FlowOp::bit_not:
      load(reg(i.to), i.a);
      if (i.op == FlowOp::neg) cc_.neg(reg(i.to));
      else cc_.not_(reg(i.to));
      break;
    case FlowOp::abs: {
      const Gp a = value_of(i.a), negative = temporary();
      cc_.mov(negative, a);
      cc_.neg(negative);
      cc_.cmovs(negative, a);
      cc_.mov(reg(i.to), negative);
      break;
    }
    case FlowOp::mul: multiply(reg(i.to), i.a, i.b); break;
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
    case FlowOp::truncating_mod: divide(i.op, reg(i.to), i.a, i.b, knows && facts_.divides_small[block_][number]); break;
    case FlowOp::shift_left: shift(true, reg(i.to), i.a, i.b); break;
    case FlowOp::shift_right: shift(false, reg(i.to), i.a, i.b); break;
    case FlowOp::min: extreme(false, reg(i.to), i.a, i.b); break;
    case FlowOp::max: extreme(true, reg(i.to), i.a, i.b); break;
    case FlowOp::element: element(i, knows && facts_.is_there[block_][number]); break;
    case FlowOp::state: state(i); break;
    case FlowOp::copy_states: copy_states(i); break;
    case FlowOp::set_state: set_state(i); break;
    case FlowOp::call: call(program_.calls[i.index]); break;
    case FlowOp::option: option(program_.options[i.index], {block_, number}); break;
    case FlowOp::tick: tick(); break;
    default: two_address(i.op, reg(i.to), i.a, i.b); break;
  }
}

/// add, sub and the operations on bits. The operand {false, -1} is `to` itself.
void RowEmitter::two_address(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  const bool in_place = !a.is_constant && a.value == -1;
  const auto is_to = [&](const FlowOperand& x) { return !x.is_constant && x.value >= 0 && reg(x.number()).id() == to.id(); };
  if (op == FlowOp::add && !in_place && !a.is_constant && !b.is_constant && !is_to(a) && !is_to(b)) {
    cc_.lea(to, x86::ptr(reg(a.number()), reg(b.number())));
    return;
  }
  if ((op == FlowOp::add || op == FlowOp::sub) && !in_place && !a.is_constant && !is_to(a) && b.is_constant &&
      is_small(b.value) && is_small(-b.value)) {
    cc_.lea(to, x86::ptr(reg(a.number()), static_cast<std::int32_t>(op == FlowOp::add ? b.value : -b.value)));
    return;
  }
  Gp target = to;
  if (!in_place && !is_to(a)) {
    // The second operand may be where the result goes.
    if (is_to(b)) target = temporary();
    load(target, a);
  }
  const auto apply = [&](const auto& operand) {
    switch (op) {
      case FlowOp::add: cc_.add(target, operand); break;
      case FlowOp::sub: cc_.sub(target, operand); break;
      case FlowOp::bit_and: cc_.and_(target, operand); break;
      case FlowOp::bit_or: cc_.or_(target, operand); break;
      default: cc_.xor_(target, operand); break;
    }
  };
  if (b.is_constant && is_small(b.value)) apply(static_cast<std::int32_t>(b.value));
  else apply(value_of(b));
  if (target.id() != to.id()) cc_.mov(to, target);
}

void RowEmitter::multiply(const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (b.is_constant && !a.is_constant && (b.value == 2 || b.value == 4 || b.value == 8)) {
    load(to, a);
    cc_.shl(to, static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(b.value))));
  } else if (b.is_constant && is_small(b.value) && !a.is_constant) {
    cc_.imul(to, reg(a.number()), static_cast<std::int32_t>(b.value));
  } else if (a.is_constant && is_small(a.value) && !b.is_constant) {
    cc_.imul(to, reg(b.number()), static_cast<std::int32_t>(a.value));
  } else {
    const Gp product = temporary();
    load(product, a);
    cc_.imul(product, value_of(b));
    cc_.mov(to, product);
  }
}

void RowEmitter::extreme(bool is_max, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  const Gp result = temporary(), other = value_of(b);
  load(result, a);
  cc_.cmp(result, other);
  if (is_max) cc_.cmovl(result, other);
  else cc_.cmovg(result, other);
  cc_.mov(to, result);
}

void RowEmitter::shift_by(bool left, const Gp& to, const FlowOperand& a, std::int64_t by) {
  if (by <= -64 || by >= 64) {
    cc_.xor_(to.r32(), to.r32());
    return;
  }
  load(to, a);
  if ((by >= 0) == left) cc_.shl(to, static_cast<std::uint32_t>(by < 0 ? -by : by));
  else cc_.shr(to, static_cast<std::uint32_t>(by < 0 ? -by : by));
}

/// By any amount: 64 and more give 0, a negative amount shifts the other way.
void RowEmitter::shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (b.is_constant) {
    shift_by(left, to, a, b.value);
    return;
  }
  const Gp by = temporary(), value = temporary(), result = temporary(), sum = temporary();
  const Label done = cc_.newLabel(), back = cc_.newLabel();
  cc_.mov(by, reg(b.number()));
  load(value, a);
  cc_.xor_(result.r32(), result.r32());
  cc_.lea(sum, x86::ptr(by, 63));
  cc_.cmp(sum, 126);
  cc_.ja(done);
  cc_.mov(result, value);
  cc_.test(by, by);
  cc_.js(back);
  if (left) cc_.shl(result, by.r8());
  else cc_.shr(result, by.r8());
  cc_.jmp(done);
  cc_.bind(back);
  cc_.neg(by);
  if (left) cc_.shr(result, by.r8());
  else cc_.shl(result, by.r8());
  cc_.bind(done);
  cc_.mov(to, result);
}

void RowEmitter::element(const FlowInstruction& i, bool is_there) {
  const std::vector<std::int64_t>& list = program_.lists[i.index];
  const Gp at = value_of(i.a), base = cc_.newIntPtr();
  if (!is_there) {
    cc_.cmp(at, static_cast<std::int32_t>(list.size()));
    cc_.jae(trapped_);
  }
  cc_.mov(base, reinterpret_cast<std::uintptr_t>(list.data()));
  cc_.mov(reg(i.to), x86::qword_ptr(base, at, 3));
}

void RowEmitter::state(const FlowInstruction& i) {
  const Gp place = temporary();
  two_address(FlowOp::add, place, i.a, i.b);
  cc_.cmp(place, field(row_, &FlowRow::states_used));
  cc_.jae(trapped_);
  cc_.movzx(reg(i.to).r32(), x86::byte_ptr(states_, place));
}

void RowEmitter::copy_states(const FlowInstruction& i) {
  constexpr std::int32_t kBytes = 16, kMostInRow = 128;
  const auto size = static_cast<std::int32_t>(states_of_array(program_.cells));
  const Gp from = temporary(), to = temporary(), end = temporary(), place = temporary();
  load(from, i.a);
  cc_.mov(place, field(row_, &FlowRow::states_used));
  cc_.cmp(from, place);
  cc_.jae(trapped_);
  cc_.lea(end, x86::ptr(place, size));
  cc_.cmp(end, field(row_, &FlowRow::states_end));
  cc_.jg(waiting_);
  cc_.mov(field(row_, &FlowRow::states_used), end);
  cc_.add(from, states_);
  cc_.lea(to, x86::ptr(states_, place));
  const x86::Xmm part = cc_.newXmm();
  if (size <= kMostInRow) {
    for (std::int32_t at = 0; at < size; at += kBytes) {
      cc_.movdqu(part, x86::ptr(from, at));
      cc_.movdqu(x86::ptr(to, at), part);
    }
  } else {
    const Label again = cc_.newLabel();
    const Gp left = temporary();
    cc_.mov(left, size / kBytes);
    cc_.bind(again);
    cc_.movdqu(part, x86::ptr(from));
    cc_.movdqu(x86::ptr(to), part);
    cc_.add(from, kBytes);
    cc_.add(to, kBytes);
    cc_.dec(left);
    cc_.jnz(again);
  }
  cc_.mov(reg(i.to), place);
}

void RowEmitter::set_state(const FlowInstruction& i) {
  const Gp place = value_of(i.a), value = value_of(i.b);
  cc_.cmp(place, field(row_, &FlowRow::states_used));
  cc_.jae(trapped_);
  cc_.mov(x86::byte_ptr(states_, place), value.r8());
}

}  // namespace bouton::native

#endif
