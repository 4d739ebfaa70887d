// A game under a convention of play that is not its own.
#pragma once

#include <memory>

#include "engine/rules/game.h"

namespace bouton {

/// The game under that convention; the same object where it is the game's own. What is known and claimed of it under its own is
/// left out, and its text says which convention it is.
std::shared_ptr<const Game> game_under_play(std::shared_ptr<const Game> game, Play play);

}  // namespace bouton
