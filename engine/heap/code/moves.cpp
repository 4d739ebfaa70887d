#include "engine/heap/code/moves.h"

namespace bouton {

std::optional<BoundedMoves> bounded_moves(const TakeAndBreak& game) {
  const std::optional<unsigned> most_heaps = game.most_heaps();
  if (game.repeat() > 0 || !most_heaps || *most_heaps > 2 || game.constraint() == HeapConstraint::all_equal)
    return std::nullopt;
  BoundedMoves moves;
  moves.unequal = game.constraint() != HeapConstraint::none;
  moves.most_removed = *game.most_removed();
  for (std::uint64_t k = 0; k <= moves.most_removed; ++k) {
    const HeapCounts counts = game.digit(k);
    if (counts.contains(0)) moves.none.push_back(k);
    if (counts.contains(1)) moves.one.push_back(k);
    if (counts.contains(2)) moves.two.push_back(k);
  }
  return moves;
}

}  // namespace bouton
