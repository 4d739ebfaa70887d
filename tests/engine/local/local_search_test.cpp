#include "engine/local/local_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/nimbers/kept_search.h"
#include "tests/engine/local/local_games.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using local::local_search;
using nimbers::NimberSearch;
using nimbers::SearchUse;
using test::empty_board;
using test::empty_cells;

/// A search with what it needs.
struct Searching {
  explicit Searching(const LocalMoves& game, Play play = Play::normal, const SearchUse& use = {}, unsigned threads = 1,
                     std::size_t memory = std::size_t{64} << 20) {
    budget.memory = memory;
    budget.threads = threads;
    account = std::make_shared<MemoryAccount>(budget);
    auto made = local_search(game, play, budget, account, use);
    if (made) search = *std::move(made);
    else refusal = made.reason();
  }
  Budget budget;
  std::shared_ptr<MemoryAccount> account;
  std::unique_ptr<NimberSearch> search;
  std::string refusal;
};

/// J. Lemoine and S. Viennot's table; 1 x n is Dawson's Kayles.
TEST(LocalSearch, FindsThePublishedValuesOfCram) {
  const std::tuple<std::uint32_t, std::uint32_t, Grundy> kValues[] = {
      {1, 2, 1}, {1, 4, 2}, {1, 5, 0}, {1, 9, 0}, {1, 15, 0}, {2, 2, 0}, {2, 3, 1}, {2, 6, 0}, {2, 7, 1},
      {3, 3, 0}, {3, 4, 1}, {3, 5, 1}, {4, 4, 0}, {4, 5, 2},  {5, 5, 0}, {4, 7, 3}, {7, 4, 3}, {5, 6, 2},
  };
  for (const auto& [rows, columns, value] : kValues) {
    const LocalMoves game = test::cram(rows, columns);
    Searching searching(game);
    EXPECT_EQ(searching.search->grundy(empty_board(game)), value) << rows << " x " << columns;
  }
}

TEST(LocalSearch, KnowsThatEvenBoardsOfCramAreLostAndEvenByOddOnesWon) {
  for (const auto& [rows, columns] : {std::pair(6U, 6U), {8U, 8U}, {6U, 12U}}) {
    const LocalMoves even = test::cram(rows, columns);
    EXPECT_EQ(Searching(even).search->outcome(empty_board(even)), Outcome::P);
    const LocalMoves odd = test::cram(rows, columns + 1);
    EXPECT_EQ(Searching(odd).search->outcome(empty_board(odd)), Outcome::N);
  }
}

/// Node Kayles on a path of n vertices is Dawson's chess (0.137): its first values from the oracle of the literature.
TEST(LocalSearch, FindsDawsonsChessInNodeKaylesOnPaths) {
  const Grundy kDawson[] = {0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2,
                            2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4};
  for (std::uint32_t n = 1; n < std::size(kDawson); ++n) {
    const LocalMoves game = test::node_kayles(graph_named("path " + std::to_string(n)));
    EXPECT_EQ(Searching(game).search->grundy(empty_board(game)), kDawson[n]) << n;
    if (n < 3) continue;
    // In a ring the first move leaves a path of n - 3.
    const LocalMoves ring = test::node_kayles(graph_named("cycle " + std::to_string(n)));
    EXPECT_EQ(Searching(ring).search->grundy(empty_board(ring)), kDawson[n - 3] == 0 ? 1U : 0U) << n;
  }
}

TEST(LocalSearch, GivesUpWhereTheEffortIsSpent) {
  const LocalMoves game = test::cram(5, 6);
  Searching searching(game);
  EXPECT_EQ(searching.search->grundy(empty_board(game), 100), std::nullopt);
  EXPECT_LT(searching.search->effort().positions, 1000U);
  EXPECT_EQ(searching.search->grundy(empty_board(game)), 2U);
}

TEST(LocalSearch, GivesTheSameAnswersWithLittleMemoryAndWithThreads) {
  const LocalMoves game = test::cram(4, 6);
  const Position board = empty_board(game);
  const std::optional<Grundy> value = Searching(game).search->grundy(board);
  EXPECT_EQ(Searching(game, Play::normal, {}, 1, std::size_t{1} << 15).search->grundy(board), value);
  for (int round = 0; round < 5; ++round) EXPECT_EQ(Searching(game, Play::normal, {}, 3).search->grundy(board), value);
}

