#include "engine/nimbers/proof_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "engine/base/errors.h"
#include "engine/nimbers/kept_options.h"
#include "engine/rules/stated.h"
#include "engine/search/search.h"
#include "tests/engine/brute_force.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

struct SearchingProofs {
  explicit SearchingProofs(std::shared_ptr<const Rules> rules, bool components = false,
                           std::size_t memory = std::size_t{64} << 20) {
    budget.memory = memory;
    account = std::make_shared<MemoryAccount>(budget);
    search = nimbers::proof_search(std::move(rules), components, budget, account);
  }
  Budget budget;
  std::shared_ptr<MemoryAccount> account;
  std::unique_ptr<nimbers::NimberSearch> search;
};

RC_GTEST_PROP(ProofSearch, FindsTheValuesOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<std::uint32_t> expected = test::grundy_values(graph);
  SearchingProofs searching(test::graph_game(graph));
  for (std::size_t node = graph.size(); node-- > 0;) {
    const Position position{static_cast<Coordinate>(node)};
    const std::uint32_t heap = *rc::gen::inRange<std::uint32_t>(0, 6);
    RC_ASSERT(searching.search->outcome(position, heap) == (expected[node] == heap ? Outcome::P : Outcome::N));
    RC_ASSERT(searching.search->grundy(position) == expected[node]);
  }
}

RC_GTEST_PROP(ProofSearch, FindsTheMisereOutcomesOfEveryAcyclicGraph, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, Play::misere);
  SearchingProofs searching(test::graph_game(graph, Play::misere));
  for (std::size_t node = graph.size(); node-- > 0;)
    RC_ASSERT(searching.search->outcome(Position{static_cast<Coordinate>(node)}) == expected[node].outcome);
}

/// Where play can go on for ever the search may not end; where it does, it is right.
RC_GTEST_PROP(ProofSearch, IsRightAboutGraphsWithCyclesWhereItEnds, ()) {
  const test::Graph graph = *test::arbitrary_graph(12, false);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, play);
  SearchingProofs searching(test::graph_game(graph, play));
  for (std::size_t node = 0; node < graph.size(); ++node) {
    try {
      const std::optional<Outcome> outcome = searching.search->outcome(Position{static_cast<Coordinate>(node)}, 0, 5'000);
      if (outcome) RC_ASSERT(*outcome == expected[node].outcome);
    } catch (const LimitError&) {}
  }
}

/// What ends for want of memory or of positions to look at leaves nothing wrong behind.
RC_GTEST_PROP(ProofSearch, IsRightAfterItWasEnded, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const std::vector<std::uint32_t> expected = test::grundy_values(graph);
  SearchingProofs searching(test::graph_game(graph), false, *rc::gen::inRange<std::size_t>(1 << 10, 1 << 14));
  for (int question = 0; question < 40; ++question) {
    const auto node = *rc::gen::inRange<std::size_t>(0, graph.size());
    try {
      const std::optional<Grundy> value =
          searching.search->grundy(Position{static_cast<Coordinate>(node)}, *rc::gen::element<std::uint64_t>(1, 5, 20, 1000));
      if (value) RC_ASSERT(*value == expected[node]);
    } catch (const LimitError&) {}
  }
}

/// Rows of pins, of which a move takes one or two side by side: kayles as lists that hold whole sums, or by splits.
test::GamePointer pins(bool by_splits) {
  auto game = test::make_game(test::heaps(), [by_splits](PositionView p, Options& out) {
    for (std::size_t i = 0; i < p.size(); ++i)
      for (Coordinate taken = 1; taken <= 2; ++taken)
        for (Coordinate left = 0; left + taken <= p[i]; ++left) {
          Position after;
          for (std::size_t j = 0; j < p.size(); ++j)
            if (j != i) after.push_back(p[j]);
          if (by_splits) {
            out.add_part(after);
            out.add_part(Position{left});
            out.add_part(Position{p[i] - taken - left});
            out.end_split();
          } else {
            after.push_back(left);
            after.push_back(p[i] - taken - left);
            out.add(after);
          }
        }
  });
  game->game_normalize = [](Position& position) {
    std::sort(position.begin(), position.end());
    Position kept;
    for (const Coordinate heap : position)
      if (heap > 0) kept.push_back(heap);
    position = kept;
  };
  game->game_independent = true;
  return game;
}

TEST(ProofSearch, AddsTheValuesOfComponentsAndSplits) {
  constexpr std::uint32_t kKayles[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7};  // A002186
  for (const bool by_splits : {true, false})
    for (const bool components : {true, false}) {
      SearchingProofs searching(pins(by_splits), components);
      const Coordinate most = components ? 15 : 7;
      for (Coordinate a = 0; a <= most; ++a) EXPECT_EQ(searching.search->grundy(Position{a}), kKayles[a]) << a;
      for (Coordinate a = 0; a <= 6; ++a)
        for (Coordinate b = 0; b <= 4; ++b)
          EXPECT_EQ(searching.search->grundy(Position{a, b}), kKayles[a] ^ kKayles[b]) << a << ',' << b;
    }
}

TEST(ProofSearch, FindsLargeValues) {
  SearchingProofs searching(test::nim());
  for (const Coordinate n : {31, 32, 33, 60}) {
    EXPECT_EQ(searching.search->grundy(Position{n}), static_cast<Grundy>(n));
    EXPECT_EQ(searching.search->outcome(Position{n}, static_cast<std::uint32_t>(n) - 1), Outcome::N);
  }
}

TEST(ProofSearch, EndsWherePlayDoesNot) {
  const auto back_and_forth =
      test::make_game(test::one_heap(), [](PositionView p, Options& out) { out.add(Position{1 - p[0]}); });
  EXPECT_THROW(SearchingProofs(back_and_forth).search->outcome(Position{0}), LimitError);
}

