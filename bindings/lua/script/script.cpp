#include "bindings/lua/script/script.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "engine/system/read_file.h"

namespace bouton::lua {
namespace {

/// Arguments: a light userdata with the strings. Returns the table `arg` (set as a global) and the strings.
struct Arguments {
  const std::string& script;
  const std::vector<std::string>& rest;
};

int push_arguments(lua_State* L) {
  const auto& arguments = *static_cast<const Arguments*>(lua_touserdata(L, 1));
  luaL_checkstack(L, static_cast<int>(arguments.rest.size()) + 4, "too many arguments");
  lua_createtable(L, static_cast<int>(arguments.rest.size()), 1);
  lua_pushlstring(L, arguments.script.data(), arguments.script.size());
  lua_rawseti(L, -2, 0);
  for (std::size_t i = 0; i < arguments.rest.size(); ++i) {
    lua_pushlstring(L, arguments.rest[i].data(), arguments.rest[i].size());
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  lua_setglobal(L, "arg");
  for (const std::string& argument : arguments.rest) lua_pushlstring(L, argument.data(), argument.size());
  return static_cast<int>(arguments.rest.size());
}

/// Argument: a light userdata with the Script. Returns the script as a function, or raises what is wrong with it.
struct Script {
  std::string name, text;
};
int load_script(lua_State* L) {
  const auto& script = *static_cast<const Script*>(lua_touserdata(L, 1));
  return luaL_loadbufferx(L, script.text.data(), script.text.size(), script.name.c_str(), nullptr) == LUA_OK ? 1 : lua_error(L);
}

/// As Lua itself reads a file, whose path it takes in no encoding of its own: without a mark of the encoding, and without a
/// first line for the system's shell, whose end stays so that lines are counted right.
std::string script_text(const std::filesystem::path& path) {
  std::string text = read_whole_file(path).value_or("");
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.erase(0, kMark.size());
  if (text.starts_with('#')) text.erase(0, std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

void run_script(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ScriptOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw RequestError(fmt::format("there is no script {}", path.string()));
  ScriptState script(options);
  State& state = script.state;
  lua_State* L = state.get();
  const std::string name = path.string();
  Script loaded{"@" + name, script_text(path)};
  state.protect(&load_script, &loaded, 1);
  Arguments passed{name, arguments};
  const int function = lua_gettop(L);
  state.protect(&push_arguments, &passed, LUA_MULTRET);
  state.call(lua_gettop(L) - function, 0, Seconds(0), Limit::fixed);
}

}  // namespace bouton::lua