TEST(LocalSearch, RefusesPlayThatMayNotEnd) {
  const LocalMoves flips{.cells = 2, .states = 2, .moves = {{{{0, 1, 1}}}, {{{0, 2, 0}}}}};
  EXPECT_NE(Searching(flips).refusal.find("no weights"), std::string::npos);
  const LocalMoves again{.cells = 1, .states = 2, .moves = {{{{0, 3, 1}}}}};
  EXPECT_EQ(Searching(again).search, nullptr);
  const LocalMoves nothing{.cells = 2, .states = 2, .moves = {{{{0, 1, -1}}}}};
  EXPECT_EQ(Searching(nothing).search, nullptr);
}

/// Every position of a small game beside the definition.
void expect_as_by_definition(const LocalMoves& game) {
  Searching searching(game);
  ASSERT_NE(searching.search, nullptr) << searching.refusal;
  test::LocalTruth truth(game);
  std::uint32_t count = 1;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) count *= game.states;
  for (std::uint32_t number = 0; number < count; ++number) {
    Position position;
    for (std::uint32_t cell = 0, rest = number; cell < game.cells; ++cell, rest /= game.states)
      position.push_back(rest % game.states);
    EXPECT_EQ(searching.search->grundy(position), truth.grundy(position)) << to_string(position);
  }
}

// Cells come back to states that they were in, and play ends all the same: stones are taken.
TEST(LocalSearch, IsOfGamesWhoseStonesMoveOntoOthers) {
  LocalMoves clobber{.cells = 5, .states = 3, .moves = {}};
  for (std::uint32_t cell = 0; cell + 1 < clobber.cells; ++cell)
    for (const std::uint32_t stone : {1U, 2U})
      for (const bool right : {true, false}) {
        const std::uint32_t from = right ? cell : cell + 1, to = right ? cell + 1 : cell;
        clobber.moves.push_back({{{from, 1U << stone, 0}, {to, 1U << (3 - stone), static_cast<std::int32_t>(stone)}}});
      }
  expect_as_by_definition(clobber);
  // As in solitaire, a stone jumps over another one, which is taken.
  LocalMoves jumps{.cells = 7, .states = 2, .moves = {}};
  for (std::uint32_t cell = 0; cell + 2 < jumps.cells; ++cell) {
    jumps.moves.push_back({{{cell, 2, 0}, {cell + 1, 2, 0}, {cell + 2, 1, 1}}});
    jumps.moves.push_back({{{cell, 1, 1}, {cell + 1, 2, 0}, {cell + 2, 2, 0}}});
  }
  expect_as_by_definition(jumps);
}

TEST(LocalSearch, AStateThatAMoveChangesIsNoWall) {
  // Whatever the middle cell is, the first move makes it 1, and then the second can be made.
  expect_as_by_definition({.cells = 3, .states = 3, .moves = {{{{0, 1, 1}, {1, 7, 1}}}, {{{1, 2, -1}, {2, 1, 1}}}}});
}

TEST(LocalSearch, AMoveOfThreeCellsIsNoPair) {
  // The first move takes the third cell along.
  expect_as_by_definition({.cells = 3, .states = 2, .moves = {{{{0, 1, 1}, {1, 1, 1}, {2, 3, 1}}}, {{{2, 1, 1}}}}});
}

/// Everything that makes it fast, on and off, and the definition. Returns how many positions were compared.
std::uint64_t compare_with_definition() {
  const LocalMoves game = test::random_board_rule();
  SearchUse use;
  use.components = *rc::gen::arbitrary<bool>();
  use.symmetry = *rc::gen::arbitrary<bool>();
  use.mirrors = *rc::gen::arbitrary<bool>();
  use.ordering = *rc::gen::arbitrary<bool>();
  use.learning = *rc::gen::arbitrary<bool>();
  Searching with(game), some(game, Play::normal, use), misere(game, Play::misere);
  RC_PRE(with.search != nullptr);
  test::LocalTruth truth(game);
  std::uint64_t compared = 0;
  for (; compared < 12 && truth.known() < 20'000; ++compared) {
    const Position position = test::random_cells(game);
    const std::uint32_t value = truth.grundy(position);
    RC_LOG() << game.rows << " x " << game.columns << ", " << to_string(position) << "\n";
    RC_ASSERT(with.search->grundy(position) == value);
    RC_ASSERT(some.search->grundy(position) == value);
    for (std::uint32_t heap = 0; heap < 3; ++heap)
      RC_ASSERT((some.search->outcome(position, heap) == Outcome::P) == (value == heap));
    RC_ASSERT((misere.search->outcome(position) == Outcome::P) == truth.misere_P(position));
  }
  return compared;
}

