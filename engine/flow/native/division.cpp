// Division as machine code: by a constant it becomes a multiplication.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <bit>
#include <limits>

namespace bouton::native {

/// By a constant; false for those that are divided by like any other number.
bool RowEmitter::divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by, bool is_small) {
  if (by < 1 || by > std::numeric_limits<std::int32_t>::max()) return false;
  const auto divisor = static_cast<std::uint64_t>(by);
  const bool is_floor = op != FlowOp::truncating_mod;
  if (is_floor && std::has_single_bit(divisor)) {
    if (op == FlowOp::floor_div) masm_.shift_right_signed(to, a, static_cast<std::uint32_t>(std::countr_zero(divisor)));
    else masm_.compute(FlowOp::bit_and, to, a, by - 1);
    return true;
  }
  if (by == 1) return false;
  // For 0 <= a < 2^31: a // by = a * m >> 31 + k, where 2^k >= by and m = 2^(31 + k) / by, rounded up (Granlund and Montgomery,
  // Division by invariant integers using multiplication, 1994, theorem 4.2).
  const int k = std::bit_width(divisor - 1);
  const std::uint64_t m = (std::uint64_t{1} << (31 + k)) / divisor + 1;
  const Gp quotient = masm_.number(), dividend = masm_.number();
  const Label wide = masm_.label(), done = masm_.label();
  masm_.move(dividend, a);
  if (!is_small) {
    masm_.compare(dividend, std::numeric_limits<std::int32_t>::max());
    masm_.jump_if(Condition::above, wide);
  }
  masm_.multiply(quotient, dividend, static_cast<std::int64_t>(m));
  masm_.shift_right(quotient, quotient, static_cast<std::uint32_t>(31 + k));
  if (op == FlowOp::floor_div) {
    masm_.move(to, quotient);
  } else {
    masm_.multiply(quotient, quotient, by);
    const Gp rest = masm_.number();
    masm_.subtract(rest, dividend, quotient);
    masm_.move(to, rest);
  }
  if (is_small) return true;
  masm_.bind(done);
  masm_.put_behind([this, op, to, dividend, by, wide, done] {
    masm_.bind(wide);
    masm_.divide_wide(op, to, dividend, masm_.in_register(by));
    masm_.jump(done);
  });
  return true;
}

void RowEmitter::divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b, bool is_small) {
  if (b.is_constant && b.value == 0) {
    masm_.jump(trapped_);
    return;
  }
  const Gp x = masm_.in_register(value_of(a));
  if (b.is_constant && divide_by(op, to, x, b.value, is_small)) return;
  if (is_small) {
    masm_.divide_small(op, to, x, masm_.in_register(value_of(b)));
    return;
  }
  if (!b.is_constant) {
    masm_.compare(reg(b.number()), 0);
    masm_.jump_if(Condition::equal, trapped_);
  }
  masm_.divide(op, to, x, value_of(b));
}

}  // namespace bouton::native

#endif
