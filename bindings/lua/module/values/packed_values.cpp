#include "bindings/lua/module/values/packed_values.h"

#include <cstdint>
#include <cstring>

namespace bouton::lua {
namespace {

constexpr int kDeepestPacked = 100;

// Each value is a letter and what the letter calls for; a table's keys and values follow each other up to kEnd.
constexpr char kNil = 'n', kTrue = 't', kFalse = 'f', kInteger = 'i', kFloat = 'd', kString = 's', kTable = '{', kEnd = '}';

template <class Number>
void append(std::string& out, char letter, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out += letter;
  out.append(bytes, sizeof number);
}

template <class Number>
Number take(std::string_view& bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

void pack(lua_State* L, int index, std::string& out, int depth) {
  switch (lua_type(L, index)) {
    case LUA_TNIL: out += kNil; return;
    case LUA_TBOOLEAN: out += lua_toboolean(L, index) != 0 ? kTrue : kFalse; return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index) != 0) append(out, kInteger, lua_tointeger(L, index));
      else append(out, kFloat, lua_tonumber(L, index));
      return;
    case LUA_TSTRING: {
      std::size_t length = 0;
      const char* const text = lua_tolstring(L, index, &length);
      append(out, kString, std::uint64_t{length});
      out.append(text, length);
      return;
    }
    case LUA_TTABLE: break;
    default:
      luaL_error(L, "a result is a %s; results are nil, booleans, numbers, strings and tables of these",
                 luaL_typename(L, index));
  }
  if (depth == kDeepestPacked) luaL_error(L, "a result has tables within tables, %d deep", kDeepestPacked);
  luaL_checkstack(L, 4, "a result");
  index = lua_absindex(L, index);
  out += kTable;
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    pack(L, -2, out, depth + 1);
    pack(L, -1, out, depth + 1);
  }
  out += kEnd;
}

}  // namespace

void pack_value(lua_State* L, int index, std::string& out) { pack(L, index, out, 0); }

void push_packed(lua_State* L, std::string_view& bytes) {
  luaL_checkstack(L, 4, "a result");
  const char letter = bytes.front();
  bytes.remove_prefix(1);
  switch (letter) {
    case kNil: lua_pushnil(L); return;
    case kTrue:
    case kFalse: lua_pushboolean(L, letter == kTrue ? 1 : 0); return;
    case kInteger: lua_pushinteger(L, take<lua_Integer>(bytes)); return;
    case kFloat: lua_pushnumber(L, take<lua_Number>(bytes)); return;
    case kString: {
      const auto length = static_cast<std::size_t>(take<std::uint64_t>(bytes));
      lua_pushlstring(L, bytes.data(), length);
      bytes.remove_prefix(length);
      return;
    }
    default: break;
  }
  lua_newtable(L);
  while (bytes.front() != kEnd) {
    push_packed(L, bytes);
    push_packed(L, bytes);
    lua_rawset(L, -3);
  }
  bytes.remove_prefix(1);
}

}  // namespace bouton::lua
