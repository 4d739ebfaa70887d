#include "engine/search/implied.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// Nimrod: take one fewer than was just taken, the same number or one more.
test::GamePointer nimrod() {
  return test::make_game(Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}}), [](PositionView at, Options& out) {
    for (Coordinate take = std::max<Coordinate>(at[1] - 1, 1); take <= std::min(at[1] + 1, at[0]); ++take)
      out.add(Position{at[0] - take, take});
  });
}

std::optional<Outcome> at(const Implied& implied, Coordinate p, Coordinate r) {
  const std::uint64_t index = implied.outcomes.box.index(Position{p, r});
  if (!implied.outcomes.valid(index)) return std::nullopt;
  return implied.outcomes.outcome(index);
}

const Box kFarFromTheEnd({60, 1}, {140, 12});

TEST(Implied, TheProofOfThatAfterTwoWonStartsComesALostOne) {
  const Implied implied = implied_outcomes(*nimrod(), kFarFromTheEnd, {{{100, 1}, Outcome::N}, {{101, 1}, Outcome::N}}, {});
  EXPECT_EQ(implied.contradiction, std::nullopt);
  // Every step of the proof by Henle and Schlatter, in its order.
  EXPECT_EQ(at(implied, 99, 2), Outcome::P);
  EXPECT_EQ(at(implied, 98, 1), Outcome::N);
  EXPECT_EQ(at(implied, 97, 2), Outcome::N);
  EXPECT_EQ(at(implied, 96, 3), Outcome::N);
  EXPECT_EQ(at(implied, 99, 1), Outcome::P);
  EXPECT_EQ(at(implied, 100, 2), Outcome::N);
  EXPECT_EQ(at(implied, 102, 1), Outcome::P);
  EXPECT_EQ(at(implied, 104, 1), std::nullopt);
  EXPECT_EQ(implied.known, 13U);  // counted by a program of its own
}

TEST(Implied, AFewSquaresDetermineThirty) {
  const auto known = [](std::vector<std::pair<Position, Outcome>> given) {
    return implied_outcomes(*nimrod(), kFarFromTheEnd, given, {}).known;
  };
  EXPECT_EQ(known({{{100, 1}, Outcome::P}, {{102, 3}, Outcome::P}}), 38U);  // counted by a program of its own, too
  EXPECT_EQ(known({{{100, 3}, Outcome::P}, {{101, 2}, Outcome::P}}), 34U);
  EXPECT_EQ(known({{{100, 1}, Outcome::P}, {{102, 1}, Outcome::P}}), 15U);
}

TEST(Implied, WhatIsImpliedHolds) {
  // Whatever the true outcomes of a window imply is true; to the end, the moves alone imply everything.
  const Implied all = implied_outcomes(*nimrod(), Box({0, 1}, {80, 20}), {}, {});
  EXPECT_EQ(at(all, 16, 1), Outcome::P);
  EXPECT_EQ(at(all, 17, 1), Outcome::N);
  const Box window({40, 1}, {70, 8});
  std::vector<std::pair<Position, Outcome>> given;
  for (Coordinate p = 55; p < 62; ++p) given.push_back({{p, 1}, *at(all, p, 1)});
  const Implied some = implied_outcomes(*nimrod(), window, given, {});
  EXPECT_GT(some.known, given.size() + 10);
  Position position = window.low();
  do {
    if (const auto outcome = at(some, position[0], position[1])) {
      EXPECT_EQ(outcome, at(all, position[0], position[1])) << to_string(position);
    }
  } while (window.next(position));
}

TEST(Implied, SaysWhatCannotBe) {
  const Implied implied = implied_outcomes(*nimrod(), kFarFromTheEnd, {{{100, 1}, Outcome::P}, {{101, 1}, Outcome::P}}, {});
  EXPECT_TRUE(implied.contradiction.has_value());
  EXPECT_EQ(implied.known, 0U);
  EXPECT_TRUE(implied_outcomes(*nimrod(), kFarFromTheEnd, {{{100, 1}, Outcome::P}, {{100, 1}, Outcome::N}}, {})
                  .contradiction.has_value());
  EXPECT_THROW(implied_outcomes(*nimrod(), kFarFromTheEnd, {{{10, 1}, Outcome::P}}, {}), RequestError);
  EXPECT_THROW(implied_outcomes(*nimrod(), kFarFromTheEnd, {{{100, 1}, Outcome::draw}}, {}), RequestError);
  Budget little;
  little.memory = 1000;
  EXPECT_THROW(implied_outcomes(*nimrod(), kFarFromTheEnd, {}, little), LimitError);
}

TEST(Implied, OfPlayWithCyclesOnlyWhatIsSure) {
  // 0 and 1 lead to each other, 1 to the end 3 as well; 2 leads to itself.
  const auto rules = test::make_game(test::one_heap(), [](PositionView at, Options& out) {
    if (at[0] == 0) out.add(Position{1});
    if (at[0] == 1) out.add(Position{0});
    if (at[0] == 1) out.add(Position{3});
    if (at[0] == 2) out.add(Position{2});
  });
  const Implied implied = implied_outcomes(*rules, Box({0}, {3}), {}, {});
  EXPECT_EQ(implied.outcomes.outcome(3), Outcome::P);
  EXPECT_EQ(implied.outcomes.outcome(1), Outcome::N);
  EXPECT_EQ(implied.outcomes.outcome(0), Outcome::P);
  EXPECT_FALSE(implied.outcomes.valid(2));
}

TEST(Implied, OfASplitNothingIsKnown) {
  // Of 2 nothing but a split into two heaps of 1, at which play ends: N. Of 4 the same split, and 3, from where 2 is left.
  const auto rules = test::make_game(test::one_heap(), [](PositionView at, Options& out) {
    if (at[0] == 3) out.add(Position{2});
    if (at[0] == 4) out.add(Position{3});
    if (at[0] != 2 && at[0] != 4) return;
    out.add_part(Position{1});
    out.add_part(Position{1});
    out.end_split();
  });
  const Implied alone = implied_outcomes(*rules, Box({0}, {4}), {}, {});
  EXPECT_EQ(alone.contradiction, std::nullopt);
  EXPECT_FALSE(alone.outcomes.valid(2));
  const Implied given = implied_outcomes(*rules, Box({0}, {4}), {{{4}, Outcome::N}}, {});
  EXPECT_EQ(given.contradiction, std::nullopt);
  EXPECT_FALSE(given.outcomes.valid(3));
}

TEST(Implied, AnOptionThatIsNamedTwiceIsOne) {
  const auto rules = test::make_game(test::one_heap(), [](PositionView at, Options& out) {
    if (at[0] == 4) out.add(Position{3});
    if (at[0] == 4) out.add(Position{3});
    if (at[0] == 3) out.add(Position{2});
  });
  EXPECT_EQ(implied_outcomes(*rules, Box({3}, {4}), {{{4}, Outcome::N}}, {}).outcomes.outcome(0), Outcome::P);
}

}  // namespace
}  // namespace bouton
