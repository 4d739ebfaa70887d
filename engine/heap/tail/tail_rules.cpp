#include "engine/heap/tail/tail_rules.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace bouton {

Result<TailRules> TailRules::of(const TakeAndBreak& game, const GrundyValues& values, const ValueClasses& classes,
                                std::uint64_t reach) {
  const std::optional<BoundedMoves> moves = bounded_moves(game);
  if (!moves || moves->two.empty())
    return Refusal{"moves do not leave one heap or two with a bounded number of tokens removed"};
  if (values.greatest() >= kMostValue) return Refusal{fmt::format("there are values of {} and more", kMostValue)};
  if (classes.mask == 0 || classes.mask >= kMostValue) return Refusal{"no bit tells rare values from common ones"};
  if (classes.with_size && std::ranges::any_of(moves->two, [&](auto k) { return (k % 2 != 0) != classes.odd_removal; }))
    return Refusal{"moves do not all remove an even or all an odd number of tokens"};
  if (reach < kLeastReach || reach > kMostReach || moves->most_removed > kMostReach)
    return Refusal{"the rare heaps do not end early"};
  TailRules rules;
  rules.game_ = game;
  rules.moves_ = *moves;
  rules.classes_ = classes;
  rules.bit_ = classes.mask & (~classes.mask + 1);
  rules.reach_ = reach;
  if (values.size() < rules.least_heap()) return Refusal{"too few values are known"};
  const std::uint64_t last_rare = values.visit([&](auto list) {
    std::uint64_t heap = list.size() - 1;
    while (heap > 0 && classes.common(list[heap], heap)) --heap;
    return heap;
  });
  if (last_rare > reach) return Refusal{fmt::format("heap {} is rare", last_rare)};
  for (std::uint64_t heap = 0; heap <= reach; ++heap) rules.first_.push_back(static_cast<std::uint8_t>(values[heap]));
  return rules;
}

Result<TailRules> TailRules::fit(const TakeAndBreak& game, const GrundyValues& values) {
  const std::optional<BoundedMoves> moves = bounded_moves(game);
  if (!moves || values.greatest() >= kMostValue) return of(game, values, {}, kLeastReach);
  ValueCounts counts;
  values.visit([&](auto list) {
    for (std::uint64_t heap = 1; heap < list.size(); ++heap) counts.add(list[heap], heap);
  });
  const ValueClasses classes = fit_classes(counts, moves->two);
  std::uint64_t last_rare = values.size();
  while (last_rare > 1 && classes.common(values[last_rare - 1], last_rare - 1)) --last_rare;
  return of(game, values, classes, std::max(kUsualReach, std::bit_ceil(2 * last_rare)));
}

TailWindow TailRules::window(const GrundyValues& values, std::uint64_t heap) const {
  TailWindow window{heap, {}};
  for (std::uint64_t n = heap - window_size(); n < heap; ++n) window.values.push_back(static_cast<std::uint8_t>(values[n]));
  return window;
}

bool TailRules::is_window(const TailWindow& window) const {
  if (window.heap < least_heap() || window.values.size() != window_size()) return false;
  for (std::size_t i = 0; i < window.values.size(); ++i)
    if (window.values[i] >= kMostValue || !classes_.common(window.values[i], window.heap - window.values.size() + i))
      return false;
  return true;
}

}  // namespace bouton
