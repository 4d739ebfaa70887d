// The Grundy value of cram on an empty board, from rules/cram.lua by the search by nimbers, and the outcome of some spots of
// Sprouts, from rules/sprouts.lua (scripts/bench --boards).
//
// Arguments: ROWSxCOLUMNS, or SPOTSspots, or SPOTSmisere; threads; bytes of memory. A process looks at one board, so that its
// peak of memory is the board's: seconds of the wall, peak in MiB, positions that are stored at the end, positions that were
// looked at, the value, and whether it is the published one (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012; the
// largest: P. Beling, 2025. Sprouts: D. Applegate, G. Jacobson, D. Sleator 1991; J. Lemoine, S. Viennot 2010; A164950).
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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

void print(const Stopwatch& watch, const nimbers::NimberSearch& search, std::string_view value, std::string_view board,
           std::string_view told) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{:10.2f} {:10} {:12} {:12} {:>6}  {}  {}\n", watch.seconds(), usage.ru_maxrss / 1024, search.stored(),
             search.effort().positions, value, board, told);
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
  print(watch, **search, std::string(1, outcome),
        fmt::format("{} spots{}", spots, play == Play::misere ? " under misère play" : ""), told);
  return outcome == expected ? 0 : 1;
}

int run(unsigned rows, unsigned columns, const Budget& budget) {
  const auto game = lua::load_game("cram", {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}, of_rules());
  const Stopwatch watch;
  const Result<const LocalMoves*> moves = game->rules->local_moves();
  if (!moves) throw RequestError(moves.reason());
  auto search = local::local_search(**moves, Play::normal, budget, std::make_shared<MemoryAccount>(budget));
  if (!search) throw RequestError(search.reason());
  Position board;
  for (unsigned cell = 0; cell < rows * columns; ++cell) board.push_back(0);
  const std::optional<Grundy> value = (*search)->grundy(board);
  const std::string told = verdict(rows, columns, *value);
  print(watch, **search, std::to_string(*value), fmt::format("{}x{}", rows, columns), told);
  return told.starts_with("PUBLISHED") ? 1 : 0;
}

}  // namespace
}  // namespace bouton

int main(int count, char** arguments) {
  unsigned rows = 0, columns = 0, spots = 0;
  if (count < 2) return 2;
  const std::string board = arguments[1];
  const bool of_spots = std::sscanf(arguments[1], "%us", &spots) == 1 && board.ends_with("spots");
  const bool is_misere = std::sscanf(arguments[1], "%um", &spots) == 1 && board.ends_with("misere");
  const bool is_board = std::sscanf(arguments[1], "%ux%u", &rows, &columns) == 2 && rows > 0 && columns > 0;
  if (!of_spots && !is_misere && !is_board) return 2;
  bouton::Budget budget;
  if (count > 2) budget.threads = std::max(1, std::atoi(arguments[2]));
  if (count > 3) budget.memory = std::strtoull(arguments[3], nullptr, 10);
  try {
    if (is_board) return bouton::run(rows, columns, budget);
    return bouton::run_spots(spots, is_misere ? bouton::Play::misere : bouton::Play::normal, budget);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