RC_GTEST_PROP(LocalSearch, FindsWhatTheDefinitionSays, ()) { compare_with_definition(); }

/// The same for a hundred thousand positions, or for some.
TEST(SlowLocalSearch, FindsWhatTheDefinitionSaysOfManyPositions) {
  const std::uint64_t wanted = test::cases(1'000, 100'000);
  for (std::uint64_t compared = 0; compared < wanted;)
    ASSERT_TRUE(rc::check("splitting, symmetry, mirrors and orders", [&] { compared += compare_with_definition(); }));
}

RC_GTEST_PROP(LocalSearch, FindsWhatTheDefinitionSaysOnGraphs, ()) {
  const auto vertices = *rc::gen::inRange(1U, 11U);
  const auto edges = *rc::gen::inRange(0U, vertices * (vertices - 1) / 2 + 1);
  const std::string text =
      "random " + std::to_string(vertices) + " " + std::to_string(edges) + " " + std::to_string(*rc::gen::inRange(0, 99));
  const LocalMoves game = test::node_kayles(graph_named(text));
  Searching searching(game), misere(game, Play::misere);
  test::LocalTruth truth(game);
  const Position position = test::random_cells(game);
  RC_ASSERT(searching.search->grundy(position) == truth.grundy(position));
  RC_ASSERT((misere.search->outcome(position) == Outcome::P) == truth.misere_P(position));
}

/// Small components are trees of options, sums are known by hashes.
TEST(LocalSearch, FindsTheMisereOutcomesOfCramByRecursion) {
  for (std::uint32_t rows = 1; rows <= 4; ++rows)
    for (std::uint32_t columns = rows; rows * columns <= 16; ++columns) {
      const LocalMoves game = test::cram(rows, columns);
      const Position board = empty_board(game);
      test::LocalTruth truth(game);
      const Outcome expected = truth.misere_P(board) ? Outcome::P : Outcome::N;
      EXPECT_EQ(Searching(game, Play::misere).search->outcome(board), expected) << rows << " x " << columns;
      EXPECT_EQ(Searching(game, Play::misere, {}, 3).search->outcome(board), expected) << rows << " x " << columns;
      EXPECT_EQ(Searching(game, Play::misere, {}, 1, std::size_t{1} << 15).search->outcome(board), expected);
    }
}

/// Whole positions without components are another way to the same.
TEST(LocalSearch, FindsTheMisereOutcomesOfLargerBoardsInTwoWays) {
  for (const auto& [rows, columns] : {std::pair(4U, 5U), {3U, 7U}, {5U, 5U}, {4U, 6U}, {1U, 30U}, {2U, 12U}}) {
    const LocalMoves game = test::cram(rows, columns);
    Searching apart(game, Play::misere), whole(game, Play::misere, {.components = false});
    const Position board = empty_board(game);
    EXPECT_EQ(apart.search->outcome(board), whole.search->outcome(board)) << rows << " x " << columns;
    EXPECT_LT(apart.search->effort().positions, whole.search->effort().positions);
  }
}

/// Positions that fall into several components, large and small ones, on boards of up to 128 cells.
RC_GTEST_PROP(LocalSearch, FindsTheMisereOutcomesOfSums, ()) {
  const auto rows = *rc::gen::inRange(4U, 7U), columns = *rc::gen::inRange(4U, 22U);
  const LocalMoves game = test::cram(rows, columns);
  Position position;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) position.push_back(1);
  std::uint32_t free = 0;
  for (std::uint32_t left = 0; left < columns && free < 17; left += *rc::gen::inRange(2U, 6U))
    for (std::uint32_t cell = 0; cell < 3 * rows && free < 17; ++cell) {
      const std::uint32_t column = left + cell % 3;
      if (column >= columns || *rc::gen::inRange(0, 3) == 0) continue;
      Coordinate& at = position[cell / 3 * columns + column];
      free += at == 1 ? 1 : 0;
      at = 0;
    }
  Searching searching(game, Play::misere);
  test::LocalTruth truth(game);
  RC_LOG() << rows << " x " << columns << ", " << to_string(position) << "\n";
  RC_ASSERT((searching.search->outcome(position) == Outcome::P) == truth.misere_P(position));
}

