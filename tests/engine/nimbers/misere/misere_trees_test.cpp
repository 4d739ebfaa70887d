#include "engine/nimbers/misere/misere_trees.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace bouton {
namespace {

using nimbers::MisereTrees;
using Number = MisereTrees::Number;

/// Games as they are, not reduced: each is the list of its options, which come before it.
struct PlainGames {
  std::vector<std::vector<std::size_t>> options;

  /// Whether the sum is a P-position under misère play, by the definition.
  bool is_P(std::size_t a, std::size_t b) {
    if (a > b) std::swap(a, b);
    const auto known = known_.find({a, b});
    if (known != known_.end()) return known->second;
    bool is_P = !options[a].empty() || !options[b].empty();
    for (const std::size_t option : options[a]) is_P = is_P && !this->is_P(option, b);
    for (const std::size_t option : options[b]) is_P = is_P && !this->is_P(a, option);
    return known_[{a, b}] = is_P;
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, bool> known_;
};

/// The values of plain games.
std::vector<Number> values_of(const PlainGames& games, MisereTrees& trees) {
  std::vector<Number> values;
  for (const auto& options : games.options) {
    std::vector<Number> own;
    for (const std::size_t option : options) own.push_back(values[option]);
    values.push_back(trees.with_options(own));
  }
  return values;
}

constexpr std::size_t kBytes = std::size_t{1} << 22;

/// There are 1, 2, 3, 5, 22, 4171780 of them (Conway, On Numbers and Games, ch. 12; Siegel, Combinatorial Game Theory, V.3;
/// A047995).
TEST(MisereTrees, AreAsManyAsTheValuesOfEachDay) {
  MisereTrees trees(100, kBytes);
  std::vector<Number> born{MisereTrees::kZero};
  for (const std::size_t expected : {2U, 3U, 5U, 22U}) {
    std::set<Number> next;
    for (std::uint32_t subset = 0; subset < 1U << born.size(); ++subset) {
      std::vector<Number> options;
      for (std::size_t i = 0; i < born.size(); ++i)
        if ((subset >> i & 1) != 0) options.push_back(born[i]);
      next.insert(trees.with_options(options));
    }
    EXPECT_EQ(next.size(), expected);
    EXPECT_EQ(trees.size(), expected);
    born.assign(next.begin(), next.end());
  }
}

TEST(SlowMisereTrees, AreAsManyAsTheValuesOfTheFifthDay) {
  MisereTrees trees(100, kBytes);
  std::vector<Number> born{MisereTrees::kZero}, options;
  while (born.size() < 22) {
    for (std::uint32_t subset = 0; subset < 1U << born.size(); ++subset) {
      options.clear();
      for (std::size_t i = 0; i < born.size(); ++i)
        if ((subset >> i & 1) != 0) options.push_back(born[i]);
      trees.with_options(options);
    }
    while (born.size() < trees.size()) born.push_back(static_cast<Number>(born.size()));
  }
  std::uint32_t values = 0;
  for (std::uint32_t subset = 0; subset < 1U << born.size(); ++subset) {
    options.clear();
    for (std::size_t i = 0; i < born.size(); ++i)
      if ((subset >> i & 1) != 0) options.push_back(born[i]);
    values += trees.simplified(options) ? 0 : 1;
  }
  EXPECT_EQ(values, 4'171'780U);
}

/// Games of equal value have the same outcome beside every game, and most games of different value do not.
TEST(MisereTrees, AreEqualWhereNoSumTellsGamesApart) {
  // All with options among the five values up to day 3, and many with three of these.
  PlainGames games;
  games.options = {{}, {0}, {0, 1}, {0, 1, 2}, {2}};
  for (std::size_t subset = 0; subset < 32; ++subset) {
    games.options.emplace_back();
    for (std::size_t option = 0; option < 5; ++option)
      if ((subset >> option & 1) != 0) games.options.back().push_back(option);
  }
  const std::size_t few = games.options.size();
  for (std::size_t a = 0; a < few; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      for (std::size_t c = 0; c <= b; ++c) games.options.push_back({a, b, c});
  MisereTrees trees(100, kBytes);
  const std::vector<Number> values = values_of(games, trees);
  std::map<Number, std::vector<bool>> outcomes;
  for (std::size_t game = 0; game < few; ++game) {
    std::vector<bool> beside;
    for (std::size_t other = 0; other < games.options.size(); ++other) beside.push_back(games.is_P(game, other));
    EXPECT_EQ(beside[0], trees.is_P(values[game]));
    const auto [known, is_new] = outcomes.emplace(values[game], beside);
    EXPECT_EQ(known->second, beside) << game;
  }
  std::set<std::vector<bool>> different;
  for (const auto& [value, beside] : outcomes) different.insert(beside);
  EXPECT_EQ(outcomes.size(), 22U);
  EXPECT_GE(different.size(), 20U);  // the others take larger games to tell apart
}

/// Random games and their sums: the value of a sum has the outcome of the sum, beside further games too.
RC_GTEST_PROP(MisereTrees, AddUpAsGamesDo, ()) {
  PlainGames games;
  const auto count = *rc::gen::inRange<std::size_t>(2, 14);
  for (std::size_t game = 0; game < count; ++game) {
    std::set<std::size_t> options;
    for (int i = *rc::gen::inRange(0, 5); game > 0 && i > 0; --i) options.insert(*rc::gen::inRange<std::size_t>(0, game));
    games.options.emplace_back(options.begin(), options.end());
  }
  MisereTrees trees(10'000, kBytes);
  const std::vector<Number> values = values_of(games, trees);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b) {
      const Number sum = trees.sum(values[a], values[b]);
      RC_ASSERT(sum != MisereTrees::kNone);
      RC_ASSERT(sum == trees.sum(values[b], values[a]));
      RC_ASSERT(trees.is_P(sum) == games.is_P(a, b));
      const auto c = *rc::gen::inRange<std::size_t>(0, count);
      RC_ASSERT(trees.sum(sum, values[c]) == trees.sum(values[a], trees.sum(values[b], values[c])));
    }
}

Number heap(MisereTrees& trees, std::uint32_t size) {
  std::vector<Number> options;
  for (std::uint32_t less = 0; less < size; ++less) options.push_back(heap(trees, less));
  return trees.with_options(options);
}

TEST(MisereTrees, AreHeapsOfNimWhereTheyCanBe) {
  MisereTrees trees(100, kBytes);
  EXPECT_EQ(heap(trees, 0), MisereTrees::kZero);
  EXPECT_EQ(trees.sum(heap(trees, 1), heap(trees, 1)), MisereTrees::kZero);
  EXPECT_EQ(trees.sum(heap(trees, 1), heap(trees, 2)), heap(trees, 3));
  // Not so of heaps of 2: their sum is P, as 0 is not.
  EXPECT_NE(trees.sum(heap(trees, 2), heap(trees, 2)), MisereTrees::kZero);
  EXPECT_TRUE(trees.is_P(trees.sum(heap(trees, 2), heap(trees, 2))));
  EXPECT_EQ(trees.birthday(heap(trees, 5)), 5U);
  EXPECT_EQ(trees.followers(heap(trees, 5)), 6U);
  // Both moves lead to a heap of 1, from which the other one must take the last counter.
  std::vector<Number> options{heap(trees, 1)};
  EXPECT_EQ(trees.with_options(options), MisereTrees::kZero);
}

/// The hash of a tree is that of what it is: trees that are made in another order have other numbers.
TEST(MisereTrees, HaveHashesThatDoNotDependOnTheOrder) {
  MisereTrees first(100, kBytes), second(100, kBytes);
  const Number first_sum = first.sum(heap(first, 2), heap(first, 2)), first_heap = heap(first, 5);
  const Number second_heap = heap(second, 5), second_sum = second.sum(heap(second, 2), heap(second, 2));
  EXPECT_NE(first_sum, second_sum);
  EXPECT_EQ(first.hash(first_sum), second.hash(second_sum));
  EXPECT_EQ(first.hash(first_heap), second.hash(second_heap));
  EXPECT_NE(first.hash(first_heap), first.hash(first_sum));
}

TEST(MisereTrees, AreNotMadeWhereTheyWouldBeTooLarge) {
  MisereTrees trees(5, kBytes);
  std::vector<Number> all{MisereTrees::kZero};
  while (all.size() < 5) {
    std::vector<Number> options = all;
    all.push_back(trees.with_options(options));
  }
  EXPECT_EQ(trees.followers(all.back()), 5U);
  std::vector<Number> options = all;
  EXPECT_EQ(trees.with_options(options), MisereTrees::kNone);
  EXPECT_EQ(trees.sum(all[4], all[3]), MisereTrees::kNone);
  EXPECT_EQ(trees.sum(all[4], MisereTrees::kNone), MisereTrees::kNone);
  // With next to no memory there are few trees, and those are right.
  MisereTrees few(1000, 4096);
  Number last = MisereTrees::kZero;
  for (std::uint32_t size = 0; size < 500 && last != MisereTrees::kNone; ++size) {
    options.clear();
    for (Number tree = 0; tree < few.size(); ++tree) options.push_back(tree);
    last = few.with_options(options);
  }
  EXPECT_EQ(last, MisereTrees::kNone);
}

}  // namespace
}  // namespace bouton
