#include "bindings/lua/language/datum.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "engine/errors.h"

namespace bouton::lua {
namespace {

constexpr int kDeepest = 12;  // no word of the language nests tables so deeply

/// Argument 1: a value. Returns a table that gives each function reachable from it a reference in the registry.
int collect_functions(lua_State* L) {
  lua_newtable(L);  // 2: function -> reference, table -> true
  lua_newtable(L);  // 3: the values still to be looked at
  lua_Integer first = 1;
  lua_Integer last = 1;
  lua_pushvalue(L, 1);
  lua_rawseti(L, 3, 1);
  for (; first <= last; ++first) {
    lua_rawgeti(L, 3, first);
    const int type = lua_type(L, -1);
    if (type != LUA_TFUNCTION && type != LUA_TTABLE) {
      lua_settop(L, 3);
      continue;
    }
    lua_pushvalue(L, -1);
    const bool known = lua_rawget(L, 2) != LUA_TNIL;
    lua_pop(L, 1);
    if (!known && type == LUA_TFUNCTION) {
      lua_pushvalue(L, -1);
      lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));  // pops the copy, then the reference takes its place
      lua_rawset(L, 2);
    } else if (!known) {
      lua_pushvalue(L, -1);
      lua_pushboolean(L, 1);
      lua_rawset(L, 2);
      lua_pushnil(L);
      while (lua_next(L, 4) != 0) lua_rawseti(L, 3, ++last);
    }
    lua_settop(L, 3);
  }
  lua_settop(L, 2);
  return 1;
}

Function read_function(lua_State* L, int references) {
  Function function;
  lua_pushvalue(L, -1);
  lua_rawget(L, references);
  function.reference = static_cast<int>(lua_tointeger(L, -1));
  lua_pop(L, 1);
  lua_Debug record;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">Su", &record);
  function.parameters = record.nparams;
  function.is_vararg = record.isvararg != 0;
  function.is_c = record.what[0] == 'C';
  function.source = record.short_src;
  function.line = record.linedefined;
  return function;
}

// From here on: only calls that do not raise.

Datum read(lua_State* L, int references, int depth);

void read_entries(lua_State* L, int references, int depth, Datum& table) {
  const int index = lua_gettop(L);
  for (lua_Integer i = 1; lua_rawgeti(L, index, i) != LUA_TNIL; ++i) {
    table.list.push_back(read(L, references, depth + 1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      std::size_t length = 0;
      const char* key = lua_tolstring(L, -2, &length);
      table.fields.emplace_back(std::string(key, length), read(L, references, depth + 1));
    } else if (lua_isinteger(L, -2) == 0 || lua_tointeger(L, -2) < 1 ||
               static_cast<std::size_t>(lua_tointeger(L, -2)) > table.list.size()) {
      table.has_other_keys = true;
    }
    lua_pop(L, 1);
  }
  std::ranges::sort(table.fields, {}, &std::pair<std::string, Datum>::first);
}

Datum read(lua_State* L, int references, int depth) {
  if (depth > kDeepest || lua_checkstack(L, 8) == 0) throw RuleError("a table in it is nested too deeply");
  Datum datum;
  switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN:
      datum.type = Datum::Type::boolean;
      datum.boolean = lua_toboolean(L, -1) != 0;
      break;
    case LUA_TNUMBER:
      datum.type = lua_isinteger(L, -1) != 0 ? Datum::Type::integer : Datum::Type::real;
      datum.integer = lua_tointeger(L, -1);
      datum.real = lua_tonumber(L, -1);
      break;
    case LUA_TSTRING: {
      std::size_t length = 0;
      const char* text = lua_tolstring(L, -1, &length);
      datum.type = Datum::Type::string;
      datum.string.assign(text, length);
      break;
    }
    case LUA_TFUNCTION:
      datum.type = Datum::Type::function;
      datum.function = read_function(L, references);
      break;
    case LUA_TTABLE:
      datum.type = Datum::Type::table;
      read_entries(L, references, depth, datum);
      break;
    default: datum.type = Datum::Type::other;
  }
  return datum;
}

}  // namespace

const Datum& Datum::operator[](std::string_view name) const {
  static const Datum nothing;
  const auto found = std::ranges::find(fields, name, &std::pair<std::string, Datum>::first);
  return found == fields.end() ? nothing : found->second;
}

std::string Datum::describe() const {
  switch (type) {
    case Type::nil: return "nil";
    case Type::boolean: return boolean ? "true" : "false";
    case Type::integer: return std::to_string(integer);
    case Type::real: return fmt::format("the float {}", real);
    case Type::string: return fmt::format("the string '{}'", string);
    case Type::function: return "a function";
    case Type::table: return "a table";
    case Type::other: return "a value of no use here";
  }
  return "";
}

Datum read_datum(State& state) {
  lua_State* L = state.get();
  const int top = lua_gettop(L);
  lua_checkstack(L, 8);
  lua_pushcfunction(L, &collect_functions);
  lua_pushvalue(L, top);
  state.call(1, 1, Seconds(0), "");
  lua_pushvalue(L, top);
  struct RestoreTop {
    lua_State* L;
    int top;
    ~RestoreTop() { lua_settop(L, top); }
  } const restore{L, top};
  return read(L, top + 1, 0);
}

}  // namespace bouton::lua
