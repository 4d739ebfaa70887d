#include "engine/table/row_shifts/deliveries.h"

#include <algorithm>
#include <span>

namespace bouton {
namespace {

/// With fewer rows that collect it does not pay.
constexpr std::size_t kFewestCollectors = 16;

std::span<const RowTap> taps_of(const RowMachine& machine, const RowOfTaps& row) {
  return std::span(machine.taps).subspan(row.first_tap, row.taps);
}

/// Whether a row may collect: each row that it reads is read at one distance, by it and by those before. If so, `distance` has
/// these too.
bool may_collect(std::span<const RowTap> taps, std::vector<std::int64_t>& distance) {
  std::vector<std::uint32_t> added;
  for (const RowTap& tap : taps) {
    std::int64_t& known = distance[tap.row];
    if (tap.shift < 64 || (known != 0 && known != tap.shift)) {
      for (const std::uint32_t row : added) distance[row] = 0;
      return false;
    }
    if (known == 0) added.push_back(tap.row);
    known = tap.shift;
  }
  return !taps.empty();
}

/// The rows that may collect. `distance` is that of each row they read; 0 for the others.
std::vector<std::uint32_t> find_collectors(const RowMachine& machine, const std::vector<bool>& asked,
                                           std::vector<std::int64_t>& distance) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t r = 0; r < machine.rows.size(); ++r)
    if (!asked[r] && may_collect(taps_of(machine, machine.rows[r]), distance)) found.push_back(r);
  return found;
}

}  // namespace

std::uint32_t lines_of_delivery(const RowMachine& machine) {
  return (machine.ring + 2 * static_cast<std::uint32_t>(kStretchWords)) / Line::kPairs + 1;
}

void find_deliveries(RowMachine& machine, const std::vector<bool>& asked, std::int64_t deepest) {
  std::vector<std::int64_t> distance(machine.rows.size(), 0);
  const auto collectors = find_collectors(machine, asked, distance);
  if (collectors.size() < kFewestCollectors) return;
  // Neighbouring rows are never more than two stretches apart, and a row delivers `deepest` ahead.
  machine.ring = static_cast<std::uint32_t>((deepest + 4 * kStretch - 1) / kStretch * kStretchWords);
  for (const std::uint32_t r : collectors) {
    // One that nobody collects from delivers all the same.
    if (distance[r] == 0) distance[r] = 64;
    machine.rows[r].shown = false;
    machine.rows[r].collector = static_cast<std::uint32_t>(machine.collectors.size());
    machine.collectors.emplace_back();
  }
  const std::uint32_t lines = lines_of_delivery(machine);
  for (std::uint32_t r = 0; r < machine.rows.size(); ++r) {
    if (distance[r] == 0) continue;
    const auto number = static_cast<std::uint32_t>(machine.deliveries.size());
    machine.rows[r].delivery = number;
    machine.deliveries.push_back(
        {number * lines, static_cast<std::uint32_t>(distance[r] / 64), static_cast<std::uint32_t>(distance[r] % 64)});
  }
  for (const RowOfTaps& row : machine.rows) {
    if (row.collector == RowOfTaps::kNone) {
      for (const RowTap& tap : taps_of(machine, row)) machine.rows[tap.row].shown = true;
      continue;
    }
    Collector& collector = machine.collectors[row.collector];
    collector.delivery = machine.deliveries[row.delivery];
    collector.first_source = static_cast<std::uint32_t>(machine.sources.size());
    collector.sources = row.taps;
    collector.is_open = row.unknown_to >= 0;
    for (const RowTap& tap : taps_of(machine, row))
      machine.sources.push_back(machine.deliveries[machine.rows[tap.row].delivery].first);
  }
  for (const RowOfTaps& row : machine.rows)
    if (row.collector != RowOfTaps::kNone) machine.collectors[row.collector].is_shown = row.shown;
}

void forget_row(RowMachine& machine, std::uint32_t row) {
  const std::uint32_t delivery = machine.rows[row].delivery;
  if (delivery == RowOfTaps::kNone) return;
  const std::uint32_t first = machine.deliveries[delivery].first;
  for (std::uint32_t line = first; line < first + lines_of_delivery(machine); ++line)
    for (std::uint32_t w = 0; w < 2 * Line::kPairs; ++w) machine.delivered[line].words[w] = w % 2 == 0 ? 0 : ~std::uint64_t{0};
}

void group_collectors(RowMachine& machine) {
  std::vector<RowStep> steps;
  for (const RowStep& step : machine.fast_steps) {
    const bool collects = step.row < kOwnStep && machine.rows[step.row].collector != RowOfTaps::kNone;
    if (!collects) {
      steps.push_back(step);
      continue;
    }
    const bool goes_on = !steps.empty() && steps.back().row >= kGroupStep && steps.back().row < kSliceStep &&
                         steps.back().bit == step.bit && steps.back().bits == step.bits;
    if (!goes_on) {
      steps.push_back({kGroupStep + static_cast<std::uint32_t>(machine.groups.size()), step.bit, step.bits});
      machine.groups.push_back({static_cast<std::uint32_t>(machine.grouped.size()), 0});
    }
    ++machine.groups.back().count;
    machine.grouped.push_back(machine.rows[step.row].collector);
  }
  machine.fast_steps = std::move(steps);
}

}  // namespace bouton
