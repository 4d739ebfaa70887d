// Options whose cells lie at a constant distance from round to round of a loop, so that a pointer that moves on in each round
// finds them.
//
// Where `t` grows by 1 in a loop that assigns neither to `a` nor to `b`, the cell of (a - t, b) is found by a pointer that is
// set before the loop and moves by one row of the box wherever `t` does. Such pointers are called walks. Two options of a loop
// whose cells are apart by a constant number of cells share one. A coordinate that is no such sum, as that of (a - t, b // t),
// is left to be added.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/flow/analysis/register_forms.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"

namespace bouton {

/// The number of a block of the program's first function, and of an instruction of it.
using FlowPlace = std::pair<std::uint32_t, std::size_t>;

struct LoopWalks {
  struct Step {
    std::size_t walk = 0;
    std::int64_t cells = 0;
  };
  struct Found {
    Step from = {};            ///< the walk, and how far from it
    std::uint32_t places = 0;  ///< the coordinates that this is all about, a bit each
  };
  struct Start {
    std::size_t walk = 0;
    RegisterForm cells = {};  ///< of the registers at the end of the block
  };
  std::size_t count = 0;
  std::map<FlowPlace, Found> options = {};                  ///< those that are found by walks
  std::map<FlowPlace, std::vector<Step>> moves = {};        ///< by instructions: what moves with them
  std::map<std::uint32_t, std::vector<Start>> starts = {};  ///< by blocks at whose end walks are set
};

/// Walks in cells, from the cell of the position whose coordinates are all 0. O(blocks squared), and nothing for many blocks.
LoopWalks find_walks(const FlowProgram& program, const FlowBox& box);

}  // namespace bouton
