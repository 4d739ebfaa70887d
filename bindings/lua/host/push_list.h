// C++ sequences as Lua lists.
#pragma once

#include <cstddef>

#include <lua.hpp>

namespace bouton::lua {

/// Pushes a list of what `push(item)` pushes for each of `items`, which have a size and indices. May raise what `push` raises,
/// and for memory: the items must be owned by something that a raise does not leak.
template <class Items, class Push>
void push_list(lua_State* L, const Items& items, const Push& push) {
  lua_createtable(L, static_cast<int>(items.size()), 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    push(items[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
}

/// The same of Lua integers.
template <class Items>
void push_integers(lua_State* L, const Items& items) {
  push_list(L, items, [L](lua_Integer item) { lua_pushinteger(L, item); });
}

}  // namespace bouton::lua
