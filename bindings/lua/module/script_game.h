// Games that a script declares itself: bouton.game{ name = ..., position = ..., moves = ... }.
#pragma once

#include <memory>

#include <lua.hpp>

#include "bindings/lua/module/module.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// To be called once per state; `context` must outlive the state. May raise (memory).
void open_script_games(lua_State* L, ModuleContext& context);

/// The game whose fields the table at `index` holds. Its functions stay in this state. They see the words `move` and `split`
/// besides the script's globals, and are not frozen: what a script does to them is its own affair. Throws RuleError, whose
/// message begins with the line that calls bouton.game.
std::shared_ptr<const Game> script_game(lua_State* L, int index, ModuleContext& context);

}  // namespace bouton::lua
