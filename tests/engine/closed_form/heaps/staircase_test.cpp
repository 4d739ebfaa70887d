#include "engine/closed_form/heaps/staircase.h"

#include <gtest/gtest.h>

#include "tests/engine/closed_form/agreement.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using namespace test;

BruteForce staircase() {
  return BruteForce([](const Cell& piles) {
    std::vector<Option> options;
    for (std::size_t i = 0; i < piles.size(); ++i)
      for (long t = 1; t <= piles[i] - (i == 0 ? 0 : piles[i - 1]); ++t) {
        Cell to = piles;
        to[i] -= t;
        options.push_back({"", to});
      }
    return options;
  });
}

/// All non-decreasing lists of `length` numbers up to `most`.
std::vector<Cell> ordered(std::size_t length, long most) {
  std::vector<Cell> lists = {{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Cell> longer;
    for (const Cell& list : lists)
      for (long last = list.empty() ? 0 : list.back(); last <= most; ++last) {
        longer.push_back(list);
        longer.back().push_back(last);
      }
    lists = std::move(longer);
  }
  return lists;
}

TEST(Staircase, AgreesWithTheRules) {
  const auto closed = form("staircase");
  BruteForce game = staircase();
  const std::vector<long> most = {0, 30, 20, 9, 6, 5};
  for (std::size_t length = 0; length < most.size(); ++length)
    for (const Cell& piles : ordered(length, most[length])) {
      expect_agreement(*closed, game, piles);
      EXPECT_EQ(*closed->grundy(big(piles)), game.grundy(piles)) << to_string(big(piles));
    }
}

TEST(Staircase, AgreesWithTheOracle) {
  const nlohmann::json oracle = test::oracle("staircase_P");
  const auto closed = form("staircase");
  for (std::size_t k = 1; k <= 6; ++k) {
    const auto& part = oracle[std::to_string(k)];
    std::set<Cell> expected;
    for (const auto& piles : part["P"]) expected.insert(piles.get<Cell>());
    for (const Cell& piles : ordered(k, part["max"].get<long>()))
      EXPECT_EQ(is_P(*closed, big(piles)), expected.contains(piles)) << to_string(big(piles));
  }
}

TEST(Staircase, AThousandPilesOfAHundredDigits) {
  const auto closed = form("staircase");
  for (unsigned long seed = 0; seed < 3; ++seed) {
    BigPosition piles;
    for (unsigned long i = 0; i < 1000; ++i) piles.push_back(number_of_digits(100, 1000 * seed + i));
    std::ranges::sort(piles);
    EXPECT_FALSE(is_P(*closed, piles));
    const WinningMoves moves = *closed->winning_moves(piles, 1000);
    EXPECT_TRUE(moves.complete);
    ASSERT_FALSE(moves.moves.empty());
    for (const WinningMove& move : moves.moves) EXPECT_TRUE(is_P(*closed, move.to));  // and in order, or it is refused
  }
}

TEST(Staircase, RefusesPilesOutOfOrder) {
  const auto refused = form("staircase")->outcome({3, 5, 4});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.reason(), "the position is not in order: a[3] < a[2]");
}

TEST(Staircase, ShowsTheRisesThatCount) {
  const auto closed = form("staircase");
  for (const BigPosition& piles : {BigPosition{1, 4, 9}, BigPosition{2, 2, 3, 8}}) {
    Integer sum = 0;
    for (const Evidence::Heap& heap : closed->evidence(piles, closed->domain()).heaps) sum ^= heap.size;
    EXPECT_EQ(sum, *closed->grundy(piles));
  }
  const Evidence evidence = closed->evidence({1, 4, 9}, closed->domain());
  ASSERT_EQ(evidence.heaps.size(), 2U);
  EXPECT_EQ(evidence.heaps[0].name, "a[3] - a[2]");
  EXPECT_EQ(evidence.heaps[1].name, "a[1]");
}

}  // namespace
}  // namespace bouton
