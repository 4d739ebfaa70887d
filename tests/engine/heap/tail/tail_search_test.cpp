#include "engine/heap/tail/tail_search.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sequence_period.h"

namespace bouton {
namespace {

/// The first values of a game, and the rules of its tail.
struct Start {
  explicit Start(const std::string& code, std::uint64_t heaps = std::uint64_t{1} << 17)
      : sequence(TakeAndBreak::parse(code)), rules(make(sequence, heaps)) {}

  static TailRules make(HeapSequence& sequence, std::uint64_t heaps) {
    sequence.extend(heaps - 1, Budget());
    return *TailRules::fit(sequence.game(), sequence.values());
  }
  TailSearch search() const { return {rules, sequence.values(), TailSearch::begin(rules, sequence.values())}; }

  HeapSequence sequence;
  TailRules rules;
};

void expect_period(const std::string& code, std::uint64_t preperiod, std::uint64_t period,
                   std::uint64_t heaps = std::uint64_t{1} << 17) {
  const Start start(code, heaps);
  TailSearch search = start.search();
  const std::optional<Recurrence> found = search.run(1'000'000'000, Budget());
  ASSERT_TRUE(found.has_value()) << code;
  EXPECT_EQ(found->period, period) << code;
  EXPECT_EQ(found->preperiod, preperiod) << code;
  EXPECT_LE(search.end(), std::max(heaps, preperiod + period) + period + 100'000 + (preperiod + period) / 16) << code;
}

// Preperiods and periods of Winning Ways, ch. 4, and of Flammenkamp's table of octal games.
TEST(TailSearch, ProvesPublishedPeriods) {
  expect_period("0.77", 71, 12);
  expect_period("0.156", 3479, 349);
  expect_period("0.356", 7315, 142);
  expect_period("0.644", 3256, 442);
  expect_period("0.16", 105'351, 149'459, std::uint64_t{1} << 19);
  expect_period("0.56", 326'640, 144, std::uint64_t{1} << 19);
}

TEST(TailSearch, ProvesLongPublishedPeriodsSlow) {
  expect_period("0.104", 197'769'598, 11'770'282, std::uint64_t{1} << 19);
  expect_period("0.054", 193'235'616, 10'015'179, std::uint64_t{1} << 19);
  expect_period("0.1777", 160'949'018, 60'620'715, std::uint64_t{1} << 19);
}

TEST(TailSearch, ClaimsNothingBeforeTheStateRecurs) {
  const Start start("0.106");
  TailSearch search = start.search();
  EXPECT_FALSE(search.run(3'000'000, Budget()).has_value());
  EXPECT_FALSE(search.stuck());
  EXPECT_GT(search.end(), 3'000'000U);
  EXPECT_LT(search.memory(), std::size_t{8} << 20);
}

// What a proof by all values up to twice the preperiod and the period says.
RC_GTEST_PROP(TailSearch, AgreesWithGuyAndSmithForRandomCodesSlow, ()) {
  std::string code = *rc::gen::element<std::string>("0.", "4.");
  const int digits = *rc::gen::inRange(1, 5);
  for (int i = 0; i < digits; ++i) code += static_cast<char>('0' + *rc::gen::inRange(0, 8));
  HeapSequence first(TakeAndBreak::parse(code));
  const auto moves = bounded_moves(first.game());
  RC_PRE(moves && !moves->two.empty());
  const std::optional<Period> expected = find_period(first, 20'000, Budget());
  RC_PRE(expected && expected->proved);
  first.extend(80'000, Budget());
  RC_PRE(static_cast<bool>(TailRules::fit(first.game(), first.values())));  // the rare heaps have died out
  const Start start(code, 80'000);
  TailSearch search = start.search();
  const std::optional<Recurrence> found = search.run(1'000'000, Budget());
  RC_ASSERT(found.has_value() || search.stuck());
  if (!found) return;
  RC_ASSERT(found->period == expected->period);
  RC_ASSERT(found->preperiod == expected->preperiod);
}

bool same(const Recurrence& a, const Recurrence& b) {
  return a.preperiod == b.preperiod && a.period == b.period && a.repeated == b.repeated && a.windows == b.windows;
}

TEST(TailSearch, GoesOnAsIfItHadNotBeenInterrupted) {
  const Start start("0.16", std::uint64_t{1} << 19);
  TailSearch whole = start.search();
  const std::optional<Recurrence> expected = whole.run(10'000'000, Budget());
  ASSERT_TRUE(expected.has_value());
  TailProgress progress = TailSearch::begin(start.rules, start.sequence.values());
  std::optional<Recurrence> found;
  for (int round = 0; !found && round < 100; ++round) {
    // Work that cannot be kept, as that of a proof, is done again: there has to be time for it.
    std::atomic<std::int64_t> polls = 1 + round * 47;
    Budget budget;
    budget.polls_left = &polls;
    TailSearch search(start.rules, start.sequence.values(), std::move(progress));
    try {
      found = search.run(10'000'000, budget);
    } catch (const Interrupted&) {}
    progress = search.progress();
  }
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(same(*found, *expected));
}

}  // namespace
}  // namespace bouton
