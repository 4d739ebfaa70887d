#include "bindings/lua/script/script.h"

#include <fmt/format.h>

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

/// Argument: a light userdata with the path. Returns the script as a function, or raises what is wrong with it.
int load_file(lua_State* L) {
  const auto& path = *static_cast<const std::string*>(lua_touserdata(L, 1));
  return luaL_loadfilex(L, path.c_str(), nullptr) == LUA_OK ? 1 : lua_error(L);
}

}  // namespace

void run_script(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ScriptOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw RequestError(fmt::format("there is no script {}", path.string()));
  ScriptState script(options);
  State& state = script.state;
  lua_State* L = state.get();
  std::string name = path.string();
  state.protect(&load_file, &name, 1);
  Arguments passed{name, arguments};
  const int function = lua_gettop(L);
  state.protect(&push_arguments, &passed, LUA_MULTRET);
  state.call(lua_gettop(L) - function, 0, Seconds(0), Limit::fixed);
}

}  // namespace bouton::lua
