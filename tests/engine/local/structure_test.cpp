#include "engine/local/structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/local/local_search.h"
#include "engine/nimbers/kept_search.h"
#include "tests/engine/local/local_games.h"

namespace bouton {
namespace {

/// A row of cells in states 0 to 2. A cell in state 0 may come to state 1, which makes the next one 2, whatever it was; and it
/// may where the one before is 2.
LocalMoves spreading(std::uint32_t cells) {
  LocalMoves game{.cells = cells, .states = 3, .moves = {}};
  for (std::uint32_t cell = 0; cell + 1 < cells; ++cell) {
    game.moves.push_back({{{cell, 1, 1}, {cell + 1, 7, 2}}});
    game.moves.push_back({{{cell, 4, -1}, {cell + 1, 1, 1}}});
  }
  return game;
}

TEST(Structure, AStateThatAMoveTakesACellOutOfIsNoWall) {
  const LocalMoves game = spreading(5);
  const auto structure = local::structure_of(game);
  ASSERT_TRUE(structure) << structure.reason();
  EXPECT_FALSE(structure->walled);

  Budget budget;
  auto made = local::local_search(game, Play::normal, budget, std::make_shared<MemoryAccount>(budget), {});
  ASSERT_TRUE(made) << made.reason();
  test::LocalTruth truth(game);
  for (int number = 0; number < 243; ++number) {
    Position position;
    for (int cell = 0, rest = number; cell < 5; ++cell, rest /= 3) position.push_back(rest % 3);
    EXPECT_EQ((*made)->grundy(position), truth.grundy(position)) << to_string(position);
  }
}

/// Two neighbours are taken, and with them what stands behind: behind a gap that is nothing, so pairs of cells do not tell
/// which belong together.
TEST(Structure, MovesThatWantTwoCellsAndReachAThirdAreNotOfPairs) {
  const auto pairs = [](const LocalMoves& game) { return local::structure_of(game)->pairs; };
  EXPECT_TRUE(pairs(test::cram(1, 5)));
  EXPECT_TRUE(pairs(test::node_kayles(graph_named("path 5"))));
  LocalMoves game{.cells = 5, .states = 2, .moves = {}};
  for (std::uint32_t cell = 0; cell + 2 < game.cells; ++cell)
    game.moves.push_back({{{cell, 1, 1}, {cell + 1, 1, 1}, {cell + 2, 3, 1}}});
  EXPECT_FALSE(pairs(game));
}

/// Of too many symmetries those that are kept are a group still, so that a normal form is its own normal form.
TEST(Structure, SymmetriesThatAreKeptAreAGroup) {
  for (const char* const name : {"complete 4", "complete 5", "complete 6", "bipartite 3 4", "star 7", "cycle 30", "path 4"}) {
    std::vector<std::vector<std::uint32_t>> all = local::symmetries_of(graph_named(name));
    ASSERT_FALSE(all.empty()) << name;
    std::vector<std::uint32_t> identity(all[0].size());
    std::iota(identity.begin(), identity.end(), 0U);
    all.push_back(identity);
    for (const auto& first : all)
      for (const auto& second : all) {
        std::vector<std::uint32_t> both;
        for (const std::uint32_t to : first) both.push_back(second[to]);
        EXPECT_TRUE(std::ranges::find(all, both) != all.end()) << name;
      }
  }
  EXPECT_EQ(local::symmetries_of(graph_named("complete 4")).size(), 23U);
  EXPECT_EQ(local::symmetries_of(graph_named("cycle 40")).size(), 79U);
  EXPECT_EQ(local::symmetries_of(graph_named("complete 6")).size(), 119U);  // that leave the first vertex in place
}

}  // namespace
}  // namespace bouton
