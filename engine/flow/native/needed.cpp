// Instructions whose results nothing reads, since an option is found without its coordinates: they are left out.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

namespace bouton::native {

std::vector<std::uint32_t> RowEmitter::used_by_option(const FlowOption& option, FlowPlace place) const {
  std::vector<std::uint32_t> used;
  const auto found = walks_.options.find(place);
  const std::uint32_t walked = found == walks_.options.end() ? 0 : found->second.places;
  const std::uint32_t steady = steady_places(option);
  for (std::size_t i = 0; i < option.to.size(); ++i) {
    const FlowOperand& to = option.to[i];
    const bool is_checked = !needs_no_check(to, i) && !is_shown_inside(option, i);
    const bool is_read = (walked >> i & 1U) == 0 && (found != walks_.options.end() || (steady >> (4 * i) & 15U) == 0);
    if (!to.is_constant && (is_checked || is_read)) used.push_back(to.number());
  }
  return used;
}

/// The registers that the code for an instruction reads.
std::vector<std::uint32_t> RowEmitter::used_by(const FlowInstruction& i, FlowPlace place) const {
  const auto& [block, number] = place;
  if (block < facts_.held.size() && facts_.held[block][number]) return {*facts_.held[block][number]};
  if (i.op == FlowOp::option) return used_by_option(program_.options[i.index], place);
  std::vector<std::uint32_t> used;
  const auto add = [&](const FlowOperand& operand) {
    if (!operand.is_constant) used.push_back(operand.number());
  };
  if (i.op == FlowOp::tick) return used;
  if (i.op == FlowOp::call) {
    for (const FlowOperand& argument : program_.calls[i.index].arguments) add(argument);
  } else {
    add(i.a);
    add(i.b);
  }
  return used;
}

/// Whether the result is all that the instruction is for.
bool RowEmitter::is_pure(const FlowInstruction& i, FlowPlace place) const {
  switch (i.op) {
    case FlowOp::call:
    case FlowOp::option:
    case FlowOp::tick: return false;
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
    case FlowOp::truncating_mod: return i.b.is_constant && i.b.value != 0;
    case FlowOp::element: return place.first < facts_.is_there.size() && facts_.is_there[place.first][place.second];
    default: return true;
  }
}

/// From the registers that are live at the end of a block to those at its beginning. What is computed for a result that nobody
/// reads makes nothing live, so a loop does not keep a register alive that it only counts up.
std::vector<bool> RowEmitter::live_before(std::uint32_t block, std::vector<bool> live) {
  const FlowBlock& here = program_.functions[0].blocks[block];
  for (const FlowOperand& operand : {here.end.a, here.end.b})
    if (!operand.is_constant) live[operand.number()] = true;
  if (const auto starts = walks_.starts.find(block); starts != walks_.starts.end())
    for (const LoopWalks::Start& start : starts->second)
      for (const auto& [number, factor] : start.cells.terms) live[number] = true;
  for (std::size_t n = here.instructions.size(); n-- > 0;) {
    const FlowInstruction& i = here.instructions[n];
    const bool pure = is_pure(i, {block, n});
    needed_[block][n] = !pure || live[i.to];
    if (!needed_[block][n]) continue;
    if (pure) live[i.to] = false;
    for (const std::uint32_t number : uses_[block][n]) live[number] = true;
  }
  return live;
}

void RowEmitter::find_needed() {
  const std::vector<FlowBlock>& blocks = program_.functions[0].blocks;
  uses_.assign(blocks.size(), {});
  needed_.assign(blocks.size(), {});
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    offsets_.begin(b);
    needed_[b].resize(blocks[b].instructions.size());
    for (std::size_t n = 0; n < blocks[b].instructions.size(); ++n) {
      uses_[b].push_back(used_by(blocks[b].instructions[n], {b, n}));
      offsets_.pass(blocks[b].instructions[n]);
    }
  }
  std::vector<std::vector<bool>> live(blocks.size(), std::vector<bool>(program_.functions[0].registers, false));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto b = static_cast<std::uint32_t>(blocks.size()); b-- > 0;) {
      const FlowTerminator& end = blocks[b].end;
      std::vector<bool> after(program_.functions[0].registers, false);
      const auto join = [&](std::uint32_t next) {
        for (std::size_t r = 0; r < after.size(); ++r) after[r] = after[r] || live[next][r];
      };
      if (end.kind == FlowTerminator::Kind::jump || end.kind == FlowTerminator::Kind::branch) join(end.then);
      if (end.kind == FlowTerminator::Kind::branch) join(end.otherwise);
      std::vector<bool> before = live_before(b, std::move(after));
      changed = changed || before != live[b];
      live[b] = std::move(before);
    }
  }
}

}  // namespace bouton::native

#endif