TEST(ProofSearch, AsksForTheOptionsOfAPositionOnce) {
  std::map<Coordinate, int> asked;
  const auto counting = test::make_game(test::one_heap(), [&asked](PositionView p, Options& out) {
    ++asked[p[0]];
    for (Coordinate to = 0; to < p[0]; ++to) out.add(Position{to});
  });
  SearchingProofs searching(counting);
  EXPECT_EQ(searching.search->grundy(Position{12}), 12U);
  EXPECT_EQ(searching.search->outcome(Position{12}, 3), Outcome::N);
  EXPECT_EQ(asked.size(), 13U);
  for (const auto& [position, times] : asked) EXPECT_EQ(times, 1) << position;
  EXPECT_EQ(searching.search->stored(), 13U);
}

/// A game as if a text of that checksum stated it.
class Stated final : public Rules, public StatedRules {
 public:
  Stated(test::GamePointer game, std::uint64_t checksum) : game_(std::move(game)), checksum_(checksum) {}
  const Domain& domain() const override { return game_->domain(); }
  void options(PositionView position, Options& out) const override { game_->options(position, out); }
  Play play() const override { return game_->play(); }
  void normalize(Position& position) const override { game_->normalize(position); }
  bool independent() const override { return game_->independent(); }
  std::optional<std::uint64_t> checksum() const override { return checksum_; }

 private:
  test::GamePointer game_;
  std::uint64_t checksum_;
};

std::shared_ptr<const Rules> stated(test::GamePointer game, std::uint64_t checksum) {
  return std::make_shared<Stated>(std::move(game), checksum);
}

class ProofSearchFile : public testing::Test {
 protected:
  void SetUp() override { path_ = std::filesystem::temp_directory_path() / ("bouton-proof-" + std::to_string(getpid())); }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_;
};

TEST_F(ProofSearchFile, GoesOnWhereItWas) {
  for (const bool components : {true, false}) {
    const Position start = components ? Position{15, 13, 9} : Position{9};
    std::optional<Grundy> value;
    int rounds = 0;
    for (; !value && rounds < 500; ++rounds) {
      SearchingProofs searching(stated(pins(true), 7), components);
      if (rounds > 0) searching.search->load(path_);
      value = searching.search->grundy(start, 15);
      searching.search->save(path_, nimbers::NimberSearch::kAllPositions);
    }
    EXPECT_EQ(value, SearchingProofs(pins(true), components).search->grundy(start));
    EXPECT_GT(rounds, 1);
    // What is known need not be looked for, and is written as it was read.
    SearchingProofs done(stated(pins(true), 7), components);
    done.search->load(path_);
    EXPECT_EQ(done.search->grundy(start), value);
    EXPECT_EQ(done.search->effort().positions, 0U);
    std::filesystem::remove(path_);
  }
}

/// However a search was ended, a file from it leads to the same answers.
RC_GTEST_FIXTURE_PROP(ProofSearchFile, IsRightWhereverItWasEnded, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, play);
  SetUp();
  for (int part = 0; part < 8; ++part) {
    SearchingProofs searching(stated(test::graph_game(graph, play), 3));
    if (part > 0) searching.search->load(path_);
    for (int question = 0; question < 5; ++question) {
      const auto node = *rc::gen::inRange<std::size_t>(0, graph.size());
      const auto most = *rc::gen::element<std::uint64_t>(1, 5, 20, 1000);
      const std::optional<Outcome> outcome = searching.search->outcome(Position{static_cast<Coordinate>(node)}, 0, most);
      if (outcome) RC_ASSERT(*outcome == expected[node].outcome);
    }
    searching.search->save(path_, nimbers::NimberSearch::kAllPositions);
  }
  TearDown();
}

TEST_F(ProofSearchFile, IsNoFileOfAnotherRuleNorADamagedOne) {
  SearchingProofs searching(stated(pins(true), 7), true);
  ASSERT_EQ(searching.search->grundy(Position{12}), 4U);
  searching.search->save(path_, nimbers::NimberSearch::kAllPositions);
  const auto expect_refused = [&](const SearchingProofs& other, const char* why) {
    try {
      other.search->load(path_);
      ADD_FAILURE() << why;
    } catch (const RequestError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  expect_refused(SearchingProofs(stated(pins(true), 8), true),
                 "other work (rules: 0000000000000007 there, 0000000000000008 here)");
  expect_refused(SearchingProofs(stated(pins(true), 7), false), "other work (positions: taken apart there, as they are here)");
  std::string bytes;
  {
    std::ifstream in(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto write = [&](const std::string& changed) { std::ofstream(path_, std::ios::binary) << changed; };
  for (std::size_t at = bytes.find('\n') + 1; at < bytes.size(); at += 7) {
    std::string changed = bytes;
    changed[at] ^= 1;
    write(changed);
    expect_refused(SearchingProofs(stated(pins(true), 7), true), "damaged");
    write(bytes.substr(0, at));
    expect_refused(SearchingProofs(stated(pins(true), 7), true), "damaged");
  }
  write("something else");
  expect_refused(SearchingProofs(stated(pins(true), 7), true), "not a file in which Bouton keeps unfinished work");
  write(bytes);
  SearchingProofs again(stated(pins(true), 7), true);
  again.search->load(path_);
  EXPECT_EQ(again.search->grundy(Position{12}), 4U);
}

TEST(ProofSearch, KeepsNoFileWhereNoTextStatesTheRules) {
  SearchingProofs searching(test::nim());
  EXPECT_THROW(searching.search->save("/no/such/file", nimbers::NimberSearch::kAllPositions), RequestError);
  EXPECT_THROW(searching.search->load("/no/such/file"), RequestError);
}

}  // namespace
}  // namespace bouton
