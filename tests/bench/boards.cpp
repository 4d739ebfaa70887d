// The Grundy value of cram on an empty board, from rules/cram.lua by the search by nimbers (scripts/bench --boards).
//
// Arguments: ROWSxCOLUMNS, threads, bytes of memory. A process looks at one board, so that its peak of memory is the board's:
// seconds of the wall, peak in MiB, positions that are stored at the end, positions that were looked at, the value, and whether
// it is the published one (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012; the largest: P. Beling, 2025).
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/memory_account.h"
#include "engine/base/stopwatch.h"
#include "engine/local/local_search.h"
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

int run(unsigned rows, unsigned columns, const Budget& budget) {
  lua::LoaderOptions options;
  options.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  const auto game = lua::load_game("cram", {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}, options);
  const Stopwatch watch;
  const Result<const LocalMoves*> moves = game->rules->local_moves();
  if (!moves) throw RequestError(moves.reason());
  auto search = local::local_search(**moves, Play::normal, budget, std::make_shared<MemoryAccount>(budget));
  if (!search) throw RequestError(search.reason());
  Position board;
  for (unsigned cell = 0; cell < rows * columns; ++cell) board.push_back(0);
  const std::optional<Grundy> value = (*search)->grundy(board);
  const double seconds = watch.seconds();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::string told = verdict(rows, columns, *value);
  fmt::print("{:10.2f} {:10} {:12} {:12} {:6}  {}x{}  {}\n", seconds, usage.ru_maxrss / 1024, (*search)->stored(),
             (*search)->effort().positions, *value, rows, columns, told);
  return told.starts_with("PUBLISHED") ? 1 : 0;
}

}  // namespace
}  // namespace bouton

int main(int count, char** arguments) {
  unsigned rows = 0, columns = 0;
  if (count < 2 || std::sscanf(arguments[1], "%ux%u", &rows, &columns) != 2 || rows == 0 || columns == 0) return 2;
  bouton::Budget budget;
  if (count > 2) budget.threads = std::max(1, std::atoi(arguments[2]));
  if (count > 3) budget.memory = std::strtoull(arguments[3], nullptr, 10);
  try {
    return bouton::run(rows, columns, budget);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
