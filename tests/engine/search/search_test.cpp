#include "engine/search/search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>

#include "engine/base/errors.h"
#include "tests/engine/brute_force.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

using Quantity = Search::Quantity;
using Status = Search::Status;

/// A search with all that it needs.
struct Searcher {
  explicit Searcher(std::shared_ptr<const Rules> rules, Quantity quantity, Budget with = {}, std::size_t arena = 0)
      : game(std::move(rules)),
        budget(std::move(with)),
        account(std::make_shared<MemoryAccount>(budget)),
        search(*game, quantity, budget, account, {}, arena) {}

  std::shared_ptr<const Rules> game;
  Budget budget;
  std::shared_ptr<MemoryAccount> account;
  Search search;
};

RC_GTEST_PROP(Search, FindsTheGrundyValuesOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<std::uint32_t> expected = test::grundy_values(graph);
  // An arena of one byte makes it ask for options again and again.
  Searcher searcher(test::graph_game(graph), Quantity::both, {}, *rc::gen::element<std::size_t>(0, 1, 64));
  for (std::size_t node = graph.size(); node-- > 0;) {
    RC_ASSERT(searcher.search.find(Position{static_cast<Coordinate>(node)}) == Status::found);
    RC_ASSERT(searcher.search.values().grundy == expected[node]);
  }
}

RC_GTEST_PROP(Search, FindsTheOutcomesOfEveryAcyclicGraphUnderEveryPlay, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  std::vector<Outcome> terminal;
  for (std::size_t i = 0; i < graph.size(); ++i) terminal.push_back(*rc::gen::element(Outcome::P, Outcome::N, Outcome::draw));
  for (const Play play : {Play::normal, Play::misere, Play::by_position}) {
    const test::GamePointer game = test::graph_game(graph, play);
    if (play == Play::by_position)
      game->game_terminal = [&](PositionView p) { return terminal[static_cast<std::size_t>(p[0])]; };
    const std::vector<OutcomeAndRemoteness> expected =
        play == Play::by_position ? test::decide_by_rounds(graph, [&](std::size_t node) { return terminal[node]; })
                                  : test::decide_by_rounds(graph, play);
    Searcher searcher(game, Quantity::outcome, {}, *rc::gen::element<std::size_t>(0, 1, 64));
    for (std::size_t node = graph.size(); node-- > 0;) {
      RC_ASSERT(searcher.search.find(Position{static_cast<Coordinate>(node)}) == Status::found);
      RC_ASSERT(searcher.search.values().outcome.unpack() == expected[node]);
    }
  }
}

/// The definition, number by number: 0 without a move; where some option is lost, 1 + the greatest number of a lost one; else 1
/// + the least of all.
RC_GTEST_PROP(Search, FindsTheSuspenseNumbersOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  for (const Play play : {Play::normal, Play::misere}) {
    std::vector<bool> lost;
    std::vector<Remoteness> number;
    for (const std::vector<std::size_t>& options : graph) {
      const bool some_lost = std::ranges::any_of(options, [&](std::size_t option) { return lost[option]; });
      Remoteness found = some_lost ? 0 : 1000;
      for (const std::size_t option : options) {
        if (some_lost && lost[option]) found = std::max(found, number[option]);
        if (!some_lost) found = std::min(found, number[option]);
      }
      lost.push_back(options.empty() ? play == Play::normal : !some_lost);
      number.push_back(options.empty() ? 0 : found + 1);
    }
    Searcher searcher(test::graph_game(graph, play), Quantity::suspense, {}, *rc::gen::element<std::size_t>(0, 1, 64));
    for (std::size_t node = graph.size(); node-- > 0;) {
      RC_ASSERT(searcher.search.find(Position{static_cast<Coordinate>(node)}) == Status::found);
      RC_ASSERT((searcher.search.values().outcome.outcome() == Outcome::P) == lost[node]);
      RC_ASSERT(searcher.search.values().outcome.remoteness() == number[node]);
    }
  }
}

TEST(Search, AsksForTheOptionsOfEachPositionOnce) {
  const test::GamePointer game = test::wythoff();
  Searcher searcher(game, Quantity::both);
  EXPECT_EQ(searcher.search.find(Position{30, 20}), Status::found);
  EXPECT_EQ(game->asked, 21U * 22U / 2U + 21U * 10U);
  EXPECT_TRUE(searcher.search.known(Position{3, 5}).has_value());
  EXPECT_EQ(searcher.search.known(Position{5, 3})->grundy, 0U);
  EXPECT_EQ(searcher.search.known(Position{31, 31}), std::nullopt);
  EXPECT_EQ(game->asked, 21U * 22U / 2U + 21U * 10U);
}

