// The Lua module `bouton`.
#pragma once

#include <lua.hpp>

#include "bindings/lua/language/moves.h"
#include "bindings/lua/load/loader.h"
#include "engine/base/budget.h"
#include "engine/farm/farm.h"

namespace bouton::lua {

/// What the module works with. Must outlive the Lua state that it is opened in.
struct ModuleContext {
  LoaderOptions loader;
  Budget budget;
  MoveSink sink;         ///< of games that a script declares itself
  Farm* farm = nullptr;  ///< who does the work of bouton.parallel; null: this process
  bool closed = false;   ///< the interpreter ends; only finalizers of the script's still run
};

/// Pushes the module's table. L belongs to a State. May raise (memory).
void push_module(lua_State* L, ModuleContext& context);

/// The context that the module was opened with. Throws RequestError where it is closed.
ModuleContext& module_context(lua_State* L);

}  // namespace bouton::lua
