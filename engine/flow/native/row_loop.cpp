// The loop over the positions of a row, and the values that are entered for them.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

bool RowEmitter::is_row() const {
  return std::ranges::any_of(box_.step, [](std::int64_t step) { return step != 0; });
}

std::int64_t RowEmitter::index_step() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < program_.dimensions; ++i) sum += box_.step[i] * box_.stride[i];
  return sum;
}

void RowEmitter::begin_row() {
  coordinates_.clear();
  steady_.clear();
  row_pointers_.clear();
  cc_.mov(field(row_, &FlowRow::depth), 0);
  ticks_ = temporary();
  cc_.mov(ticks_, field(row_, &FlowRow::ticks));
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    // A coordinate that the program leaves alone is its register.
    const auto number = static_cast<std::uint32_t>(i);
    coordinates_.push_back(assigns(*function_, program_, number) ? cc_.newInt64() : registers_[i]);
    cc_.mov(coordinates_.back(), field(row_, &FlowRow::coordinates, i));
  }
  if (sink_ == FlowSink::list) return;
  cells_ = cc_.newIntPtr();
  here_ = cc_.newIntPtr();
  cc_.mov(cells_, field(row_, &FlowRow::cells));
  cc_.mov(here_, field(row_, &FlowRow::index));
  cc_.lea(here_, x86::ptr(cells_, here_, 2));
  if (is_row()) {
    stop_ = cc_.newIntPtr();
    cc_.mov(stop_, field(row_, &FlowRow::left));
    scale(stop_, stop_, index_step());
    cc_.lea(stop_, x86::ptr(here_, stop_, 2));
  }
  find_walks_of_row();
  find_needed();
  find_steady_parts();
  if (has_few_values()) {
    used_ = temporary();
    one_ = temporary();
    cc_.mov(one_, 1);
  } else if (sink_ == FlowSink::grundy) {
    stamps_ = cc_.newIntPtr();
    stamp_ = temporary();
    cc_.mov(stamps_, field(row_, &FlowRow::stamps));
    cc_.mov(stamp_, field(row_, &FlowRow::stamp));
  }
}

void RowEmitter::begin_position() {
  position_ = cc_.newLabel();
  next_ = cc_.newLabel();
  cc_.bind(position_);
  if (sink_ != FlowSink::list && box_.passes_over_solved) {
    cc_.cmp(own_cell(), static_cast<std::int32_t>(kUnsolved));
    cc_.jne(next_);
  }
  for (std::size_t i = 0; i < program_.dimensions; ++i)
    if (coordinates_[i].id() != registers_[i].id()) cc_.mov(registers_[i], coordinates_[i]);
  if (has_few_values()) cc_.xor_(used_.r32(), used_.r32());
  if (sink_ == FlowSink::outcome && box_.ends_early) {
    not_n_ = cc_.newLabel();
    if (box_.terminal == 0) return;
    any_ = cc_.newUInt32();
    cc_.xor_(any_, any_);
  } else if (sink_ != FlowSink::grundy) {
    seen_ = cc_.newUInt32();
    cc_.xor_(seen_, seen_);
    if (sink_ == FlowSink::remoteness) return;
    all_n_ = cc_.newUInt32();
    cc_.mov(all_n_, 1);
  }
}

void RowEmitter::enter_value() {
  cc_.bind(finished_);
  switch (sink_) {
    case FlowSink::list:
      cc_.xor_(status_, status_);
      cc_.jmp(ended_);
      return;
    case FlowSink::grundy:
      if (has_few_values()) enter_mex_of_few();
      else enter_mex();
      break;
    case FlowSink::outcome: enter_outcome(); break;
    case FlowSink::remoteness: enter_remoteness(); break;
  }
  next_position();
}

/// The least value without the present stamp. An option that is not solved, or no position at all, has left its stamp before
/// the values.
void RowEmitter::enter_mex() {
  for (const std::uint32_t none : {kUnsolved, kNoPosition}) {
    cc_.cmp(x86::dword_ptr(stamps_, 4 * static_cast<std::int32_t>(none)), stamp_.r32());
    cc_.je(waiting_);
  }
  const Gp mex = temporary();
  const Label again = cc_.newLabel(), found = cc_.newLabel();
  cc_.xor_(mex.r32(), mex.r32());
  cc_.bind(again);
  cc_.cmp(x86::dword_ptr(stamps_, mex, 2), stamp_.r32());
  cc_.jne(found);
  cc_.inc(mex);
  cc_.jmp(again);
  cc_.bind(found);
  cc_.mov(own_cell(), mex.r32());
  cc_.inc(stamp_);
  const Label is_greatest = cc_.newLabel(), on = cc_.newLabel();
  cc_.cmp(mex, field(row_, &FlowRow::greatest));
  cc_.ja(is_greatest);
  cc_.bind(on);
  cold_.push_back([this, mex, is_greatest, on] {
    cc_.bind(is_greatest);
    cc_.mov(field(row_, &FlowRow::greatest), mex);
    cc_.jmp(on);
  });
}

