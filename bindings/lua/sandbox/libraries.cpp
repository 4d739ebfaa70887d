#include "bindings/lua/sandbox/libraries.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "bindings/lua/host/state.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/sandbox/freeze.h"
#include "bindings/lua/sandbox/iteration.h"
#include "bindings/lua/sandbox/list_functions.h"
#include "bindings/lua/sandbox/text_functions.h"
#include "engine/base/random.h"

namespace bouton::lua {
namespace {

/// pcall that lets a limit or an interruption pass.
int guarded_pcall(lua_State* L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  const int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  State& state = State::of(L);
  if (status != LUA_OK) {
    if (state.must_pass_on(L, status)) return lua_error(L);
    state.forget_kept();
    lua_pushboolean(L, 0);
    lua_replace(L, 1);
  }
  return lua_gettop(L);
}

int raw_get(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  unwrap(L, 1);
  lua_rawget(L, 1);
  return 1;
}

int raw_length(lua_State* L) {
  luaL_argexpected(L, lua_istable(L, 1) || lua_isstring(L, 1), 1, "table or string");
  unwrap(L, 1);
  lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, 1)));
  return 1;
}

int raw_equal(lua_State* L) {
  luaL_checkany(L, 1);
  luaL_checkany(L, 2);
  unwrap(L, 1);
  unwrap(L, 2);
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

/// Pushes a table with the named fields of the table at `from`.
void push_selection(lua_State* L, int from, const char* const* names) {
  from = lua_absindex(L, from);
  lua_newtable(L);
  for (; *names != nullptr; ++names) {
    lua_getfield(L, from, *names);
    lua_setfield(L, -2, *names);
  }
}

/// print, to whoever loaded the rule file. So much is shown of one, and then a last line: rules are called for every position.
int bounded_print(lua_State* L) {
  luaL_Buffer text;
  const int count = lua_gettop(L);
  luaL_buffinit(L, &text);
  for (int i = 1; i <= count; ++i) {
    if (i > 1) luaL_addchar(&text, '\t');
    lua_pushcfunction(L, &address_free_text);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    luaL_addvalue(&text);
  }
  luaL_addchar(&text, '\n');
  luaL_pushresult(&text);
  std::size_t size = 0;
  const char* const line = lua_tolstring(L, -1, &size);
  State::of(L).print({line, size});
  return 0;
}

// What players may use besides, and rule functions may not.

/// The random numbers of the player whose turn it is; raises where it is nobody's.
Random& random_of_player(lua_State* L, const char* what) {
  Random* const random = State::of(L).random();
  if (random == nullptr) luaL_error(L, "%s is for players only: rules use integers and no chance", what);
  return *random;
}

template <double (*function)(double)>
int player_function(lua_State* L) {
  random_of_player(L, "floating-point math");
  lua_pushnumber(L, function(luaL_checknumber(L, 1)));
  return 1;
}

/// log(x) or log(x, base).
int player_log(lua_State* L) {
  random_of_player(L, "floating-point math");
  const double x = std::log(luaL_checknumber(L, 1));
  lua_pushnumber(L, lua_isnoneornil(L, 2) ? x : x / std::log(luaL_checknumber(L, 2)));
  return 1;
}

/// random(n): an integer from 1 to n. random(): a float from 0 to below 1.
int player_random(lua_State* L) {
  Random& random = random_of_player(L, "random");
  if (lua_isnoneornil(L, 1)) {
    lua_pushnumber(L, random.real());
    return 1;
  }
  const lua_Integer n = luaL_checkinteger(L, 1);
  luaL_argcheck(L, n >= 1, 1, "must be at least 1");
  lua_pushinteger(L, static_cast<lua_Integer>(random.below(static_cast<std::uint64_t>(n))) + 1);
  return 1;
}

constexpr luaL_Reg kPlayerMath[] = {{"sin", &player_function<std::sin>},
                                    {"cos", &player_function<std::cos>},
                                    {"tan", &player_function<std::tan>},
                                    {"asin", &player_function<std::asin>},
                                    {"acos", &player_function<std::acos>},
                                    {"atan", &player_function<std::atan>},
                                    {"exp", &player_function<std::exp>},
                                    {"sqrt", &player_function<std::sqrt>},
                                    {"log", &player_log},
                                    {nullptr, nullptr}};

void push_math(lua_State* L) {
  static const char* const kNames[] = {"abs",  "max", "min",        "floor",      "ceil", "fmod", "tointeger",
                                       "type", "ult", "maxinteger", "mininteger", "huge", nullptr};
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  push_selection(L, -1, kNames);
  lua_remove(L, -2);
  luaL_setfuncs(L, kPlayerMath, 0);
  lua_pushnumber(L, std::numbers::pi);
  lua_setfield(L, -2, "pi");
}

void push_string(lua_State* L) {
  static const char* const kNames[] = {"len",   "sub",   "byte",   "char", "rep",  "reverse",
                                       "upper", "lower", "format", "find", nullptr};
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  push_selection(L, -1, kNames);
  lua_remove(L, -2);
  set_text_functions(L);

  lua_pushliteral(L, "");  // the metatable that all strings share
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 2);
}

void push_table(lua_State* L) {
  static const char* const kNames[] = {"insert", "remove", "concat", "unpack", "pack", "sort", nullptr};
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  push_selection(L, -1, kNames);
  lua_remove(L, -2);
  set_list_functions(L);
}

}  // namespace

void push_sandbox_globals(lua_State* L) {
  static const char* const kNames[] = {"ipairs", "select", "type", "tonumber", "assert", "error", nullptr};
  static const luaL_Reg kOwn[] = {{"pairs", &ordered_pairs},  {"next", &ordered_next},          {"pcall", &guarded_pcall},
                                  {"rawget", &raw_get},       {"rawlen", &raw_length},          {"rawequal", &raw_equal},
                                  {"random", &player_random}, {"tostring", &address_free_text}, {"print", &bounded_print},
                                  {nullptr, nullptr}};
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  push_selection(L, -1, kNames);
  lua_remove(L, -2);
  luaL_setfuncs(L, kOwn, 0);
  open_integer_class(L);
  push_math(L);
  set_integer_math(L, -1);
  freeze(L);
  lua_setfield(L, -2, "math");
  push_string(L);
  freeze(L);
  lua_setfield(L, -2, "string");
  push_table(L);
  freeze(L);
  lua_setfield(L, -2, "table");
}

}  // namespace bouton::lua
