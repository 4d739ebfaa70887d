// string.rep, find and format, and tostring of the sandbox: bounded, since no hook interrupts a C function, and without the
// addresses that Lua shows in place of tables and functions.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// tostring(v). A table, a function or a userdata is the name of its type.
int address_free_text(lua_State* L);

/// Replaces these functions in the table on top of the stack, Lua's library of strings. May raise (memory).
void set_text_functions(lua_State* L);

}  // namespace bouton::lua
