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
  masm_.store(field(row_, &FlowRow::depth), 0);
  ticks_ = masm_.number();
  masm_.load(ticks_, field(row_, &FlowRow::ticks));
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    // A coordinate that the program leaves alone is its register.
    const auto number = static_cast<std::uint32_t>(i);
    coordinates_.push_back(assigns(*function_, program_, number) ? masm_.number() : registers_[i]);
    masm_.load(coordinates_.back(), field(row_, &FlowRow::coordinates, i));
  }
  if (sink_ == FlowSink::list) {
    if (!calls_name_options(program_)) {
      out_ = masm_.pointer();
      masm_.load(*out_, field(row_, &FlowRow::out));
    }
    return;
  }
  cells_ = masm_.pointer();
  here_ = masm_.pointer();
  masm_.load(cells_, field(row_, &FlowRow::cells));
  masm_.load(here_, field(row_, &FlowRow::index));
  masm_.add_shifted(here_, cells_, here_, 2);
  if (is_row()) {
    stop_ = masm_.pointer();
    masm_.load(stop_, field(row_, &FlowRow::left));
    masm_.multiply(stop_, stop_, index_step());
    masm_.add_shifted(stop_, here_, stop_, 2);
  }
  find_walks_of_row();
  find_needed();
  find_steady_parts();
  if (has_few_values()) {
    used_ = masm_.number();
    one_ = masm_.number();
    masm_.set(one_, 1);
  } else if (sink_ == FlowSink::grundy) {
    stamps_ = masm_.pointer();
    stamp_ = masm_.number();
    masm_.load(stamps_, field(row_, &FlowRow::stamps));
    masm_.load(stamp_, field(row_, &FlowRow::stamp));
  }
}

void RowEmitter::begin_position() {
  position_ = masm_.label();
  next_ = masm_.label();
  masm_.bind(position_);
  if (sink_ != FlowSink::list && box_.passes_over_solved) {
    masm_.compare_word(own_cell(), static_cast<std::int32_t>(kUnsolved));
    masm_.jump_if(Condition::not_equal, next_);
  }
  for (std::size_t i = 0; i < program_.dimensions; ++i) masm_.move(registers_[i], coordinates_[i]);
  if (has_few_values()) masm_.set(used_, 0);
  if (sink_ == FlowSink::outcome && box_.ends_early) {
    not_n_ = masm_.label();
    if (box_.terminal == 0) return;
    any_ = masm_.word();
    masm_.set(any_, 0);
  } else if (sink_ != FlowSink::grundy) {
    seen_ = masm_.word();
    masm_.set(seen_, 0);
    if (sink_ == FlowSink::remoteness) return;
    all_n_ = masm_.word();
    masm_.set(all_n_, 1);
  }
}

void RowEmitter::enter_value() {
  masm_.bind(finished_);
  switch (sink_) {
    case FlowSink::list:
      masm_.set(status_, 0);
      masm_.jump(ended_);
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
    masm_.compare_word({.base = stamps_, .displacement = 4 * static_cast<std::int32_t>(none)}, stamp_);
    masm_.jump_if(Condition::equal, waiting_);
  }
  const Gp mex = masm_.number();
  const Label again = masm_.label(), found = masm_.label();
  masm_.set(mex, 0);
  masm_.bind(again);
  masm_.compare_word({.base = stamps_, .index = mex, .shift = 2}, stamp_);
  masm_.jump_if(Condition::not_equal, found);
  masm_.add(mex, mex, 1);
  masm_.jump(again);
  masm_.bind(found);
  masm_.store_word(own_cell(), mex);
  masm_.add(stamp_, stamp_, 1);
  const Label is_greatest = masm_.label(), on = masm_.label();
  masm_.compare(mex, field(row_, &FlowRow::greatest));
  masm_.jump_if(Condition::above, is_greatest);
  masm_.bind(on);
  masm_.put_behind([this, mex, is_greatest, on] {
    masm_.bind(is_greatest);
    masm_.store(field(row_, &FlowRow::greatest), mex);
    masm_.jump(on);
  });
}

