// Sorting of Lua lists. Lua's own picks pivots by the clock and cannot be interrupted.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Whether the value at index `a` comes before the one at `b`; `context` is an index that the caller of sort_list gave.
using ComesBefore = bool (*)(lua_State* L, int a, int b, int context);

/// Sorts the entries 1..count of the table at `list`, which has no metatable and no gaps there. Stable; O(count log count)
/// comparisons, O(count) for a list that is sorted already; as much memory again. Raises what `before` raises, with the list
/// in some order; memory; the end of a limit.
void sort_list(lua_State* L, int list, lua_Integer count, ComesBefore before, int context);

}  // namespace bouton::lua
