#include "engine/closed_form/wythoff/wythoff_pairs.h"

#include <gtest/gtest.h>

#include "engine/closed_form/wythoff/golden_ratio.h"
#include "engine/closed_form/wythoff/wythoff_newton.h"

namespace bouton {
namespace {

TEST(WythoffPairs, TheFourWaysAgree) {
  constexpr std::size_t kCount = 20000;
  const std::vector<WythoffPair> sieve = wythoff_pairs_by_sieve(kCount);
  EXPECT_EQ(sieve, wythoff_pairs_by_recurrence(kCount));
  ASSERT_EQ(sieve.size(), kCount);
  for (unsigned long n = 0; n < kCount; ++n) {
    EXPECT_EQ(golden_floor(n), sieve[n].a);
    EXPECT_EQ(wythoff_by_newton(n), sieve[n].a);
    EXPECT_EQ(sieve[n].b, sieve[n].a + n);
  }
}

TEST(WythoffPairs, ShortLists) {
  EXPECT_TRUE(wythoff_pairs_by_sieve(0).empty());
  EXPECT_TRUE(wythoff_pairs_by_recurrence(0).empty());
  for (std::size_t count = 1; count < 20; ++count) EXPECT_EQ(wythoff_pairs_by_sieve(count), wythoff_pairs_by_recurrence(count));
  EXPECT_EQ(wythoff_pairs_by_sieve(3), (std::vector<WythoffPair>{{0, 0}, {1, 2}, {3, 5}}));
}

TEST(WythoffPairs, StepsOfTheSieve) {
  constexpr std::size_t kCount = 3000;
  const std::vector<WythoffPair> pairs = wythoff_pairs_by_sieve(kCount + 1);
  const std::vector<SieveStep> steps = wythoff_sieve_steps(kCount);
  ASSERT_EQ(steps.size(), kCount);
  for (std::size_t n = 1; n <= kCount; ++n) {
    EXPECT_EQ(steps[n - 1].pair, pairs[n]);
    for (std::size_t j = n > 40 ? n - 40 : 1; j < n; ++j)  // J by its definition
      EXPECT_EQ(j >= steps[n - 1].first, pairs[j].b > pairs[n - 1].a) << n << ", " << j;
  }
  EXPECT_EQ(steps[17], (SieveStep{{29, 47}, 11}));  // as published: J = {11, ..., 17}, u = 29
  EXPECT_TRUE(wythoff_sieve_steps(0).empty());
}

TEST(WythoffPairs, StepsOfTheRecurrence) {
  constexpr std::size_t kCount = 3000;
  const std::vector<WythoffPair> pairs = wythoff_pairs_by_sieve(kCount + 1);
  const std::vector<RecurrenceStep> steps = wythoff_recurrence_steps(kCount);
  ASSERT_EQ(steps.size(), kCount);
  std::vector<bool> covered(3 * kCount);
  std::uint64_t c = 0;
  for (std::size_t n = 1; n <= kCount; ++n) {
    EXPECT_EQ(steps[n - 1].pair, pairs[n]);
    covered[pairs[n].a] = covered[pairs[n].b] = true;
    while (covered[c + 1]) ++c;
    EXPECT_EQ(steps[n - 1].covered, c) << n;
    EXPECT_LE(pairs[steps[n - 1].passed].b, c) << n;
    if (steps[n - 1].passed < kCount) EXPECT_GT(pairs[steps[n - 1].passed + 1].b, c) << n;
  }
  EXPECT_TRUE(wythoff_recurrence_steps(0).empty());
}

TEST(WythoffNewton, TheFirstNumbersThatTooFewStepsGetWrong) {
  for (const auto& [steps, first_wrong] : {std::pair{0U, 233UL}, {1U, 46368UL}}) {
    for (unsigned long n = 0; n < first_wrong; ++n) EXPECT_EQ(wythoff_by_newton(n, steps), golden_floor(n)) << n;
    EXPECT_NE(wythoff_by_newton(first_wrong, steps), golden_floor(first_wrong));
  }
  // Below, only convergents of phi could be wrong: their denominators are the Fibonacci numbers.
  for (unsigned long k = 2; k < 48; ++k) {
    Integer n;
    mpz_fib_ui(n.get_mpz_t(), k);
    EXPECT_EQ(wythoff_by_newton(n, 2), golden_floor(n)) << n;
  }
  EXPECT_NE(wythoff_by_newton(Integer(4807526976UL), 2), golden_floor(Integer(4807526976UL)));
}

TEST(WythoffNewton, NeededStepsSufficeForEverySize) {
  for (unsigned long k = 2; k < 5000; k = k * 5 / 4 + 1) {
    Integer n;
    mpz_fib_ui(n.get_mpz_t(), k);
    for (const int by : {-1, 0, 1}) EXPECT_EQ(wythoff_by_newton(n + by), golden_floor(n + by));
  }
}

TEST(WythoffNewton, StepsForDecimals) {
  EXPECT_EQ(newton_steps_for(4), 0U);
  EXPECT_EQ(newton_steps_for(5), 1U);
  EXPECT_EQ(newton_steps_for(9), 1U);
  EXPECT_EQ(newton_steps_for(18), 2U);
  EXPECT_LE(newton_steps_for(2000000), 19U);
}

}  // namespace
}  // namespace bouton
