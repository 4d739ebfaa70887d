// table.insert, remove, concat and sort of the sandbox: no hook interrupts a C function, so they look at the limits themselves.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Replaces these functions in the table on top of the stack, Lua's library of lists. May raise (memory).
void set_list_functions(lua_State* L);

}  // namespace bouton::lua
