// Traversal of tables in a fixed order: numbers ascending, then strings in byte order, then false and true.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// pairs(t) of the sandbox. Raises for a key that has no order (a table, a function).
int ordered_pairs(lua_State* L);

/// Whether the value at `index` is an iterator that ordered_pairs returned: a function with a state, which each call changes.
bool is_iterator(lua_State* L, int index);

/// next(t, key) of the sandbox: the same order. O(size of the table) a call.
int ordered_next(lua_State* L);

}  // namespace bouton::lua
