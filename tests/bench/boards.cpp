// The Grundy value of cram on an empty board, from rules/boards/cram.lua by the search by nimbers, the outcome of some spots of
// Sprouts, from rules/curves/sprouts.lua, and the values of other games on boards and graphs (scripts/bench --boards).
//
// Arguments: ROWSxCOLUMNS, or ROWSxCOLUMNSmisere for the outcome under misère play, or SPOTSspots, or SPOTSmisere, or
// GAME@POSITION@NAME=VALUE@...; threads; bytes of memory. A process looks at one board, so that its peak of memory is the
// board's: seconds of the wall, peak in MiB, positions that are stored at the end, positions that were looked at, the value,
// and whether it is the published one (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012; the largest: P. Beling, 2025.
// Sprouts: D. Applegate, G. Jacobson, D. Sleator 1991; J. Lemoine, S. Viennot 2010; A164950).
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/memory_account.h"
#include "engine/base/stopwatch.h"
#include "engine/local/local_search.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton {
namespace {

struct Published {
  unsigned rows, columns;
  Grundy value;
};
constexpr Published kPublished[] = {
    {4, 5, 2}, {4, 7, 3},  {4, 9, 1},  {4, 11, 1}, {4, 13, 3}, {4, 15, 4}, {5, 5, 0}, {5, 6, 2}, {5, 7, 1}, {5, 8, 1},
    {5, 9, 1}, {5, 10, 2}, {5, 11, 0}, {5, 12, 3}, {6, 7, 5},  {6, 9, 1},  {7, 7, 1}, {7, 8, 3}, {7, 9, 1},
};

std::string verdict(unsigned rows, unsigned columns, Grundy value) {
  for (const Published& board : kPublished)
    if (board.rows == std::min(rows, columns) && board.columns == std::max(rows, columns))
      return board.value == value ? "as published" : fmt::format("PUBLISHED: {}", board.value);
  return "";
}

/// `search`: null where the solver answered by other means.
void print(const Stopwatch& watch, const nimbers::NimberSearch* search, std::string_view value, std::string_view board,
           std::string_view told) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::string stored = search != nullptr ? std::to_string(search->stored()) : "-";
  const std::string positions = search != nullptr ? std::to_string(search->effort().positions) : "-";
  fmt::print("{:10.2f} {:10} {:>12} {:>12} {:>6}  {}  {}\n", watch.seconds(), usage.ru_maxrss / 1024, stored, positions, value,
             board, told);
}

lua::LoaderOptions of_rules() {
  lua::LoaderOptions options;
  options.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  return options;
}

/// Under misère play that of 1, 2, ... spots as far as the list goes; under normal play of any number.
char published_outcome(unsigned spots, Play play) {
  constexpr std::string_view kMisere = "NPPPNNPPPNNNPPPNNNPP";
  if (play == Play::normal) return spots % 6 < 3 ? 'P' : 'N';
  return spots > 0 && spots <= kMisere.size() ? kMisere[spots - 1] : '?';
}

int run_spots(unsigned spots, Play play, const Budget& budget) {
  const auto game = lua::load_game("sprouts", {}, of_rules());
  const BigPosition start = parse_position(*game, std::to_string(spots));
  const Stopwatch watch;
  auto search = nimbers::search_of_rules(under_play(game->rules, play), budget, std::make_shared<MemoryAccount>(budget));
  if (!search) throw RequestError(search.reason());
  const char outcome = letter(*(*search)->outcome(*narrow(start)));
  const char expected = published_outcome(spots, play);
  const std::string told = outcome == expected ? "as published" : fmt::format("PUBLISHED: {}", expected);
  print(watch, search->get(), std::string(1, outcome),
        fmt::format("{} spots{}", spots, play == Play::misere ? " under misère play" : ""), told);
  return outcome == expected ? 0 : 1;
}

