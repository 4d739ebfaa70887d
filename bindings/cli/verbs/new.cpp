#include <cctype>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/cli/verbs/verbs.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

constexpr std::string_view kRuleFile = R"lua(-- The rules of {0}. Change them to those of your own game.

local most = param("most", 3, "how many a player may take at once")

return game {{
  name     = "{0}",
  title    = "{0}",
  text     = "One heap. Take from 1 to 3 of it; who takes the last one wins.",

  -- The numbers that make up a position. Each is 0 or more, unless {{ "n", min = 1, max = 99 }} says otherwise.
  position = {{ "n" }},

  -- Every move: call move(...) with the numbers of the position that it leads to. move.NAME(...) gives it a name;
  -- split(a, b) leaves two separate games.
  moves = function(n)
    for t = 1, math.min(most, n) do
      move.take(n - t)
    end
  end,

  -- Who cannot move loses. With play = "misere", who cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = {{ 10 }},
  known = {{ grundy = {{ {{ 0, 0 }}, {{ 5, 1 }} }} }},
}}
)lua";

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > 100 || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return false;
  for (const unsigned char c : name)
    if (c >= 0x80 || (std::isalnum(c) == 0 && c != '-' && c != '_')) return false;
  return true;
}

int create(Context& context) {
  const std::vector<std::string>& operands = context.request().operands;
  if (operands.size() != 1) context.usage_error("takes one NAME");
  const std::string& name = operands[0];
  if (!is_name(name))
    throw RequestError(fmt::format("'{}' is no name for a game: letters, digits, '-' and '_', a letter first", name));
  const std::filesystem::path file = name + ".lua";
  const std::unique_ptr<Output> out = create_output(file);
  out->write(fmt::format(fmt::runtime(kRuleFile), name));
  out->finish();
  context.out().print(
      "{0} is written. Next:\n"
      "  bouton table {0} 20\n"
      "  bouton play {0}\n"
      "  bouton verify {0}\n",
      "./" + file.native());
  return 0;
}

}  // namespace

Verb new_verb() {
  return {.name = "new",
          .usage = "NAME",
          .summary = "a rule file to start from",
          .help =
              "Writes NAME.lua into the current directory: a small game that works, with comments that say what to\n"
              "change. A file that is there already stays as it is.\n\n"
              "  bouton new my-nim",
          .operands = Operands::words,
          .options = {},
          .formats = {},
          .run = create};
}

}  // namespace bouton::cli
