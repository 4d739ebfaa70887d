// What becomes of an option: the cell that its value is in, and what its value means for the position.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

void RowEmitter::list_option(const FlowOption& option) {
  const Gp out = cc_.newIntPtr();
  cc_.mov(out, field(row_, &FlowRow::out));
  cc_.cmp(out, field(row_, &FlowRow::out_end));
  cc_.jae(waiting_);
  cc_.mov(x86::dword_ptr(out), static_cast<std::int32_t>(option.label));
  cc_.mov(x86::dword_ptr(out, 4), static_cast<std::int32_t>(option.to.size()));
  for (std::size_t i = 0; i < option.to.size(); ++i)
    cc_.mov(x86::qword_ptr(out, static_cast<std::int32_t>(8 * (i + 1))), value_of(option.to[i]));
  cc_.add(out, static_cast<std::int32_t>(8 * (option.to.size() + 1)));
  cc_.mov(field(row_, &FlowRow::out), out);
}

void RowEmitter::option(const FlowOption& option, FlowPlace place) {
  if (sink_ == FlowSink::list) {
    list_option(option);
    return;
  }
  if (const std::optional<x86::Mem> cell = cell_of(option, place)) see(*cell);
  else cc_.jmp(waiting_);
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
  const Gp start = cc_.newIntPtr();
  cc_.mov(start, cells_);
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    const std::uint32_t from = places >> (4 * i) & 15U;
    if (from == 0) continue;
    const Gp part = temporary();
    cc_.mov(part, coordinates_[from - 1]);
    if (box_.low[i] != 0) two_address(FlowOp::sub, part, FlowOperand{false, -1}, FlowOperand::constant(box_.low[i]));
    scale(part, part, box_.stride[i]);
    cc_.lea(start, x86::ptr(start, part, 2));
  }
  return start;
}

/// to = from * stride
void RowEmitter::scale(const Gp& to, const Gp& from, std::int64_t stride) {
  if (stride != 1 && is_small(stride)) {
    cc_.imul(to, from, static_cast<std::int32_t>(stride));
    return;
  }
  if (to.id() != from.id()) cc_.mov(to, from);
  if (stride != 1) cc_.imul(to, value_of(FlowOperand::constant(stride)));
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
    if (is_small(length)) cc_.cmp(offset, static_cast<std::int32_t>(length));
    else cc_.cmp(offset, value_of(FlowOperand::constant(length)));
    cc_.jae(waiting_);
  }
  return true;
}

/// A coordinate less the box's least; not to be written to.
Gp RowEmitter::from_low(const FlowOperand& to, std::size_t place) {
  if (box_.low[place] == 0) return reg(to.number());
  const Gp offset = temporary();
  cc_.mov(offset, reg(to.number()));
  two_address(FlowOp::sub, offset, FlowOperand{false, -1}, FlowOperand::constant(box_.low[place]));
  return offset;
}

/// An option's cell; nothing where it lies outside whatever the position.
std::optional<x86::Mem> RowEmitter::cell_of(const FlowOption& option, FlowPlace place) {
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
      const Gp cells = temporary();
      scale(cells, part, box_.stride[i]);
      part = cells;
    }
    if (!index) {
      index = part;
    } else {
      const Gp sum = temporary();
      cc_.lea(sum, x86::ptr(*index, part));
      index = sum;
    }
  }
  const Gp& start = is_walked             ? walk_registers_[found->second.from.walk]
                    : steady == 0         ? cells_
                    : is_own_cell(steady) ? here_
                                          : steady_.at(steady);
  if (!is_small(4 * fixed)) {
    const Gp sum = value_of(FlowOperand::constant(fixed));
    if (index) cc_.add(sum, *index);
    index = sum;
    fixed = 0;
  }
  const auto displacement = static_cast<std::int32_t>(4 * fixed);
  return index ? x86::dword_ptr(start, *index, 2, displacement) : x86::dword_ptr(start, displacement);
}

/// Sets the bit of a Grundy value, or of what is none.
void RowEmitter::mark(const Gp& value) {
  if (asmjit::CpuInfo::host().features().x86().hasBMI2()) {
    const Gp bit = temporary();
    cc_.shlx(bit, one_, value);
    cc_.or_(used_, bit);
  } else {
    cc_.bts(used_, value);
  }
}

/// Notes the value of the option in a cell. That it has none is seen at the end, but where the end may come early.
void RowEmitter::see(const x86::Mem& cell) {
  switch (sink_) {
    case FlowSink::list: break;
    case FlowSink::grundy: {
      const Gp value = temporary();
      if (box_.has_few_values) {
        cc_.mov(value.r32(), cell);
        mark(value);
        break;
      }
      cc_.movsxd(value, cell);
      cc_.mov(x86::dword_ptr(stamps_, value, 2), stamp_.r32());
      break;
    }
    case FlowSink::outcome:
      if (box_.ends_early) {
        cc_.cmp(cell, 1);
        cc_.jne(not_n_);
        if (box_.terminal != 0) cc_.mov(any_, 1);
      } else {
        const Gp value = cc_.newUInt32();
        cc_.mov(value, cell);
        cc_.or_(seen_, value);
        cc_.and_(all_n_, value);
      }
      break;
    case FlowSink::remoteness: {
      const Gp value = cc_.newUInt32();
      cc_.mov(value, cell);
      cc_.cmp(seen_, value);
      cc_.cmovb(seen_, value);
      break;
    }
  }
}

}  // namespace bouton::native

#endif
