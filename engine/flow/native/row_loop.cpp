// The loop over the positions of a row, and the values that are entered for them.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

void RowEmitter::begin_row() {
  coordinates_.clear();
  steady_.clear();
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
  index_ = temporary();
  cells_ = cc_.newIntPtr();
  cc_.mov(index_, field(row_, &FlowRow::index));
  cc_.mov(cells_, field(row_, &FlowRow::cells));
  if (sink_ != FlowSink::grundy) return;
  stamps_ = cc_.newIntPtr();
  stamp_ = temporary();
  cc_.mov(stamps_, field(row_, &FlowRow::stamps));
  cc_.mov(stamp_, field(row_, &FlowRow::stamp));
}

void RowEmitter::begin_position() {
  position_ = cc_.newLabel();
  next_ = cc_.newLabel();
  cc_.bind(position_);
  if (sink_ != FlowSink::list) {
    cc_.cmp(x86::dword_ptr(cells_, index_, 2), static_cast<std::int32_t>(kUnsolved));
    cc_.jne(next_);
  }
  for (std::size_t i = 0; i < program_.dimensions; ++i)
    if (coordinates_[i].id() != registers_[i].id()) cc_.mov(registers_[i], coordinates_[i]);
  if (sink_ == FlowSink::list) return;
  find_steady_parts();
  if (sink_ == FlowSink::outcome || sink_ == FlowSink::remoteness) {
    seen_ = cc_.newUInt32();
    cc_.xor_(seen_, seen_);
  }
  if (sink_ != FlowSink::outcome) return;
  not_n_ = cc_.newLabel();
  any_ = cc_.newUInt32();
  all_n_ = cc_.newUInt32();
  cc_.xor_(any_, any_);
  cc_.mov(all_n_, 1);
}

void RowEmitter::enter_value() {
  cc_.bind(finished_);
  switch (sink_) {
    case FlowSink::list:
      cc_.xor_(status_, status_);
      cc_.jmp(ended_);
      return;
    case FlowSink::grundy: enter_mex(); break;
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
  cc_.mov(x86::dword_ptr(cells_, index_, 2), mex.r32());
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

void RowEmitter::enter_outcome() {
  const x86::Mem cell = x86::dword_ptr(cells_, index_, 2);
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
      cc_.mov(x86::dword_ptr(cells_, index_, 2), 1);
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
  cc_.mov(x86::dword_ptr(cells_, index_, 2), value);
}

void RowEmitter::next_position() {
  cc_.bind(next_);
  const Label done = cc_.newLabel();
  cc_.dec(field(row_, &FlowRow::left));
  cc_.jle(done);
  for (std::size_t i = 0; i < program_.dimensions; ++i) cc_.add(coordinates_[i], field(row_, &FlowRow::step, i));
  cc_.add(index_, field(row_, &FlowRow::index_step));
  cc_.jmp(position_);
  cc_.bind(done);
  cc_.xor_(status_, status_);
  cc_.jmp(ended_);
}

/// What the row says afterwards.
void RowEmitter::end_row() {
  cc_.mov(field(row_, &FlowRow::ticks), ticks_);
  if (sink_ == FlowSink::list) return;
  for (std::size_t i = 0; i < program_.dimensions; ++i) cc_.mov(field(row_, &FlowRow::coordinates, i), coordinates_[i]);
  cc_.mov(field(row_, &FlowRow::index), index_);
  if (sink_ == FlowSink::grundy) cc_.mov(field(row_, &FlowRow::stamp), stamp_);
}

}  // namespace bouton::native

#endif
