// Arithmetic but division as machine code.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

/// The instruction with this number in the present block.
void RowEmitter::instruction(const FlowInstruction& i, std::size_t number) {
  if (is_main_ && !needed_.empty() && !needed_[block_][number]) return;
  const bool knows = is_main_ && block_ < facts_.held.size();
  if (knows && facts_.held[block_][number]) {
    masm_.move(reg(i.to), reg(*facts_.held[block_][number]));
    return;
  }
  const auto a = [&] { return value_of(i.a); };
  const auto b = [&] { return value_of(i.b); };
  switch (i.op) {
    case FlowOp::move: masm_.move(reg(i.to), a()); break;
    case FlowOp::neg: masm_.negate(reg(i.to), a()); break;
    case FlowOp::bit_not: masm_.invert(reg(i.to), a()); break;
    case FlowOp::abs: masm_.absolute(reg(i.to), a()); break;
    case FlowOp::mul: masm_.multiply(reg(i.to), a(), b()); break;
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
    case FlowOp::truncating_mod: divide(i.op, reg(i.to), i.a, i.b, knows && facts_.divides_small[block_][number]); break;
    case FlowOp::shift_left: shift(true, reg(i.to), i.a, i.b); break;
    case FlowOp::shift_right: shift(false, reg(i.to), i.a, i.b); break;
    case FlowOp::min: masm_.extreme(false, reg(i.to), a(), b()); break;
    case FlowOp::max: masm_.extreme(true, reg(i.to), a(), b()); break;
    case FlowOp::element: element(i, knows && facts_.is_there[block_][number]); break;
    case FlowOp::state: state(i); break;
    case FlowOp::copy_states: copy_states(i); break;
    case FlowOp::set_state: set_state(i); break;
    case FlowOp::call: call(program_.calls[i.index]); break;
    case FlowOp::option: option(program_.options[i.index], {block_, number}); break;
    case FlowOp::tick: tick(); break;
    default: masm_.compute(i.op, reg(i.to), a(), b()); break;
  }
}

void RowEmitter::shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (!b.is_constant) {
    masm_.shift(left, to, value_of(a), reg(b.number()));
    return;
  }
  if (b.value <= -64 || b.value >= 64) {
    masm_.set(to, 0);
    return;
  }
  masm_.move(to, value_of(a));
  const auto by = static_cast<std::uint32_t>(b.value < 0 ? -b.value : b.value);
  if ((b.value >= 0) == left) masm_.shift_left(to, to, by);
  else masm_.shift_right(to, to, by);
}

void RowEmitter::element(const FlowInstruction& i, bool is_there) {
  const std::vector<std::int64_t>& list = program_.lists[i.index];
  const Gp at = masm_.in_register(value_of(i.a)), base = masm_.pointer();
  if (!is_there) {
    masm_.compare(at, static_cast<std::int64_t>(list.size()));
    masm_.jump_if(Condition::above_equal, trapped_);
  }
  masm_.set(base, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(list.data())));
  masm_.load(reg(i.to), {.base = base, .index = at, .shift = 3});
}

void RowEmitter::state(const FlowInstruction& i) {
  const Gp place = masm_.number();
  masm_.add(place, value_of(i.a), value_of(i.b));
  masm_.compare(place, field(row_, &FlowRow::states_used));
  masm_.jump_if(Condition::above_equal, trapped_);
  masm_.load_byte(reg(i.to), {.base = states_, .index = place});
}

void RowEmitter::copy_states(const FlowInstruction& i) {
  constexpr std::int64_t kMostInRow = 128;
  const auto size = static_cast<std::int64_t>(states_of_array(program_.cells));
  const Gp from = masm_.pointer(), to = masm_.pointer(), end = masm_.number(), place = masm_.number();
  masm_.move(from, value_of(i.a));
  masm_.load(place, field(row_, &FlowRow::states_used));
  masm_.compare(from, place);
  masm_.jump_if(Condition::above_equal, trapped_);
  masm_.add(end, place, size);
  masm_.compare(end, field(row_, &FlowRow::states_end));
  masm_.jump_if(Condition::greater, waiting_);
  masm_.store(field(row_, &FlowRow::states_used), end);
  masm_.add(from, from, states_);
  masm_.add(to, states_, place);
  if (size <= kMostInRow) {
    for (std::int64_t at = 0; at < size; at += kCopiedBytes)
      masm_.copy({.base = to, .displacement = at}, {.base = from, .displacement = at});
  } else {
    const Label again = masm_.label();
    const Gp left = masm_.number();
    masm_.set(left, size / kCopiedBytes);
    masm_.bind(again);
    masm_.copy({.base = to}, {.base = from});
    masm_.add(from, from, kCopiedBytes);
    masm_.add(to, to, kCopiedBytes);
    masm_.count_down(left);
    masm_.jump_if(Condition::not_equal, again);
  }
  masm_.move(reg(i.to), place);
}

void RowEmitter::set_state(const FlowInstruction& i) {
  const Gp place = masm_.in_register(value_of(i.a));
  masm_.compare(place, field(row_, &FlowRow::states_used));
  masm_.jump_if(Condition::above_equal, trapped_);
  masm_.store_byte({.base = states_, .index = place}, value_of(i.b));
}

}  // namespace bouton::native

#endif
