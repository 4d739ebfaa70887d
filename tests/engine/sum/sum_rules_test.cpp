#include "engine/sum/sum_rules.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "engine/search/search.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// Sums of one game's heaps by plain recursion over sorted lists.
class NaiveSums {
 public:
  NaiveSums(const Rules& rules, Play play) : rules_(rules), play_(play) {}

  bool wins(std::vector<Coordinate> heaps) {
    std::ranges::sort(heaps);
    if (const auto found = known_.find(heaps); found != known_.end()) return found->second;
    bool can_move = false;
    bool wins = false;
    for (std::size_t i = 0; i < heaps.size(); ++i) {
      Options options;
      rules_.options(Position{heaps[i]}, options);
      for (std::size_t j = 0; j < options.size(); ++j) {
        std::vector<Coordinate> next = heaps;
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t part = 0; part < options[j].size(); ++part) next.push_back(options[j][part][0]);
        can_move = true;
        wins = wins || !this->wins(next);
      }
    }
    if (!can_move) wins = play_ == Play::misere;
    return known_[heaps] = wins;
  }

 private:
  const Rules& rules_;
  Play play_;
  std::map<std::vector<Coordinate>, bool> known_;
};

RC_GTEST_PROP(SumRules, AgreeWithPlainRecursion, ()) {
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  const test::GamePointer game = *rc::gen::element(test::nim(), test::kayles());
  const Budget budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const SumRules sums({game}, play, account);
  Search search(sums, Search::Quantity::outcome, budget, account);
  const auto heaps = *rc::gen::resize(4, rc::gen::container<std::vector<Coordinate>>(rc::gen::inRange<Coordinate>(0, 7)));
  std::vector<SumPart> parts;
  for (const Coordinate heap : heaps) parts.push_back({0, Position{heap}});
  RC_ASSERT(search.find(sums.position(parts)) == Search::Status::found);
  const bool wins = search.values().outcome.outcome() == Outcome::N;
  RC_ASSERT(wins == NaiveSums(*game, play).wins(heaps));
}

TEST(SumRules, LeaveOutComponentsWithoutOptionsAndKnowTheRest) {
  const SumRules sums({test::nim(), test::wythoff()}, Play::normal, std::make_shared<MemoryAccount>(Budget{}));
  const std::vector<SumPart> given{{1, Position{5, 3}}, {0, Position{0}}, {0, Position{2}}, {1, Position{0, 0}}};
  const Position position = sums.position(given);
  ASSERT_EQ(position.size(), 2U);
  EXPECT_TRUE(sums.domain().contains(position));
  const std::vector<SumPart> parts = sums.parts(position);
  EXPECT_EQ(parts[0].game, 1U);
  EXPECT_EQ(parts[0].position, (Position{3, 5}));
  EXPECT_EQ(parts[1].game, 0U);
  EXPECT_EQ(parts[1].position, Position{2});
}

TEST(SumRules, AskEachComponentOnce) {
  const test::GamePointer game = test::kayles();
  const Budget budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const SumRules sums({game}, Play::misere, account);
  Search search(sums, Search::Quantity::outcome, budget, account);
  const std::vector<SumPart> parts{{0, Position{9}}, {0, Position{9}}, {0, Position{7}}};
  EXPECT_EQ(search.find(sums.position(parts)), Search::Status::found);
  EXPECT_EQ(game->asked, 9U);  // the rows of 1 to 9; the split into no rows at all is not a component
}

TEST(SumRules, MoveOnceForEqualComponents) {
  const SumRules sums({test::nim()}, Play::normal, std::make_shared<MemoryAccount>(Budget{}));
  const std::vector<SumPart> parts{{0, Position{2}}, {0, Position{2}}};
  Options options;
  sums.options(sums.position(parts), options);
  EXPECT_EQ(options.size(), 2U);
  EXPECT_FALSE(options.has_split());
}

}  // namespace
}  // namespace bouton
