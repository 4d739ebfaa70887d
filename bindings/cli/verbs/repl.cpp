#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/terminal/input.h"
#include "bindings/cli/terminal/line_editor.h"
#include "bindings/cli/terminal/lua_colours.h"
#include "bindings/cli/terminal/quoted_line.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/lua/script/interpreter.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

using Status = lua::Interpreter::Result::Status;

/// Lines from an editor on a terminal, else from standard input as they come.
class Lines {
 public:
  explicit Lines(std::function<Completions(std::string_view)> complete) {
    if (is_terminal(Stream::input) && is_terminal(Stream::output))
      editor_ = std::make_unique<LineEditor>(std::move(complete), state_file("repl-history"));
  }
  void show_as(LineEditor::Paint paint) {
    if (editor_) editor_->show_as(std::move(paint));
  }
  bool interactive() const { return editor_ != nullptr; }
  std::optional<std::string> next(const char* prompt) { return editor_ ? editor_->next(prompt) : reader_.next(); }

 private:
  std::unique_ptr<LineEditor> editor_;
  LineReader reader_;
};

/// A session at the prompt. On a terminal it outlives what goes wrong in it: Ctrl-C gives up the line that is typed or the
/// chunk that runs, and a limit ends the chunk.
class Session {
 public:
  explicit Session(Context& context)
      : context_(context),
        interpreter_({context.loader_options(), context.budget(), [&context] { context.erase_progress(); }, &remedy}),
        lines_([this](std::string_view line) { return complete(line); }) {}

  int run() {
    Output& out = context_.out();
    end_when_nobody_reads();
    if (lines_.interactive()) {
      keep_going_at_ctrl_c();
      if (terminal_colours() != ColourDepth::none) lines_.show_as([this](std::string_view line) { return coloured(line); });
      out.write(wrapped("Lua with bouton loaded. Try bouton.game(\"wythoff\"):table{9, 9}, or help. Ctrl-D leaves.", width()));
    }
    while (!ended_) {
      try {
        read_and_run();
      } catch (const Interrupted&) {
        if (!lines_.interactive() || !forget_interrupt()) throw;
        give_up("");
      } catch (const LimitError& error) {
        if (!lines_.interactive()) throw;
        give_up(message_of(error));
      } catch (const std::bad_alloc&) {
        if (!lines_.interactive()) throw;
        give_up("the machine is out of memory");
      }
    }
    if (lines_.interactive()) out.write("\n");
    if (!chunk_.empty()) out.write("the input ends within a statement\n");
    return !lines_.interactive() && (failed_ || !chunk_.empty()) ? 2 : 0;
  }

 private:
  void read_and_run() {
    context_.out().flush();
    const std::optional<std::string> line = lines_.next(chunk_.empty() ? "> " : ">> ");
    ended_ = !line;
    if (ended_) return;
    chunk_ += (chunk_.empty() ? "" : "\n") + *line;
    const lua::Interpreter::Result result = interpreter_.execute(chunk_, width());
    context_.erase_progress();
    flush_stdout();  // what Lua printed stands before what is written here
    if (result.status == Status::incomplete) return;
    const std::string chunk = std::exchange(chunk_, {});
    if (result.status == Status::failed) show_error(result.text, chunk);
    else if (!result.text.empty()) context_.out().print("{}\n", result.text);
  }

  /// An error, and on a terminal, below its message, the line that it is about, but for that of a chunk of one line.
  void show_error(std::string_view text, std::string_view chunk) {
    failed_ = true;
    const std::string_view message = text.substr(0, text.find('\n'));
    context_.out().print("{}\n", message);
    const bool is_seen = message.starts_with("typed:") && chunk.find('\n') == std::string_view::npos;
    if (lines_.interactive() && !is_seen)
      context_.out().write(quoted_line(message, terminal_colours() != ColourDepth::none, chunk));
    if (message.size() < text.size()) context_.out().print("{}\n", text.substr(message.size() + 1));
  }

  /// A line of Lua, below the lines of the chunk that were typed before.
  std::string coloured(std::string_view line) const { return coloured_lua(line, chunk_.empty() ? chunk_ : chunk_ + "\n"); }

  Completions complete(std::string_view line) {
    try {
      lua::Interpreter::Completion found = interpreter_.complete(line);
      return {found.begin, std::move(found.words)};
    } catch (const std::exception&) {  // the editor is C, and a word that is not completed is not a loss
      return {};
    }
  }

  static std::size_t width() {
    constexpr std::size_t kUsual = 80;
    const std::size_t columns = terminal_width();
    return columns == 0 ? kUsual : columns;
  }

  void give_up(std::string_view why) {
    context_.erase_progress();
    chunk_.clear();
    context_.out().print("{}\n", why);
  }

  Context& context_;
  lua::Interpreter interpreter_;
  Lines lines_;
  std::string chunk_;
  bool failed_ = false;
  bool ended_ = false;
};

int repl(Context& context) {
  if (!context.request().operands.empty()) context.usage_error("takes no arguments");
  return Session(context).run();
}

}  // namespace

Verb repl_verb() {
  return {
      .name = "repl",
      .usage = "",
      .summary = "type Lua with Bouton loaded",
      .help =
          "Runs each line of Lua as soon as it is complete, and shows the value of an expression. bouton is the module; help\n"
          "and help(WHAT) explain what there is. The Tab key completes names. Keywords, numbers, strings and comments have\n"
          "colours, unless NO_COLOR is set. Earlier lines are kept for the next session\n"
          "(in $XDG_STATE_HOME/bouton, or ~/.local/state/bouton). Ctrl-C drops the line that you are typing or stops a\n"
          "computation, and Ctrl-D leaves. Through a pipe, errors are shown and the exit code is 2 if there were any.",
      .operands = Operands::words,
      .options = {Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {},
      .run = repl};
}

}  // namespace bouton::cli
