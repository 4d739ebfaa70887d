// How many rounds a loop has at most, from a register that grows, or falls, in each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/flow/flow_program.h"

namespace bouton {

/// Whether limits count how often control comes to the block.
bool ticks(const FlowBlock& block);

/// The least and the greatest value of a register at the beginning of a block; INT64_MAX and its negative where there is no
/// bound.
using ValuesAt = std::function<std::pair<std::int64_t, std::int64_t>(std::uint32_t block, std::uint32_t number)>;

/// How often control comes to a block that ticks, of the program's first function, without passing another block that ticks; by
/// a register that moves in each round. Nothing where that is not known, or where control cannot come back so.
/// O(blocks x instructions).
std::optional<std::int64_t> rounds_of_loop(const FlowProgram& program, std::uint32_t block, const ValuesAt& values);

/// Blocks whose ticks need not be counted: however control goes, it passes another tick, or it ends, after so many rounds.
struct ShortLoops {
  std::vector<bool> heads = {};  ///< by block
  std::int64_t rounds = 1;       ///< of one of them, at most
};
/// Loops of at most so many rounds, inner ones rather than those around them. O(blocks squared x instructions).
ShortLoops short_loops(const FlowProgram& program, std::int64_t most, const ValuesAt& values);

}  // namespace bouton
