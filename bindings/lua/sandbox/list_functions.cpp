#include "bindings/lua/sandbox/list_functions.h"

#include <algorithm>
#include <climits>

#include "bindings/lua/host/state.h"
#include "bindings/lua/sandbox/sorting.h"

namespace bouton::lua {
namespace {

/// The list at 1 and its length. A list with gaps may have any length: even 2^62.
lua_Integer check_list(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  return luaL_len(L, 1);
}

/// Moves the entries at first..last of the list at 1 up by one, the last of them first.
void shift_up(lua_State* L, lua_Integer first, lua_Integer last) {
  for (lua_Integer i = last; i >= first; --i) {
    State::spend(L, 8);
    lua_geti(L, 1, i);
    lua_seti(L, 1, i + 1);
  }
}

int insert(lua_State* L) {
  const auto size = static_cast<lua_Unsigned>(check_list(L));
  const auto end = static_cast<lua_Integer>(size + 1);
  if (lua_gettop(L) == 2) {
    lua_seti(L, 1, end);
    return 0;
  }
  if (lua_gettop(L) != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  const lua_Integer place = luaL_checkinteger(L, 2);
  luaL_argcheck(L, static_cast<lua_Unsigned>(place) - 1 < static_cast<lua_Unsigned>(end), 2, "position out of bounds");
  shift_up(L, place, end - 1);
  lua_seti(L, 1, place);
  return 0;
}

int remove(lua_State* L) {
  const lua_Integer size = check_list(L);
  lua_Integer place = luaL_optinteger(L, 2, size);
  if (place != size)
    luaL_argcheck(L, static_cast<lua_Unsigned>(place) - 1 <= static_cast<lua_Unsigned>(size), 2, "position out of bounds");
  lua_geti(L, 1, place);
  for (; place < size; ++place) {
    State::spend(L, 8);
    lua_geti(L, 1, place + 1);
    lua_seti(L, 1, place);
  }
  lua_pushnil(L);
  lua_seti(L, 1, place);
  return 1;
}

/// table.concat. Upvalue: Lua's own, for some entries at a time.
int concatenate(lua_State* L) {
  constexpr lua_Integer kMostEntries = 10'000'000;
  constexpr lua_Integer kEntriesAtOnce = 4'096;
  check_list(L);
  lua_settop(L, 4);
  luaL_optstring(L, 2, "");
  if (lua_isnil(L, 2)) {
    lua_pushliteral(L, "");
    lua_replace(L, 2);
  }
  lua_Integer first = luaL_optinteger(L, 3, 1);
  const lua_Integer last = luaL_opt(L, luaL_checkinteger, 4, luaL_len(L, 1));
  if (last > first && static_cast<lua_Unsigned>(last) - static_cast<lua_Unsigned>(first) >= kMostEntries)
    return luaL_error(L, "table.concat of too many entries");
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (bool more = first <= last; more; first += kEntriesAtOnce) {
    const lua_Integer end = last - first < kEntriesAtOnce ? last : first + kEntriesAtOnce - 1;
    more = end < last;
    State::spend(L, 8 * kEntriesAtOnce);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_pushinteger(L, first);
    lua_pushinteger(L, end);
    lua_call(L, 4, 1);
    luaL_addvalue(&text);
    if (!more) break;
    lua_pushvalue(L, 2);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}

/// The order that < makes.
bool is_less(lua_State* L, int a, int b, int) {
  if (lua_type(L, a) == LUA_TSTRING) State::spend(L, lua_rawlen(L, a) / 8);
  return lua_compare(L, a, b, LUA_OPLT) != 0;
}

/// The order that the function at `function` makes.
bool is_before(lua_State* L, int a, int b, int function) {
  lua_pushvalue(L, function);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  return lua_toboolean(L, -1) != 0;
}

/// table.sort: stable, so that the order of equal entries is no chance. The entries are sorted in a copy: an error in between
/// leaves the list as it was.
int sort(lua_State* L) {
  const lua_Integer size = check_list(L);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  if (size < 2) return 0;
  luaL_argcheck(L, size < INT_MAX, 1, "array too big");
  lua_settop(L, 2);
  lua_geti(L, 1, 1);
  lua_seti(L, 1, 1);  // raises for a list that cannot be changed
  lua_newtable(L);
  for (lua_Integer i = 1; i <= size; ++i) {
    State::spend(L, 8);
    if (lua_geti(L, 1, i) == LUA_TNIL) return luaL_error(L, "table.sort of a list with gaps");
    lua_rawseti(L, 3, i);
  }
  sort_list(L, 3, size, lua_isnil(L, 2) ? &is_less : &is_before, 2);
  for (lua_Integer i = 1; i <= size; ++i) {
    State::spend(L, 8);
    lua_rawgeti(L, 3, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

}  // namespace

void set_list_functions(lua_State* L) {
  static const luaL_Reg kFunctions[] = {{"insert", &insert}, {"remove", &remove}, {"sort", &sort}, {nullptr, nullptr}};
  luaL_setfuncs(L, kFunctions, 0);
  lua_getfield(L, -1, "concat");
  lua_pushcclosure(L, &concatenate, 1);
  lua_setfield(L, -2, "concat");
}

}  // namespace bouton::lua
