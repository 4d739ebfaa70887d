#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/cli/verbs/verbs.h"
#include "bindings/cli/watching/run_to_end.h"
#include "bindings/cli/watching/saved_file.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

bool can_clear(const Context& context) {
  if (!context.on_terminal()) return false;
  const std::string kind = terminal_kind();
  return !kind.empty() && kind != "dumb";
}

/// The words of each run: the verb, the file, and what follows.
std::vector<std::string> words_of_run(Context& context) {
  const std::vector<std::string>& asked = context.request().operands;
  if (asked.empty()) context.usage_error("a FILE.lua is missing");
  std::error_code error;
  if (!std::filesystem::is_regular_file(asked[0], error)) throw RequestError(fmt::format("there is no file {}", asked[0]));
  std::vector<std::string> words = {asked.size() > 1 ? asked[1] : "solve"};
  const Verb& verb = find_verb(words[0]);
  for (const std::string_view other : {"play", "repl", "new", "watch"})
    if (verb.name == other) context.usage_error(fmt::format("'{}' is a verb that watch cannot repeat", other));
  const bool is_path = std::filesystem::path(asked[0]).has_parent_path();
  words.push_back(is_path ? asked[0] : "./" + asked[0]);
  if (asked.size() > 2) words.insert(words.end(), asked.begin() + 2, asked.end());
  return words;
}

int watch(Context& context) {
  const std::vector<std::string> words = words_of_run(context);
  SavedFile file(context.request().operands[0]);
  const bool clears = can_clear(context);
  const std::string line = plain_line(fmt::format("bouton {}", fmt::join(words, " ")));
  while (true) {
    if (clears) context.out().write("\x1b[H\x1b[2J\x1b[3J");
    context.out().print("{}{}\n", line, clears ? "   (again when it is saved; Ctrl-C ends)" : "");
    context.out().flush();
    run_to_end(words);
    file.wait();
  }
}

}  // namespace

Verb watch_verb() {
  return {.name = "watch",
          .usage = "FILE.lua [VERB ...]",
          .summary = "runs a verb again whenever you save a rule file",
          .help =
              "Runs bouton VERB FILE.lua ... (by default solve), and again whenever you save the file, until you press Ctrl-C. "
              "On a\n"
              "terminal each run replaces the one before. An error in the file is shown in place of the answer.\n\n"
              "  bouton watch mine.lua table 20\n"
              "  bouton watch mine.lua solve 10 --all-moves",
          .operands = Operands::script,
          .options = {},
          .formats = {},
          .run = watch};
}

}  // namespace bouton::cli
