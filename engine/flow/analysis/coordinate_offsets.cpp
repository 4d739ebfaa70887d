#include "engine/flow/analysis/coordinate_offsets.h"

#include <algorithm>

namespace bouton {
namespace {

/// Sums stay far from the ends of 64 bits, coordinates being less than 2^60.
constexpr std::int64_t kMostOffset = std::int64_t{1} << 24;

}  // namespace

CoordinateOffsets::CoordinateOffsets(const FlowProgram& program) : program_(program), at_(program.functions[0].blocks.size()) {
  const FlowFunction& function = program.functions[0];
  for (std::uint32_t i = 0; i < program.dimensions; ++i) is_coordinate_.push_back(!assigns(function, program, i));
  at_[0].emplace();
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    begin(block);
    for (const FlowInstruction& instruction : function.blocks[block].instructions) pass(instruction);
    const FlowTerminator& end = function.blocks[block].end;
    if (end.kind == FlowTerminator::Kind::jump || end.kind == FlowTerminator::Kind::branch) flow_to(end.then, open);
    if (end.kind == FlowTerminator::Kind::branch) flow_to(end.otherwise, open);
  }
}

/// The present facts hold at the beginning of the block, as far as others do not say otherwise.
void CoordinateOffsets::flow_to(std::uint32_t block, std::vector<std::uint32_t>& open) {
  std::optional<Facts>& there = at_[block];
  if (!there) {
    there = now_;
    open.push_back(block);
    return;
  }
  const std::size_t lost = std::erase_if(*there, [&](const auto& fact) {
    const auto here = now_.find(fact.first);
    return here == now_.end() || !(here->second == fact.second);
  });
  if (lost > 0) open.push_back(block);
}

void CoordinateOffsets::begin(std::uint32_t block) { now_ = at_[block].value_or(Facts()); }

std::optional<CoordinateOffset> CoordinateOffsets::of(const FlowOperand& operand) const {
  if (operand.is_constant) return std::nullopt;
  const std::uint32_t number = operand.number();
  if (number < is_coordinate_.size() && is_coordinate_[number]) return CoordinateOffset{number, 0};
  const auto found = now_.find(number);
  if (found == now_.end()) return std::nullopt;
  return found->second;
}

std::optional<CoordinateOffset> CoordinateOffsets::result(const FlowInstruction& i) const {
  const bool is_sum = i.op == FlowOp::add, is_difference = i.op == FlowOp::sub && i.b.is_constant;
  if (i.op == FlowOp::move) return of(i.a);
  if (!is_difference && !(is_sum && (i.a.is_constant || i.b.is_constant))) return std::nullopt;
  std::optional<CoordinateOffset> found = of(i.a.is_constant ? i.b : i.a);
  const std::int64_t more = i.a.is_constant ? i.a.value : i.b.value;
  if (!found || more < -kMostOffset || more > kMostOffset) return std::nullopt;
  found->offset += is_difference ? -more : more;
  if (found->offset < -kMostOffset || found->offset > kMostOffset) return std::nullopt;
  return found;
}

void CoordinateOffsets::pass(const FlowInstruction& i) {
  switch (i.op) {
    case FlowOp::option:
    case FlowOp::tick: return;
    case FlowOp::call:
      for (const std::uint32_t to : program_.calls[i.index].results) now_.erase(to);
      return;
    default: break;
  }
  const std::optional<CoordinateOffset> found = result(i);
  now_.erase(i.to);
  if (found) now_.emplace(i.to, *found);
}

}  // namespace bouton
