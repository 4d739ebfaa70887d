// Running the user's own scripts, with the module loaded and nothing taken away.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/lua/load/loader.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton::lua {

struct ScriptOptions {
  LoaderOptions loader;
  Budget budget;
  /// Called each time before the script's Lua prints something or ends the process; must not throw. Empty: nobody cares.
  std::function<void()> before_printing = {};
  /// How the script is told that a limit can be raised. Null: it is not told.
  Remedy remedy = nullptr;
};

/// Runs the Lua script at `path` with `arguments` as its `...` and in `arg`. `require "bouton"` gives the module. Throws
/// RequestError if the file cannot be read, RuleError for a Lua error (with file and line), LimitError, Interrupted.
void run_script(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ScriptOptions& options);

/// A Lua state to type into: `bouton` is a global.
class Interpreter {
 public:
  struct Result {
    enum class Status {
      done,        ///< `text` is what the values print as, perhaps nothing
      incomplete,  ///< the chunk wants more lines
      failed       ///< `text` is the error
    };
    Status status;
    std::string text;
  };

  explicit Interpreter(const ScriptOptions& options);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Runs `chunk`, an expression (whose values are shown) or statements. Throws Interrupted and LimitError only.
  Result execute(std::string_view chunk);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton::lua
