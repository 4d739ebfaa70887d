// Moves as people type them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/play/sum_moves.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// The text without the blanks around it.
std::string_view trimmed(std::string_view text);

/// A move that a text may mean.
struct MeantMove {
  Integer index;                ///< from 0
  std::vector<BigPosition> to;  ///< where it leads, as it was typed, if in another order than the rule has it; else empty
};

/// The moves in `sum` that `text` may mean:
///   3                its number in the list, counted from 1
///   4,7  to 4,7      where it leads; 3 + 4 (or to 3+4) after a split, nothing where nothing is left; in a game that is the
///   same
///                    with its coordinates in another order, in any of them
///   horizontal 3     its kind, or the beginning of it, and by how much the first coordinate that changes does so
///   horizontal to 4,7  its kind, and where it leads
///   b2-c2, b2 c2     the cells of a board that it changes, or some of them; b2=O with the state that it gives a cell
///   down a1-a2       its kind, and the cells
///   halve            its kind, where there is one move of the kind
///   take 3           any move that changes a coordinate by so much
///   2: take 3        the same in component 2 of a sum, counted from 1
/// None where it means nothing, several where it is not clear which. Where moves are not listed they are found all the same,
/// but for those that a grid of options has beside others of the same size.
std::vector<MeantMove> moves_typed(std::string_view text, const SumMoves& moves, const Sum& sum,
                                   const std::vector<std::shared_ptr<const Game>>& games);

/// The move of the same kind, in the same component, that leads to where `wanted` does, in any order as above; nothing where
/// there is none.
std::optional<MeantMove> move_to(const Move& wanted, const SumMoves& moves, const Sum& sum,
                                 const std::vector<std::shared_ptr<const Game>>& games);

}  // namespace bouton::cli
