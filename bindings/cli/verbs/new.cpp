#include <cctype>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/json.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

constexpr std::string_view kRuleFile = R"lua(-- The rules of {0}. Change them to those of your own game.

local most = param("most", 3, "how many a player may take at once")

return game {{
  name     = "{0}",
  title    = "{0}",
  text     = "One heap. Take from 1 to 3 of it; whoever takes the last one wins.",

  -- The numbers that make up a position. Each is 0 or more, unless {{ "n", min = 1, max = 99 }} says otherwise.
  position = {{ "n" }},

  -- Every move: call move(...) with the numbers of the position that it leads to. move.NAME(...) gives it a name;
  -- split(a, b) leaves two separate games.
  moves = function(n)
    for t = 1, math.min(most, n) do
      move.take(n - t)
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = {{ 10 }},
  known = {{ grundy = {{ {{ 0, 0 }}, {{ 5, 1 }} }} }},
}}
)lua";

/// Letters, digits, '-' and '_', a letter first: what is good as a file's name, too.
bool is_game_name(std::string_view name) {
  if (name.empty() || name.size() > 100 || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return false;
  for (const unsigned char c : name)
    if (c >= 0x80 || (std::isalnum(c) == 0 && c != '-' && c != '_')) return false;
  return true;
}

/// Where the files for editors stand: installed beside the rules, or in the source tree. Nothing where there are none.
std::optional<std::filesystem::path> editor_directory() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& directory :
       {program.parent_path().parent_path() / "share" / "bouton" / "editor", std::filesystem::path(BOUTON_EDITOR_DIRECTORY)})
    if (std::filesystem::is_directory(directory, error)) return directory;
  return std::nullopt;
}

/// Lua 5.4 as rule files see it, and the words of the rule language.
std::string language_server_settings(const std::filesystem::path& words) {
  Json json;
  json["runtime.version"] = "Lua 5.4";
  for (const char* library : {"coroutine", "debug", "io", "os", "package", "utf8"})
    json["runtime.builtin"][library] = "disable";
  json["workspace.library"] = {words.string()};
  json["workspace.checkThirdParty"] = false;
  return json.dump(2) + "\n";
}

/// What editors read in a folder of rule files. A file that is there already stays as it is.
void describe_for_editors() {
  const std::optional<std::filesystem::path> words = editor_directory();
  if (!words) return;
  const std::pair<const char*, std::string> files[] = {
      {".luarc.json", language_server_settings(*words)},
      {".luacheckrc", read_whole_file(*words / "luacheckrc").value_or("")},
  };
  for (const auto& [name, text] : files) {
    if (std::filesystem::exists(name)) continue;
    const std::unique_ptr<Output> out = create_output(name);
    out->write(text);
    out->finish();
  }
}

int create(Context& context) {
  const std::vector<std::string>& operands = context.request().operands;
  if (operands.size() != 1) context.usage_error("takes one NAME");
  const std::string& name = operands[0];
  if (!is_game_name(name))
    throw RequestError(fmt::format("'{}' is no name for a game: letters, digits, '-' and '_', a letter first", name));
  const std::filesystem::path file = name + ".lua";
  const std::unique_ptr<Output> out = create_output(file);
  out->write(fmt::format(fmt::runtime(kRuleFile), name));
  out->finish();
  describe_for_editors();
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
              "change. .luarc.json and .luacheckrc beside it tell editors the words of the rule language. A file that is\n"
              "there already stays as it is.\n\n"
              "  bouton new my-nim",
          .operands = Operands::words,
          .options = {},
          .formats = {},
          .run = create};
}

}  // namespace bouton::cli