/// A word of 64 bits has room for a position, one of 128, or several words: each time the same.
RC_GTEST_PROP(LocalSearch, FindsTheSameAmongManyCells, ()) {
  const LocalMoves game = test::random_board_rule();
  const auto cells = *rc::gen::element(64U, 65U, 100U, 128U, 129U, 200U);
  std::vector<std::uint32_t> all(cells);
  std::iota(all.begin(), all.end(), 0U);
  Random random(*rc::gen::inRange(0U, 1'000'000U));
  for (std::uint32_t i = 0; i < game.cells; ++i) std::swap(all[i], all[i + random.below(cells - i)]);
  all.resize(game.cells);
  const LocalMoves large = test::among_others(game, all, cells);
  Searching searching(large), misere(large, Play::misere);
  RC_PRE(searching.search != nullptr);
  test::LocalTruth truth(game);
  for (int count = 0; count < 4; ++count) {
    const Position position = test::random_cells(game);
    Position among = test::random_cells(large);
    for (std::uint32_t i = 0; i < game.cells; ++i) among[all[i]] = position[i];
    RC_ASSERT(searching.search->grundy(among) == truth.grundy(position));
    RC_ASSERT((misere.search->outcome(among) == Outcome::P) == truth.misere_P(position));
  }
}

/// Rules on boards of all sizes, in positions that hang together and in which few cells are in another state than the last one.
RC_GTEST_PROP(LocalSearch, FindsWhatTheDefinitionSaysOnLargeBoards, ()) {
  const auto rows = *rc::gen::inRange(1U, 15U), columns = *rc::gen::inRange(40 / rows + 1, 200 / rows + 1);
  const LocalMoves game = test::random_board_rule(rows, columns);
  Searching searching(game), misere(game, Play::misere);
  RC_PRE(searching.search != nullptr);
  Position position;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) position.push_back(static_cast<Coordinate>(game.states) - 1);
  const auto top = *rc::gen::inRange(0U, rows), left = *rc::gen::inRange(0U, columns);
  for (std::uint32_t r = top; r < std::min(rows, top + 3); ++r)
    for (std::uint32_t c = left; c < std::min(columns, left + 4); ++c)
      position[r * columns + c] = *rc::gen::inRange<Coordinate>(0, game.states);
  test::LocalTruth truth(game);
  RC_LOG() << rows << " x " << columns << ", " << to_string(position) << "\n";
  RC_ASSERT(searching.search->grundy(position) == truth.grundy(position));
  RC_ASSERT((misere.search->outcome(position) == Outcome::P) == truth.misere_P(position));
}

/// Boards of all shapes and sizes, long ones too, in which few cells are free.
RC_GTEST_PROP(LocalSearch, FindsTheValuesOfCramBetweenWalls, ()) {
  const auto rows = *rc::gen::inRange(1U, 15U), columns = *rc::gen::inRange(1U, 200 / rows + 1);
  const LocalMoves game = test::cram(rows, columns);
  Position position;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) position.push_back(1);
  // A shape that hangs together, so that there is something to take apart and to leave out.
  std::vector<std::uint32_t> free{*rc::gen::inRange(0U, game.cells)};
  position[free[0]] = 0;
  for (int more = *rc::gen::inRange(0, 15); more > 0; --more) {
    const std::uint32_t at = free[*rc::gen::inRange<std::size_t>(0, free.size())], row = at / columns, column = at % columns;
    const int side = *rc::gen::inRange(0, 4);
    if (side == 0 ? row == 0 : side == 1 ? row + 1 == rows : side == 2 ? column == 0 : column + 1 == columns) continue;
    const std::uint32_t next = side == 0 ? at - columns : side == 1 ? at + columns : side == 2 ? at - 1 : at + 1;
    if (position[next] == 1) free.push_back(next);
    position[next] = 0;
  }
  Searching searching(game);
  test::LocalTruth truth(game);
  RC_LOG() << rows << " x " << columns << ", " << to_string(position) << "\n";
  RC_ASSERT(searching.search->grundy(position) == truth.grundy(position));
}

