// What becomes of an option: the cell that its value is in, and what its value means for the position.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

void RowEmitter::list_option(const FlowOption& option) {
  if (box_.dimensions > 0 && !check_inside(option)) {
    masm_.jump(trapped_);
    return;
  }
  const Gp out = out_ ? *out_ : masm_.pointer();
  if (!out_) masm_.load(out, field(row_, &FlowRow::out));
  masm_.compare(out, field(row_, &FlowRow::out_end));
  masm_.jump_if(Condition::above_equal, waiting_);
  std::int64_t words = 0;
  const auto write = [&](const Value& value) {
    masm_.store({.base = out, .displacement = 8 * words}, value);
    ++words;
  };
  write(masm_.in_register(option_head(option)));
  for (const FlowOperand& to : option.to) write(value_of(to));
  for (const FlowOperand& argument : option.label_arguments) write(value_of(argument));
  masm_.add(out, out, 8 * words);
  if (!out_) masm_.store(field(row_, &FlowRow::out), out);
}

void RowEmitter::option(const FlowOption& option, FlowPlace place) {
  if (sink_ == FlowSink::list) {
    list_option(option);
    return;
  }
  if (option.part != FlowPart::whole) {
    see_part(option, place);
    return;
  }
  if (const std::optional<Address> cell = cell_of(option, place)) see(*cell);
  else masm_.jump(waiting_);
}

/// Grundy values: adds up those of the parts, and notes the sum at the last one. What has no value is seen at once, since its
/// number does not stay recognisable in a sum.
void RowEmitter::see_part(const FlowOption& option, FlowPlace place) {
  const Gp value = masm_.number();
  if (option.part == FlowPart::none) {
    masm_.set(value, 0);
  } else {
    const std::optional<Address> cell = cell_of(option, place);
    if (!cell) {
      split_.reset();
      masm_.jump(waiting_);
      return;
    }
    masm_.load_signed_word(value, *cell);
    masm_.compare(value, 0);
    masm_.jump_if(Condition::less, waiting_);
  }
  if (split_) masm_.compute(FlowOp::bit_xor, value, *split_, value);
  split_ = option.part == FlowPart::more ? std::optional(value) : std::nullopt;
  if (!split_) masm_.store_word({.base = stamps_, .index = value, .shift = 2}, stamp_);
}

/// Which of an option's coordinates are coordinates of its position plus a constant, in the same place or in another: in four
/// bits for each, 0 or 1 and the number of the position's. Their part of the index is computed once for a row, and moved on.
std::uint32_t RowEmitter::steady_places(const FlowOption& option) const {
  std::uint32_t places = 0;
  for (std::size_t i = 0; i < option.to.size(); ++i)
    if (const std::optional<CoordinateOffset> from = offsets_.of(option.to[i])) places |= (from->coordinate + 1) << (4 * i);
  return places;
}

/// Whether it is a coordinate whose values the box holds in that place.
bool RowEmitter::needs_no_check(const FlowOperand& to, std::size_t place) const {
  const std::optional<CoordinateOffset> from = offsets_.of(to);
  if (!from || from->offset != 0) return false;
  const std::size_t c = from->coordinate;
  return box_.low[c] >= box_.low[place] && box_.low[c] + box_.length[c] <= box_.low[place] + box_.length[place];
}

/// Whether that part is all of the position's own index.
bool RowEmitter::is_own_cell(std::uint32_t places) const {
  for (std::size_t i = 0; i < program_.dimensions; ++i)
    if ((places >> (4 * i) & 15U) != i + 1) return false;
  return true;
}

void RowEmitter::find_steady_parts() {
  const std::vector<FlowBlock>& blocks = program_.functions[0].blocks;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    offsets_.begin(b);
    for (std::size_t n = 0; n < blocks[b].instructions.size(); ++n) {
      const FlowInstruction& i = blocks[b].instructions[n];
      offsets_.pass(i);
      if (i.op != FlowOp::option || walks_.options.contains({b, n})) continue;
      const std::uint32_t places = steady_places(program_.options[i.index]);
      if (places != 0 && !is_own_cell(places) && !steady_.contains(places)) steady_.emplace(places, steady_part(places));
    }
  }
}

/// By how many cells that part moves from a position of a row to the next.
std::int64_t RowEmitter::steady_step(std::uint32_t places) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < program_.dimensions; ++i)
    if (const std::uint32_t from = places >> (4 * i) & 15U; from != 0) sum += box_.step[from - 1] * box_.stride[i];
  return sum;
}

/// Where the cells lie whose options have these coordinates and 0 in all others.
Gp RowEmitter::steady_part(std::uint32_t places) {
  const Gp start = masm_.pointer();
  masm_.move(start, cells_);
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    const std::uint32_t from = places >> (4 * i) & 15U;
    if (from == 0) continue;
    const Gp part = masm_.number();
    masm_.subtract(part, coordinates_[from - 1], box_.low[i]);
    masm_.multiply(part, part, box_.stride[i]);
    masm_.add_shifted(start, start, part, 2);
  }
  return start;
}

