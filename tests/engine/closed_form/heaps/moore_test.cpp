#include "engine/closed_form/heaps/moore.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;

void take(const Cell& piles, std::size_t first, long most, std::vector<Option>& options) {
  for (std::size_t i = first; i < piles.size(); ++i)
    for (long t = 1; t <= piles[i]; ++t) {
      Cell to = piles;
      to[i] -= t;
      options.push_back({"", to});
      if (most > 1) take(to, i + 1, most - 1, options);
    }
}

BruteForce moore(long k) {
  return BruteForce([k](const Cell& piles) {
    std::vector<Option> options;
    take(piles, 0, k, options);
    return options;
  });
}

TEST(Moore, AgreesWithTheRules) {
  for (long k = 1; k <= 5; ++k) {
    SCOPED_TRACE(k);
    const auto closed = form("moore", {{"k", Integer(k)}});
    BruteForce game = moore(k);
    expect_agreement(*closed, game, {});
    for (long a = 0; a <= 5; ++a)
      for (long b = 0; b <= 5; ++b)
        for (long c = 0; c <= 5; ++c) {
          expect_agreement(*closed, game, {a, b, c});
          for (long d = 0; d <= 3 && a <= 3 && b <= 3 && c <= 3; ++d) expect_agreement(*closed, game, {a, b, c, d});
        }
    for (long a = 0; a <= 2; ++a)
      for (long b = 0; b <= 2; ++b)
        for (long c = 0; c <= 2; ++c)
          for (long d = 0; d <= 2; ++d) expect_agreement(*closed, game, {a, b, c, d, 2});
  }
}

TEST(Moore, IsNimForOne) {
  const auto closed = form("moore", {{"k", Integer(1)}});
  const auto nim = form("nim");
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const BigPosition piles = {number_of_digits(50, seed), number_of_digits(50, seed + 1), number_of_digits(49, seed + 2)};
    EXPECT_EQ(*closed->outcome(piles), *nim->outcome(piles));
    EXPECT_EQ(winning_moves(*closed, piles), winning_moves(*nim, piles));
  }
}

RC_GTEST_PROP(Moore, MovesOfLargePositionsWin, ()) {
  const auto k = *rc::gen::inRange<unsigned long>(1, 6);
  const auto count = *rc::gen::inRange<unsigned long>(1, 30);
  const auto seed = *rc::gen::arbitrary<unsigned long>();
  BigPosition piles;
  for (unsigned long i = 0; i < count; ++i) piles.push_back(number_of_digits(1 + (seed + i) % 100, seed + i));
  const auto closed = form("moore", {{"k", Integer(k)}});
  const WinningMoves moves = *closed->winning_moves(piles, 50);
  RC_ASSERT(moves.moves.empty() == is_P(*closed, piles));
  for (const WinningMove& move : moves.moves) {
    RC_ASSERT(is_P(*closed, move.to));
    unsigned long changed = 0;
    for (std::size_t i = 0; i < piles.size(); ++i) {
      RC_ASSERT(move.to[i] <= piles[i]);
      changed += move.to[i] < piles[i];
    }
    RC_ASSERT(changed >= 1 && changed <= k);
    RC_ASSERT(std::ranges::count(moves.moves, move) == 1);
  }
}

TEST(Moore, AnyK) {
  const Integer huge = number_of_digits(30, 1);
  EXPECT_FALSE(is_P(*form("moore", {{"k", huge}}), {1, 1, 1}));
  EXPECT_TRUE(is_P(*form("moore", {{"k", huge}}), {0, 0, 0}));
  EXPECT_FALSE(make_closed_form("moore", {{"k", Integer(0)}}));
}

}  // namespace
}  // namespace bouton
