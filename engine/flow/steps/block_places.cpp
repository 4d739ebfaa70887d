#include "engine/flow/steps/block_places.h"

#include <utility>

#include "engine/flow/analysis/natural_loops.h"

namespace bouton {

/// Depth first over the edges that lead forwards, and over one from each jump back to each block behind its loop: every block
/// of a loop leads to a jump back. These make no circle, since a loop is entered at its head alone.
std::vector<std::uint32_t> places_by_loop(const FlowFunction& function, const LoopNest& nest) {
  const auto count = static_cast<std::uint32_t>(function.blocks.size());
  std::vector<std::vector<std::uint32_t>> to(count);
  for (const std::uint32_t block : nest.order())
    for (const std::uint32_t next : successors(function.blocks[block].end)) {
      bool is_back = false;
      for (const FlowLoop& loop : nest.loops()) {
        if (loop.head != next || !loop.contains[block]) continue;
        is_back = true;
        for (const std::uint32_t inside : nest.order()) {
          if (!loop.contains[inside]) continue;
          for (const std::uint32_t behind : successors(function.blocks[inside].end))
            if (!loop.contains[behind]) to[block].push_back(behind);
        }
      }
      if (!is_back) to[block].push_back(next);
    }
  std::vector<std::uint32_t> places(count, count);
  std::vector<bool> seen(count, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> path = {{0, 0}};
  std::uint32_t place = count;
  seen[0] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    if (next == to[block].size()) {
      places[block] = --place;
      path.pop_back();
      continue;
    }
    const std::uint32_t one = to[block][next++];
    if (seen[one]) continue;
    seen[one] = true;
    path.emplace_back(one, 0);
  }
  return places;
}

}  // namespace bouton