/// The first bit that is not set; those from kManyGrundyValues on are of options without a value.
void RowEmitter::enter_mex_of_few() {
  const Gp mex = temporary(), none = temporary();
  const Label too_great = cc_.newLabel();
  cc_.mov(none, used_);
  cc_.mov(mex, used_);
  cc_.shr(none, kManyGrundyValues);
  cc_.jnz(waiting_);
  cc_.not_(mex);
  cc_.tzcnt(mex, mex);
  cc_.cmp(mex, kManyGrundyValues);
  cc_.jae(too_great);
  cc_.mov(own_cell(), mex.r32());
  cold_.push_back([this, too_great] { leave_with(static_cast<std::uint32_t>(FlowStatus::too_great), too_great); });
}

void RowEmitter::enter_outcome() {
  const x86::Mem cell = own_cell();
  const Gp value = cc_.newUInt32();
  if (box_.ends_early) {
    // All options are N, or there are none.
    cc_.xor_(value, value);
    if (box_.terminal != 0) {
      cc_.cmp(any_, 0);
      cc_.sete(value.r8());
    }
    cc_.mov(cell, value);
    cold_.push_back([this] {
      cc_.bind(not_n_);
      cc_.ja(waiting_);
      cc_.mov(own_cell(), 1);
      cc_.jmp(next_);
    });
    return;
  }
  cc_.cmp(seen_, 1);
  cc_.ja(waiting_);
  cc_.mov(value, all_n_);
  cc_.xor_(value, 1);
  if (box_.terminal != 0) {
    // Without an option nothing was seen; nothing but options that are P gives the same.
    const Gp terminal = cc_.newUInt32();
    cc_.mov(terminal, box_.terminal);
    cc_.test(seen_, seen_);
    cc_.cmovz(value, terminal);
  }
  cc_.mov(cell, value);
}

/// From the greatest value of an option to the position's: see kLongest.
void RowEmitter::enter_remoteness() {
  const Gp value = cc_.newUInt32(), of_n = cc_.newUInt32(), terminal = cc_.newUInt32();
  cc_.cmp(seen_, static_cast<std::int32_t>(kLeastNoValue));
  cc_.jae(waiting_);
  cc_.mov(value, kLongest);
  cc_.sub(value, seen_);
  cc_.lea(of_n, x86::ptr(value, 2));
  cc_.mov(terminal, box_.terminal != 0 ? 1 : kLongest);
  cc_.cmp(seen_, kLongest / 2);
  cc_.cmovae(value, of_n);
  cc_.test(seen_, seen_);
  cc_.cmovz(value, terminal);
  cc_.mov(own_cell(), value);
}

void RowEmitter::next_position() {
  cc_.bind(next_);
  if (is_row()) {
    for (std::size_t i = 0; i < program_.dimensions; ++i)
      if (box_.step[i] != 0) cc_.add(coordinates_[i], static_cast<std::int32_t>(box_.step[i]));
    for (const auto& [places, start] : steady_) advance(start, steady_step(places));
    for (const auto& [part, pointer] : row_pointers_) {
      std::int64_t cells = 0;
      for (std::size_t i = 0; i < part.size(); ++i) cells += part[i] * box_.step[i];
      advance(pointer, cells);
    }
    advance(here_, index_step());
    cc_.cmp(here_, stop_);
    cc_.jne(position_);
  }
  cc_.xor_(status_, status_);
  cc_.jmp(ended_);
}

/// By so many cells.
void RowEmitter::advance(const Gp& pointer, std::int64_t cells) {
  if (cells != 0) two_address(FlowOp::add, pointer, FlowOperand{false, -1}, FlowOperand::constant(4 * cells));
}

/// What the row says afterwards.
void RowEmitter::end_row() {
  cc_.mov(field(row_, &FlowRow::ticks), ticks_);
  if (sink_ == FlowSink::list) return;
  bool is_counted = false;
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    const x86::Mem first = field(row_, &FlowRow::coordinates, i);
    if (box_.step[i] == 0) continue;
    if (!is_counted) {
      const Gp passed = temporary();
      cc_.mov(passed, coordinates_[i]);
      cc_.sub(passed, first);
      if (box_.step[i] > 0) cc_.sub(field(row_, &FlowRow::left), passed);
      else cc_.add(field(row_, &FlowRow::left), passed);
      is_counted = true;
    }
    cc_.mov(first, coordinates_[i]);
  }
  cc_.sub(here_, cells_);
  cc_.sar(here_, 2);
  cc_.mov(field(row_, &FlowRow::index), here_);
  if (sink_ == FlowSink::grundy && !has_few_values()) cc_.mov(field(row_, &FlowRow::stamp), stamp_);
}

}  // namespace bouton::native

#endif
