// The class Play of the module: a game that is being played.
#pragma once

#include <memory>

#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "engine/play/session.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// A game from a position, the moves that were made, and who chooses moves.
struct PlayObject {
  PlayObject(std::shared_ptr<const Game> game, Sum start, const Budget& budget)
      : game(std::move(game)),
        solver(std::make_shared<Solver>(std::vector{this->game->rules}, budget)),
        session({this->game->rules}, std::move(start), budget) {}
  std::shared_ptr<const Game> game;
  std::shared_ptr<Solver> solver;
  Session session;
  Integer chosen = {};                 ///< the number of the move that was chosen last, from 1
  std::vector<std::size_t> forbidden;  ///< the numbers that were chosen last to be forbidden, from 1
};

template <>
inline constexpr const char* kClassName<PlayObject> = "bouton.Play";

/// g:play(POSITION), without one from the game's example: a lua_CFunction once wrapped in a trampoline.
int begin_play(lua_State* L);

/// Makes the class's metatable. May raise (memory).
void open_play_class(lua_State* L);

}  // namespace bouton::lua