bool RowEmitter::is_shown_inside(const FlowOption& option, std::size_t place) const {
  const auto number = static_cast<std::size_t>(&option - program_.options.data());
  return number < facts_.inside.size() && (facts_.inside[number] >> place & 1U) != 0;
}

/// Goes on where the coordinates of an option lie in the box, as far as that is not known; false where they never do.
bool RowEmitter::check_inside(const FlowOption& option) {
  for (std::size_t i = 0; i < option.to.size(); ++i) {
    const FlowOperand& to = option.to[i];
    const std::int64_t low = box_.low[i], length = box_.length[i];
    if (to.is_constant) {
      if (static_cast<std::uint64_t>(to.value) - static_cast<std::uint64_t>(low) >= static_cast<std::uint64_t>(length))
        return false;
      continue;
    }
    if (needs_no_check(to, i) || is_shown_inside(option, i)) continue;
    const Gp offset = from_low(to, i);
    masm_.compare(offset, length);
    masm_.jump_if(Condition::above_equal, sink_ == FlowSink::list ? trapped_ : waiting_);
  }
  return true;
}

/// A coordinate less the box's least; not to be written to.
Gp RowEmitter::from_low(const FlowOperand& to, std::size_t place) {
  if (box_.low[place] == 0) return reg(to.number());
  const Gp offset = masm_.number();
  masm_.subtract(offset, reg(to.number()), box_.low[place]);
  return offset;
}

/// An option's cell; nothing where it lies outside whatever the position.
std::optional<Address> RowEmitter::cell_of(const FlowOption& option, FlowPlace place) {
  if (!check_inside(option)) return std::nullopt;
  const std::uint32_t steady = steady_places(option);
  std::optional<Gp> index;
  std::int64_t fixed = 0;
  const auto found = walks_.options.find(place);
  const bool is_walked = found != walks_.options.end();
  if (is_walked) fixed = found->second.from.cells;
  for (std::size_t i = 0; i < option.to.size(); ++i) {
    const FlowOperand& to = option.to[i];
    if (is_walked && (found->second.places >> i & 1U) != 0) continue;
    if (to.is_constant) {
      fixed += (to.value - box_.low[i]) * box_.stride[i];
      continue;
    }
    if (!is_walked && (steady >> (4 * i) & 15U) != 0) {
      fixed += offsets_.of(to)->offset * box_.stride[i];
      continue;
    }
    // A walk has all the least coordinates behind it already.
    Gp part = is_walked ? reg(to.number()) : from_low(to, i);
    if (box_.stride[i] != 1) {
      const Gp cells = masm_.number();
      masm_.multiply(cells, part, box_.stride[i]);
      part = cells;
    }
    if (!index) {
      index = part;
    } else {
      const Gp sum = masm_.number();
      masm_.add(sum, *index, part);
      index = sum;
    }
  }
  const Gp& start = is_walked             ? walk_registers_[found->second.from.walk]
                    : steady == 0         ? cells_
                    : is_own_cell(steady) ? here_
                                          : steady_.at(steady);
  if (!is_small(4 * fixed)) {
    const Gp sum = masm_.in_register(fixed);
    if (index) masm_.add(sum, sum, *index);
    index = sum;
    fixed = 0;
  }
  return Address{.base = start, .index = index, .shift = 2, .displacement = 4 * fixed};
}

/// Notes the value of the option in a cell. That it has none is seen at the end, but where the end may come early.
void RowEmitter::see(const Address& cell) {
  switch (sink_) {
    case FlowSink::list: break;
    case FlowSink::grundy: {
      const Gp value = masm_.number();
      if (box_.has_few_values) {
        masm_.load_word(value, cell);
        masm_.set_bit(used_, value, one_);
        break;
      }
      masm_.load_signed_word(value, cell);
      masm_.store_word({.base = stamps_, .index = value, .shift = 2}, stamp_);
      break;
    }
    case FlowSink::outcome:
      if (box_.ends_early) {
        masm_.compare_word(cell, 1);
        masm_.jump_if(Condition::not_equal, not_n_);
        if (box_.terminal != 0) masm_.set(any_, 1);
      } else {
        const Gp value = masm_.word();
        masm_.load(value, cell);
        masm_.compute(FlowOp::bit_or, seen_, seen_, value);
        masm_.compute(FlowOp::bit_and, all_n_, all_n_, value);
      }
      break;
    case FlowSink::remoteness: {
      const Gp value = masm_.word();
      masm_.load(value, cell);
      masm_.compare(seen_, value);
      masm_.choose(Condition::below, seen_, value, seen_);
      break;
    }
  }
}

}  // namespace bouton::native

#endif
