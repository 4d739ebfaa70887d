// bouton.plot: pictures of a script's own functions.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// bouton.plot(path, { title =, x = { name, low, high }, y =, over =, shade =, curves = { { name, f, ... }, ... } }), see
/// docs/module.lua.
int draw_plot(lua_State* L);

}  // namespace bouton::lua
