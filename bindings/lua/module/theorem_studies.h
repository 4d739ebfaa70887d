// What the module finds out about positions of every size.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

// Methods of Game, each a lua_CFunction once wrapped in a trampoline. Their answers are tables as the command's JSON has them.
int theorem_of_game(lua_State* L);   ///< g:theorem([PILES [, VALUE | "all" [, STEPS [, GUESS]]]])
int count_of_game(lua_State* L);     ///< g:count(BOX [, { total =, heaps =, multisets =, mod = }])
int discover_of_game(lua_State* L);  ///< g:discover([PILES])

}  // namespace bouton::lua
