// Games whose positions are not numbers, against programs of their own and what is proved of them.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "engine/base/random.h"
#include "tests/rules/game_under_test.h"
#include "tests/rules/plain_recursion.h"

namespace bouton {
namespace {

/// Of a game in which each of some things takes others away, which are bits of a set.
class TakingValues {
 public:
  explicit TakingValues(std::vector<std::uint64_t> takes) : takes_(std::move(takes)) {}

  std::uint32_t of(std::uint64_t left) {
    if (const auto known = values_.find(left); known != values_.end()) return known->second;
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < takes_.size(); ++i)
      if ((left >> i & 1) != 0) seen.insert(of(left & ~takes_[i]));
    std::uint32_t value = 0;
    while (seen.contains(value)) ++value;
    values_.emplace(left, value);
    return value;
  }

 private:
  std::vector<std::uint64_t> takes_;
  std::map<std::uint64_t, std::uint32_t> values_;
};

BigPosition parsed(const GameUnderTest& game, const std::string& text) { return parse_position(game.game(), text); }

TEST(BrusselsSprouts, LastAsLongAsEulerSays) {
  const auto game = GameUnderTest::load("brussels-sprouts");
  std::set<Position> all;
  ASSERT_TRUE(add_all_below(*game->rules, narrow(parse_position(*game, "3")).value(), 100'000, all));
  const auto moves_left = [&](const Position& position) {
    // {{4,4},{1}} has the characters of 4 + 4 + 1 arms at 3 boundaries in 2 regions.
    const std::string text = position_text(*game, widen(position));
    Coordinate arms = 0, number = 0, boundaries = 0, lists = 0;
    for (const char c : text) {
      if (c >= '0' && c <= '9') {
        boundaries += number == 0 ? 1 : 0;
        number = 10 * number + (c - '0');
        continue;
      }
      arms += number;
      number = 0;
      lists += c == '{' ? 1 : 0;
    }
    return arms + boundaries - 2 * (lists - 1);
  };
  EXPECT_EQ(moves_left(narrow(parse_position(*game, "3")).value()), 5 * 3 - 2);
  std::size_t longest = 0;
  Options options;
  for (const Position& position : all) {
    const Coordinate left = moves_left(position);
    options.clear();
    game->rules->options(position, options);
    ASSERT_EQ(options.empty(), left == 0) << position_text(*game, widen(position));
    for (std::size_t i = 0; i < options.size(); ++i) ASSERT_EQ(moves_left(Position(options[i][0])), left - 1);
    longest = std::max(longest, options.size());
  }
  EXPECT_GT(longest, 10U);
  Solver solver({game->rules}, Budget());
  for (int crosses = 1; crosses <= 8; ++crosses)
    EXPECT_EQ(solver.grundy({{0, parse_position(*game, std::to_string(crosses))}}), Nimber(Integer((5 * crosses - 2) % 2)))
        << crosses;
}

TEST(DivisorChomp, HasTheValuesOfSetsOfDivisors) {
  GameUnderTest game("divisor-chomp");
  for (const int number : {2, 6, 12, 30, 36, 60, 64, 72, 90, 210}) {
    std::vector<int> divisors;
    for (int d = 2; d <= number; ++d)
      if (number % d == 0) divisors.push_back(d);
    std::vector<std::uint64_t> takes(divisors.size());
    for (std::size_t i = 0; i < divisors.size(); ++i)
      for (std::size_t j = 0; j < divisors.size(); ++j)
        if (divisors[j] % divisors[i] == 0) takes[i] |= std::uint64_t{1} << j;
    TakingValues values(takes);
    const BigPosition start = parsed(game, std::to_string(number));
    EXPECT_EQ(game.solver().grundy({{0, start}}), Nimber(values.of((std::uint64_t{1} << divisors.size()) - 1))) << number;
    EXPECT_EQ(game.solver().outcome({{0, start}}), Outcome::N) << number;
  }
}

/// The divisors of 2^a 3^b are the squares of a rectangle, 1 the poisoned one.
TEST(DivisorChomp, OfTwoPrimesIsChomp) {
  GameUnderTest divisors("divisor-chomp"), chomp("chomp");
  int number = 1;
  for (Coordinate a = 0; a <= 4; ++a, number *= 2) {
    int power = number;
    for (Coordinate b = 0; b <= 3; ++b, power *= 3) {
      Position rows;
      for (Coordinate row = 0; row <= b; ++row) rows.push_back(a + 1);
      EXPECT_EQ(divisors.solver().grundy({{0, parsed(divisors, std::to_string(power))}}), chomp.nimber(rows)) << power;
    }
  }
}

TEST(Poset, HasTheValuesOfRandomOrders) {
  GameUnderTest game("poset");
  Random random(5);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const auto size = static_cast<std::size_t>(1 + random.below(8));
    std::vector<std::uint64_t> takes(size);
    std::string text;
    // Elements are below others of greater numbers; from the greatest on, each takes what those above it take.
    for (std::size_t i = size; i-- > 0;) {
      takes[i] |= std::uint64_t{1} << i;
      text += fmt::format("{} ", i + 1);
      for (std::size_t j = i + 1; j < size; ++j)
        if (random.below(4) == 0) {
          takes[i] |= takes[j];
          text += fmt::format("{}<{} ", i + 1, j + 1);
        }
    }
    TakingValues values(takes);
    EXPECT_EQ(game.solver().grundy({{0, parsed(game, text)}}), Nimber(values.of((std::uint64_t{1} << size) - 1))) << text;
    const std::string shown = position_text(game.game(), parsed(game, text));
    EXPECT_EQ(parsed(game, shown), parsed(game, text)) << shown;
  }
}

/// Subsets of n things that are neither empty nor everything, a set below its supersets: P for n up to 6 (D. Gale and
/// A. Neyman 1982; J. D. Christensen and M. Tilford 1997); so everything is the only winning move beside them.
TEST(Poset, OfSubsetsIsWonByTakingAllOfThem) {
  GameUnderTest game("poset");
  for (const int things : {2, 3, 4}) {
    const int all = (1 << things) - 1;
    std::string text;
    for (int set = 1; set <= all; ++set)
      for (int thing = 0; thing < things; ++thing)
        if ((set >> thing & 1) == 0) text += fmt::format("{}<{} ", set, set | 1 << thing);
    const Answer answer = game.solver().solve({{0, parsed(game, text)}});
    EXPECT_EQ(answer.value.outcome, Outcome::N);
    ASSERT_EQ(answer.winning_moves.size(), 1U) << things;
    EXPECT_EQ(position_text(game.game(), answer.winning_moves[0].to[0]).find(std::to_string(all)), std::string::npos);
  }
}

TEST(Poset, RefusesWhatIsNoOrder) {
  GameUnderTest game("poset");
  for (const char* text : {"1<1", "1<2 2<1", "1<", "<1", "1<<2", "a", "1<2,3"})
    EXPECT_THROW(parsed(game, text), RequestError) << text;
  // Not transitive; without an element that is greater; out of order.
  for (const char* text : {"({{1,2},{2,3},{3}})", "({{1,2}})", "({{2},{1}})", "({{1,1}})", "({1})"})
    EXPECT_THROW(parsed(game, text), RequestError) << text;
}

/// Sylver coinage by the set of numbers that are left, to a bound beyond which none is.
class CoinageOutcomes {
 public:
  static constexpr int kMost = 64;
  using Left = std::uint64_t;  ///< bit n: n is not a sum

  static Left left_of(const std::vector<int>& named) {
    Left sums = 1;
    for (int n = 1; n < kMost; ++n)
      for (const int coin : named)
        if (coin <= n && (sums >> (n - coin) & 1) != 0) sums |= Left{1} << n;
    return ~sums;
  }
  bool is_P(Left left) {
    if (const auto known = known_.find(left); known != known_.end()) return known->second;
    bool lost = true;
    for (int n = 2; n < kMost && lost; ++n)
      if ((left >> n & 1) != 0) lost = !is_P(after(left, n));
    known_.emplace(left, lost);
    return lost;
  }

 private:
  static Left after(Left left, int named) {
    Left sums = ~left;
    for (int n = named; n < kMost; ++n)
      if ((sums >> (n - named) & 1) != 0) sums |= Left{1} << n;
    return ~sums;
  }
  std::map<Left, bool> known_;
};

TEST(SylverCoinage, HasTheOutcomesOfSetsOfGaps) {
  GameUnderTest game("sylver-coinage");
  CoinageOutcomes outcomes;
  int lost = 0;
  // The greatest gap of a and b is a b - a - b, below the bound.
  for (int a = 2; a <= 7; ++a)
    for (int b = a + 1; b <= 9; ++b)
      for (int c = b; c <= 20; ++c) {
        if (std::gcd(a, b) != 1) continue;
        const Outcome expected = outcomes.is_P(CoinageOutcomes::left_of({a, b, c})) ? Outcome::P : Outcome::N;
        const std::string text = c == b ? fmt::format("{{{},{}}}", a, b) : fmt::format("{{{},{},{}}}", a, b, c);
        ASSERT_EQ(game.solver().outcome({{0, parsed(game, text)}}), expected) << text;
        lost += expected == Outcome::P ? 1 : 0;
        // R. L. Hutchings: two numbers without a common divisor are N, but for 2 and 3.
        if (c == b) EXPECT_EQ(expected, a == 2 && b == 3 ? Outcome::P : Outcome::N) << text;
      }
  EXPECT_GT(lost, 10);
}

TEST(SylverCoinage, AnswersOnlyWhereFinitelyManyNumbersAreLeft) {
  GameUnderTest game("sylver-coinage");
  for (const char* text : {"{4,6}", "{16}", "{}", "{1}", "{0,1}", "{5,\"7\"}", "7", "{20000,3}"})
    EXPECT_THROW(parsed(game, text), RequestError) << text;
  EXPECT_NO_THROW(parsed(game, "{6,10,15}"));
}

}  // namespace
}  // namespace bouton
