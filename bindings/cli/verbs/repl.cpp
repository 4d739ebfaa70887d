#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/cli/input.h"
#include "bindings/cli/line_editor.h"
#include "bindings/cli/verbs/verb.h"
#include "bindings/lua/module/script.h"

namespace bouton::cli {
namespace {

using Status = lua::Interpreter::Result::Status;

/// Lines from an editor on a terminal, else from standard input as they come.
class Lines {
 public:
  Lines() {
    if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) editor_ = std::make_unique<LineEditor>();
  }
  bool interactive() const { return editor_ != nullptr; }
  std::optional<std::string> next(const char* prompt) { return editor_ ? editor_->next(prompt) : reader_.next(); }

 private:
  std::unique_ptr<LineEditor> editor_;
  LineReader reader_;
};

int repl(Context& context) {
  if (!context.request().operands.empty()) context.usage_error("takes no arguments");
  lua::Interpreter interpreter({context.loader_options(), context.budget()});
  Lines lines;
  if (lines.interactive()) context.out().write("Lua with bouton loaded. Try bouton.game(\"wythoff\"):grundy(7, 9). Ctrl-D leaves.\n");
  std::string chunk;
  bool failed = false;
  while (true) {
    context.out().flush();
    const std::optional<std::string> line = lines.next(chunk.empty() ? "> " : ">> ");
    if (!line) break;
    chunk += (chunk.empty() ? "" : "\n") + *line;
    const lua::Interpreter::Result result = interpreter.execute(chunk);
    context.erase_progress();
    if (result.status == Status::incomplete) continue;
    chunk.clear();
    failed = failed || result.status == Status::failed;
    if (!result.text.empty()) context.out().print("{}\n", result.text);
  }
  if (lines.interactive()) context.out().write("\n");
  if (!chunk.empty()) context.out().write("the input ends within a statement\n");
  return !lines.interactive() && (failed || !chunk.empty()) ? 2 : 0;
}

}  // namespace

Verb repl_verb() {
  return {.name = "repl",
          .usage = "",
          .summary = "type Lua with Bouton loaded",
          .help = "Runs each line as Lua as soon as it is complete, and shows what an expression gives. `bouton` is the\n"
                  "module. Through a pipe, errors are shown and the exit code is then 2.",
          .operands = Operands::words,
          .options = {Option::threads, Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {},
          .run = repl};
}

}  // namespace bouton::cli
