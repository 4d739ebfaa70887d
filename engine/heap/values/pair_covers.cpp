#include "engine/heap/values/pair_covers.h"

#include <algorithm>
#include <iterator>

namespace bouton {

PairCovers::PairCovers(const PositionWindow& window, std::span<const Shift> shifts, std::span<const bool> wanted)
    : end_(std::min<std::uint64_t>(window.reach() + 1, window.end())) {
  std::vector<Shift> listed;
  std::ranges::copy_if(shifts, std::back_inserter(listed), [&](const Shift& shift) { return complete(shift.distance); });
  const auto group_of = [](const Shift& shift) { return shift.distance % 8; };
  std::ranges::stable_sort(listed, {}, group_of);
  for (std::size_t group = 0; group < ends_.size(); ++group)
    ends_[group] = static_cast<std::uint32_t>(std::ranges::upper_bound(listed, group, {}, group_of) - listed.begin());
  for (Grundy target = 0; target < wanted.size(); ++target) {
    lists_.push_back(entries_.size());
    if (!wanted[target]) continue;
    for (const auto& [distance, value] : listed)
      entries_.push_back(static_cast<std::int32_t>((target ^ value) * window.stride()) -
                         static_cast<std::int32_t>(distance / 8));
  }
}

}  // namespace bouton
