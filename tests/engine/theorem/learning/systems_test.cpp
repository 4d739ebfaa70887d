#include "engine/theorem/learning/systems.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bouton {
namespace {

/// Of continued fractions that are known: phi = [1; 1, ...], sqrt 2 = [1; 2, 2, ...], sqrt 3 = [1; 1, 2, 1, 2, ...],
/// (3 + sqrt 17)/4 = [1; 1, 3, 1, 1, 3, ...], sqrt 7 = [2; 1, 1, 1, 4, ...].
TEST(Systems, RepeatingQuotients) {
  EXPECT_EQ(repeating_quotients(1, -1, -1), (std::vector{1}));
  EXPECT_EQ(repeating_quotients(1, 0, -2), (std::vector{2}));
  EXPECT_EQ(repeating_quotients(1, 0, -3), (std::vector{1, 2}));
  EXPECT_EQ(repeating_quotients(2, -3, -1), (std::vector{1, 1, 3}));
  EXPECT_EQ(repeating_quotients(1, 0, -7), (std::vector{1, 1, 1, 4}));
  EXPECT_TRUE(repeating_quotients(1, 0, -4).empty());   // 2
  EXPECT_TRUE(repeating_quotients(1, 0, 4).empty());    // not real
  EXPECT_TRUE(repeating_quotients(1, 0, -46).empty());  // twelve quotients
  EXPECT_EQ(repeating_quotients(1, 0, -26), std::vector{10});
  EXPECT_TRUE(repeating_quotients(1, 0, -37).empty());  // 12, which is too large
}

Sample beatty_pairs(double alpha, Coordinate bound) {
  Sample sample(2, bound);
  for (int n = 0;; ++n) {
    const auto a = static_cast<Coordinate>(alpha * n), b = static_cast<Coordinate>(alpha / (alpha - 1) * n);
    if (b > bound) return sample;
    sample.add(Position{a, b});
    if (a != b) sample.add(Position{b, a});
  }
}

TEST(Systems, OfRatios) {
  const auto first = [](double alpha) { return promising_systems({beatty_pairs(alpha, 700)})[0].key(); };
  EXPECT_EQ(first((1 + std::sqrt(5)) / 2), "recurrence 1");
  EXPECT_EQ(first(std::sqrt(2)), "recurrence 2");
  EXPECT_EQ(first((std::sqrt(13) - 1) / 2), "recurrence 3");
  EXPECT_EQ(first(std::sqrt(3)), "ostrowski 1,2");
}

/// (s, t)-Wythoff: a(n) is the least number in no earlier pair, b(n) = s a(n) + t n (Fraenkel 1998).
TEST(Systems, OfRatiosThatAreNoUnits) {
  const auto first = [](Coordinate s, Coordinate t) {
    Sample sample(2, 700);
    std::vector<bool> used(2000, false);
    Coordinate a = 0;
    for (Coordinate n = 0; s * a + t * n <= 700; ++n) {
      sample.add(Position{a, s * a + t * n});
      used[static_cast<std::size_t>(a)] = used[static_cast<std::size_t>(s * a + t * n)] = true;
      while (used[static_cast<std::size_t>(a)]) ++a;
    }
    return promising_systems({sample})[0].key();
  };
  EXPECT_EQ(first(2, 1), "recurrence 2,2");
  EXPECT_EQ(first(2, 2), "recurrence 3,2");
  EXPECT_EQ(first(3, 1), "recurrence 3,3");
}

TEST(Systems, OfPeriodsNimSumsAndTriples) {
  Sample ninths(1, 400);
  for (Coordinate n = 3; n <= 400; n += 9) ninths.add(Position{n});
  EXPECT_EQ(promising_systems({ninths})[0].key(), "base 3");
  Sample tenths(1, 40'000);
  for (Coordinate n = 0; n <= 40'000; n += 10) tenths.add(Position{n});
  EXPECT_EQ(promising_systems({tenths})[0].key(), "base 10");
  Sample nim(3, 31);
  for (Coordinate a = 0; a <= 31; ++a)
    for (Coordinate b = 0; b <= 31; ++b) nim.add(Position{a, b, a ^ b});
  EXPECT_EQ(promising_systems({nim})[0].key(), "base 2");
  // The places of the letters of the Tribonacci word.
  Sample triples(3, 140);
  std::string word = "a";
  for (int i = 0; i < 9; ++i) {
    std::string next;
    for (const char letter : word) next += letter == 'a' ? "ab" : letter == 'b' ? "ac" : "a";
    word = next;
  }
  std::vector<Coordinate> places[3];
  for (std::size_t i = 0; i < word.size(); ++i) places[word[i] - 'a'].push_back(static_cast<Coordinate>(i) + 1);
  for (std::size_t n = 0; places[2][n] <= 140; ++n) triples.add(Position{places[0][n], places[1][n], places[2][n]});
  EXPECT_EQ(promising_systems({triples})[0].key(), "tribonacci");
}

/// Take-away games (Schwenk 1970): after x at most x numerator / denominator may be taken. Lost are the n whose least summand
/// is beyond the limit, in sums of numbers of which each is the one before and the least one that allows to take that.
Sample take_away(Coordinate numerator, Coordinate denominator, Coordinate bound) {
  std::vector<Coordinate> sums = {1};
  while (sums.back() <= bound)
    for (std::size_t i = 0;; ++i)
      if (sums[i] * numerator / denominator >= sums.back()) {
        sums.push_back(sums.back() + sums[i]);
        break;
      }
  Sample sample(2, bound);
  for (Coordinate n = 0; n <= bound; ++n) {
    Coordinate least = bound + 1;
    for (std::size_t i = sums.size(), rest = static_cast<std::size_t>(n); i-- > 0;)
      if (static_cast<std::size_t>(sums[i]) <= rest) {
        rest -= static_cast<std::size_t>(sums[i]);
        least = sums[i];
      }
    for (Coordinate limit = 0; limit < least; ++limit) sample.add(Position{n, limit});
  }
  return sample;
}

TEST(Systems, OfRecords) {
  EXPECT_EQ(promising_systems({take_away(5, 2, 420)})[0].key(), "recurrence 1,0,1");
  EXPECT_EQ(promising_systems({take_away(3, 1, 420)})[0].key(), "recurrence 1,0,0,1");
  // Powers of 2 and Fibonacci numbers are found without these.
  for (const Coordinate factor : {1, 2})
    for (const Numeration& system : promising_systems({take_away(factor, 1, 420)})) EXPECT_LE(system.order(), 2U);
}

}  // namespace
}  // namespace bouton
