// Options counted by their values beside the options that are listed.
#include "engine/heap/option_counts.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

using Kind = HeapOptionCounts::Kind;

std::map<Kind, Integer> listed_counts(const TakeAndBreak& game, const std::vector<std::uint32_t>& values, Coordinate heap,
                                      std::uint64_t wanted) {
  std::map<Kind, Integer> counts;
  Options options;
  game.options(heap, options);
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::uint32_t sum = 0;
    Coordinate left = 0;
    std::uint64_t heaps = 0;
    for (std::size_t part = 0; part < options[i].size(); ++part) {
      const Coordinate size = options[i][part][0];
      sum ^= values[static_cast<std::size_t>(size)];
      left += size;
      if (size > 0) ++heaps;
    }
    if (sum == wanted) counts[{static_cast<std::uint64_t>(heap - left), heaps}] += 1;
  }
  return counts;
}

/// Codes by chance.
RC_GTEST_PROP(HeapOptionCounts, AreThoseOfTheListedOptions, ()) {
  std::vector<HeapCounts> digits = {HeapCounts::of_bits(*rc::gen::element(0U, 4U))};
  const int length = *rc::gen::inRange(1, 5);
  for (int i = 0; i < length; ++i) digits.push_back(HeapCounts::of_bits(*rc::gen::inRange(0U, 8U)));
  const HeapConstraint constraint = *rc::gen::element(HeapConstraint::none, HeapConstraint::unequal,
                                                      HeapConstraint::not_all_equal, HeapConstraint::all_equal);
  const TakeAndBreak game(std::move(digits), 0, constraint);
  const auto heap = *rc::gen::inRange<Coordinate>(0, 60);
  const std::vector<std::uint32_t> values = test::values_by_options(game, heap);
  const Result<HeapOptionCounts> counts = HeapOptionCounts::of(game, values, std::nullopt, Budget{});
  RC_ASSERT(counts.has_value());
  for (std::uint64_t wanted = 0; wanted < 20; ++wanted)
    RC_ASSERT(counts->with_value(widen(heap), wanted) == listed_counts(game, values, heap, wanted));
}

/// Kayles repeats with period 12 from 71 on (Guy and Smith 1956); Dawson's Kayles with period 34 from 53 on.
TEST(HeapOptionCounts, FollowAPeriod) {
  for (const auto& [code, preperiod, length] : {std::tuple("0.77", 71, 12), {"0.07", 53, 34}}) {
    const TakeAndBreak game = TakeAndBreak::parse(code);
    const std::vector<std::uint32_t> values = test::values_by_options(game, 600);
    Period period;
    period.preperiod = static_cast<std::uint64_t>(preperiod);
    period.period = static_cast<std::uint64_t>(length);
    const std::vector<std::uint32_t> first(
        values.begin(), values.begin() + static_cast<std::ptrdiff_t>(HeapOptionCounts::values_needed(period)));
    const Result<HeapOptionCounts> counts = HeapOptionCounts::of(game, first, period, Budget{});
    for (Coordinate heap = 1; heap <= 600; heap += 7) {
      EXPECT_EQ(counts->value(widen(heap)), values[static_cast<std::size_t>(heap)]);
      for (const std::uint64_t wanted : {0, 1, 2, 3, 7, 8, 9})
        EXPECT_EQ(counts->with_value(widen(heap), wanted), listed_counts(game, values, heap, wanted)) << heap;
    }
    // All pairs of a large heap together, of each value some.
    const Integer heap("1000000000000000000000000000000");
    Integer all = 0;
    for (std::uint64_t wanted = 0; wanted < 16; ++wanted)
      for (const auto& [kind, number] : counts->with_value(heap, wanted)) all += number;
    Integer expected = (heap - 2) / 2;                                     // two tokens removed, two heaps left
    if (std::string_view(code) == "0.77") expected += (heap - 1) / 2 + 1;  // one token and two heaps, one heap
    EXPECT_EQ(all, expected + 1);
  }
}

TEST(HeapOptionCounts, AreOfMovesThatLeaveTwoHeapsAtMost) {
  EXPECT_FALSE(HeapOptionCounts::of(TakeAndBreak::parse("0.8"), {0}, std::nullopt, Budget{}));
  EXPECT_FALSE(HeapOptionCounts::of(TakeAndBreak::parse("0.3..."), {0}, std::nullopt, Budget{}));
  Period rising;
  rising.period = rising.saltus = 1;
  EXPECT_FALSE(HeapOptionCounts::of(TakeAndBreak::parse("0.3"), {0}, rising, Budget{}));
}

}  // namespace
}  // namespace bouton