TEST(Search, AddsTheValuesOfASplit) {
  Searcher searcher(test::kayles(), Quantity::grundy);
  const std::vector<Grundy> expected{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7};
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(searcher.search.find(Position{static_cast<Coordinate>(n)}), Status::found);
    EXPECT_EQ(searcher.search.values().grundy, expected[n]) << n;
  }
}

TEST(Search, ReportsASplitWhereOutcomesDoNotSuffice) {
  Searcher searcher(test::kayles(Play::misere), Quantity::outcome);
  EXPECT_EQ(searcher.search.find(Position{5}), Status::split);
}

TEST(Search, ReportsLoopyPlayAndStaysFit) {
  Searcher searcher(test::pass_nim(), Quantity::outcome);
  EXPECT_EQ(searcher.search.find(Position{3, 2}), Status::loopy);
  EXPECT_EQ(searcher.search.known(Position{3, 2}), std::nullopt);
  EXPECT_EQ(searcher.search.find(Position{3, 0}), Status::found);
  EXPECT_EQ(searcher.search.values().outcome.outcome(), Outcome::N);
  EXPECT_EQ(searcher.search.find(Position{1, 1}), Status::loopy);
}

TEST(Search, GivesUpAfterTheEffortAllowedAndGoesOnLater) {
  Searcher searcher(test::wythoff(), Quantity::outcome);
  EXPECT_EQ(searcher.search.find(Position{40, 40}, {.positions = 100}), Status::too_long);
  EXPECT_EQ(searcher.search.find(Position{40, 40}, {.options = 100}), Status::too_long);
  EXPECT_EQ(searcher.search.find(Position{40, 40}), Status::found);
}

TEST(Search, GoesAMillionMovesDeep) {
  const test::GamePointer game = test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    if (p[0] > 0) out.add(Position{p[0] - 1});
  });
  Searcher searcher(game, Quantity::both);
  EXPECT_EQ(searcher.search.find(Position{1'000'001}), Status::found);
  EXPECT_EQ(searcher.search.values().grundy, 1U);
  EXPECT_EQ(searcher.search.values().outcome.unpack(), (OutcomeAndRemoteness{Outcome::N, 1'000'001}));
}

/// Nim with its options listed smallest first, so that a search from the last option on runs through every heap.
test::GamePointer reversed_nim() {
  return test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    for (Coordinate n = 0; n < p[0]; ++n) out.add(Position{n});
  });
}

TEST(Search, KeepsWideAndDeepGamesWithinItsArenaSlow) {
  Budget budget;
  budget.memory = std::size_t{4} << 20;  // all options of the path at once would take 16 MB
  for (const test::GamePointer& game : {test::nim(), reversed_nim()}) {
    Searcher searcher(game, Quantity::grundy, budget);
    EXPECT_EQ(searcher.search.find(Position{2000}), Status::found);
    EXPECT_EQ(searcher.search.values().grundy, 2000U);
    EXPECT_LE(game->asked, 2 * 2001U);
  }
}

TEST(Search, EndsWithAnErrorWhenMemoryRunsOut) {
  Budget budget;
  budget.memory = std::size_t{1} << 20;
  Searcher searcher(test::endless(), Quantity::outcome, budget);
  EXPECT_THROW(searcher.search.find(Position{0}), LimitError);
  EXPECT_LE(searcher.account->used(), budget.memory);
}

TEST(Search, StopsWhenAsked) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  std::uint64_t reported = 0;
  budget.progress = [&](const Progress& progress) {
    reported = progress.done;
    stop = true;
  };
  Searcher searcher(test::nimrod(), Quantity::outcome, budget);
  EXPECT_THROW(searcher.search.find(Position{20000, 1}), Interrupted);
  EXPECT_GT(reported, 0U);
  stop = false;
  searcher.budget.progress = {};
  EXPECT_EQ(searcher.search.find(Position{34, 1}), Status::found);
  EXPECT_EQ(searcher.search.values().outcome.outcome(), Outcome::P);
}

}  // namespace
}  // namespace bouton
