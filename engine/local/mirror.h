// Tweedledum and Tweedledee on a board or a graph: a symmetry by which every move can be answered.
//
// Let s be a map of the cells that undoes itself and maps moves onto moves, and x a position that it maps onto itself. If a
// move m of x changes no cell that its image s(m) looks at or changes, s(m) can be made after m as it could before, and leaves
// a position that s maps onto itself again. So if that is so of every move that can be made in a position which the answers
// lead to, whoever answers each move by its image has the last move: x is P under normal play.
//
// These positions are not listed. Of each cell the states are found that it can come to be in, by rounds over the moves until
// there are no more; in a position that s maps onto itself a cell and its image have the same state, so a move that looks at
// both must allow them a state in common.
//
// In cram on 4 x 4 squares a domino and its image under the half turn have no square in common. In Clobber, where stones next
// to each other are of the same colour if they are images of each other, neither of them can take the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/local/structure.h"
#include "engine/position/position.h"

namespace bouton::local {

struct Mirror {
  std::vector<std::uint32_t> image;  ///< of each cell
  std::string symmetry;              ///< for people: "a half turn", "the reflection left to right"
};

/// A symmetry of the structure that proves the position, of states of the cells, to be P under normal play; the half turn
/// before others. Nothing where none is seen to do so. O(cells) for each symmetry that does not map the position onto itself,
/// for others a few rounds over the moves.
std::optional<Mirror> mirror_of(const Structure& structure, PositionView position);

}  // namespace bouton::local
