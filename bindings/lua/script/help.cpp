#include "bindings/lua/script/help.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/module/module.h"
#include "engine/base/errors.h"

namespace bouton::lua {

extern const char* const kModuleReference;  // docs/module.lua, by the build

namespace {

std::string_view without(std::string_view line, std::string_view prefix) {
  line.remove_prefix(std::min(prefix.size(), line.size()));
  return line;
}

/// Reads comments and the declarations behind them.
class Reference {
 public:
  explicit Reference(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  std::vector<HelpEntry> take() { return std::move(entries_); }

 private:
  void read(std::string_view line) {
    if (line.starts_with("---")) {
      text_ = without(line, "--- ");
    } else if (line.starts_with("-- @type ")) {
      group_ = without(line, "-- @type ");
    } else if (line.starts_with("-- @table ")) {
      add(without(line, "-- @table "), "");
    } else if (line.starts_with("-- @treturn ")) {
      text_ += fmt::format("\n  gives  {}", without(line, "-- @treturn "));
    } else if (line.starts_with("-- @")) {
      const std::string_view parameter = line.substr(std::min(line.find(' ', 4), line.size()));
      text_ += fmt::format("\n {}", parameter);
    } else if (line.starts_with("-- ")) {
      text_ += fmt::format(" {}", without(line, "-- "));
    } else if (line.starts_with("function ")) {
      const std::string_view declared = without(line, "function ");
      const std::size_t parenthesis = declared.find('(');
      add(declared.substr(0, parenthesis), declared.substr(parenthesis, declared.find(')') + 1 - parenthesis));
    }
  }

  void add(std::string_view declared, std::string_view arguments) {
    const std::size_t separator = declared.find_first_of(".:");
    const bool in_class = separator != std::string_view::npos;
    HelpEntry entry;
    entry.group = in_class ? std::string(declared.substr(0, separator)) : "bouton";
    entry.name = in_class ? declared.substr(separator + 1) : declared;
    entry.signature = fmt::format("{}{}{}", in_class ? "" : "bouton.", declared, arguments);
    entry.text = std::move(text_);
    entries_.push_back(std::move(entry));
    text_.clear();
  }

  std::string group_, text_;
  std::vector<HelpEntry> entries_;
};

std::string first_sentence(const std::string& text) {
  const auto ends_at = [&](std::size_t i) {
    if (text[i] == ':' || text[i] == '\n') return true;
    return text[i] == '.' && text[i + 1] == ' ' && text[i - 1] != '.' && text[i - 1] != ' ';
  };
  std::size_t end = 1;
  while (end + 1 < text.size() && !ends_at(end)) ++end;
  std::string sentence = text.substr(0, end + (end + 1 >= text.size() ? 1 : 0));
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

/// A line for each entry of a group.
std::string list_of(std::string_view group) {
  std::size_t widest = 0;
  for (const HelpEntry& entry : help_entries())
    if (entry.group == group) widest = std::max(widest, entry.signature.size());
  std::string list;
  for (const HelpEntry& entry : help_entries())
    if (entry.group == group) list += fmt::format("  {:{}}  {}\n", entry.signature, widest, first_sentence(entry.text));
  return list;
}

std::string overview() {
  return "Chunks of Lua run as they are typed. The module is bouton:\n" + list_of("bouton") +
         "help(VALUE) tells what can be asked of a game, a table, a sequence or a sum; help \"sequence\" what a function or "
         "method takes; help \"kayles\" the rules of a game. Bouton's guides: docs/rule-language.md and README.md.";
}

/// About the functions, the class or the game of this name; empty where there is none.
std::string about_name(const std::string& name, const ModuleContext& context) {
  std::string text = list_of(name);
  for (const HelpEntry& entry : help_entries())
    if (entry.name == name || entry.signature.starts_with(name + "("))
      text += fmt::format("{}{}\n{}\n", text.empty() ? "" : "\n", entry.signature, entry.text);
  const std::vector<std::string> games = list_games(context.loader);
  if (std::ranges::find(games, name) != games.end()) {
    const std::shared_ptr<const Game> game = load_game(name, {}, context.loader);
    text += fmt::format("{}{}: {}\n{}\n", text.empty() ? "" : "\n", name, game->title, game->description);
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The class that a value belongs to ("Game"), or the module's field that it is ("bouton.game"); empty for anything else.
std::string name_of(lua_State* L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
    const std::string name = lua_tostring(L, -1);
    lua_pop(L, 1);
    if (name.starts_with("bouton.")) return name.substr(sizeof("bouton.") - 1);
  }
  lua_getglobal(L, "bouton");
  if (lua_istable(L, -1) == 0) return "";
  if (lua_rawequal(L, index, -1) != 0) return "bouton";
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_rawequal(L, index, -1) != 0) return lua_tostring(L, -2);
    lua_pop(L, 1);
  }
  return "";
}

int show_overview(lua_State* L) {
  lua_pushstring(L, overview().c_str());
  return 1;
}

/// Arguments: help itself, and what it is asked about.
int call_help(lua_State* L) {
  if (lua_isnoneornil(L, 2)) return show_overview(L);
  const std::string name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : name_of(L, 2);
  if (name == "bouton") return show_overview(L);
  std::string text = name.empty() ? "" : about_name(name, module_context(L));
  if (text.empty()) text = fmt::format("There is no help on this {}; type help to see what there is.", luaL_typename(L, 2));
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

}  // namespace

const std::vector<HelpEntry>& help_entries() {
  static const std::vector<HelpEntry> entries = Reference(kModuleReference).take();
  return entries;
}

void push_help(lua_State* L) {
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, &show_overview);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, &trampoline<call_help>);
  lua_setfield(L, -2, "__call");
  lua_setmetatable(L, -2);
}

}  // namespace bouton::lua
