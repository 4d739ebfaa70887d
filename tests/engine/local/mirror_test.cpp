// Symmetries that answer every move, beside plain recursion.
#include "engine/local/mirror.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "engine/local/structure.h"
#include "tests/engine/local/local_games.h"
#include "tests/many_cases.h"

namespace bouton {
namespace {

std::optional<local::Mirror> mirror_of(const LocalMoves& game, const Position& position) {
  const Result<local::Structure> structure = local::structure_of(game);
  return structure ? local::mirror_of(*structure, position) : std::nullopt;
}

std::string symmetry_of(const LocalMoves& game, const Position& position) {
  const std::optional<local::Mirror> mirror = mirror_of(game, position);
  return mirror ? mirror->symmetry : "none";
}

TEST(Mirror, IsTheHalfTurnOfCramOnBoardsOfEvenSides) {
  for (const auto& [rows, columns] : {std::pair{2U, 2U}, {4U, 6U}, {8U, 8U}, {20U, 20U}})
    EXPECT_EQ(symmetry_of(test::cram(rows, columns), test::empty_board(test::cram(rows, columns))), "a half turn");
  // The domino in the middle of an odd side is its own image.
  for (const auto& [rows, columns] : {std::pair{2U, 3U}, {1U, 4U}, {3U, 4U}, {5U, 20U}})
    EXPECT_EQ(symmetry_of(test::cram(rows, columns), test::empty_board(test::cram(rows, columns))), "none");
  const LocalMoves game = test::cram(3, 4);
  Position middle = test::empty_board(game);
  middle[5] = middle[6] = 1;
  EXPECT_EQ(symmetry_of(game, middle), "a half turn");
}

/// Stones of different colours that are neighbours: one takes the other.
LocalMoves clobber(std::uint32_t rows, std::uint32_t columns) {
  LocalMoves game{.cells = rows * columns, .states = 3, .rows = rows, .columns = columns, .moves = {}};
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    for (const std::int32_t colour : {1, 2}) {
      const std::uint32_t own = 1U << colour, other = 6U & ~own;
      std::vector<LocalMove::Cell> cells = {{from, own, 0}, {to, other, colour}};
      std::ranges::sort(cells);
      game.moves.push_back({cells});
    }
  };
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
    if (cell % columns + 1 < columns) add(cell, cell + 1), add(cell + 1, cell);
    if (cell + columns < game.cells) add(cell, cell + columns), add(cell + columns, cell);
  }
  return game;
}

/// Cells that are images of each other are alike, so the stones in the middle cannot take each other.
TEST(Mirror, KnowsThatImagesAreAlike) {
  EXPECT_EQ(symmetry_of(clobber(1, 6), Position{1, 2, 1, 1, 2, 1}), "a half turn");
  EXPECT_EQ(symmetry_of(clobber(1, 6), Position{1, 2, 1, 2, 1, 2}), "none");
}

TEST(Mirror, OfAGraphExchangesItsVertices) {
  const CellShape two_stars = graph_named("edges 1-2 1-3 4-5 4-6");
  const LocalMoves game = test::node_kayles(two_stars);
  const std::optional<local::Mirror> mirror = mirror_of(game, test::empty_board(game));
  ASSERT_TRUE(mirror);
  EXPECT_EQ(mirror->symmetry, "a symmetry of the graph");
  for (std::uint32_t v = 0; v < 6; ++v) EXPECT_NE(mirror->image[v] / 3, v / 3);
}

/// Whoever answers by the symmetry, against moves by chance, always has a move.
void play_to_the_end(const LocalMoves& game, Position position, const std::vector<std::uint32_t>& image) {
  for (;;) {
    std::vector<const LocalMove*> moves;
    for (const LocalMove& move : game.moves)
      if (test::applies(move, position)) moves.push_back(&move);
    if (moves.empty()) return;
    const LocalMove& move = *moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
    LocalMove answer;
    for (const LocalMove::Cell& cell : move.cells) answer.cells.push_back({image[cell.cell], cell.allowed, cell.becomes});
    std::ranges::sort(answer.cells);
    RC_ASSERT(std::ranges::count(game.moves, answer.cells, &LocalMove::cells) > 0);
    position = test::after(move, position);
    RC_ASSERT(test::applies(answer, position));
    position = test::after(answer, position);
  }
}

/// Of generated rules, where a symmetry is found the position is P by the definition, and its answers last.
TEST(Mirror, AnswersEveryMoveOfGeneratedRulesToTheEnd) {
  int found = 0;
  const auto property = [&] {
    const auto rows = *rc::gen::inRange(1U, 3U), columns = *rc::gen::inRange(2U, 5U);
    const LocalMoves game = test::random_board_rule(rows, columns);
    Position position = test::random_cells(game);
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) position[game.cells - 1 - cell] = position[cell];
    const std::optional<local::Mirror> mirror = mirror_of(game, position);
    const bool can_move = std::ranges::any_of(game.moves, [&](const LocalMove& move) { return test::applies(move, position); });
    if (!mirror || !can_move) return;
    ++found;
    test::LocalTruth truth(game);
    RC_ASSERT(truth.grundy(position) == 0U);
    play_to_the_end(game, position, mirror->image);
  };
  EXPECT_EQ(test::first_failure(property, 11, 2000), "");
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace bouton
