// The sequence of a take-away game, for scripts.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Pushes the table bouton.take_away, see docs/module.lua.
void push_take_away_functions(lua_State* L);

}  // namespace bouton::lua
