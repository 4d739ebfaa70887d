// Values of Lua as a person wants to read them.
#pragma once

#include <string>

#include <lua.hpp>

namespace bouton::lua {

/// The value at `index`: texts as they are, but for lines beyond `width`, which are broken between words; tables as they would
/// be typed, in lines of `width` characters and cut where they are long, with a note of how much was cut; other values as
/// tostring has them. Calls __tostring; may raise what that raises.
std::string shown(lua_State* L, int index, std::size_t width);

}  // namespace bouton::lua
