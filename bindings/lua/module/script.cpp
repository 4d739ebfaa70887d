#include "bindings/lua/module/script.h"

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "bindings/lua/language/words.h"
#include "bindings/lua/module/module.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

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

/// A state with all of Lua's libraries and the module at hand.
struct ScriptState {
  explicit ScriptState(const ScriptOptions& options)
      : context{options.loader, options.budget, {}},
        before_printing(options.before_printing),
        state(StateLimits{.memory = SIZE_MAX / 2, .stop = options.loader.stop, .remedy = options.remedy}) {
    state.protect(&open_everything, &context, 0);
    if (before_printing) state.protect(&announce_printing, &before_printing, 0);
  }
  ModuleContext context;
  std::function<void()> before_printing;
  State state;
};

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

/// Argument: a light userdata with the text. Returns the chunk as a function, or raises what is wrong with it.
int load_text(lua_State* L) {
  const auto& text = *static_cast<const std::string*>(lua_touserdata(L, 1));
  return luaL_loadbuffer(L, text.data(), text.size(), "=typed") == LUA_OK ? 1 : lua_error(L);
}

/// All arguments, as print shows them.
int show_values(lua_State* L) {
  const int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; ++i) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    luaL_tolstring(L, i, nullptr);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  return 1;
}

int require_module_global(lua_State* L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "bouton");
  lua_call(L, 1, 1);
  lua_setglobal(L, "bouton");
  return 0;
}

}  // namespace

void run_script(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ScriptOptions& options) {
  if (!std::filesystem::is_regular_file(path)) throw RequestError(fmt::format("there is no script {}", path.string()));
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

class Interpreter::Impl {
 public:
  explicit Impl(const ScriptOptions& options) : script_(options) { script_.state.protect(&require_module_global, nullptr, 0); }

  Result execute(std::string_view chunk) {
    lua_State* const L = script_.state.get();
    lua_settop(L, 0);
    try {
      const std::string complaint = load(std::string(chunk));
      if (!complaint.empty()) {
        const bool wants_more = complaint.ends_with("near <eof>");
        return {wants_more ? Result::Status::incomplete : Result::Status::failed, complaint};
      }
      script_.state.call(0, LUA_MULTRET, Seconds(0), Limit::fixed);
      return {Result::Status::done, show()};
    } catch (const RuleError& error) {
      return {Result::Status::failed, error.what()};
    } catch (const RequestError& error) {
      return {Result::Status::failed, error.what()};
    }
  }

 private:
  /// Pushes the chunk's function, as an expression if it is one; else returns what is wrong with it as a statement.
  std::string load(std::string chunk) {
    std::string expression = "return " + chunk;
    try {
      script_.state.protect(&load_text, &expression, 1);
      return "";
    } catch (const RuleError&) {  // so it is a statement
    }
    try {
      script_.state.protect(&load_text, &chunk, 1);
      return "";
    } catch (const RuleError& error) {
      return error.what();
    }
  }

  /// What the values on the stack print as, as plain text; takes them.
  std::string show() {
    lua_State* const L = script_.state.get();
    const int count = lua_gettop(L);
    if (count == 0) return "";
    lua_pushcfunction(L, &show_values);
    lua_insert(L, 1);
    script_.state.call(count, 1, Seconds(0), Limit::fixed);
    std::size_t size = 0;
    const char* const text = lua_tolstring(L, -1, &size);
    std::string shown = plain_lines({text, size});
    lua_settop(L, 0);
    return shown;
  }

  ScriptState script_;
};

Interpreter::Interpreter(const ScriptOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Interpreter::~Interpreter() = default;
Interpreter::Result Interpreter::execute(std::string_view chunk) { return impl_->execute(chunk); }

}  // namespace bouton::lua
