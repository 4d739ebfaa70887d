#include "engine/heap/period/all_but_state.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

/// What the mex of heap n and of all later ones sees of the heaps before n, where any number of tokens from `free` on may be
/// removed, but not so many that fewer than `first` are left.
struct Seen {
  Grundy mex = 0;                             ///< the least value of none of the heaps that can always be reached
  std::set<Grundy> above;                     ///< what values they have above it, relative to it
  std::vector<std::optional<Grundy>> latest;  ///< of the other heaps: the same; nothing where it is below

  Seen(const std::vector<Grundy>& values, std::uint64_t free, std::uint64_t first, std::uint64_t n) {
    const std::set<Grundy> reached(values.begin() + static_cast<std::ptrdiff_t>(first),
                                   values.begin() + static_cast<std::ptrdiff_t>(std::max(first, n + 1 - free)));
    while (reached.contains(mex)) ++mex;
    for (const Grundy value : reached)
      if (value > mex) above.insert(value - mex);
    for (std::uint64_t heap = n + 1 - free; heap < n; ++heap)
      latest.push_back(values[heap] < mex ? std::nullopt : std::optional(values[heap] - mex));
  }
};

TEST(AllButState, RecursWhereItsDefinitionSays) {
  // The periods are those that the first 160 values show. In the last two games heap 0 is reached from the first heaps alone.
  struct Game {
    const char* code;
    std::uint64_t free, first, preperiod, period;
    std::int64_t saltus;
  };
  const Game games[] = {
      {"all-but {1,3,4,7}", 8, 0, 0, 8, 2}, {"all-but {2,3,5,7}", 8, 0, 2, 10, 3}, {"all-but {3,4,7,10}", 11, 0, 3, 14, 4},
      {"0.1112...", 4, 1, 8, 4, 1},         {"0.111012...", 6, 1, 10, 6, 1},
  };
  for (const auto& [code, free, first, preperiod, length, saltus] : games) {
    Period period;
    period.preperiod = preperiod;
    period.period = length;
    period.saltus = saltus;
    const TakeAndBreak game = TakeAndBreak::parse(code);
    ASSERT_TRUE(is_all_but(game)) << code;
    const std::vector<Grundy> values = test::values_by_options(game, 160);
    std::uint64_t n = std::max(preperiod, free);
    for (;; ++n) {
      const Seen now(values, free, first, n), later(values, free, first, n + length);
      if (later.mex == now.mex + static_cast<Grundy>(saltus) && later.above == now.above && later.latest == now.latest) break;
    }
    EXPECT_EQ(all_but_recurrence(game, std::span<const Grundy>(values), period), n) << code;
  }
}

}  // namespace
}  // namespace bouton
