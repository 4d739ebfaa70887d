#include "bindings/lua/script/show.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostItemsShown = 200;
constexpr std::size_t kDeepestShown = 6;

std::string as_text(lua_State* L, int index) {
  std::size_t size = 0;
  const char* const text = luaL_tolstring(L, index, &size);
  std::string copy(text, size);
  lua_pop(L, 1);
  return copy;
}

std::string as_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') result += "\\n";
    else result += c;
  }
  return result + '"';
}

/// Whether a field may be written as `text = ...`.
bool is_lua_name(std::string_view text) {
  const auto starts = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto goes_on = [&](char c) { return starts(c) || (c >= '0' && c <= '9'); };
  static constexpr std::string_view kReserved[] = {"and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
                                                   "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
                                                   "repeat",   "return", "then", "true", "until",  "while"};
  return !text.empty() && starts(text[0]) && std::ranges::all_of(text, goes_on) &&
         std::ranges::find(kReserved, text) == std::end(kReserved);
}

/// A table as text. The tables within which it stands are `above`.
class TableText {
 public:
  TableText(lua_State* L, std::size_t width) : L_(L), width_(width) {}

  std::string text(int index, std::size_t indent) {
    if (lua_type(L_, index) == LUA_TSTRING) return as_literal(as_text(L_, index));
    if (lua_isfunction(L_, index) != 0) return "function";
    if (lua_istable(L_, index) == 0 || luaL_getmetafield(L_, index, "__tostring") != LUA_TNIL) {
      if (lua_istable(L_, index) != 0) lua_pop(L_, 1);
      return as_text(L_, index);
    }
    const void* const table = lua_topointer(L_, index);
    if (above_.size() >= kDeepestShown || std::ranges::find(above_, table) != above_.end()) return "{ ... }";
    luaL_checkstack(L_, 8, "a table that is too deep to show");
    above_.push_back(table);
    std::string result = laid_out(items(lua_absindex(L_, index), indent + 2), indent);
    above_.pop_back();
    return result;
  }

 private:
  /// The list's entries, and then those with other keys, sorted by their names.
  std::vector<std::string> items(int index, std::size_t indent) {
    std::vector<std::string> result;
    const auto length = static_cast<lua_Integer>(lua_rawlen(L_, index));
    for (lua_Integer i = 1; i <= length && result.size() < kMostItemsShown; ++i) {
      lua_rawgeti(L_, index, i);
      result.push_back(text(-1, indent));
      lua_pop(L_, 1);
    }
    std::vector<std::pair<std::string, std::string>> named;
    std::size_t more = static_cast<std::size_t>(length) - result.size();
    lua_pushnil(L_);
    while (lua_next(L_, index) != 0) {
      if (!is_of_list(-2, length)) {
        if (named.size() < kMostItemsShown) named.emplace_back(key(-2), text(-1, indent));
        else ++more;
      }
      lua_pop(L_, 1);
    }
    std::ranges::sort(named);
    for (auto& [name, value] : named) result.push_back(name + " = " + value);
    if (more > 0) result.push_back(fmt::format("... and {} more", more));
    return result;
  }

  bool is_of_list(int index, lua_Integer length) {
    return lua_isinteger(L_, index) != 0 && lua_tointeger(L_, index) >= 1 && lua_tointeger(L_, index) <= length;
  }

  std::string key(int index) {
    if (lua_type(L_, index) != LUA_TSTRING) return "[" + as_text(L_, index) + "]";
    std::string text = as_text(L_, index);
    return is_lua_name(text) ? text : "[" + as_literal(text) + "]";
  }

  /// On one line where there is room, else lines that are filled.
  std::string laid_out(const std::vector<std::string>& items, std::size_t indent) const {
    if (items.empty()) return "{}";
    std::size_t length = 4;
    for (const std::string& item : items) length += item.size() + 2;
    const bool one_line = indent + length <= width_ + 2 &&
                          std::ranges::none_of(items, [](const std::string& item) { return item.find('\n') != item.npos; });
    const bool plain =
        one_line && std::ranges::none_of(items, [](const std::string& item) { return item.find_first_of("{=") != item.npos; });
    const std::string margin(indent + 2, ' ');
    std::string result = plain ? "{" : one_line ? "{ " : "{\n" + margin;
    std::size_t column = margin.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool breaks = !one_line && i > 0 && (column + items[i].size() + 1 > width_ || items[i].find('\n') != items[i].npos);
      if (breaks) {
        result.back() = '\n';
        result += margin;
        column = margin.size();
      }
      result += items[i];
      if (i + 1 < items.size()) result += ", ";
      column += items[i].size() + 2;
    }
    return result + (plain ? "}" : one_line ? " }" : "\n" + std::string(indent, ' ') + "}");
  }

  lua_State* L_;
  std::size_t width_;
  std::vector<const void*> above_;
};

/// A text, or a table that says what text it is shown as, like help.
bool is_text(lua_State* L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) return true;
  if (lua_istable(L, index) == 0 || luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

}  // namespace

std::string shown(lua_State* L, int index, std::size_t width) {
  if (is_text(L, index)) return folded(as_text(L, index), width);
  return TableText(L, width).text(index, 0);
}

}  // namespace bouton::lua
