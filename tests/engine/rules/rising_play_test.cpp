// What is taken for play without an end, and what is not: finite play of the same look.
#include "engine/rules/rising_play.h"

#include <functional>
#include <string>

#include <gtest/gtest.h>

namespace bouton {
namespace {

constexpr std::uint64_t kMost = RisingPlay::kMostPositions;

/// The message where the n-th positions are met, one after the other, from the first on; empty where all are.
std::string met(const Domain& domain, std::uint64_t count, const std::function<Position(std::uint64_t)>& position) {
  RisingPlay play(domain);
  play.begin(position(0));
  try {
    for (std::uint64_t n = 0; n < count; ++n) play.meet(position(n));
  } catch (const EndlessPlay& error) {
    return error.what();
  }
  return {};
}

Position one(std::uint64_t n) { return Position{static_cast<Coordinate>(n)}; }

TEST(RisingPlay, IsSeenAfterACountOfPositionsAndSaysHowMany) {
  const Domain domain = Domain::fixed({{.name = "n"}});
  EXPECT_EQ(met(domain, kMost - 1, one), "");
  EXPECT_EQ(
      met(domain, kMost, one),
      "play goes up without an end in sight: n has come to 262143 and is still raised after 262144 positions, and no more than "
      "these are looked at where a rule states no greatest value, as { \"n\", max = ... } does");
}

/// The n-th position has n options; the bound is met where 64 of them count as a position.
TEST(RisingPlay, IsSeenAfterFewerPositionsWhereTheyHaveManyOptions) {
  const Domain domain = Domain::fixed({{.name = "n"}});
  RisingPlay play(domain);
  play.begin(one(0));
  std::uint64_t counted = 0;
  try {
    for (std::uint64_t n = 0;; ++n) {
      ASSERT_LT(counted, kMost + 200);
      counted += 1 + n / 64;
      play.meet(one(n));
      play.name(n);
    }
  } catch (const EndlessPlay& error) {
    EXPECT_NE(std::string(error.what()).find("is still raised after 5763 positions"), std::string::npos) << error.what();
  }
}

TEST(RisingPlay, OfTwoNumbersIsSeenInTheOrderOfTheirSum) {
  const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b"}});
  std::int64_t sum = 0, a = -1;
  const std::string said = met(domain, 2 * kMost, [&](std::uint64_t) {
    if (++a > sum) ++sum, a = 0;
    return Position{a, sum - a};
  });
  EXPECT_EQ(said.find("play goes up without an end in sight: "), 0U) << said;
}

TEST(RisingPlay, OfListsIsSeenByTheirLength) {
  const Domain domain = Domain::piles({.name = "a"});
  const std::string said =
      met(domain, kMost, [&](std::uint64_t n) { return Position(std::vector<Coordinate>(1 + n / 256, 1)); });
  EXPECT_NE(said.find("the length of the list has come to 1024"), std::string::npos) << said;
  EXPECT_NE(said.find("piles(\"a\", { length = { max = ... } })"), std::string::npos) << said;
}

TEST(RisingPlay, HasAnEndWhereTheRuleStatesOne) {
  EXPECT_EQ(met(Domain::fixed({{.name = "n", .greatest = 1'000'000'000}}), 2 * kMost, one), "");
  const Domain piles = Domain::piles({.name = "a", .greatest = 9}, 0, 5000);
  EXPECT_EQ(met(piles, kMost, [](std::uint64_t n) { return Position(std::vector<Coordinate>(1 + n / 256, 1)); }), "");
}

TEST(RisingPlay, HasAnEndWhereTheLatestPositionsAreNoHigher) {
  const Domain domain = Domain::fixed({{.name = "n"}});
  EXPECT_EQ(met(domain, 4 * kMost, [](std::uint64_t n) { return one(n % (kMost / 2)); }), "");
}

TEST(RisingPlay, HasAnEndWhereOneNumberIsPassedOnToAnother) {
  constexpr Coordinate kWhole = 3'000'000;
  const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b"}});
  EXPECT_EQ(met(domain, 2 * kMost,
                [](std::uint64_t n) {
                  return Position{kWhole - static_cast<Coordinate>(n), 2 * static_cast<Coordinate>(n)};
                }),
            "");
}

TEST(RisingPlay, IsCountedAnewFromEachBeginning) {
  const Domain domain = Domain::fixed({{.name = "n"}});
  RisingPlay play(domain);
  for (std::uint64_t n = 0; n < 2 * kMost; ++n) {
    if (n % (kMost / 2) == 0) play.begin(one(0));
    EXPECT_NO_THROW(play.meet(one(n % (kMost / 2))));
  }
}

}  // namespace
}  // namespace bouton
