// bouton.parallel: a function of a script's for many values, on many processes.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// bouton.parallel(list, f [, journal]): the list of f(value, number), see docs/module.lua.
int run_parallel(lua_State* L);

}  // namespace bouton::lua
