// The variables of the rule file that its functions captured: they are to be the same at every call.
#pragma once

#include <string>
#include <vector>

#include "bindings/lua/host/limits.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/language/rule_spec.h"

namespace bouton::lua {

/// The values of the variables that rule functions captured, as they were when the file had been loaded.
class Captures {
 public:
  /// Remembers the captured variables of all Lua functions reachable from `functions`, through variables and through tables.
  /// `spent` is what loading has taken of its `limit` so far. Called outside protection.
  void remember(State& state, const std::vector<Function>& functions, Seconds limit, Seconds spent);
  /// Restores what has changed since. The name of the first variable that had, or null.
  const std::string* restore(State& state) const;
  /// The same, but throws RuleError, which names the variable and the function that ran, if something had changed.
  void check(State& state, const Function& ran) const;

 private:
  struct Capture {
    int function;  ///< reference of one function that captured the variable
    int upvalue;
    int value;  ///< reference
    std::string name;
  };
  std::vector<Capture> captures_;
};

/// Whether the function, or a Lua function that it captured, uses a word that obliges (kObligingWords): by its name, or as a
/// variable of its own. False where its code cannot be read. Called outside protection.
bool reaches_obliging_word(State& state, const Function& function);

}  // namespace bouton::lua
