// Pointers that walk along the cells of a loop's options (engine/flow/analysis/loop_walks.h).
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

void RowEmitter::find_walks_of_row() {
  walks_ = find_walks(program_, box_);
  walk_registers_.clear();
  for (std::size_t w = 0; w < walks_.count; ++w) walk_registers_.push_back(masm_.pointer());
  // What depends on the position's coordinates alone moves on along the row.
  for (const auto& [block, starts] : walks_.starts)
    for (const LoopWalks::Start& start : starts) {
      const std::vector<std::int64_t> part = row_part(start.cells);
      std::int64_t constant = 0;
      (void)row_pointer(part, constant);
    }
}

/// The factors of the coordinates that the program leaves alone.
std::vector<std::int64_t> RowEmitter::row_part(const RegisterForm& cells) const {
  std::vector<std::int64_t> part(program_.dimensions, 0);
  for (const auto& [number, factor] : cells.terms)
    if (number < program_.dimensions && coordinates_[number].id() == registers_[number].id()) part[number] = factor;
  return part;
}

/// The cells, and so many more as the coordinates times their factors say; `constant` takes what is to be added.
Gp RowEmitter::row_pointer(const std::vector<std::int64_t>& part, std::int64_t& constant) {
  bool is_own = true, is_none = true;
  std::int64_t low = 0;
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    is_own = is_own && part[i] == box_.stride[i];
    is_none = is_none && part[i] == 0;
    low += box_.low[i] * box_.stride[i];
  }
  if (is_own) return here_;
  constant -= low;
  if (is_none) return cells_;
  const auto known = row_pointers_.find(part);
  if (known != row_pointers_.end()) return known->second;
  const Gp pointer = masm_.pointer();
  masm_.move(pointer, cells_);
  for (std::size_t i = 0; i < program_.dimensions; ++i) add_cells(pointer, coordinates_[i], part[i]);
  row_pointers_.emplace(part, pointer);
  return pointer;
}

/// pointer += 4 * factor * number
void RowEmitter::add_cells(const Gp& pointer, const Gp& number, std::int64_t factor) {
  if (factor == 0) return;
  if (factor == 1 || factor == 2) {
    masm_.add_shifted(pointer, pointer, number, factor == 1 ? 2 : 3);
    return;
  }
  const Gp part = masm_.number();
  masm_.multiply(part, number, factor < 0 ? -factor : factor);
  masm_.shift_left(part, part, 2);
  masm_.compute(factor < 0 ? FlowOp::sub : FlowOp::add, pointer, pointer, part);
}

/// Those that are set at the end of the present block.
void RowEmitter::start_walks() {
  const auto starts = walks_.starts.find(block_);
  if (starts == walks_.starts.end()) return;
  for (const LoopWalks::Start& start : starts->second) {
    const std::vector<std::int64_t> part = row_part(start.cells);
    std::int64_t constant = start.cells.constant;
    const Gp from = row_pointer(part, constant);
    const Gp& walk = walk_registers_[start.walk];
    masm_.add(walk, from, 4 * constant);
    for (const auto& [number, factor] : start.cells.terms)
      if (number >= program_.dimensions || part[number] == 0) add_cells(walk, reg(number), factor);
  }
}

/// Those that move with an instruction.
void RowEmitter::move_walks(FlowPlace place) {
  const auto moves = walks_.moves.find(place);
  if (moves == walks_.moves.end()) return;
  for (const LoopWalks::Step& move : moves->second) advance(walk_registers_[move.walk], move.cells);
}

}  // namespace bouton::native

#endif
