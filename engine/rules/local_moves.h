// Moves that look at a few cells and change a few: the form of a rule over a board or a graph that can be searched natively.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position/options.h"

namespace bouton {

/// One move: it can be made where every cell that it looks at is in one of some states, and then it changes some of them.
struct LocalMove {
  struct Cell {
    std::uint32_t cell = 0;     ///< the number of the coordinate
    std::uint32_t allowed = 0;  ///< a bit for each state in which the cell lets the move be made; never 0
    std::int32_t becomes = -1;  ///< the state that the move leaves; -1: the one that was there
    friend bool operator==(const Cell&, const Cell&) = default;
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;  ///< ascending, no cell twice; a cell that may be in any state and is not changed is left out
  Label label = kNoLabel;

  friend bool operator==(const LocalMove&, const LocalMove&) = default;
};

/// All moves of a game whose positions are lists of cells, each in a state 0..states - 1. The options of a position are what
/// the moves that can be made there lead to.
struct LocalMoves {
  static constexpr std::uint32_t kMostStates = 16;

  std::uint32_t cells = 0;
  std::uint32_t states = 0;   ///< 1..kMostStates
  std::uint32_t rows = 0;     ///< of a board, whose cells are numbered row by row; 0 where the cells are not a board
  std::uint32_t columns = 0;  ///< likewise
  std::vector<LocalMove> moves;
};

}  // namespace bouton
