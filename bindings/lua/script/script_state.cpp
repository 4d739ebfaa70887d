#include "bindings/lua/script/script_state.h"

namespace bouton::lua {
namespace {

/// `require "bouton"`
int load_module(lua_State* L) {
  push_module(L, *static_cast<ModuleContext*>(lua_touserdata(L, lua_upvalueindex(1))));
  return 1;
}

/// Stands in for a function of Lua's that prints or ends the process. Upvalues: what is to happen before, that function, and
/// the first argument that must be a text, as all after it (0: none). An argument of another type is refused here, where Lua
/// still finds the name that the function is known by.
int print_after(lua_State* L) {
  const int first_text = static_cast<int>(lua_tointeger(L, lua_upvalueindex(3)));
  for (int i = first_text; first_text > 0 && i <= lua_gettop(L); ++i) luaL_checkstring(L, i);
  (*static_cast<const std::function<void()>*>(lua_touserdata(L, lua_upvalueindex(1))))();
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/// Puts print_after in the place of a function of the table on top.
void announce(lua_State* L, const char* name, int first_text, const std::function<void()>& before) {
  lua_pushlightuserdata(L, const_cast<std::function<void()>*>(&before));
  lua_getfield(L, -2, name);
  lua_pushinteger(L, first_text);
  lua_pushcclosure(L, &print_after, 3);
  lua_setfield(L, -2, name);
}

/// Argument: a light userdata with what is to happen before Lua prints.
int announce_printing(lua_State* L) {
  const auto& before = *static_cast<const std::function<void()>*>(lua_touserdata(L, 1));
  lua_pushglobaltable(L);
  announce(L, "print", 0, before);
  lua_getfield(L, -1, "io");
  announce(L, "write", 1, before);
  announce(L, "popen", 0, before);
  lua_getfield(L, -2, "os");
  announce(L, "execute", 0, before);
  announce(L, "exit", 0, before);
  luaL_getmetatable(L, LUA_FILEHANDLE);
  lua_getfield(L, -1, "__index");
  announce(L, "write", 2, before);
  return 0;
}

/// Argument: a light userdata with the ModuleContext.
int open_everything(lua_State* L) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, &load_module, 1);
  lua_setfield(L, -2, "bouton");
  return 0;
}

}  // namespace

ScriptState::ScriptState(const ScriptOptions& options)
    : context{options.loader, options.budget, {}, options.farm},
      before_printing(options.before_printing),
      state(StateLimits{.memory = SIZE_MAX / 2, .stop = options.loader.stop, .remedy = options.remedy}) {
  state.protect(&open_everything, &context, 0);
  if (before_printing) state.protect(&announce_printing, &before_printing, 0);
}

}  // namespace bouton::lua
