#include "engine/nimbers/nimber_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "engine/base/errors.h"
#include "engine/search/search.h"
#include "tests/engine/brute_force.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

using nimbers::SearchUse;

/// A search with what it needs.
struct SearchingRules {
  explicit SearchingRules(std::shared_ptr<const Rules> rules, const SearchUse& use = {},
                          std::size_t memory = std::size_t{64} << 20) {
    budget.memory = memory;
    account = std::make_shared<MemoryAccount>(budget);
    auto made = nimbers::search_of_rules(std::move(rules), budget, account, use);
    if (made) search = *std::move(made);
    else refusal = made.reason();
  }
  Budget budget;
  std::shared_ptr<MemoryAccount> account;
  std::unique_ptr<nimbers::NimberSearch> search;
  std::string refusal;
};

SearchUse arbitrary_use() {
  SearchUse use;
  use.components = *rc::gen::arbitrary<bool>();
  use.ordering = *rc::gen::arbitrary<bool>();
  use.learning = *rc::gen::arbitrary<bool>();
  return use;
}

RC_GTEST_PROP(NimberSearch, FindsTheValuesOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<std::uint32_t> expected = test::grundy_values(graph);
  // A table of some kilobytes forgets most of what it has.
  SearchingRules searching(test::graph_game(graph), arbitrary_use(), *rc::gen::element<std::size_t>(1 << 14, 1 << 22));
  for (std::size_t node = graph.size(); node-- > 0;) {
    const Position position{static_cast<Coordinate>(node)};
    const std::uint32_t heap = *rc::gen::inRange<std::uint32_t>(0, 6);
    RC_ASSERT(searching.search->outcome(position, heap) == (expected[node] == heap ? Outcome::P : Outcome::N));
    RC_ASSERT(searching.search->grundy(position) == expected[node]);
  }
}

RC_GTEST_PROP(NimberSearch, FindsTheMisereOutcomesOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, Play::misere);
  SearchingRules searching(test::graph_game(graph, Play::misere), arbitrary_use());
  for (std::size_t node = graph.size(); node-- > 0;)
    RC_ASSERT(searching.search->outcome(Position{static_cast<Coordinate>(node)}) == expected[node].outcome);
}

/// Where play can go on for ever the search may not end; where it does, it is right.
RC_GTEST_PROP(NimberSearch, IsRightAboutGraphsWithCyclesWhereItEnds, ()) {
  const test::Graph graph = *test::arbitrary_graph(12, false);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, play);
  SearchingRules searching(test::graph_game(graph, play), arbitrary_use());
  for (std::size_t node = 0; node < graph.size(); ++node) {
    try {
      const std::optional<Outcome> outcome = searching.search->outcome(Position{static_cast<Coordinate>(node)}, 0, 5'000);
      if (outcome) RC_ASSERT(*outcome == expected[node].outcome);
    } catch (const LimitError&) {}
  }
}

/// A heap of n becomes any of the lists of heaps that are drawn for it: a split game, or a game of lists that grow and shrink.
struct SplittingHeaps {
  std::vector<std::vector<std::vector<Coordinate>>> options;

  static SplittingHeaps arbitrary(Coordinate most) {
    SplittingHeaps heaps;
    for (Coordinate n = 0; n <= most; ++n) {
      heaps.options.emplace_back();
      for (int i = *rc::gen::inRange(0, 4); i > 0 && n > 0; --i)
        heaps.options.back().push_back(*rc::gen::container<std::vector<Coordinate>>(*rc::gen::inRange<std::size_t>(0, 4),
                                                                                    rc::gen::inRange<Coordinate>(0, n)));
    }
    return heaps;
  }
  std::vector<Grundy> values() const {
    std::vector<Grundy> values;
    for (const auto& moves : options) {
      MexSet mex;
      for (const std::vector<Coordinate>& to : moves) {
        Grundy sum = 0;
        for (const Coordinate heap : to) sum ^= values[static_cast<std::size_t>(heap)];
        mex.insert(sum);
      }
      values.push_back(mex.mex());
    }
    return values;
  }
  test::GamePointer by_splits() const {
    return test::make_game(test::one_heap(), [*this](PositionView p, Options& out) {
      for (const std::vector<Coordinate>& to : options[static_cast<std::size_t>(p[0])]) {
        for (const Coordinate heap : to) out.add_part(Position{heap});
        out.end_split();
      }
    });
  }
  test::GamePointer by_lists(bool independent) const {
    auto game = test::make_game(test::heaps(), [*this](PositionView p, Options& out) {
      for (std::size_t i = 0; i < p.size(); ++i)
        for (const std::vector<Coordinate>& to : options[static_cast<std::size_t>(p[i])]) {
          Position after;
          for (std::size_t j = 0; j < p.size(); ++j)
            if (j != i) after.push_back(p[j]);
          for (const Coordinate heap : to) after.push_back(heap);
          out.add(after);
        }
    });
    game->game_normalize = [](Position& position) { std::sort(position.begin(), position.end()); };
    game->game_independent = independent;
    return game;
  }
};

RC_GTEST_PROP(NimberSearch, AddsTheValuesOfWhatAMoveSplits, ()) {
  const SplittingHeaps heaps = SplittingHeaps::arbitrary(10);
  const std::vector<Grundy> values = heaps.values();
  SearchingRules searching(heaps.by_splits(), arbitrary_use());
  for (std::size_t n = values.size(); n-- > 0;)
    RC_ASSERT(searching.search->grundy(Position{static_cast<Coordinate>(n)}) == values[n]);
}

RC_GTEST_PROP(NimberSearch, TakesListsApartWhereTheGameSaysThatTheyAreSums, ()) {
  const SplittingHeaps heaps = SplittingHeaps::arbitrary(6);
  const std::vector<Grundy> values = heaps.values();
  SearchingRules apart(heaps.by_lists(true), arbitrary_use());
  SearchingRules whole(heaps.by_lists(false), arbitrary_use());
  for (int i = 0; i < 3; ++i) {
    const auto list =
        *rc::gen::container<std::vector<Coordinate>>(*rc::gen::inRange<std::size_t>(0, 3), rc::gen::inRange<Coordinate>(0, 7));
    Grundy sum = 0;
    for (const Coordinate heap : list) sum ^= values[static_cast<std::size_t>(heap)];
    RC_ASSERT(apart.search->grundy(Position(list)) == sum);
    RC_ASSERT(whole.search->outcome(Position(list)) == (sum == 0 ? Outcome::P : Outcome::N));
    if (const std::optional<Grundy> found = whole.search->grundy(Position(list), 20'000)) RC_ASSERT(*found == sum);
  }
}

TEST(NimberSearch, FindsLargeValues) {
  SearchingRules searching(test::nim());
  for (const Coordinate n : {31, 32, 33, 255, 256, 300}) {
    EXPECT_EQ(searching.search->grundy(Position{n}), static_cast<Grundy>(n));
    EXPECT_EQ(searching.search->outcome(Position{n}, static_cast<std::uint32_t>(n) - 1), Outcome::N);
  }
}

TEST(NimberSearch, EndsWherePlayDoesNot) {
  const auto back_and_forth =
      test::make_game(test::one_heap(), [](PositionView p, Options& out) { out.add(Position{1 - p[0]}); });
  EXPECT_THROW(SearchingRules(back_and_forth).search->outcome(Position{0}), LimitError);
}

TEST(NimberSearch, RefusesPlayByPosition) { EXPECT_EQ(SearchingRules(test::nim(Play::by_position)).search, nullptr); }

}  // namespace
}  // namespace bouton
