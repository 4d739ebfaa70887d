// A box to try a game on, where nobody said which.
#pragma once

#include <cstdint>

#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton {

/// The box from the least values of all coordinates whose sides are as equal as their ranges allow, of at most `most`
/// positions (at least 1). In a piles game it has as many piles as the example, else 2, within the game's bounds; of a board
/// or a graph it has all states of the last cells, as many as have room, and the first state of the others. Throws RequestError
/// where positions are terms.
Box sample_box(const Game& game, std::uint64_t most);

}  // namespace bouton
