#include "bindings/lua/terms/term_value.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"

namespace bouton::lua {
namespace {

/// Integers, bytes and lists of one position: more are a mistake, or will not be searched.
constexpr std::size_t kMostItems = std::size_t{1} << 20;

void raise_no_term(lua_State* L) { luaL_error(L, "the position is not a value of integers, strings and lists"); }

/// Pushes the item at the beginning of `code` and moves it past that.
void push_item(lua_State* L, term::CodeView& code) {
  const std::optional<term::Head> found = term::read_head(code);
  if (!found) raise_no_term(L);
  const term::Head head = *found;
  code = code.subspan(head.width);
  if (head.kind == term::Kind::integer) {
    lua_pushinteger(L, head.number);
    return;
  }
  if (static_cast<std::uint64_t>(head.number) > code.size()) raise_no_term(L);
  const auto count = static_cast<std::size_t>(head.number);
  if (head.kind == term::Kind::string) {
    luaL_Buffer text;
    char* const bytes = luaL_buffinitsize(L, &text, count);
    std::ranges::transform(code.first(count), bytes, term::byte_of);
    luaL_pushresultsize(&text, count);
    code = code.subspan(count);
    return;
  }
  luaL_checkstack(L, 4, "a position");
  lua_createtable(L, static_cast<int>(count), 0);
  for (std::size_t i = 1; i <= count; ++i) {
    push_item(L, code);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i));
  }
}

std::optional<std::string> too_large() { return fmt::format("has more than {} integers, bytes and lists", kMostItems); }
std::optional<std::string> too_deep() {
  return fmt::format("has lists more than {} deep, or one that contains itself", term::kMostDepth);
}

std::optional<std::string> read_item(lua_State* L, int index, int depth, term::Code& out);

/// Whether the table on top of the stack has other keys than 1 to `count`, all of which it has.
bool has_other_keys(lua_State* L, std::size_t count) {
  std::size_t keys = 0;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    if (++keys > count) {
      lua_pop(L, 1);
      return true;
    }
  }
  return false;
}

std::optional<std::string> read_list(lua_State* L, int depth, term::Code& out) {
  if (depth == term::kMostDepth || lua_checkstack(L, 4) == 0) return too_deep();
  const auto count = static_cast<std::size_t>(lua_rawlen(L, -1));
  if (count > kMostItems) return too_large();
  if (has_other_keys(L, count)) return "holds a table that is not a list: its keys are not 1, 2, 3, ...";
  term::append_list(count, out);
  for (std::size_t i = 1; i <= count; ++i) {
    lua_rawgeti(L, -1, static_cast<lua_Integer>(i));
    std::optional<std::string> complaint = read_item(L, -1, depth + 1, out);
    lua_pop(L, 1);
    if (complaint) return complaint;
  }
  return std::nullopt;
}

std::optional<std::string> read_item(lua_State* L, int index, int depth, term::Code& out) {
  if (out.size() > kMostItems) return too_large();
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index) == 0)
        return fmt::format("has the float {} in it, positions are made of integers, strings and lists (// divides integers)",
                           lua_tonumber(L, index));
      term::append_integer(lua_tointeger(L, index), out);
      return std::nullopt;
    case LUA_TSTRING: {
      const std::string_view text = text_at(L, index);
      if (text.size() > kMostItems) return too_large();
      term::append_string(text, out);
      return std::nullopt;
    }
    case LUA_TTABLE: {
      lua_pushvalue(L, index);
      std::optional<std::string> complaint = read_list(L, depth, out);
      lua_pop(L, 1);
      return complaint;
    }
    default: return fmt::format("has a {} in it, positions are made of integers, strings and lists", luaL_typename(L, index));
  }
}

}  // namespace

void push_term(lua_State* L, term::CodeView code) {
  State::spend(L, code.size());
  luaL_checkstack(L, 4, "a position");
  push_item(L, code);
  if (!code.empty()) raise_no_term(L);
}

std::optional<std::string> read_term(lua_State* L, int index, term::Code& out) {
  if (lua_checkstack(L, 2) == 0) return too_deep();
  return read_item(L, index, 0, out);
}

int word_term(lua_State* L) {
  if (lua_gettop(L) != 0)
    return luaL_error(L, "value takes no arguments: a position is any value of integers, strings and lists");
  lua_createtable(L, 0, 1);
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "any_value");
  return 1;
}

}  // namespace bouton::lua
