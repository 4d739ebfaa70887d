#include "engine/local/parity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/engine/local/local_games.h"

namespace bouton {
namespace {

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<std::uint32_t> neighbours(std::uint32_t vertex, const Edges& edges) {
  std::vector<std::uint32_t> found;
  for (const auto& [a, b] : edges) {
    if (a == vertex) found.push_back(b);
    if (b == vertex) found.push_back(a);
  }
  std::ranges::sort(found);
  return found;
}

/// A stone goes on a free vertex, if `may` says so of the number of its free neighbours: a move for each way in which they may
/// be free or not.
template <class May>
LocalMoves stones(std::uint32_t vertices, const Edges& edges, May may) {
  LocalMoves game{.cells = vertices, .states = 2, .moves = {}};
  for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
    const std::vector<std::uint32_t> near = neighbours(vertex, edges);
    for (std::uint32_t free = 0; free < 1U << near.size(); ++free) {
      if (!may(vertex, std::popcount(free))) continue;
      LocalMove move{.cells = {{vertex, 1, 1}}};
      for (std::size_t i = 0; i < near.size(); ++i) move.cells.push_back({near[i], (free >> i & 1) != 0 ? 1U : 2U, -1});
      std::ranges::sort(move.cells);
      game.moves.push_back(std::move(move));
    }
  }
  return game;
}

LocalMoves odd_neighbours(std::uint32_t rows, std::uint32_t columns) {
  Edges edges;
  for (std::uint32_t cell = 0; cell < rows * columns; ++cell) {
    if (cell % columns + 1 < columns) edges.emplace(cell, cell + 1);
    if (cell + columns < rows * columns) edges.emplace(cell, cell + columns);
  }
  LocalMoves game = stones(rows * columns, edges, [](std::uint32_t, int free) { return free % 2 == 1; });
  game.rows = rows;
  game.columns = columns;
  return game;
}

std::unique_ptr<nimbers::NimberSearch> search_of(const LocalMoves& game, Play play = Play::normal) {
  const Result<local::Structure> structure = local::structure_of(game);
  return structure ? local::parity_search(*structure, play) : nullptr;
}

/// Every position beside the definition, where there is such a sum.
void expect_right(const LocalMoves& game) {
  const std::unique_ptr<nimbers::NimberSearch> normal = search_of(game), misere = search_of(game, Play::misere);
  ASSERT_EQ(normal == nullptr, misere == nullptr);
  if (normal == nullptr) return;
  test::LocalTruth truth(game);
  for (std::uint32_t number = 0; number < 1U << game.cells; ++number) {
    Position position;
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) position.push_back(number >> cell & 1);
    ASSERT_EQ(normal->grundy(position), truth.grundy(position)) << to_string(position);
    for (const std::uint32_t heap : {0U, 1U, 2U})
      ASSERT_EQ(normal->outcome(position, heap) == Outcome::P, truth.grundy(position) == heap) << to_string(position);
    ASSERT_EQ(misere->outcome(position) == Outcome::P, truth.misere_P(position)) << to_string(position);
  }
}

TEST(Parity, OfTheFreeEdgesDecidesWhereFreeNeighboursAreOdd) {
  for (const auto& [rows, columns] : {std::pair(1U, 7U), {2U, 3U}, {3U, 3U}}) {
    const LocalMoves game = odd_neighbours(rows, columns);
    EXPECT_NE(search_of(game), nullptr) << rows << columns;
    expect_right(game);
  }
  // A board of r x c has r (c - 1) + c (r - 1) edges.
  for (const auto& [rows, columns] : {std::pair(6U, 6U), {6U, 7U}, {7U, 7U}, {8U, 11U}, {15U, 16U}}) {
    const LocalMoves game = odd_neighbours(rows, columns);
    const auto search = search_of(game);
    ASSERT_NE(search, nullptr) << rows << columns;
    const std::uint32_t edges = rows * (columns - 1) + columns * (rows - 1);
    EXPECT_EQ(search->grundy(test::empty_board(game)), edges % 2) << rows << columns;
    EXPECT_EQ(search->to_play(test::empty_board(game)), rows * columns);
  }
}

TEST(Parity, OfThePiecesDecidesWhereOneIsTakenAtATime) {
  LocalMoves game{.cells = 7, .states = 2, .moves = {}};
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) game.moves.push_back({.cells = {{cell, 2, 0}}});
  EXPECT_NE(search_of(game), nullptr);
  expect_right(game);
}

TEST(Parity, IsNotSeenWhereItDecidesNothing) {
  EXPECT_EQ(search_of(test::cram(3, 4)), nullptr);
  EXPECT_EQ(search_of(test::node_kayles(graph_named("path 6"))), nullptr);
  EXPECT_EQ(search_of(LocalMoves{.cells = 3, .states = 2, .moves = {}}), nullptr);
}

/// Stones on graphs that need not be bipartite, where the numbers of free neighbours that let a stone be put are any.
RC_GTEST_PROP(Parity, AgreesWithTheDefinitionOnGeneratedGraphs, ()) {
  const auto vertices = *rc::gen::inRange(2U, 8U);
  Edges edges;
  for (std::uint32_t a = 0; a < vertices; ++a)
    for (std::uint32_t b = a + 1; b < vertices; ++b)
      if (*rc::gen::inRange(0, 3) == 0) edges.emplace(a, b);
  const bool alike = *rc::gen::arbitrary<bool>();
  const auto any = *rc::gen::container<std::vector<std::uint8_t>>(vertices, rc::gen::arbitrary<std::uint8_t>());
  const LocalMoves game = stones(vertices, edges, [&](std::uint32_t vertex, int free) {
    return free == 0 ? !alike && vertex % 3 == 0 : (any[alike ? 0 : vertex] >> free & 1) != 0;
  });
  RC_TAG(search_of(game) != nullptr ? "seen" : "not seen");
  expect_right(game);
}

/// Moves that take one to three pieces with any conditions on others.
RC_GTEST_PROP(Parity, AgreesWithTheDefinitionOnGeneratedMoves, ()) {
  LocalMoves game{.cells = *rc::gen::inRange(2U, 7U), .states = 2, .moves = {}};
  const bool odd = *rc::gen::inRange(0, 3) != 0;
  for (int count = *rc::gen::inRange(1, 9); count > 0; --count) {
    LocalMove move;
    int taken = odd ? 1 : *rc::gen::inRange(1, 3);
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
      const int role = *rc::gen::inRange(0, 5);
      if (taken > 0 && (role < 2 || cell + static_cast<std::uint32_t>(taken) >= game.cells)) {
        move.cells.push_back({cell, *rc::gen::element<std::uint32_t>(2, 2, 2, 3), 0});
        --taken;
      } else if (role == 3) {
        move.cells.push_back({cell, *rc::gen::element<std::uint32_t>(1, 2), -1});
      }
    }
    game.moves.push_back(std::move(move));
  }
  RC_TAG(search_of(game) != nullptr ? "seen" : "not seen");
  expect_right(game);
}

}  // namespace
}  // namespace bouton
