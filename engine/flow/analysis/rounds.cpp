#include "engine/flow/analysis/rounds.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace bouton {
namespace {

std::vector<std::uint32_t> successors(const FlowBlock& block) {
  switch (block.end.kind) {
    case FlowTerminator::Kind::jump: return {block.end.then};
    case FlowTerminator::Kind::branch: return {block.end.then, block.end.otherwise};
    default: return {};
  }
}

/// The blocks on ways from a block back to itself that pass no block of `barred`.
std::vector<bool> loop_of(const FlowFunction& function, std::uint32_t head, const std::vector<bool>& barred) {
  const std::size_t count = function.blocks.size();
  std::vector<std::vector<std::uint32_t>> before(count);
  for (std::uint32_t b = 0; b < count; ++b)
    for (const std::uint32_t next : successors(function.blocks[b])) before[next].push_back(b);
  const auto reached = [&](const auto& neighbours) {
    std::vector<bool> seen(count, false);
    std::vector<std::uint32_t> open{head};
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      for (const std::uint32_t next : neighbours(block)) {
        if (seen[next] || (barred[next] && next != head)) continue;
        seen[next] = true;
        if (next != head) open.push_back(next);
      }
    }
    return seen;
  };
  const std::vector<bool> after = reached([&](std::uint32_t b) { return successors(function.blocks[b]); });
  const std::vector<bool> to = reached([&](std::uint32_t b) -> const std::vector<std::uint32_t>& { return before[b]; });
  std::vector<bool> loop(count, false);
  for (std::size_t b = 0; b < count; ++b) loop[b] = after[b] && to[b];
  return loop;
}

/// The least step by which the register moves wherever a block of the loop assigns to it, always in one direction; 0 where it
/// is assigned otherwise, or not at all. `moves` is set for the blocks that do.
std::int64_t step_in(const FlowProgram& program, const std::vector<bool>& loop, std::uint32_t number,
                     std::vector<bool>& moves) {
  std::int64_t least = 0;
  const std::vector<FlowBlock>& blocks = program.functions[0].blocks;
  moves.assign(blocks.size(), false);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (!loop[b]) continue;
    for (const FlowInstruction& i : blocks[b].instructions) {
      if (i.op == FlowOp::call &&
          std::ranges::find(program.calls[i.index].results, number) != program.calls[i.index].results.end())
        return 0;
      if (i.op >= FlowOp::call || i.to != number) continue;
      const bool is_own = !i.a.is_constant && i.a.number() == number && i.b.is_constant;
      if (!is_own || (i.op != FlowOp::add && i.op != FlowOp::sub)) return 0;
      const std::int64_t step = i.op == FlowOp::add ? i.b.value : -i.b.value;
      constexpr std::int64_t kLarge = std::int64_t{1} << 40;  // sums of steps and bounds must not wrap around
      if (step == 0 || step < -kLarge || step > kLarge || (least != 0 && (step > 0) != (least > 0))) return 0;
      if (least == 0 || (step > 0 ? step < least : step > least)) least = step;
      moves[b] = true;
    }
  }
  return least;
}

}  // namespace

bool ticks(const FlowBlock& block) {
  return std::ranges::any_of(block.instructions, [](const FlowInstruction& i) { return i.op == FlowOp::tick; });
}

std::optional<std::int64_t> rounds_of_loop(const FlowProgram& program, std::uint32_t block, const ValuesAt& values) {
  const FlowFunction& function = program.functions[0];
  if (!ticks(function.blocks[block])) return std::nullopt;
  std::vector<bool> barred;
  for (const FlowBlock& other : function.blocks) barred.push_back(ticks(other));
  const std::vector<bool> loop = loop_of(function, block, barred);
  if (!loop[block]) return std::nullopt;
  std::vector<bool> moves;
  for (std::uint32_t r = 0; r < function.registers; ++r) {
    const std::int64_t step = step_in(program, loop, r, moves);
    if (step == 0) continue;
    // Every way around passes a block that moves it.
    std::vector<bool> without = barred;
    for (std::size_t b = 0; b < moves.size(); ++b) without[b] = without[b] || (moves[b] && b != block);
    if (!moves[block] && loop_of(function, block, without)[block]) continue;
    const auto [least, greatest] = values(block, r);
    constexpr std::int64_t kLarge = std::int64_t{1} << 60;
    if (least < -kLarge || greatest > kLarge || least > greatest) continue;
    return (greatest - least) / (step > 0 ? step : -step) + 1;
  }
  return std::nullopt;
}

ShortLoops short_loops(const FlowProgram& program, std::int64_t most, const ValuesAt& values) {
  const FlowFunction& function = program.functions[0];
  std::vector<bool> counted;
  for (const FlowBlock& block : function.blocks) counted.push_back(ticks(block));
  ShortLoops found{std::vector<bool>(function.blocks.size(), false), 1};
  // Inner loops stand behind the heads of those around them.
  for (auto head = static_cast<std::uint32_t>(function.blocks.size()); head-- > 0;) {
    const std::optional<std::int64_t> rounds = rounds_of_loop(program, head, values);
    if (!rounds || *rounds > most) continue;
    // What leads around through two such loops may do so for ever.
    const std::vector<bool> around = loop_of(function, head, counted);
    bool is_apart = true;
    for (std::size_t b = 0; b < around.size(); ++b) is_apart = is_apart && !(around[b] && found.heads[b]);
    if (!is_apart) continue;
    found.heads[head] = true;
    counted[head] = false;
    found.rounds = std::max(found.rounds, *rounds);
  }
  return found;
}

}  // namespace bouton
