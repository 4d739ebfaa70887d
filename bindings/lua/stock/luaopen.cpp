// The module for the stock interpreter: `require "bouton"` in lua5.4.
//
// Built from Lua's headers alone; the interpreter's own Lua runs the script and, in states of their own, the rule files.
// That Lua is compiled as C, so its errors are long jumps. They pass over the frames of this module, in which nothing with
// a destructor is alive where Lua may raise: see host/trampoline.h.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <lua.hpp>

#include "bindings/lua/host/state.h"
#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/load/rule_directories.h"
#include "bindings/lua/module/module.h"
#include "engine/system/kept_folder.h"

extern "C" __attribute__((visibility("default"))) int luaopen_bouton(lua_State* L);

namespace bouton::lua {

namespace {

/// What the module works with in one interpreter. It stands in a userdata: when the interpreter ends, finalizers of the
/// script's may run after this one's, and the memory of a userdata lasts until the last of them has.
struct StockModule {
  explicit StockModule(lua_State* L) : state(L) {}

  /// Gives back what it holds; whoever asks the module from now on gets an error.
  void close() {
    context.closed = true;
    context.loader = {};
    context.budget = {};
    context.sink.close();
    state.forget_kept();
  }

  ModuleContext context;
  State state;
};

namespace fs = std::filesystem;

char module_key;  // registry: the StockModule

/// Where the installed rules may stand: the file of this module is in PREFIX/lib/lua/5.4 or deeper; a rock keeps them apart.
std::vector<fs::path> installed_rules() {
  std::vector<fs::path> places;
  Dl_info library;
  if (dladdr(reinterpret_cast<const void*>(&luaopen_bouton), &library) == 0 || library.dli_fname == nullptr) return places;
  std::error_code error;
  fs::path prefix = fs::weakly_canonical(library.dli_fname, error);
  constexpr int kDeepest = 6;
  for (int level = 0; level < kDeepest && prefix.has_relative_path(); ++level) {
    prefix = prefix.parent_path();
    places.push_back(prefix / "share/bouton/rules");
    for (const fs::directory_entry& version : fs::directory_iterator(prefix / "lib/luarocks/rocks-5.4/bouton", error))
      places.push_back(version.path() / "rules");
  }
  return places;
}

int close_module(lua_State* L) {
  static_cast<StockModule*>(lua_touserdata(L, 1))->close();
  return 0;
}

/// Pushes a userdata with a new StockModule. May raise (memory).
StockModule& make_module(lua_State* L) {
  void* const memory = lua_newuserdatauv(L, sizeof(StockModule), 0);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, &close_module);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &module_key);
  auto* const module = new (memory) StockModule(L);
  lua_setmetatable(L, -2);
  return *module;
}

int open_module(lua_State* L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &module_key) == LUA_TNIL) {
    StockModule& module = make_module(L);
    keep_in_usual_folders();
    module.context.loader.alarm = Alarm::hook;
    module.context.loader.rule_directories = rule_directories(installed_rules());
    module.context.budget.threads = std::max(1U, std::thread::hardware_concurrency());
  }
  push_module(L, static_cast<StockModule*>(lua_touserdata(L, -1))->context);
  return 1;
}

}  // namespace
}  // namespace bouton::lua

int luaopen_bouton(lua_State* L) {
  luaL_checkversion(L);
  return bouton::lua::trampoline<bouton::lua::open_module>(L);
}
