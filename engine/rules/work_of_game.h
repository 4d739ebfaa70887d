// Which game it is that a file of unfinished work is of.
#pragma once

#include "engine/kept/work.h"
#include "engine/rules/game.h"

namespace bouton {

/// Adds to `work` all that the answers about a game depend on: the texts of all files that state the rules and what is set in
/// them, the play, how many moves are forbidden, the board or the graph. Throws RequestError where no text states the rules, so
/// that nothing tells them from others.
void add_game(Work& work, const Game& game);

}  // namespace bouton
