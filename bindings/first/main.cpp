// What answers while the command is still being compiled, from a seventh of its sources: `table GAME RANGE...`, as text, of
// boxes that are small, by plain recursion. It prints what the command prints, or nothing, and ends with kForTheCommand: then
// the command is waited for (scripts/bouton), also for every message about what is wrong. What rules claim is not asked: where
// they claim what is not so, the command says that in place of a table.
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/context/ranges.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/lua/load/loader.h"
#include "bindings/lua/load/rule_directories.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/values/text.h"
#include "engine/base/memory_account.h"
#include "engine/rules/unclaimed.h"
#include "engine/search/search.h"
#include "engine/system/environment.h"
#include "engine/system/standard_streams.h"

namespace bouton {
namespace {

constexpr int kForTheCommand = 75;

/// Some seconds of a rule that is interpreted.
constexpr std::uint64_t kMostCells = 2'000, kMostOptions = 300'000;

std::shared_ptr<const Game> load(const std::string& name) {
  lua::LoaderOptions options;
  options.rule_directories = lua::rule_directories({BOUTON_RULES_DIRECTORY});
  options.lift = false;
  return lua::load_game(name, {}, options);
}

/// The values of the box, Grundy values under normal play and else outcomes; nothing where they are not soon found.
std::optional<Table> values_of(const Game& game, const Box& box) {
  if (box.size() > kMostCells || game.rules->obliges() || game.rules->blocking() > 0) return std::nullopt;
  const Budget budget;
  const Unclaimed rules(game.rules);
  const bool is_grundy = rules.play() == Play::normal;
  Search search(rules, is_grundy ? Search::Quantity::grundy : Search::Quantity::outcome, budget,
                std::make_shared<MemoryAccount>(budget));
  Table table = empty_table(box, is_grundy ? ValueKind::grundy : ValueKind::outcome, budget);
  std::uint64_t options = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    const Position position = box.position(index);
    if (!rules.valid(position)) continue;
    if (search.find(position, {.options = kMostOptions - options}) != Search::Status::found) return std::nullopt;
    options += search.looked_at().options;
    if (options >= kMostOptions) return std::nullopt;
    table.cells[index] = is_grundy ? search.values().grundy : static_cast<std::uint32_t>(search.values().outcome.outcome());
  }
  return table;
}

/// As much of the text as somebody reads.
void print(std::string_view text) {
  while (!text.empty()) {
    const std::ptrdiff_t written = write_stream(Stream::output, text);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return;
    if (written < 0) {
      std::perror("bouton: cannot write the result: standard output");
      std::exit(2);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Whether it has answered.
bool answer(const std::vector<std::string>& words) {
  if (words.size() < 3 || words[0] != "table") return false;
  for (const std::string& word : words)
    if (word.starts_with("-")) return false;
  const std::shared_ptr<const Game> game = load(words[1]);
  const std::optional<Table> table = values_of(*game, cli::parse_box(*game, {words.begin() + 2, words.end()}));
  if (!table) return false;
  TextSink out;
  write_text(out, *table, game->rules->domain(), {cli::terminal_width(), cli::terminal_colours(), game->rules->play()});
  print(out.text());
  return true;
}

int run(const std::vector<std::string>& words) {
  std::setlocale(LC_CTYPE, "");
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return answer(words) ? 0 : kForTheCommand;
  } catch (const std::exception&) {
    return kForTheCommand;
  }
}

}  // namespace
}  // namespace bouton

int main(int argc, char** argv) { return bouton::run(bouton::program_arguments(argc, argv)); }