/// The same on graphs: moves that take two neighbours and nothing else.
RC_GTEST_PROP(LocalSearch, FindsTheValuesOfPairsOnGraphs, ()) {
  const auto vertices = *rc::gen::inRange(2U, 12U);
  LocalMoves game{.cells = vertices, .states = 2, .moves = {}};
  for (std::uint32_t a = 0; a < vertices; ++a)
    for (std::uint32_t b = a + 1; b < vertices; ++b)
      if (*rc::gen::inRange(0, 4) == 0) game.moves.push_back({{{a, 1, 1}, {b, 1, 1}}});
  Searching searching(game);
  test::LocalTruth truth(game);
  const Position position = test::random_cells(game);
  RC_ASSERT(searching.search->grundy(position) == truth.grundy(position));
}

class LocalSearchFile : public testing::Test {
 protected:
  void SetUp() override { path_ = std::filesystem::temp_directory_path() / ("bouton-local-" + std::to_string(getpid())); }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_;
};

TEST_F(LocalSearchFile, GoesOnWhereItWas) {
  const LocalMoves game = test::cram(4, 5);
  const Position board = empty_board(game);
  // Each search may look at few positions before it is ended, and leaves what it knows to the next.
  std::optional<Grundy> value;
  int rounds = 0;
  for (; !value && rounds < 500; ++rounds) {
    Searching searching(game);
    if (rounds > 0) searching.search->load(path_);
    value = searching.search->grundy(board, 64);
    searching.search->save(path_, NimberSearch::kAllPositions);
  }
  EXPECT_EQ(value, 2U);
  EXPECT_GT(rounds, 5);
  Searching done(game);
  done.search->load(path_);
  EXPECT_EQ(done.search->grundy(board), 2U);
  EXPECT_LT(done.search->effort().positions, 10U);
}

TEST_F(LocalSearchFile, GoesOnUnderMiserePlay) {
  const LocalMoves game = test::cram(4, 7);
  const Position board = empty_board(game);
  std::optional<Outcome> outcome;
  int rounds = 0;
  for (; !outcome && rounds < 500; ++rounds) {
    Searching searching(game, Play::misere);
    if (rounds > 0) searching.search->load(path_);
    outcome = searching.search->outcome(board, 0, 2'000);
    searching.search->save(path_, NimberSearch::kAllPositions);
  }
  EXPECT_EQ(outcome, Searching(game, Play::misere).search->outcome(board));
  EXPECT_GT(rounds, 1);
  // Whole positions are kept in files of another kind.
  EXPECT_THROW(Searching(game, Play::misere, {.components = false}).search->load(path_), RequestError);
}

TEST_F(LocalSearchFile, IsWrittenHoweverASearchEnds) {
  const LocalMoves game = test::cram(4, 5);
  const Position board = empty_board(game);
  std::optional<Grundy> value;
  int interruptions = 0;
  for (; !value && interruptions < 500; ++interruptions) {
    Searching searching(game);
    std::atomic<std::int64_t> polls = 2 + interruptions;
    searching.budget.polls_left = &polls;
    try {
      value = nimbers::kept_search(std::move(searching.search), path_)->grundy(board);
    } catch (const Interrupted&) {
      EXPECT_TRUE(std::filesystem::exists(path_));
    }
  }
  EXPECT_EQ(value, 2U);
  EXPECT_GT(interruptions, 3);
}

TEST_F(LocalSearchFile, IsNoFileOfAnotherGame) {
  Searching searching(test::cram(3, 3));
  searching.search->save(path_, NimberSearch::kAllPositions);
  EXPECT_THROW(Searching(test::cram(3, 4)).search->load(path_), RequestError);
  EXPECT_THROW(Searching(test::cram(3, 3), Play::misere).search->load(path_), RequestError);
  std::ofstream(path_, std::ios::app) << "x";
  EXPECT_THROW(searching.search->load(path_), RequestError);
}

}  // namespace
}  // namespace bouton