/// The first bit that is not set; those from kManyGrundyValues on are of options without a value.
void RowEmitter::enter_mex_of_few() {
  const Gp mex = masm_.number();
  const Label too_great = masm_.label();
  masm_.jump_if_bits(used_, kManyGrundyValues, waiting_);
  masm_.first_zero_bit(mex, used_);
  masm_.compare(mex, kManyGrundyValues);
  masm_.jump_if(Condition::above_equal, too_great);
  masm_.store_word(own_cell(), mex);
  masm_.put_behind([this, too_great] { leave_with(static_cast<std::uint32_t>(FlowStatus::too_great), too_great); });
}

void RowEmitter::enter_outcome() {
  const Gp value = masm_.word();
  if (box_.ends_early) {
    // All options are N, or there are none.
    if (box_.terminal != 0) masm_.compute(FlowOp::bit_xor, value, any_, 1);
    else masm_.set(value, 0);
    masm_.store_word(own_cell(), value);
    masm_.put_behind([this] {
      masm_.bind(not_n_);
      masm_.jump_if(Condition::above, waiting_);
      masm_.store_word(own_cell(), 1);
      masm_.jump(next_);
    });
    return;
  }
  masm_.compare(seen_, 1);
  masm_.jump_if(Condition::above, waiting_);
  masm_.compute(FlowOp::bit_xor, value, all_n_, 1);
  if (box_.terminal != 0) {
    // Without an option nothing was seen; nothing but options that are P gives the same.
    const Gp terminal = masm_.word();
    masm_.set(terminal, box_.terminal);
    masm_.compare(seen_, 0);
    masm_.choose(Condition::equal, value, terminal, value);
  }
  masm_.store_word(own_cell(), value);
}

/// From the greatest value of an option to the position's: see kLongest.
void RowEmitter::enter_remoteness() {
  const Gp value = masm_.word(), of_n = masm_.word(), terminal = masm_.word();
  masm_.compare(seen_, static_cast<std::int32_t>(kLeastNoValue));
  masm_.jump_if(Condition::above_equal, waiting_);
  masm_.set(value, kLongest);
  masm_.subtract(value, value, seen_);
  masm_.add(of_n, value, 2);
  masm_.set(terminal, box_.terminal != 0 ? 1 : kLongest);
  masm_.compare(seen_, kLongest / 2);
  masm_.choose(Condition::above_equal, value, of_n, value);
  masm_.compare(seen_, 0);
  masm_.choose(Condition::equal, value, terminal, value);
  masm_.store_word(own_cell(), value);
}

void RowEmitter::next_position() {
  masm_.bind(next_);
  if (is_row()) {
    for (std::size_t i = 0; i < program_.dimensions; ++i)
      if (box_.step[i] != 0) masm_.add(coordinates_[i], coordinates_[i], box_.step[i]);
    for (const auto& [places, start] : steady_) advance(start, steady_step(places));
    for (const auto& [part, pointer] : row_pointers_) {
      std::int64_t cells = 0;
      for (std::size_t i = 0; i < part.size(); ++i) cells += part[i] * box_.step[i];
      advance(pointer, cells);
    }
    advance(here_, index_step());
    masm_.compare(here_, stop_);
    masm_.jump_if(Condition::not_equal, position_);
  }
  masm_.set(status_, 0);
  masm_.jump(ended_);
}

/// By so many cells.
void RowEmitter::advance(const Gp& pointer, std::int64_t cells) {
  if (cells != 0) masm_.add(pointer, pointer, 4 * cells);
}

/// What the row says afterwards.
void RowEmitter::end_row() {
  masm_.store(field(row_, &FlowRow::ticks), ticks_);
  if (out_) masm_.store(field(row_, &FlowRow::out), *out_);
  if (sink_ == FlowSink::list) return;
  bool is_counted = false;
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    const Address first = field(row_, &FlowRow::coordinates, i);
    if (box_.step[i] == 0) continue;
    if (!is_counted) {
      const Gp passed = masm_.number();
      masm_.load(passed, first);
      masm_.subtract(passed, passed, coordinates_[i]);
      if (box_.step[i] < 0) masm_.negate(passed, passed);
      masm_.add_to(field(row_, &FlowRow::left), passed);
      is_counted = true;
    }
    masm_.store(first, coordinates_[i]);
  }
  masm_.subtract(here_, here_, cells_);
  masm_.shift_right_signed(here_, here_, 2);
  masm_.store(field(row_, &FlowRow::index), here_);
  if (sink_ == FlowSink::grundy && !has_few_values()) masm_.store(field(row_, &FlowRow::stamp), stamp_);
}

}  // namespace bouton::native

#endif
