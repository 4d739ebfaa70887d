#include "engine/closed_form/heaps/nimrod.h"

#include <gtest/gtest.h>

#include "tests/engine/closed_form/agreement.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using namespace test;

BruteForce nimrod() {
  return BruteForce([](const Cell& at) {
    std::vector<Option> options;
    const long p = at[0], r = at[1];
    if (r > 1 && r - 1 <= p) options.push_back({"fewer", {p - (r - 1), r - 1}});
    if (r <= p) options.push_back({"same", {p - r, r}});
    if (r + 1 <= p) options.push_back({"more", {p - (r + 1), r + 1}});
    return options;
  });
}

TEST(Nimrod, AgreesWithTheRulesOutsideTheCore) {
  const auto closed = form("nimrod");
  BruteForce game = nimrod();
  std::size_t covered = 0, complete = 0;
  for (long p = 0; p <= 300; ++p)
    for (long r = 1; r <= p + 3; ++r) {
      const Cell at = {p, r};
      const Result<Outcome> outcome = closed->outcome(big(at));
      const Result<WinningMoves> moves = closed->winning_moves(big(at), kAll);
      ASSERT_EQ(bool{outcome}, bool{moves});
      if (!outcome) {
        EXPECT_GT(2 * p + 4 * r, r * r);  // the core
        continue;
      }
      ++covered;
      EXPECT_EQ(*outcome == Outcome::P, game.is_P(at)) << p << "," << r;
      EXPECT_EQ(moves->moves.empty(), game.is_P(at));
      const std::vector<WinningMove> expected = game.winning_moves(at);
      for (const WinningMove& move : moves->moves) EXPECT_EQ(std::ranges::count(expected, move), 1);
      EXPECT_TRUE(!moves->complete || moves->moves == expected);
      complete += moves->complete;
    }
  EXPECT_GT(covered, 30000U);
  EXPECT_GT(complete, 30000U);
}

TEST(Nimrod, AgreesWithTheOracle) {
  const nlohmann::json oracle = test::oracle("nimrod_P_400");
  const auto closed = form("nimrod");
  for (long p = 0; p <= 400; ++p) {
    const auto row = oracle["P"][std::to_string(p)].get<std::set<long>>();
    for (long r = 1; r <= p + 2; ++r) {
      const Result<Outcome> outcome = closed->outcome({p, r});
      EXPECT_TRUE(!outcome || (*outcome == Outcome::P) == row.contains(r)) << p << "," << r;
    }
  }
}

TEST(Nimrod, TheMoveNamedLeadsToASectorThatIsP) {
  const Integer r = number_of_digits(30, 4);
  for (unsigned long seed = 0; seed < 300; ++seed) {
    const Integer p = number_of_digits(30 + seed % 20, seed);
    const std::optional<NimrodSector> sector = nimrod_sector(p, r);
    if (!sector) continue;
    if (sector->step) {
      const Integer taken = r + *sector->step;
      const std::optional<NimrodSector> to = nimrod_sector(p - taken, taken);
      ASSERT_TRUE(to);
      EXPECT_EQ(to->name, 'D');
    } else {
      for (int step = -1; step <= 1 && p > r; ++step) EXPECT_TRUE(nimrod_sector(p - r - step, r + step)->step);
    }
  }
}

TEST(Nimrod, TheCoreIsRefused) {
  const auto refused = form("nimrod")->outcome({1000000, 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.reason(), "the position is in the core, about p > r^2/2, for which no formula is known");
  EXPECT_FALSE(form("nimrod")->outcome({5, 0}));
}

/// The inequalities as they are published, with the number of the sector.
TEST(Nimrod, ASectorHasItsNumberAndItsBounds) {
  for (long r = 1; r <= 30; ++r)
    for (long p = 0; p <= r * r; ++p) {
      const std::optional<NimrodSector> sector = nimrod_sector(p, r);
      if (!sector) continue;
      const long k = sector->k.get_si();
      long low = 2 * k * r + k, high = (2 * k + 1) * r - k - 2;
      if (sector->name == 'A') low = (2 * k - 1) * r - k, high = 2 * k * r - 3 * k - 1;
      if (sector->name == 'B') low = (2 * k - 1) * r + k - 1, high = 2 * k * r - k - 1;
      if (sector->name == 'C') low = (2 * k - 1) * r + 3 * k - 2, high = 2 * k * r + k - 1;
      EXPECT_EQ(sector->low, low) << p << "," << r;
      EXPECT_EQ(sector->high, high) << p << "," << r;
      EXPECT_TRUE(low <= p && p <= high);
      const auto closed = form("nimrod");
      expect_evidence(*closed, {p, r}, closed->winning_moves({p, r}, kAll)->moves);
    }
}

}  // namespace
}  // namespace bouton
