#include "engine/heap/pair_covers.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace bouton {
namespace {

/// Options of the wanted value that a heap is expected to have by the pairs of one stage.
constexpr double kStage = 4;

}  // namespace

PairCovers::PairCovers(const PositionWindow& window, std::span<const Shift> shifts, double enough,
                       std::span<const std::uint8_t> parities) {
  const std::size_t limit = window.limit();
  std::vector<std::array<double, 2>> frequency(limit);
  for (Grundy value = 0; value < limit; ++value)
    for (std::uint64_t parity = 0; parity < 2; ++parity) frequency[value][parity] = window.frequency(value, parity);
  const auto total = [&](Grundy value) { return frequency[value][0] + frequency[value][1]; };
  std::vector<Grundy> order(limit);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), total);
  while (!order.empty() && total(order.back()) == 0) order.pop_back();

  // The distances by value, the greatest first: shorter ones may end within the block itself.
  std::vector<std::vector<std::uint64_t>> distances(limit);
  for (const Shift& shift : shifts)
    if (shift.distance > 0 && shift.distance <= std::min<std::uint64_t>(window.reach(), window.end() - window.base()))
      distances[shift.value].push_back(shift.distance);
  for (std::vector<std::uint64_t>& of_value : distances) std::ranges::sort(of_value, std::greater<>());

  std::vector<Pair> pairs;
  std::mt19937 random;  // NOLINT: the same each time
  for (Grundy target = 0; target < parities.size(); ++target) {
    List list{entries_.size(), ends_.size(), 0};
    std::array<double, 2> expected{};
    pairs.clear();
    const auto served = [&](std::uint64_t parity) { return (parities[target] >> parity & 1) == 0 || expected[parity] >= enough; };
    for (const Grundy plane : order) {
      if (served(0) && served(1)) break;
      for (const std::uint64_t distance : distances[plane ^ target]) {
        if ((served(0) || frequency[plane][distance % 2] == 0) && (served(1) || frequency[plane][(1 + distance) % 2] == 0)) continue;
        const double seen = std::min(1.0, static_cast<double>(distance) / kCoverHeaps);
        for (std::uint64_t parity = 0; parity < 2; ++parity)
          expected[parity] += seen * frequency[plane][(parity + distance) % 2];
        pairs.push_back({plane, distance});
      }
    }
    // Heaps of one value come in crowds: pairs that are not alike are met by different heaps.
    std::ranges::shuffle(pairs, random);
    const std::size_t stages = static_cast<std::size_t>(std::max(1.0, std::max(expected[0], expected[1]) / kStage));
    for (std::size_t stage = 0; stage < stages && !pairs.empty(); ++stage) {
      const std::size_t begin = pairs.size() * stage / stages;
      add_stage(std::span(pairs).subspan(begin, pairs.size() * (stage + 1) / stages - begin), list.entries, window.stride());
      ++list.stages;
    }
    lists_.push_back(list);
  }
}

/// Appends the pairs, sorted by what the distance leaves modulo 8.
void PairCovers::add_stage(std::span<const Pair> pairs, std::size_t list_begin, std::size_t stride) {
  std::array<std::uint32_t, 8> next{};  // where the next pair of each group goes
  for (const Pair& pair : pairs) ++next[pair.distance % 8];
  auto place = static_cast<std::uint32_t>(entries_.size() - list_begin);
  for (std::uint32_t& group : next) {
    place += std::exchange(group, place);
    ends_.push_back(place);
  }
  entries_.resize(list_begin + place);
  for (const Pair& pair : pairs)
    entries_[list_begin + next[pair.distance % 8]++] =
        static_cast<std::int32_t>(pair.plane * stride) - static_cast<std::int32_t>(pair.distance / 8);
}

}  // namespace bouton
