// Makes what rule functions captured unchangeable, so that they are functions of the position alone.
//
// A table cannot be made read-only in Lua. What is reachable from a rule function is therefore replaced, once, after the
// file has run, by proxies: empty tables whose metatable reads from the original and raises on a write.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Replaces the value on top of the stack by its frozen form: a table by its proxy, and so with everything that is reachable
/// from it; the captured values of a function are replaced in place. Other values stay. Raises for an iterator of pairs, which
/// cannot be frozen; memory; the end of a limit. Cost: what is reachable.
void freeze(lua_State* L);

/// Replaces a proxy at `index` by the table it stands for; leaves every other value. Does not raise.
void unwrap(lua_State* L, int index);

}  // namespace bouton::lua
