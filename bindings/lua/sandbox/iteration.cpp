#include "bindings/lua/sandbox/iteration.h"

#include <algorithm>
#include <cstring>

#include "bindings/lua/host/state.h"
#include "bindings/lua/sandbox/freeze.h"
#include "bindings/lua/sandbox/sorting.h"

namespace bouton::lua {
namespace {

/// Of types in the order of keys; -1 for a type without an order.
int rank(int type) {
  switch (type) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    default: return -1;
  }
}

/// Whether the key at `a` comes before the key at `b`. Raises for a key without an order.
bool key_less(lua_State* L, int a, int b) {
  const int rank_a = rank(lua_type(L, a));
  const int rank_b = rank(lua_type(L, b));
  if (rank_a < 0 || rank_b < 0) luaL_error(L, "pairs: a %s as a key has no order", luaL_typename(L, rank_a < 0 ? a : b));
  if (rank_a != rank_b) return rank_a < rank_b;
  if (rank_a == 0) return lua_compare(L, a, b, LUA_OPLT) != 0;
  if (rank_a == 2) return lua_toboolean(L, a) < lua_toboolean(L, b);
  std::size_t length_a = 0;
  std::size_t length_b = 0;
  const char* text_a = lua_tolstring(L, a, &length_a);
  const char* text_b = lua_tolstring(L, b, &length_b);
  const int order = std::memcmp(text_a, text_b, std::min(length_a, length_b));
  return order != 0 ? order < 0 : length_a < length_b;
}

bool comes_before(lua_State* L, int a, int b, int) { return key_less(L, a, b); }

/// Upvalues: the table, its keys in order, how many were given.
int step(lua_State* L) {
  const lua_Integer i = lua_tointeger(L, lua_upvalueindex(3)) + 1;
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(3));
  if (lua_rawgeti(L, lua_upvalueindex(2), i) == LUA_TNIL) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, lua_upvalueindex(1));
  return 2;
}

}  // namespace

int ordered_pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  unwrap(L, 1);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    State::spend(L, 16);
    lua_pop(L, 1);
    if (rank(lua_type(L, -1)) < 0) return luaL_error(L, "pairs: a %s as a key has no order", luaL_typename(L, -1));
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, ++count);
  }
  const int keys = lua_gettop(L);
  sort_list(L, keys, count, &comes_before, 0);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, keys);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, &step, 3);
  return 1;
}

bool is_iterator(lua_State* L, int index) { return lua_tocfunction(L, index) == &step; }

int ordered_next(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  unwrap(L, 1);
  const bool from_start = lua_isnil(L, 2);
  lua_pushnil(L);  // 3: the least key after the given one, so far none
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    State::spend(L, 16);
    lua_pop(L, 1);
    const int key = lua_gettop(L);
    const bool after = from_start || key_less(L, 2, key);
    if (after && (lua_isnil(L, 3) || key_less(L, key, 3))) {
      lua_pushvalue(L, key);
      lua_replace(L, 3);
    }
  }
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) return 1;
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);
  return 2;
}

}  // namespace bouton::lua
