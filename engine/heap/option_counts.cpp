#include "engine/heap/option_counts.h"

#include <algorithm>
#include <utility>

namespace bouton {
namespace {

/// The least heap, 1 or more, from which on values repeat.
std::uint64_t first_repeated(const Period& period) { return std::max<std::uint64_t>(period.preperiod, 1); }

}  // namespace

std::uint64_t HeapOptionCounts::values_needed(const Period& period) { return 2 * first_repeated(period) + period.period + 1; }

Result<HeapOptionCounts> HeapOptionCounts::of(TakeAndBreak game, std::vector<std::uint32_t> values,
                                              std::optional<Period> period, const Budget& budget) {
  if (!game.most_removed()) return Refusal{"a move may remove any number of tokens"};
  if (game.most_heaps().value_or(3) > 2) return Refusal{"a move may leave more than two heaps"};
  if (period && period->saltus != 0) return Refusal{"the values rise from period to period"};
  return HeapOptionCounts(std::move(game), std::move(values), std::move(period), budget);
}

std::uint32_t HeapOptionCounts::value(const Integer& heap) const { return values_[index_of(heap)]; }

/// The place in the list of a heap with the same value.
std::size_t HeapOptionCounts::index_of(const Integer& heap) const {
  if (heap < widen_unsigned(values_.size())) return static_cast<std::size_t>(*narrow_unsigned(heap));
  const Integer first = widen_unsigned(first_repeated(*period_)), period = widen_unsigned(period_->period);
  return static_cast<std::size_t>(*narrow_unsigned(first + (heap - first) % period));
}

std::map<HeapOptionCounts::Kind, Integer> HeapOptionCounts::with_value(const Integer& heap, std::uint64_t wanted) const {
  std::map<Kind, Integer> counts;
  for (std::uint64_t removed = 0; removed <= *game_.most_removed(); ++removed) {
    const HeapCounts heaps = game_.digit(removed);
    const Integer rest = heap - widen_unsigned(removed);
    if (rest < 0) break;
    if (heaps.contains(0) && rest == 0 && wanted == 0) counts[{removed, 0}] = 1;
    if (heaps.contains(1) && rest > 0 && value(rest) == wanted) counts[{removed, 1}] = 1;
    if (!heaps.contains(2)) continue;
    if (Integer number = pairs(rest, wanted); number > 0) counts[{removed, 2}] = std::move(number);
  }
  return counts;
}

/// Pairs of heaps with so many tokens together, in no order, as the constraint of the game has them.
Integer HeapOptionCounts::pairs(const Integer& tokens, std::uint64_t wanted) const {
  const int equal = tokens > 0 && mpz_even_p(tokens.get_mpz_t()) != 0 && wanted == 0 ? 1 : 0;  // two equal heaps have value 0
  if (game_.constraint() == HeapConstraint::all_equal) return equal;
  const Integer ordered = ordered_pairs(tokens, wanted);
  return game_.constraint() == HeapConstraint::none ? Integer((ordered + equal) / 2) : Integer((ordered - equal) / 2);
}

Integer HeapOptionCounts::ordered_pairs(const Integer& tokens, std::uint64_t wanted) const {
  Integer count = 0;
  if (!period_ || tokens < widen_unsigned(values_needed(*period_))) {
    const std::uint64_t all = *narrow_unsigned(tokens);
    std::uint64_t found = 0;
    for (std::uint64_t a = 1; a < all; ++a) {
      budget_.check_stop_at(a);
      const std::uint32_t sum = values_[static_cast<std::size_t>(a)] ^ values_[static_cast<std::size_t>(all - a)];
      if (sum == wanted) ++found;
    }
    return widen_unsigned(found);
  }
  // The value of what is left beside a: the list goes on from its repeated part to where a heap with that value is.
  const std::uint64_t first = first_repeated(*period_), period = period_->period;
  const std::uint64_t same = *narrow_unsigned((tokens - widen_unsigned(first)) % widen_unsigned(period));
  const auto is_wanted = [&](std::uint64_t a) {
    const std::uint64_t other = first + (same + period - a % period) % period;
    return (values_[static_cast<std::size_t>(a)] ^ values_[static_cast<std::size_t>(other)]) == wanted;
  };
  for (std::uint64_t a = 1; a < first; ++a)
    if (is_wanted(a)) count += 2;                                   // a is the one heap or the other
  const Integer repeated = tokens - widen_unsigned(2 * first) + 1;  // pairs of which both heaps are `first` or more
  const auto whole = Integer(repeated / widen_unsigned(period));
  const std::uint64_t rest = *narrow_unsigned(repeated % widen_unsigned(period));
  std::uint64_t kinds = 0, once_more = 0;
  for (std::uint64_t r = 0; r < period; ++r) {
    if (!is_wanted(first + r)) continue;
    ++kinds;
    if (r < rest) ++once_more;
  }
  count += whole * widen_unsigned(kinds) + widen_unsigned(once_more);
  return count;
}

}  // namespace bouton
