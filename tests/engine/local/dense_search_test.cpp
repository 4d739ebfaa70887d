#include "engine/local/dense_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/local/local_search.h"
#include "engine/nimbers/nimber_search.h"
#include "tests/engine/local/local_games.h"

namespace bouton {
namespace {

using nimbers::NimberSearch;

/// A search that never finds anything: all answers are those of the array.
class NoSearch final : public NimberSearch {
 public:
  std::optional<Outcome> outcome(PositionView, std::uint32_t, std::uint64_t) override { return std::nullopt; }
  std::optional<Grundy> grundy(PositionView, std::uint64_t) override { return std::nullopt; }
  Effort effort() const override { return {}; }
  std::uint32_t to_play(PositionView) const override { return 0; }
  std::string method() const override { return "nothing"; }
  void save(const std::filesystem::path&, std::uint64_t) const override {}
  void load(const std::filesystem::path&) override {}
  std::uint64_t places() const override { return 1; }
  std::uint64_t stored() const override { return 0; }
};

/// Moves from state 1 - left to `left`, with tests on other cells, on up to 9 cells.
LocalMoves game_of_one_direction(std::uint32_t left) {
  LocalMoves game{.cells = *rc::gen::inRange<std::uint32_t>(1, 10), .states = 2, .rows = 0, .columns = 0, .moves = {}};
  const auto moves = *rc::gen::inRange(1, 14);
  for (int i = 0; i < moves; ++i) {
    LocalMove move;
    const auto surely = *rc::gen::inRange<std::uint32_t>(0, game.cells);
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
      if (cell == surely) move.cells.push_back({cell, 1U << (1 - left), static_cast<std::int32_t>(left)});
      else if (*rc::gen::inRange(0, 3) == 0) {
        const bool changes = *rc::gen::inRange(0, 2) == 0;
        const auto allowed = *rc::gen::inRange(changes ? 1U : 1U, changes ? 4U : 3U);
        move.cells.push_back({cell, allowed, changes ? static_cast<std::int32_t>(left) : -1});
      }
    }
    game.moves.push_back(std::move(move));
  }
  return game;
}

RC_GTEST_PROP(DenseSearch, AgreesWithPlainRecursion, ()) {
  const auto left = *rc::gen::inRange<std::uint32_t>(0, 2);
  const LocalMoves game = game_of_one_direction(left);
  const auto structure = local::structure_of(game);
  RC_PRE(structure && !structure->walled);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  const Budget budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const auto search = local::with_dense_array(std::make_unique<NoSearch>(), *structure, play, budget, account);
  const auto whole = local::local_search(game, play, budget, account);
  RC_ASSERT(bool{whole});
  test::LocalTruth truth(game);
  const auto outcome = [&](const Position& position) {
    const bool is_P = play == Play::misere ? truth.misere_P(position) : truth.grundy(position) == 0;
    return is_P ? Outcome::P : Outcome::N;
  };
  for (int i = 0; i < 20; ++i) {
    const Position position = test::random_cells(game);
    RC_ASSERT(search->outcome(position) == outcome(position));
    RC_ASSERT((*whole)->outcome(position) == outcome(position));
    if (play == Play::misere) continue;
    RC_ASSERT(search->grundy(position) == truth.grundy(position));
    RC_ASSERT((*whole)->grundy(position) == truth.grundy(position));
    const auto heap = *rc::gen::inRange<std::uint32_t>(0, 5);
    RC_ASSERT((search->outcome(position, heap) == Outcome::P) == (truth.grundy(position) == heap));
  }
}

/// All free cells of a line at once, or one and its neighbours: so the whole board is one component.
TEST(DenseSearch, LeavesOtherGamesAlone) {
  const Budget budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const auto is_left_alone = [&](const LocalMoves& game) {
    auto search = std::make_unique<NoSearch>();
    const NimberSearch* const before = search.get();
    return local::with_dense_array(std::move(search), *local::structure_of(game), Play::normal, budget, account).get() ==
           before;
  };
  EXPECT_TRUE(is_left_alone(test::cram(3, 4)));  // falls into components
  // A cell that is lowered sets another one: not all moves lead to the same state.
  LocalMoves exchange{.cells = 3, .states = 2, .rows = 0, .columns = 0, .moves = {}};
  exchange.moves.push_back({.cells = {{0, 2, 0}, {1, 2, 0}, {2, 1, 1}}});
  EXPECT_TRUE(is_left_alone(exchange));
  // The last move takes a cell next to none that was taken; the others need one.
  LocalMoves line{.cells = 27, .states = 2, .rows = 0, .columns = 0, .moves = {}};
  for (std::uint32_t i = 0; i + 1 < line.cells; ++i) line.moves.push_back({.cells = {{i, 1, 1}, {i + 1, 2, -1}}});
  EXPECT_TRUE(is_left_alone(line));  // too many cells
  line.cells = 20;
  line.moves.resize(19);
  EXPECT_FALSE(is_left_alone(line));
}

TEST(DenseSearch, TakesNoMoreMemoryThanThereIs) {
  LocalMoves line{.cells = 24, .states = 2, .rows = 0, .columns = 0, .moves = {}};
  for (std::uint32_t i = 0; i + 1 < line.cells; ++i) line.moves.push_back({.cells = {{i, 1, 1}, {i + 1, 2, -1}}});
  Budget budget;
  budget.memory = std::size_t{8} << 20;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const auto search =
      local::with_dense_array(std::make_unique<NoSearch>(), *local::structure_of(line), Play::normal, budget, account);
  EXPECT_EQ(search->grundy(test::empty_board(line)), std::nullopt);
  Position nearly;
  for (int i = 0; i < 24; ++i) nearly.push_back(i < 10 ? 0 : 1);  // one cell after the other is taken
  EXPECT_EQ(search->grundy(nearly), 0U);
}

}  // namespace
}  // namespace bouton
