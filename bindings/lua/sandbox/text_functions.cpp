#include "bindings/lua/sandbox/text_functions.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "bindings/lua/host/state.h"
#include "engine/system/find_bytes.h"

namespace bouton::lua {
namespace {

/// What one call of rep may build.
constexpr std::size_t kLongestString = std::size_t{16} << 20;

/// What format quotes.
constexpr std::size_t kLongestQuoted = std::size_t{1} << 20;

/// Upvalue: Lua's rep.
int repeat(lua_State* L) {
  std::size_t length = 0;
  std::size_t separator_length = 0;
  luaL_checklstring(L, 1, &length);
  const lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator_length);
  const std::size_t step = length + separator_length;
  if (count <= 0 || step == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (static_cast<std::size_t>(count) > kLongestString / step) return luaL_error(L, "resulting string too large");
  State::spend(L, step * static_cast<std::size_t>(count) / 8);
  lua_settop(L, 3);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 3, 1);
  return 1;
}

/// Where `wanted` begins in text[0, length), or nullptr. In pieces, with a look at the limits before each; linear in both
/// lengths: the pieces overlap by no more than they are long.
const char* search(lua_State* L, const char* text, std::size_t length, const char* wanted, std::size_t wanted_length) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const std::size_t starts = std::max(wanted_length, kPiece);
  for (std::size_t from = 0; wanted_length <= length - from; from += starts) {
    State::spend(L, starts / 8);
    const std::size_t piece = std::min(length - from, starts + wanted_length - 1);
    const std::size_t found = find_bytes({text + from, piece}, {wanted, wanted_length});
    if (found != std::string_view::npos) return text + from + found;
    if (length - from <= starts) break;
  }
  return nullptr;
}

/// find without patterns: the fourth argument of string.find is always true.
int find(lua_State* L) {
  std::size_t length = 0;
  std::size_t wanted_length = 0;
  const char* const text = luaL_checklstring(L, 1, &length);
  const char* const wanted = luaL_checklstring(L, 2, &wanted_length);
  lua_Integer start = luaL_optinteger(L, 3, 1);
  if (start < 0) start = std::max<lua_Integer>(start + static_cast<lua_Integer>(length) + 1, 1);
  const auto skipped = static_cast<std::size_t>(std::max<lua_Integer>(start, 1) - 1);
  const char* const found = skipped > length ? nullptr : search(L, text + skipped, length - skipped, wanted, wanted_length);
  if (found == nullptr) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, found - text + 1);
  lua_pushinteger(L, found - text + static_cast<lua_Integer>(wanted_length));
  return 2;
}

/// Pushes the argument as the conversion that ends in `kind` wants it; raises what is wrong with it, by its own number.
void push_argument(lua_State* L, int argument, char kind) {
  switch (kind) {
    case 'p': luaL_error(L, "invalid conversion '%%p' to 'format': there are no addresses"); break;
    case 's':
      lua_pushcfunction(L, &address_free_text);
      lua_pushvalue(L, argument);
      lua_call(L, 1, 1);
      State::spend(L, lua_rawlen(L, -1) / 8);
      return;
    case 'q':
      luaL_argcheck(L, lua_type(L, argument) != LUA_TSTRING || lua_rawlen(L, argument) <= kLongestQuoted, argument,
                    "the text is too long to be quoted");
      break;
    case 'c':
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': luaL_checkinteger(L, argument); break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': luaL_checknumber(L, argument); break;
    default: break;
  }
  lua_pushvalue(L, argument);
}

/// string.format, one conversion at a time. Upvalue: Lua's format.
int format(lua_State* L) {
  const int arguments = lua_gettop(L);
  std::size_t length = 0;
  const char* text = luaL_checklstring(L, 1, &length);
  const char* const end = text + length;
  int argument = 1;
  luaL_checkstack(L, 8, "format");
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (text != end) {
    State::spend(L, 32);
    const char* const percent = static_cast<const char*>(std::memchr(text, '%', static_cast<std::size_t>(end - text)));
    const char* const plain_end = percent != nullptr ? percent : end;
    luaL_addlstring(&result, text, static_cast<std::size_t>(plain_end - text));
    if (percent == nullptr) break;
    text = percent + 1;
    if (text != end && *text == '%') {
      luaL_addchar(&result, *text++);
      continue;
    }
    while (text != end && *text != '\0' && std::strchr("-+ #0123456789.", *text) != nullptr) ++text;
    const char kind = text != end ? *text++ : '\0';
    if (++argument > arguments) return luaL_argerror(L, argument, "no value");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushlstring(L, percent, static_cast<std::size_t>(text - percent));
    push_argument(L, argument, kind);
    lua_call(L, 2, 1);
    luaL_addvalue(&result);
  }
  luaL_pushresult(&result);
  return 1;
}

/// table[name] = function, with what stood there before as its upvalue.
void wrap_field(lua_State* L, const char* name, lua_CFunction function) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

}  // namespace

int address_free_text(lua_State* L) {
  luaL_checkany(L, 1);
  const int type = lua_type(L, 1);
  const bool has_text = type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING;
  if (has_text || luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
    luaL_tolstring(L, 1, nullptr);
  } else {
    lua_pushstring(L, lua_typename(L, type));
  }
  return 1;
}

void set_text_functions(lua_State* L) {
  wrap_field(L, "rep", &repeat);
  wrap_field(L, "format", &format);
  lua_pushcfunction(L, &find);
  lua_setfield(L, -2, "find");
}

}  // namespace bouton::lua
