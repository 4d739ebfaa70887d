// The module for the stock interpreter: `require "bouton"` in lua5.4.
//
// Built from Lua's headers alone; the interpreter's own Lua runs the script and, in states of their own, the rule files.
// That Lua is compiled as C, so its errors are long jumps. They pass over the frames of this module, in which nothing with
// a destructor is alive where Lua may raise: see host/trampoline.h.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <thread>

#include <dlfcn.h>
#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/module/module.h"

extern "C" __attribute__((visibility("default"))) int luaopen_bouton(lua_State* L);

namespace bouton::lua {

/// What the module works with in one interpreter. The interpreter's first object of ours, so the last that it collects.
struct StockModule {
  explicit StockModule(lua_State* L) : state(L) {}
  ModuleContext context;
  State state;
};
template <>
inline constexpr const char* kClassName<StockModule> = "bouton.StockModule";

namespace {

namespace fs = std::filesystem;

char module_key;  // registry: the StockModule

/// Where the installed rules stand: the file of this module is in PREFIX/lib/lua/5.4 or deeper; a rock keeps them apart.
void add_installed_rules(std::vector<fs::path>& directories) {
  Dl_info library;
  if (dladdr(reinterpret_cast<const void*>(&luaopen_bouton), &library) == 0 || library.dli_fname == nullptr) return;
  std::error_code error;
  fs::path prefix = fs::weakly_canonical(library.dli_fname, error);
  constexpr int kDeepest = 6;
  for (int level = 0; level < kDeepest && prefix.has_relative_path(); ++level) {
    prefix = prefix.parent_path();
    std::vector<fs::path> places = {prefix / "share/bouton/rules"};
    for (const fs::directory_entry& version : fs::directory_iterator(prefix / "lib/luarocks/rocks-5.4/bouton", error))
      places.push_back(version.path() / "rules");
    for (const fs::path& place : places) {
      if (!fs::is_directory(place, error)) continue;
      directories.push_back(place);
      return;
    }
  }
}

/// The directories of the environment variable BOUTON_RULES, then the installed ones.
std::vector<fs::path> rule_directories() {
  std::vector<fs::path> directories;
  const char* const list = std::getenv("BOUTON_RULES");
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) directories.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  add_installed_rules(directories);
  return directories;
}

int open_module(lua_State* L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &module_key) == LUA_TNIL) {
    std::unique_ptr<StockModule>& place = push_object<StockModule>(L);
    place = std::make_unique<StockModule>(L);
    place->context.loader.alarm = Alarm::hook;
    place->context.loader.rule_directories = rule_directories();
    place->context.budget.threads = std::max(1U, std::thread::hardware_concurrency());
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &module_key);
  }
  push_module(L, object_at<StockModule>(L, -1).context);
  return 1;
}

}  // namespace
}  // namespace bouton::lua

int luaopen_bouton(lua_State* L) {
  luaL_checkversion(L);
  return bouton::lua::trampoline<bouton::lua::open_module>(L);
}
