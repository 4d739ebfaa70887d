#include "engine/local/local_search.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/local/dense_search.h"
#include "engine/local/parity.h"
#include "engine/local/word_game.h"
#include "engine/nimbers/misere/misere_search_of.h"
#include "engine/nimbers/search_of.h"

namespace bouton::local {
namespace {

using nimbers::NimberSearch;
using nimbers::SearchUse;

template <class Game>
std::unique_ptr<NimberSearch> search_of_game(Structure structure, Play play, const Budget& budget,
                                             const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  if (play == Play::misere && use.components && structure.walled)
    return std::make_unique<nimbers::MisereSearchOf<Game>>(Game(std::move(structure), true, use.symmetry), budget, account,
                                                           use);
  Game game(std::move(structure), use.components && play == Play::normal, use.symmetry);
  return std::make_unique<nimbers::SearchOf<Game>>(std::move(game), play, budget, account, use);
}

}  // namespace

std::optional<Refusal> beyond_local_search(const LocalMoves& moves, Play play) {
  constexpr std::uint32_t kMostCells = 256, kMostStates = 4;
  if (play == Play::by_position) return Refusal{"the last position says who has won"};
  if (moves.cells > kMostCells)
    return Refusal{fmt::format("there are {} cells, at most {} are searched so", moves.cells, kMostCells)};
  if (moves.states > kMostStates)
    return Refusal{fmt::format("cells have {} states, at most {} are searched so", moves.states, kMostStates)};
  return std::nullopt;
}

Result<std::unique_ptr<NimberSearch>> local_search(const LocalMoves& moves, Play play, const Budget& budget,
                                                   const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  if (std::optional<Refusal> refusal = beyond_local_search(moves, play)) return *std::move(refusal);
  Result<Structure> structure = structure_of(moves);
  if (!structure) return structure.refusal();
  if (std::unique_ptr<NimberSearch> by_parity = parity_search(*structure, play)) return by_parity;
  // Where few games have so many cells, one form is for all numbers of states.
  const auto search = [&] {
    if (moves.cells <= kCellsOf<std::uint64_t>)
      return moves.states <= 2 ? search_of_game<WordGame<1>> : search_of_game<WordGame<2>>;
    if (moves.cells <= kCellsOf<CellSet<2>> && moves.states <= 2) return search_of_game<WordGame<1, CellSet<2>>>;
    return search_of_game<WordGame<2, CellSet<4>>>;
  }();
  return with_dense_array(search(*structure, play, budget, account, use), *structure, play, budget, account);
}

}  // namespace bouton::local
