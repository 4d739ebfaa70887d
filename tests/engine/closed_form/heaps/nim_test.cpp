#include "engine/closed_form/heaps/nim.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/closed_form/agreement.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using namespace test;

BruteForce nim(bool misere) {
  return BruteForce(
      [](const Cell& heaps) {
        std::vector<Option> options;
        for (std::size_t i = 0; i < heaps.size(); ++i)
          for (long t = 1; t <= heaps[i]; ++t) {
            Cell to = heaps;
            to[i] -= t;
            options.push_back({"", to});
          }
        return options;
      },
      [misere](const Cell&) { return !misere; });
}

TEST(Nim, AgreesWithTheRules) {
  const auto normal = form("nim"), misere = form("misere-nim");
  BruteForce normal_game = nim(false), misere_game = nim(true);
  std::vector<Cell> cells = {{}};
  for (std::size_t i = 0; i < 40; ++i) cells.push_back({static_cast<long>(i)});
  for (long a = 0; a <= 6; ++a)
    for (long b = 0; b <= 6; ++b)
      for (long c = 0; c <= 6; ++c) {
        cells.push_back({a, b});
        cells.push_back({a, b, c});
        if (a < 4 && b < 4 && c < 4)
          for (long d = 0; d < 4; ++d) cells.push_back({a, b, c, d});
      }
  for (const Cell& cell : cells) {
    expect_agreement(*normal, normal_game, cell);
    expect_agreement(*misere, misere_game, cell);
    EXPECT_EQ(*normal->grundy(big(cell)), normal_game.grundy(cell));
    EXPECT_FALSE(misere->grundy(big(cell)));
  }
}

TEST(Nim, AgreesWithTheOracle) {
  const nlohmann::json oracle = test::oracle("nim3_P_10");
  for (const auto& [name, key] : {std::pair{"nim", "normal"}, {"misere-nim", "misere"}}) {
    std::set<Cell> expected;
    for (const auto& triple : oracle[key]) expected.insert(triple.get<Cell>());
    const auto closed = form(name);
    for (long a = 0; a <= 10; ++a)
      for (long b = 0; b <= 10; ++b)
        for (long c = 0; c <= 10; ++c) EXPECT_EQ(is_P(*closed, {a, b, c}), expected.contains({a, b, c}));
  }
}

TEST(Nim, TheOneWinningMoveOf345) {
  const std::vector<WinningMove> expected = {{"", {1, 4, 5}}};
  EXPECT_EQ(winning_moves(*form("nim"), {3, 4, 5}), expected);
  EXPECT_EQ(winning_moves(*form("misere-nim"), {3, 4, 5}), expected);
}

RC_GTEST_PROP(Nim, LargeHeaps, ()) {
  const auto count = *rc::gen::inRange<unsigned long>(1, 12);
  const auto seed = *rc::gen::arbitrary<unsigned long>();
  BigPosition heaps;
  Integer sum = 0;
  for (unsigned long i = 0; i < count; ++i) {
    heaps.push_back(number_of_digits(1 + (seed + i) % 1000, seed + i));
    sum ^= heaps.back();
  }
  const auto closed = form("nim");
  RC_ASSERT(*closed->grundy(heaps) == sum);
  for (const WinningMove& move : winning_moves(*closed, heaps)) RC_ASSERT(is_P(*closed, move.to));
  heaps.push_back(sum);
  RC_ASSERT(is_P(*closed, heaps));
  RC_ASSERT(is_P(*form("misere-nim"), heaps) == std::ranges::any_of(heaps, [](const Integer& h) { return h > 1; }));
}

TEST(Nim, RefusesPositionsThatAreNone) {
  const auto refused = form("nim")->outcome({3, -1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.reason(), "the position has a[2] = -1, the least value is 0");
}

TEST(Nim, ShowsItsHeaps) {
  const Domain domain = Domain::fixed({{.name = "x"}, {.name = "y"}});
  const Evidence evidence = form("nim")->evidence({3, 5}, domain);
  ASSERT_EQ(evidence.heaps.size(), 2U);
  EXPECT_EQ(evidence.heaps[1].name, "y");
  EXPECT_EQ(evidence.heaps[1].size, 5);
  EXPECT_TRUE(form("nim")->evidence({3}, Domain::fixed({{.name = "n"}})).heaps.empty());
}

}  // namespace
}  // namespace bouton
