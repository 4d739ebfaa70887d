#include "engine/table/row_shifts/row_lanes.h"

#include <algorithm>
#include <span>
#include <utility>

namespace bouton {
namespace {

constexpr LaneWords kNothing = {};
constexpr LaneWords kEverything = {{~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL}};

bool same(const LaneWords& a, const LaneWords& b) { return std::ranges::equal(a.words, b.words); }

}  // namespace

std::size_t RowLanes::memory() const {
  return (certain.size() + possible.size() + last_certain.size() + last_possible.size()) * sizeof(LaneWords) +
         groups.size() * sizeof(LaneGroup) + parts.size() * sizeof(LanePart) + distances.size() * sizeof(LaneDistance);
}

void lay_out(RowLanes& lanes) {
  const std::size_t in_slot = lanes.stride();
  lanes.certain.assign(lanes.ring * in_slot, LaneWords());
  lanes.possible.assign(lanes.ring * in_slot, LaneWords());
  lanes.last_certain.assign(in_slot, LaneWords());
  lanes.last_possible.assign(in_slot, LaneWords());
  lanes.is_open.assign(in_slot, 0);
}

void forget_groups(RowLanes& lanes, std::uint32_t group) {
  const std::size_t in_slot = lanes.stride();
  for (std::size_t g = group + 1; g <= lanes.live_groups; ++g) {
    for (std::size_t slot = 0; slot < lanes.ring; ++slot) {
      lanes.certain[slot * in_slot + g] = kNothing;
      lanes.possible[slot * in_slot + g] = kEverything;
    }
    lanes.last_certain[g] = kNothing;
    lanes.last_possible[g] = kEverything;
    lanes.is_open[g] = 1;
  }
  lanes.live_groups = std::min(lanes.live_groups, group);
}

void open_all(RowLanes& lanes) {
  const std::size_t in_slot = lanes.stride();
  for (std::size_t g = 0; g < lanes.is_open.size(); ++g) {
    if (std::exchange(lanes.is_open[g], std::uint8_t{1}) != 0) continue;
    for (std::size_t at = g; at < lanes.certain.size(); at += in_slot) lanes.possible[at] = lanes.certain[at];
    lanes.last_possible[g] = lanes.last_certain[g];
  }
  lanes.all_open = true;
}

void close_exact(RowLanes& lanes) {
  if (!lanes.all_open) return;
  lanes.all_open = false;
  const std::size_t in_slot = lanes.stride();
  for (std::size_t g = 0; g < lanes.is_open.size(); ++g) {
    bool is_exact = same(lanes.last_certain[g], lanes.last_possible[g]);
    for (std::size_t at = g; at < lanes.certain.size() && is_exact; at += in_slot)
      is_exact = same(lanes.certain[at], lanes.possible[at]);
    if (is_exact) lanes.is_open[g] = 0;
  }
}

void save_lanes(const RowLanes& lanes, StateWriter& out) {
  for (const auto* words : {&lanes.certain, &lanes.possible, &lanes.last_certain, &lanes.last_possible})
    out.add(std::span<const LaneWords>(*words));
  for (const std::uint8_t open : lanes.is_open) out.add(open);
  out.add(static_cast<std::uint8_t>(lanes.all_open));
}

void load_lanes(RowLanes& lanes, StateReader& in) {
  for (auto* words : {&lanes.certain, &lanes.possible, &lanes.last_certain, &lanes.last_possible})
    in.get(std::span<LaneWords>(*words));
  for (std::uint8_t& open : lanes.is_open) open = in.get<std::uint8_t>();
  lanes.all_open = in.get<std::uint8_t>() != 0;
}

}  // namespace bouton
