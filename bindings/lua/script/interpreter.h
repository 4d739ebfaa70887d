// A Lua state to type into.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/lua/script/script_state.h"

namespace bouton::lua {

/// `bouton` is a global, and so is `help`. Whatever a chunk defines stays for the next.
class Interpreter {
 public:
  struct Result {
    enum class Status {
      done,        ///< `text` is what the values are shown as, perhaps nothing
      incomplete,  ///< the chunk wants more lines
      failed       ///< `text` is the error, below it the calls that led to it if there were some
    };
    Status status;
    std::string text;
  };
  /// What the text before the cursor may go on with.
  struct Completion {
    std::size_t begin = 0;           ///< where the word begins that `words` are to replace
    std::vector<std::string> words;  ///< sorted
  };

  explicit Interpreter(const ScriptOptions& options);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Runs `chunk`, an expression (whose values are shown, for lines of `width` characters) or statements. Throws Interrupted
  /// and LimitError only.
  Result execute(std::string_view chunk, std::size_t width = 80);
  /// Names of globals and of fields and methods of what stands before a point or a colon; within a text, names of games. Runs
  /// nothing of the user's.
  Completion complete(std::string_view line);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton::lua
