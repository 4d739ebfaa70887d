// The loops of a function that are entered at one block, and an order of its blocks in which each is whole.
//
// Source: Aho, Lam, Sethi and Ullman, Compilers (2006), 9.6.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/flow_program.h"

namespace bouton {

/// By the number of a block.
using BlockSet = std::vector<bool>;

struct NaturalLoop {
  std::uint32_t head = 0;
  BlockSet body;
  std::vector<std::uint32_t> entries;  ///< blocks outside that lead to the head
};

/// Where control may go at the end of a block.
std::vector<std::uint32_t> successors(const FlowTerminator& end);

/// Inner loops before those around them. O(blocks squared).
std::vector<NaturalLoop> find_loops(const FlowFunction& function);

/// The blocks that can be reached, each but the first behind one that leads to it, a loop's before those behind the loop.
std::vector<std::uint32_t> block_order(const FlowFunction& function, const std::vector<NaturalLoop>& loops);

}  // namespace bouton
