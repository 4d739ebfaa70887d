// A Lua state for what the user writes: all of Lua's libraries, and the module.
#pragma once

#include <functional>

#include "bindings/lua/host/state.h"
#include "bindings/lua/load/loader.h"
#include "bindings/lua/module/module.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/farm/farm.h"

namespace bouton::lua {

struct ScriptOptions {
  LoaderOptions loader;
  Budget budget;
  /// Called each time before the script's Lua prints something or ends the process; must not throw. Empty: nobody cares.
  std::function<void()> before_printing = {};
  /// How the script is told that a limit can be raised. Null: it is not told.
  Remedy remedy = nullptr;
  /// Who does the work of bouton.parallel; null: the script's own process.
  Farm* farm = nullptr;
};

/// `require "bouton"` gives the module. Nothing is taken away, and Lua's memory is not limited. An error in it is an exception
/// of C++, so that functions for it may hold objects where Lua raises.
struct ScriptState {
  explicit ScriptState(const ScriptOptions& options);

  ModuleContext context;
  std::function<void()> before_printing;
  State state;
};

}  // namespace bouton::lua
