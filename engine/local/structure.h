// What is known of a list of local moves before any position is looked at: a state that nothing comes out of, symmetries, an
// end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/cell_shape.h"
#include "engine/rules/local_moves.h"

namespace bouton::local {

/// How much must be shown for a component to have some value, as a first guess, by the number of its moves. Where cells are
/// only taken away, components fall apart, and it pays to turn to another option soon: in cram a fifth of the positions. With
/// more than two `states` most options lead to the same positions in the end; there the search stays with the
/// option that leaves least (of Col and Snort it would look at three times as many positions).
inline std::uint64_t effort_of_moves(std::uint32_t states, std::uint64_t moves) { return states <= 2 ? moves : moves * moves; }

/// What holds for every position of a game of local moves; proved from the moves, so that no claim has to be believed.
struct Structure {
  /// Distinct moves without labels.
  std::vector<LocalMove> moves;
  std::uint32_t cells = 0;
  std::uint32_t states = 0;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  /// The state that cells in no plane are in. Where `walled`, it is a wall: a cell in it stays in it, and a move that may have
  /// a wall at some place may have anything there. So the cells that no move of a component can change may be made walls.
  std::uint32_t background = 0;
  bool walled = false;
  /// No move can make another one possible that was not: what can ever be done is what can be done now.
  bool destructive = false;
  /// Every move only makes cells background that were not, and needs one or two of these: which cells belong together is seen
  /// from pairs of cells alone.
  bool pairs = false;

  // Of a board with walls: which maps of rectangles of cells, with walls around them, map moves onto moves.
  bool slides = false;      ///< by rows and columns, as far as the rectangle stays on the board
  bool flips_rows = false;  ///< upside down
  bool flips_columns = false;
  bool transposes = false;  ///< rows for columns, as far as the rectangle stays on the board

  /// Permutations of all cells that map the moves onto the moves, the identity left out: all of them for a board's symmetries,
  /// where there is no board, a group of at most kMostPermutations.
  std::vector<std::vector<std::uint32_t>> permutations;
  static constexpr std::size_t kMostPermutations = 128;

  /// Of the cells and the moves: tells the game from others.
  std::uint64_t checksum() const;
  /// What a search makes use of, in words.
  std::string method() const;
};

/// Looks at a game. Refuses one in which play is not seen to end: where no weights of the states, less than their number, have
/// a sum that falls with every move. O(moves log moves) for boards; for other cells a search for symmetries of bounded length
/// besides.
Result<Structure> structure_of(const LocalMoves& moves);

/// The symmetries of a board or a graph itself, as permutations of its cells, the identity left out: all of a board's; of a
/// graph a group of at most kMostPermutations.
std::vector<std::vector<std::uint32_t>> symmetries_of(const CellShape& shape);

}  // namespace bouton::local