/// GAME@POSITION@NAME=VALUE@...: the Grundy value, or under misère play the outcome. Of a board the size need not be said; of a
/// graph the position with nothing in it is left out.
int run_game(std::string_view text, const Budget& budget) {
  std::vector<std::string> words;
  for (const auto part : std::views::split(text, '@')) words.emplace_back(part.begin(), part.end());
  lua::Settings settings;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::size_t at = words[i].find('=');
    settings.emplace_back(words[i].substr(0, at), at == std::string::npos ? "" : words[i].substr(at + 1));
  }
  const std::string& shown = words.at(1);
  if (const std::size_t columns = shown.find('/'); columns != std::string::npos) {
    settings.emplace_back("rows", std::to_string(1 + std::ranges::count(shown, '/')));
    settings.emplace_back("columns", std::to_string(columns));
  }
  const auto game = lua::load_game(words[0], settings, of_rules());
  const Position position = shown.empty() ? Position(std::vector<Coordinate>(game->rules->domain().dimensions(), 0))
                                          : *narrow(parse_position(*game, shown));
  const std::string_view rest = text.substr(words[0].size() + 1);
  const Play play = game->rules->play();
  const Stopwatch watch;
  const Result<const LocalMoves*> moves = game->rules->local_moves();
  Result<std::unique_ptr<nimbers::NimberSearch>> search = Refusal{};
  if (moves) search = local::local_search(**moves, play, budget, std::make_shared<MemoryAccount>(budget));
  if (search) {
    const std::string value = play == Play::normal ? std::to_string(*(*search)->grundy(position))
                                                   : std::string(1, letter(*(*search)->outcome(position)));
    print(watch, search->get(), value, words[0], rest);
    return 0;
  }
  Solver solver({game->rules}, budget);
  const Sum sum{{0, widen(position)}};
  const std::string value =
      play == Play::normal ? solver.grundy(sum)->value().get_str() : std::string(1, letter(solver.outcome(sum)));
  print(watch, nullptr, value, words[0], rest);
  return 0;
}

int run(unsigned rows, unsigned columns, Play play, const Budget& budget) {
  const auto game = lua::load_game("cram", {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}, of_rules());
  const Stopwatch watch;
  const Result<const LocalMoves*> moves = game->rules->local_moves();
  if (!moves) throw RequestError(moves.reason());
  auto search = local::local_search(**moves, play, budget, std::make_shared<MemoryAccount>(budget));
  if (!search) throw RequestError(search.reason());
  Position board;
  for (unsigned cell = 0; cell < rows * columns; ++cell) board.push_back(0);
  if (play == Play::misere) {
    const char outcome = letter(*(*search)->outcome(board));
    print(watch, search->get(), std::string(1, outcome), fmt::format("{}x{} under misère play", rows, columns), "");
    return 0;
  }
  const std::optional<Grundy> value = (*search)->grundy(board);
  const std::string told = verdict(rows, columns, *value);
  print(watch, search->get(), std::to_string(*value), fmt::format("{}x{}", rows, columns), told);
  return told.starts_with("PUBLISHED") ? 1 : 0;
}

}  // namespace
}  // namespace bouton

int main(int count, char** arguments) {
  unsigned rows = 0, columns = 0, spots = 0;
  if (count < 2) return 2;
  const std::string board = arguments[1];
  const bool of_spots = std::sscanf(arguments[1], "%us", &spots) == 1 && board.ends_with("spots");
  const bool is_misere =
      board.ends_with("misere") && (board.find('x') != std::string::npos || std::sscanf(arguments[1], "%um", &spots) == 1);
  const bool is_board = std::sscanf(arguments[1], "%ux%u", &rows, &columns) == 2 && rows > 0 && columns > 0;
  const bool is_game = board.find('@') != std::string::npos;
  if (!of_spots && !is_misere && !is_board && !is_game) return 2;
  bouton::Budget budget;
  if (count > 2) budget.threads = std::max(1, std::atoi(arguments[2]));
  if (count > 3) budget.memory = std::strtoull(arguments[3], nullptr, 10);
  try {
    if (is_game) return bouton::run_game(board, budget);
    const bouton::Play play = is_misere ? bouton::Play::misere : bouton::Play::normal;
    if (is_board) return bouton::run(rows, columns, play, budget);
    return bouton::run_spots(spots, play, budget);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
