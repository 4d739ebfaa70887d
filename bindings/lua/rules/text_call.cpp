#include "bindings/lua/rules/text_call.h"

#include <fmt/format.h>

#include "bindings/lua/host/text_at.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

namespace bouton::lua {
namespace {

/// What stands in the `count` values on top of the stack, or in the list that is the only one, as a position; nothing where one
/// is not an integer of any size.
std::optional<BigPosition> numbers_on_top(lua_State* L, int count) {
  const bool list = count == 1 && lua_istable(L, -1);
  const int size = list ? static_cast<int>(lua_rawlen(L, -1)) : count;
  const int first = lua_gettop(L) - count + 1;
  BigPosition position;
  for (int i = 0; i < size; ++i) {
    if (list) lua_rawgeti(L, first, i + 1);
    else lua_pushvalue(L, first + i);
    std::optional<Integer> number;
    if (lua_isinteger(L, -1) != 0) number = widen(lua_tointeger(L, -1));
    else if (lua_type(L, -1) == LUA_TSTRING) number = parse_integer(text_at(L, -1));
    lua_pop(L, 1);
    if (!number) return std::nullopt;
    position.push_back(*std::move(number));
  }
  return position;
}

}  // namespace

std::string call_show(RuleFile& file, PositionView position) {
  const Function& show = *file.spec.show;
  lua_State* L = file.state.get();
  const int below = lua_gettop(L);
  file.call(show, position, 1);
  if (lua_type(L, -1) != LUA_TSTRING) {
    const char* const type = luaL_typename(L, -1);
    lua_settop(L, below);
    throw RuleError(fmt::format("{} returned {}, expected a text", show.title, type));
  }
  std::size_t length = 0;
  const char* const shown = lua_tolstring(L, -1, &length);
  std::string text(shown, length);
  lua_settop(L, below);
  if (text.find('\0') != std::string::npos)
    throw RuleError(fmt::format("{} returned a text with a zero byte in it", show.title));
  return plain_lines(text);
}

std::optional<BigPosition> call_read(RuleFile& file, std::string_view text) {
  const Function& read = *file.spec.read;
  lua_State* L = file.state.get();
  const int below = lua_gettop(L);
  file.call_with_text(read, text);
  const int count = lua_gettop(L) - below;
  if (count == 0 || lua_isnil(L, below + 1)) {
    const std::string reason = count > 1 && lua_type(L, below + 2) == LUA_TSTRING ? lua_tostring(L, below + 2) : "";
    lua_settop(L, below);
    if (reason.empty()) return std::nullopt;
    throw RequestError(fmt::format("position {}: {}", text, plain_line(reason)));
  }
  if (file.spec.domain.is_terms()) {
    lua_settop(L, below + 1);
    const Position position = file.returned_position(read, 1);
    lua_settop(L, below);
    return widen(position);
  }
  const std::optional<BigPosition> position = numbers_on_top(L, count);
  const char* const type = luaL_typename(L, below + 1);
  lua_settop(L, below);
  if (!position)
    throw RuleError(fmt::format("{} returned {}{} for '{}', expected integers, a list of them, or nil", read.title, type,
                                count > 1 ? " and more" : "", text));
  return position;
}

}  // namespace bouton::lua
