#include "engine/local/local_search.h"

#include <utility>

#include <fmt/format.h>

#include "engine/local/compiled_game.h"
#include "engine/nimbers/search_of.h"

namespace bouton::local {
namespace {

using nimbers::NimberSearch;
using nimbers::SearchUse;

template <int W, int K>
std::unique_ptr<NimberSearch> search_of_game(Structure structure, Play play, const Budget& budget,
                                             const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  CompiledGame<W, K> game(std::move(structure), use.components && play == Play::normal, use.symmetry);
  return std::make_unique<nimbers::SearchOf<CompiledGame<W, K>>>(std::move(game), play, budget, account, use);
}

template <int W>
std::unique_ptr<NimberSearch> search_of_width(Structure structure, Play play, const Budget& budget,
                                              const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  if (structure.states <= 2) return search_of_game<W, 1>(std::move(structure), play, budget, account, use);
  return search_of_game<W, 3>(std::move(structure), play, budget, account, use);
}

}  // namespace

Result<std::unique_ptr<NimberSearch>> local_search(const LocalMoves& moves, Play play, const Budget& budget,
                                                   const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  constexpr std::uint32_t kMostCells = 256, kMostStates = 4;
  if (play == Play::by_position) return Refusal{"the last position says who has won"};
  if (moves.cells > kMostCells)
    return Refusal{fmt::format("there are {} cells, at most {} are searched so", moves.cells, kMostCells)};
  if (moves.states > kMostStates)
    return Refusal{fmt::format("cells have {} states, at most {} are searched so", moves.states, kMostStates)};
  Result<Structure> structure = structure_of(moves);
  if (!structure) return structure.refusal();
  if (moves.cells <= 64) return search_of_width<1>(*std::move(structure), play, budget, account, use);
  return search_of_width<4>(*std::move(structure), play, budget, account, use);
}

}  // namespace bouton::local
