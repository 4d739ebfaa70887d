// What a rule file sees of Lua's libraries.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Pushes a new table with the sandbox's globals: math, string, table (parts of them, frozen) and the functions of the
/// base library that a rule may call. Sets the string metatable. To be called once per state. May raise (memory).
void push_sandbox_globals(lua_State* L);

}  // namespace bouton::lua
