#include "engine/heap/period/all_but_state.h"

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

/// What decides the values from heap n on.
class State {
 public:
  /// `first`: the least heap that counts among those that any larger number of tokens leaves.
  State(std::uint64_t removed_freely, std::uint64_t first) : free_(removed_freely), next_(first) {}

  /// Goes on to heap n, not smaller than the last one.
  template <class T>
  void advance(std::uint64_t n, std::span<const T> values) {
    for (; next_ + free_ <= n; ++next_) {
      const std::uint64_t value = values[next_];
      if (value >= mex_) above_.insert(std::ranges::lower_bound(above_, value), value);
      while (!above_.empty() && above_.front() <= mex_) {
        mex_ += above_.front() == mex_ ? 1 : 0;
        above_.erase(above_.begin());
      }
    }
    recent_.clear();
    for (std::uint64_t back = 1; back < free_ && back <= n; ++back) recent_.push_back(values[n - back]);
  }

  std::uint64_t mex() const { return mex_; }
  /// Whether the two are the same relative to their least values.
  bool matches(const State& other) const {
    const auto same = [&](std::uint64_t a, std::uint64_t b) {
      const bool below = a < mex_;
      return below ? b < other.mex_ : b >= other.mex_ && a - mex_ == b - other.mex_;
    };
    return std::ranges::equal(above_, other.above_, same) && std::ranges::equal(recent_, other.recent_, same);
  }

 private:
  std::uint64_t free_;
  std::uint64_t next_;                ///< heaps before this one have been counted
  std::uint64_t mex_ = 0;             ///< the least value that none of them has
  std::vector<std::uint64_t> above_;  ///< the values above it that they have, ascending, each as often as it was met
  std::vector<std::uint64_t> recent_;
};

}  // namespace

bool is_all_but(const TakeAndBreak& game) {
  const std::optional<unsigned> heaps = game.most_heaps();
  return game.repeat() == 1 && heaps && *heaps == 1 && game.digits().back().contains(1);
}

template <class T>
std::optional<std::uint64_t> all_but_recurrence(const TakeAndBreak& game, std::span<const T> values, const Period& period) {
  const std::uint64_t free = game.digits().size() - 1;
  const std::uint64_t first = game.digits().back().contains(0) ? 0 : 1;
  State now(free, first);
  State later(free, first);
  for (std::uint64_t n = std::max(period.preperiod, free); n + period.period <= values.size(); ++n) {
    now.advance(n, values);
    later.advance(n + period.period, values);
    if (later.mex() == now.mex() + static_cast<std::uint64_t>(period.saltus) && now.matches(later)) return n;
  }
  return std::nullopt;
}

template std::optional<std::uint64_t> all_but_recurrence(const TakeAndBreak&, std::span<const std::uint8_t>, const Period&);
template std::optional<std::uint64_t> all_but_recurrence(const TakeAndBreak&, std::span<const std::uint16_t>, const Period&);
template std::optional<std::uint64_t> all_but_recurrence(const TakeAndBreak&, std::span<const std::uint32_t>, const Period&);

}  // namespace bouton
