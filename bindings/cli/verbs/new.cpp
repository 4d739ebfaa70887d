#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "bindings/cli/context/installed_folder.h"
#include "bindings/cli/templates/templates.h"
#include "bindings/cli/terminal/input.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/json.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/position/typed_number.h"
#include "engine/system/read_file.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

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
  const std::optional<std::filesystem::path> installed = installed_folder();
  for (const std::filesystem::path& directory :
       {installed ? *installed / "editor" : std::filesystem::path(), std::filesystem::path(BOUTON_EDITOR_DIRECTORY)})
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

/// What --kind says; else what a person at a terminal answers, else the first kind.
const Template& chosen_template(Context& context) {
  const std::span<const Template> all = rule_templates();
  const auto named = [&](std::string_view kind) { return std::ranges::find(all, kind, &Template::kind); };
  if (!context.request().kind.empty()) return *named(context.request().kind);
  if (!is_terminal(Stream::input) || !context.on_terminal()) return all.front();
  context.out().write("What is a position of the game?\n");
  for (std::size_t i = 0; i < all.size(); ++i) context.out().print("  {}  {:<5}  {}\n", i + 1, all[i].kind, all[i].what);
  LineReader lines;
  while (true) {
    context.out().print("A number or a name (1): ");
    context.out().flush();
    const std::optional<std::string> line = lines.next();
    if (!line || line->empty()) return all.front();
    if (const auto found = named(*line); found != all.end()) return *found;
    const std::optional<Integer> number = parse_integer(*line);
    if (number && *number >= 1 && *number <= static_cast<unsigned long>(all.size())) return all[number->get_ui() - 1];
    context.out().print("'{}' is none of these.\n", plain_line(*line));
  }
}

int create(Context& context) {
  const std::vector<std::string>& operands = context.request().operands;
  if (operands.size() != 1) context.usage_error("takes one NAME");
  const std::string& name = operands[0];
  if (!is_game_name(name))
    throw RequestError(
        fmt::format("'{}' cannot be the name of a game: use letters, digits, '-' and '_', and begin with a letter", name));
  const Template& chosen = chosen_template(context);
  const std::filesystem::path file = name + ".lua";
  const std::unique_ptr<Output> out = create_output(file);
  out->write(rule_file(chosen, name));
  out->finish();
  describe_for_editors();
  context.out().print(
      "{0} is written. Next:\n"
      "  bouton {1}\n"
      "  bouton play {0}\n"
      "  bouton verify {0}\n",
      "./" + file.string(), fmt::format(fmt::runtime(chosen.first_line), "./" + file.string()));
  return 0;
}

}  // namespace

Verb new_verb() {
  return {
      .name = "new",
      .usage = "NAME [--kind KIND]",
      .summary = "a rule file to start from",
      .help =
          "Writes NAME.lua to the current directory: a small game that works, with comments that say what to change. --kind\n"
          "says what a position is: a heap, some heaps, any number of piles, a board, a graph, a value of any form, or coins\n"
          "that are turned. On a terminal, Bouton asks. It also writes .luarc.json and .luacheckrc, which tell editors the "
          "words of the rule\n"
          "language. It never overwrites a file.\n\n"
          "  bouton new my-nim          bouton new my-board --kind board",
      .operands = Operands::words,
      .options = {Option::kind},
      .formats = {},
      .run = create};
}

}  // namespace bouton::cli
