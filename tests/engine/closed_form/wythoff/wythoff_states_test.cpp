#include "engine/closed_form/wythoff/wythoff_states.h"

#include <set>

#include <gtest/gtest.h>

#include "engine/closed_form/wythoff/wythoff_pairs.h"

namespace bouton {
namespace {

constexpr std::size_t kPairs = 2000;

std::string place_text(const Integer& number) {
  const WythoffPlace place = wythoff_place(number);
  return (place.lower ? "a" : "b") + place.k.get_str();
}

TEST(WythoffStates, EveryNumberStandsInOnePair) {
  const std::vector<WythoffPair> pairs = wythoff_pairs_by_sieve(kPairs);
  for (std::size_t n = 1; n < kPairs; ++n) {
    EXPECT_EQ(place_text(Integer(pairs[n].a)), "a" + std::to_string(n));
    EXPECT_EQ(place_text(Integer(pairs[n].b)), "b" + std::to_string(n));
  }
  EXPECT_EQ(place_text(0), "a0");
  EXPECT_EQ(place_text(102), "b39");
  Integer large;  // b of the Fibonacci number F(2k) is F(2k + 2) - 1
  mpz_fib_ui(large.get_mpz_t(), 1002);
  Integer index;
  mpz_fib_ui(index.get_mpz_t(), 1000);
  EXPECT_EQ(place_text(large - 1), "b" + index.get_str());
}

TEST(WythoffStates, TheMoveLeadsToAPairFromEverywhereElse) {
  std::set<std::pair<Integer, Integer>> lost;
  for (const WythoffPair& pair : wythoff_pairs_by_sieve(200)) lost.emplace(Integer(pair.a), Integer(pair.b));
  for (int S = 0; S <= 120; ++S)
    for (int L = 0; L <= 120; ++L) {
      const WythoffReading reading = read_wythoff(S, L);
      EXPECT_EQ(reading.S, std::min(S, L));
      EXPECT_EQ(reading.to.has_value(), !lost.contains({std::min(S, L), std::max(S, L)})) << S << "," << L;
      EXPECT_EQ(reading.state == WythoffState::pair, !reading.to) << S << "," << L;
      if (!reading.to) continue;
      const auto& [x, y] = *reading.to;
      EXPECT_TRUE(lost.contains({x, y})) << S << "," << L;
      const Integer s = reading.S, l = reading.L;
      const bool one_heap = (x == s && y < l) || (y == s && x < l) || (y == l && x < s) || (x == l && y < s);
      EXPECT_TRUE(one_heap || (x < s && s - x == l - y)) << S << "," << L;
    }
}

TEST(WythoffStates, Letters) {
  const auto state = [](long S, long L) { return letter(read_wythoff(S, L).state); };
  EXPECT_EQ(state(11, 18), 'A');
  EXPECT_EQ(state(19, 27), 'B');
  EXPECT_EQ(state(15, 32), 'D');
  EXPECT_EQ(state(19, 26), 'C');
  EXPECT_EQ(state(15, 31), 'E');
  EXPECT_EQ(state(0, 0), 'A');
  EXPECT_EQ(state(0, 1), 'B');
  EXPECT_EQ(state(0, 2), 'C');
}

}  // namespace
}  // namespace bouton
