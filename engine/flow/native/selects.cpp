// Branches around a few cheap instructions: both ways are computed, and what holds is selected. Which way is right may be as
// hard to foretell as whether a number is even, and a wrong guess costs more than the instructions.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <bit>
#include <set>
#include <utility>

namespace bouton::native {
namespace {

constexpr std::size_t kMostSelected = 3;

/// Whether it takes a cycle or two, whatever its operands, and does nothing but assign.
bool is_cheap(const FlowInstruction& i) {
  switch (i.op) {
    case FlowOp::move:
    case FlowOp::neg:
    case FlowOp::bit_not:
    case FlowOp::add:
    case FlowOp::sub:
    case FlowOp::bit_and:
    case FlowOp::bit_or:
    case FlowOp::bit_xor: return true;
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
      return i.b.is_constant && i.b.value > 0 && i.b.value <= (1 << 30) &&
             std::has_single_bit(static_cast<std::uint64_t>(i.b.value));
    case FlowOp::shift_left:
    case FlowOp::shift_right: return i.b.is_constant;
    default: return false;
  }
}

}  // namespace

/// Which branches become selections; their sides are taken out of the order.
void RowEmitter::find_selects(const FlowFunction& function) {
  selects_.clear();
  std::vector<int> ways(function.blocks.size(), 0);
  for (const std::uint32_t b : order_)
    for (const std::uint32_t next : successors(function.blocks[b].end)) ++ways[next];
  const auto is_side = [&](std::uint32_t b) {
    const FlowBlock& block = function.blocks[b];
    if (b == 0 || ways[b] != 1 || block.end.kind != FlowTerminator::Kind::jump || block.end.then == b) return false;
    if (block.instructions.size() > kMostSelected || !std::ranges::all_of(block.instructions, is_cheap)) return false;
    if (!is_main_) return true;
    return !walks_.starts.contains(b) &&
           std::ranges::none_of(walks_.moves, [&](const auto& move) { return move.first.first == b; });
  };
  for (const std::uint32_t b : order_) {
    const FlowTerminator& end = function.blocks[b].end;
    if (end.kind != FlowTerminator::Kind::branch || end.then == end.otherwise) continue;
    Select select;
    if (is_side(end.then)) select.then = end.then;
    if (is_side(end.otherwise)) select.otherwise = end.otherwise;
    const auto leads_to = [&](std::uint32_t side) { return function.blocks[side].end.then; };
    if (select.then != kNoBlock && select.otherwise != kNoBlock && leads_to(end.then) == leads_to(end.otherwise)) {
      select.to = leads_to(end.then);
    } else if (select.then != kNoBlock && leads_to(end.then) == end.otherwise) {
      select = {end.then, kNoBlock, end.otherwise};
    } else if (select.otherwise != kNoBlock && leads_to(end.otherwise) == end.then) {
      select = {kNoBlock, end.otherwise, end.then};
    } else {
      continue;
    }
    selects_.emplace(&end, select);
  }
  for (const auto& found : selects_)
    std::erase_if(order_, [&](std::uint32_t b) { return b == found.second.then || b == found.second.otherwise; });
}

/// Computes a side in registers of its own; those that it assigned.
std::map<std::uint32_t, Gp> RowEmitter::emit_side(std::uint32_t side) {
  std::map<std::uint32_t, Gp> assigned;
  if (side == kNoBlock) return assigned;
  const std::vector<Gp> before = registers_;
  block_ = side;
  const std::vector<FlowInstruction>& instructions = function_->blocks[side].instructions;
  for (std::size_t n = 0; n < instructions.size(); ++n) {
    const std::uint32_t to = instructions[n].to;
    if (is_main_ && !needed_.empty() && !needed_[side][n]) continue;
    if (!assigned.contains(to)) {
      const Gp own = masm_.number();
      masm_.move(own, registers_[to]);
      assigned.emplace(to, own);
      registers_[to] = own;
    }
    instruction(instructions[n], n);
  }
  registers_ = before;
  return assigned;
}

void RowEmitter::select(const FlowTerminator& end, const Select& select) {
  const std::map<std::uint32_t, Gp> then = emit_side(select.then), otherwise = emit_side(select.otherwise);
  std::set<std::uint32_t> assigned;
  for (const auto* side : {&then, &otherwise})
    for (const auto& [number, value] : *side) assigned.insert(number);
  const auto of = [&](const std::map<std::uint32_t, Gp>& side, std::uint32_t number) {
    const auto found = side.find(number);
    return found == side.end() ? reg(number) : found->second;
  };
  const Condition holds = compare(end.condition, end.a, end.b);
  std::vector<std::pair<std::uint32_t, Gp>> results;
  for (const std::uint32_t number : assigned) {
    const Gp result = masm_.number();
    masm_.choose(holds, result, of(then, number), of(otherwise, number));
    results.emplace_back(number, result);
  }
  for (const auto& [number, result] : results) masm_.move(reg(number), result);
}

}  // namespace bouton::native

#endif
