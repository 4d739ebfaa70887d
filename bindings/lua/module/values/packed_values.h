// Lua's plain values as bytes, for another process.
#pragma once

#include <string>
#include <string_view>

#include <lua.hpp>

namespace bouton::lua {

/// Appends the value at `index`: nil, a boolean, a number, a string, or a table of these. Raises for anything else, and for
/// tables within more than a hundred others; no object with a destructor is alive then.
void pack_value(lua_State* L, int index, std::string& out);
/// Pushes the value that begins `bytes`, and takes it off. May raise (memory). The bytes are whole: those that pack_value made.
void push_packed(lua_State* L, std::string_view& bytes);

}  // namespace bouton::lua
