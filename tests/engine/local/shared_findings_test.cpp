// Searches of boards by processes that tell each other what they find.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "engine/local/local_search.h"
#include "tests/engine/farm/recorded_peers.h"
#include "tests/engine/local/local_games.h"

namespace bouton {
namespace {

using local::local_search;
using nimbers::NimberSearch;
using nimbers::SearchUse;
using test::empty_board;

/// One process.
struct SearchingProcess {
  explicit SearchingProcess(const LocalMoves& game, Peers* peers, Play play = Play::normal, const SearchUse& use = {}) {
    budget.memory = std::size_t{64} << 20;
    budget.peers = peers;
    account = std::make_shared<MemoryAccount>(budget);
    auto made = local_search(game, play, budget, account, use);
    if (made) search = *std::move(made);
  }
  Budget budget;
  std::shared_ptr<MemoryAccount> account;
  std::unique_ptr<NimberSearch> search;
};

constexpr Grundy kCram4x7 = 3;  // J. Lemoine and S. Viennot's table

/// What process 1 tells of it.
std::vector<std::string> told_of_cram(std::uint32_t rows, std::uint32_t columns) {
  const LocalMoves game = test::cram(rows, columns);
  test::RecordedPeers peers(1);
  SearchingProcess(game, &peers).search->grundy(empty_board(game));
  return peers.told;
}

TEST(SharedFindings, WhatOneProcessHasFoundAnotherNeedNotLookFor) {
  const LocalMoves game = test::cram(4, 7);
  SearchingProcess alone(game, nullptr);
  ASSERT_EQ(alone.search->grundy(empty_board(game)), kCram4x7);
  const std::vector<std::string> told = told_of_cram(4, 7);
  ASSERT_FALSE(told.empty());
  test::RecordedPeers peers(0, {told.begin(), told.end()});
  SearchingProcess helped(game, &peers);
  EXPECT_EQ(helped.search->grundy(empty_board(game)), kCram4x7);
  EXPECT_LT(helped.search->effort().positions, alone.search->effort().positions / 2);
}

// The search begins again at the top where what it looks at is known meanwhile.
TEST(SharedFindings, NewsThatComeLateEndWhatIsUnderWay) {
  const LocalMoves game = test::cram(4, 7);
  SearchingProcess alone(game, nullptr);
  alone.search->grundy(empty_board(game));
  const std::vector<std::string> told = told_of_cram(4, 7);
  for (const std::uint64_t silent : {1, 3, 10, 20}) {
    test::RecordedPeers peers(0, {told.begin(), told.end()});
    peers.silent = silent;
    SearchingProcess helped(game, &peers);
    EXPECT_EQ(helped.search->grundy(empty_board(game)), kCram4x7);
    EXPECT_LT(helped.search->effort().positions, alone.search->effort().positions);
  }
}

TEST(SharedFindings, EndsWhereProcess0HasItsAnswer) {
  const LocalMoves game = test::cram(4, 7);
  test::RecordedPeers peers(1);
  peers.over = true;
  EXPECT_THROW(SearchingProcess(game, &peers).search->grundy(empty_board(game)), Interrupted);
}

TEST(SharedFindings, PassesOverWhatIsOfAnotherGameOrCutOff) {
  const LocalMoves game = test::cram(4, 7);
  std::vector<std::string> told = told_of_cram(5, 5);
  const std::vector<std::string> others = told_of_cram(4, 7);
  ASSERT_FALSE(told.empty());
  for (const std::string& message : others) told.push_back(message.substr(0, message.size() - 1));
  told.emplace_back();
  told.emplace_back("nothing");
  test::RecordedPeers peers(0, {told.begin(), told.end()});
  SearchingProcess unhelped(game, &peers), alone(game, nullptr);
  EXPECT_EQ(unhelped.search->grundy(empty_board(game)), kCram4x7);
  EXPECT_EQ(alone.search->grundy(empty_board(game)), kCram4x7);
  EXPECT_EQ(unhelped.search->effort().positions, alone.search->effort().positions);
  // Of the same board, but of the other convention of play.
  test::RecordedPeers misere_peers(0, {others.begin(), others.end()});
  SearchingProcess misere(game, &misere_peers, Play::misere), misere_alone(game, nullptr, Play::misere);
  EXPECT_EQ(misere.search->outcome(empty_board(game)), misere_alone.search->outcome(empty_board(game)));
}

TEST(SharedFindings, ProcessesThatSearchAtOnceFindTheValue) {
  const LocalMoves game = test::cram(4, 7);
  test::ThreadPeers::World world;
  test::ThreadPeers first(world, 0), second(world, 1);
  std::jthread other([&] {
    try {
      EXPECT_EQ(SearchingProcess(game, &second).search->grundy(empty_board(game)), kCram4x7);
    } catch (const Interrupted&) {}  // process 0 was first
  });
  EXPECT_EQ(SearchingProcess(game, &first).search->grundy(empty_board(game)), kCram4x7);
  const std::scoped_lock lock(world.mutex);
  world.over = true;
}

/// Everything is told, however little it cost, and is heard at any time.
RC_GTEST_PROP(SharedFindings, AreRightForGeneratedGames, ()) {
  const LocalMoves game = test::random_board_rule();
  SearchUse use;
  use.told_from = 0;
  use.components = *rc::gen::arbitrary<bool>();
  use.symmetry = *rc::gen::arbitrary<bool>();
  const Position position = test::random_cells(game);
  test::LocalTruth truth(game);
  for (const Play play : {Play::normal, Play::misere}) {
    test::RecordedPeers teller(1);
    SearchingProcess telling(game, &teller, play, use);
    RC_PRE(telling.search != nullptr);
    // More than one question, so that something is heard at the end of the first.
    for (int i = 0; i < 300; ++i) telling.search->outcome(test::random_cells(game));
    test::RecordedPeers hearer(0, {teller.told.begin(), teller.told.end()});
    hearer.silent = *rc::gen::inRange<std::uint64_t>(0, 3);
    SearchingProcess helped(game, &hearer, play, use);
    for (int i = 0; i < 20; ++i) {
      const bool is_P = helped.search->outcome(position) == Outcome::P;
      RC_ASSERT(is_P == (play == Play::normal ? truth.grundy(position) == 0 : truth.misere_P(position)));
    }
  }
}

}  // namespace
}  // namespace bouton
