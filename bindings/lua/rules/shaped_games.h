// Rules whose positions say on which board or graph they are.
#pragma once

#include <functional>
#include <memory>

#include "engine/position/cell_shape.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// Makes the game of some rules; on that board or graph where it is part of the position, on that of the example for null.
using MakeGame = std::function<std::shared_ptr<Game>(const CellShape* shape)>;

/// The game of the rules. Where the board or the graph is part of the position, its `on_shape` makes the others, each one
/// object as long as somebody has it. Throws what `make` throws.
std::shared_ptr<const Game> shaped_game(MakeGame make);

}  // namespace bouton::lua
