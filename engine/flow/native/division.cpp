// Division as machine code: most numbers are small, and small ones are divided faster.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <bit>
#include <limits>

namespace bouton::native {

/// Division that 32 bits need not hold.
void RowEmitter::divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  const Gp quotient = temporary(), remainder = temporary(), signs = temporary();
  const Label by_minus_one = cc_.newLabel(), done = cc_.newLabel();
  cc_.cmp(b, -1);
  cc_.je(by_minus_one);
  cc_.mov(quotient, a);
  cc_.mov(remainder, a);
  cc_.sar(remainder, 63);
  cc_.idiv(remainder, quotient, b);
  if (op != FlowOp::truncating_mod) {
    const Label exact = cc_.newLabel();
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

/// Of numbers from 0 to 2^31 - 1, the second not 0.
void RowEmitter::divide_small(FlowOp op, const Gp& to, const Gp& a, const FlowOperand& b) {
  const Gp low = temporary(), high = temporary(), divisor = value_of(b);
  cc_.mov(low.r32(), a.r32());
  cc_.xor_(high.r32(), high.r32());
  cc_.div(high.r32(), low.r32(), divisor.r32());
  cc_.mov(to.r32(), op == FlowOp::floor_div ? low.r32() : high.r32());
}

/// By a constant; false for those that are divided by like any other number.
bool RowEmitter::divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by, bool is_small) {
  if (by < 1 || by > std::numeric_limits<std::int32_t>::max()) return false;
  const auto divisor = static_cast<std::uint64_t>(by);
  const bool is_floor = op != FlowOp::truncating_mod;
  if (is_floor && std::has_single_bit(divisor)) {
    if (op == FlowOp::floor_div) {
      if (to.id() != a.id()) cc_.mov(to, a);
      if (by > 1) cc_.sar(to, static_cast<std::uint32_t>(std::countr_zero(divisor)));
    } else {
      if (to.id() != a.id()) cc_.mov(to, a);
      cc_.and_(to, static_cast<std::int32_t>(by - 1));
    }
    return true;
  }
  if (by == 1) return false;
  // For 0 <= a < 2^31: a // by = a * m >> 31 + k, where 2^k >= by and m = 2^(31 + k) / by, rounded up (Granlund and Montgomery,
  // Division by invariant integers using multiplication, 1994, theorem 4.2).
  const int k = std::bit_width(divisor - 1);
  const std::uint64_t m = (std::uint64_t{1} << (31 + k)) / divisor + 1;
  const Gp quotient = temporary(), dividend = temporary();
  const Label wide = cc_.newLabel(), done = cc_.newLabel();
  cc_.mov(dividend, a);
  if (!is_small) {
    cc_.cmp(dividend, std::numeric_limits<std::int32_t>::max());
    cc_.ja(wide);
  }
  if (m <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    cc_.imul(quotient, dividend, static_cast<std::int32_t>(m));
  } else {
    cc_.mov(quotient, m);
    cc_.imul(quotient, dividend);
  }
  cc_.shr(quotient, static_cast<std::uint32_t>(31 + k));
  if (op == FlowOp::floor_div) {
    cc_.mov(to, quotient);
  } else {
    cc_.imul(quotient, quotient, static_cast<std::int32_t>(by));
    const Gp rest = temporary();
    cc_.mov(rest, dividend);
    cc_.sub(rest, quotient);
    cc_.mov(to, rest);
  }
  if (is_small) return true;
  cc_.bind(done);
  cold_.push_back([this, op, to, dividend, by, wide, done] {
    cc_.bind(wide);
    const Gp b = temporary();
    cc_.mov(b, by);
    divide_wide(op, to, dividend, b);
    cc_.jmp(done);
  });
  return true;
}

void RowEmitter::divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b, bool is_small) {
  if (b.is_constant && b.value == 0) {
    cc_.jmp(trapped_);
    return;
  }
  const Gp x = value_of(a);
  if (b.is_constant && divide_by(op, to, x, b.value, is_small)) return;
  if (is_small) {
    divide_small(op, to, x, b);
    return;
  }
  const Gp dividend = temporary(), divisor = temporary(), both = temporary(), high = temporary();
  const Label wide = cc_.newLabel(), done = cc_.newLabel();
  cc_.mov(dividend, x);
  load(divisor, b);
  if (!b.is_constant) {
    cc_.test(divisor, divisor);
    cc_.jz(trapped_);
  }
  // Most are small, and small ones are divided in half the time.
  cc_.mov(both, dividend);
  cc_.or_(both, divisor);
  cc_.shr(both, 32);
  cc_.jnz(wide);
  const Gp low = temporary();
  cc_.mov(low, dividend);
  cc_.xor_(high.r32(), high.r32());
  cc_.div(high.r32(), low.r32(), divisor.r32());
  const Gp result = op == FlowOp::floor_div ? low : high;
  cc_.mov(to.r32(), result.r32());
  cc_.bind(done);
  cold_.push_back([this, op, to, dividend, divisor, wide, done] {
    cc_.bind(wide);
    divide_wide(op, to, dividend, divisor);
    cc_.jmp(done);
  });
}

}  // namespace bouton::native

#endif
