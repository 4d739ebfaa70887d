#include "engine/rules/coin_runs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <set>

#include "engine/closed_form/heaps/strip_values.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Domain from(Coordinate least) { return Domain::fixed({{.name = "n", .least = least}}); }

std::shared_ptr<const CoinRuns> runs_of(const std::vector<Coordinate>& lengths, Coordinate least) {
  return std::make_shared<CoinRuns>(CoinRunsWords{.domain = from(least), .length = [lengths](Coordinate k) {
                                                    const auto at = static_cast<std::size_t>(k) - 1;
                                                    return at < lengths.size() ? std::optional(lengths[at]) : std::nullopt;
                                                  }});
}

std::vector<std::vector<Coordinate>> options_of(const Rules& rules, Coordinate place) {
  Options options;
  rules.options(Position{place}, options);
  std::vector<std::vector<Coordinate>> coins(options.size());
  for (std::size_t i = 0; i < options.size(); ++i)
    for (std::size_t part = 0; part < options[i].size(); ++part) coins[i].push_back(options[i][part][0]);
  return coins;
}

TEST(CoinRuns, AMoveTurnsNeighboursForWhichThereIsRoom) {
  const auto squares = runs_of({1, 4, 9}, 1);
  EXPECT_EQ(options_of(*squares, 3), (std::vector<std::vector<Coordinate>>{{}}));
  EXPECT_EQ(options_of(*squares, 4), (std::vector<std::vector<Coordinate>>{{}, {1, 2, 3}}));
  EXPECT_EQ(options_of(*squares, 9), (std::vector<std::vector<Coordinate>>{{}, {6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}}));
  EXPECT_EQ(options_of(*runs_of({2}, 0), 0), std::vector<std::vector<Coordinate>>());
  EXPECT_EQ(options_of(*runs_of({2}, 0), 1), (std::vector<std::vector<Coordinate>>{{0}}));
  EXPECT_EQ(squares->size_of_options(Position{9}), 14.0);
}

TEST(CoinRuns, LengthsRise) {
  const CoinRuns same(
      {.domain = from(1), .length = [](Coordinate) { return std::optional(Coordinate{3}); }, .where = "x.lua:2: "});
  Options options;
  try {
    same.options(Position{5}, options);
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_STREQ(error.what(), "x.lua:2: runs: length 2 is 3, but it must be more than 3");
  }
  EXPECT_THROW(runs_of({0}, 1)->lengths_up_to(4), RuleError);
}

TEST(CoinRuns, OptionsOfOnePositionStayWithinTheirLimit) {
  const CoinRuns all({.domain = from(1), .length = [](Coordinate k) { return std::optional(k); }, .option_bytes = 10'000});
  Options few, many;
  all.options(Position{9}, few);
  EXPECT_EQ(few.size(), 9U);
  EXPECT_THROW(all.options(Position{1'000'000}, many), LimitError);
}

/// Lengths by chance: the values and the changes are those of the same moves listed coin by coin.
RC_GTEST_PROP(CoinRuns, ValuesAreThoseOfTheListedMoves, ()) {
  const auto set = *rc::gen::container<std::set<Coordinate>>(rc::gen::inRange<Coordinate>(1, 30));
  const auto least = *rc::gen::inRange<Coordinate>(-3, 4);
  const std::shared_ptr<const CoinRuns> runs = runs_of({set.begin(), set.end()}, least);
  const std::shared_ptr<const Rules> listed =
      test::make_game(from(least), [runs](PositionView at, Options& out) { runs->options(at, out); });
  StripValues by_runs(runs, nullptr, Budget{}), by_list(listed, nullptr, Budget{});
  for (Coordinate place = least; place < least + 60; ++place)
    RC_ASSERT(*by_runs.value(widen(place)) == *by_list.value(widen(place)));
  const auto low = *rc::gen::inRange<Coordinate>(least, least + 50);
  const auto high = *rc::gen::inRange<Coordinate>(low, low + 40);
  const Result<StripValues::Heads> fast = by_runs.heads(widen(low), widen(high)), slow = by_list.heads(widen(low), widen(high));
  RC_ASSERT(fast->value == slow->value);
  RC_ASSERT(fast->changes.size() == slow->changes.size());
  if (!slow->changes.empty()) RC_ASSERT(fast->changes.begin()->second == slow->changes.begin()->second);
}

}  // namespace
}  // namespace bouton
