#include "engine/table/steps/step_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/base/costs.h"
#include "engine/system/large_pages.h"
#include "engine/table/steps/bit_sweep.h"
#include "engine/table/steps/step_sweep.h"

namespace bouton {
namespace {

/// Cells that are handed on at once.
constexpr std::size_t kCellsAtOnce = 4096;

/// How many moves a play in the region has at most: each step lowers the sum of some of the coordinates, or all of them in a
/// slanted way; a bound that is simple, not the best.
std::uint64_t longest_play(const StepLayout& layout) {
  const Box& region = layout.region;
  // Weights under which every step counts for 1 or more: those of slots, where all steps change slots.
  std::int64_t least = 0;
  bool by_slots = !layout.shifts.empty();
  for (const StepLayout::Shift& shift : layout.shifts) {
    const std::int64_t down = layout.one_axis() ? shift.lanes : shift.slots;
    by_slots = by_slots && shift.planes == 0 && down > 0;
    least = least == 0 ? down : std::min(least, down);
  }
  const std::uint64_t all = region.size() - 1;
  if (!by_slots) return all;
  return std::min<std::uint64_t>(all, static_cast<std::uint64_t>((layout.one_axis() ? layout.lanes() : layout.slots()) - 1) /
                                          static_cast<std::uint64_t>(least));
}

std::uint64_t greatest_value(const StepProblem& problem) {
  switch (problem.kind) {
    case ValueKind::outcome: return 1;
    case ValueKind::grundy: return problem.layout->shifts.size();
    case ValueKind::remoteness: return longest_play(*problem.layout);
    case ValueKind::suspense:
    case ValueKind::longest: break;  // not asked of kernels
  }
  return 0;
}

/// No value below it fails to fit.
std::uint64_t least_that_may_not_fit(ValueKind kind, StepLane lane) {
  if (kind == ValueKind::outcome) return 2;
  const bool grundy = kind == ValueKind::grundy;
  switch (lane) {
    case StepLane::bits8: return grundy ? 8 : 127;
    case StepLane::bits16: return grundy ? 16 : 32767;
    case StepLane::bits32: return grundy ? 32 : (std::uint64_t{1} << 31) - 1;
    case StepLane::bits64: return grundy ? 64 : 0;
    case StepLane::any: return grundy ? std::uint64_t{1} << 32 : 0;
  }
  return 0;
}

/// The lanes that will do for certain.
StepLane widest(const StepProblem& problem) {
  const std::uint64_t greatest = greatest_value(problem);
  for (const StepLane lane : {StepLane::bits8, StepLane::bits16, StepLane::bits32, StepLane::bits64})
    if (greatest < least_that_may_not_fit(problem.kind, lane)) return lane;
  return problem.kind == ValueKind::grundy ? StepLane::any : StepLane::bits32;
}

/// Calls visit(first, number, count) for the positions that are asked for, row by row: `count` of them from number `first` of
/// those asked for on have the number `number` of the region and those after it.
template <class Visit>
void each_row(const Box& region, const Box& asked, const Visit& visit) {
  const std::size_t last = asked.dimensions() - 1;
  Position row(asked.low());
  for (std::uint64_t first = 0; first < asked.size(); first += asked.length(last)) {
    visit(first, region.index(row), asked.length(last));
    for (std::size_t axis = last; axis-- > 0;) {
      if (row[axis] < asked.high()[axis]) {
        ++row[axis];
        break;
      }
      row[axis] = asked.low()[axis];
    }
  }
}

/// Whether outcomes are found as bits.
bool is_by_bits(const StepProblem& problem) { return problem.kind == ValueKind::outcome && !problem.layout->one_axis(); }

void hand_outcomes(const StepProblem& problem, const Budget& budget, ValueSink& sink) {
  const StepLayout& layout = *problem.layout;
  budget.check_memory(OutcomeRows::bytes(layout.region) + bytes_of_outcome_sweep(layout), "the table of outcomes");
  OutcomeRows rows(layout.region);
  sweep_outcomes(layout, problem.play, budget, rows);
  sink.begin(static_cast<std::uint32_t>(Outcome::N));
  each_row(layout.region, problem.asked, [&](std::uint64_t first, std::uint64_t number, std::uint64_t count) {
    budget.check_stop();
    const std::uint64_t column = number % rows.length;
    sink.take_outcomes(first, {rows.row(number - column), column, count});
  });
}

/// Hands on the asked part of a region's values.
void hand(const StepProblem& problem, const std::uint8_t* values, std::size_t bytes, const Budget& budget, ValueSink& sink) {
  std::array<std::uint32_t, kCellsAtOnce> cells;
  const auto hand_row = [&](std::uint64_t first, std::uint64_t number, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count; done += kCellsAtOnce) {
      budget.check_stop();
      const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(kCellsAtOnce, count - done));
      widen_step_values(values + (number + done) * bytes, bytes, now, cells.data());
      sink.take(first + done, {cells.data(), now});
    }
  };
  if (problem.asked == problem.layout->region) hand_row(0, 0, problem.asked.size());
  else each_row(problem.layout->region, problem.asked, hand_row);
}

/// Of all positions of one coordinate together.
double options_of_line(const StepLayout& layout) {
  double options = 0;
  for (const StepLayout::Shift& shift : layout.shifts)
    options += static_cast<double>(std::max<std::int64_t>(layout.lanes() - shift.lanes, 0));
  return options;
}

/// About how great the Grundy values of one coordinate become, from those of the first positions.
double great_values_of_line(const StepLayout& layout) {
  constexpr std::size_t kPositions = 512;
  std::vector<std::uint32_t> values;
  std::vector<std::size_t> seen(std::min<std::size_t>(kPositions, layout.shifts.size()) + 1, 0);  // at which position, from 1
  std::uint32_t greatest_of_half = 0, greatest = 0;
  while (values.size() < kPositions) {
    const std::size_t at = values.size();
    for (const StepLayout::Shift& shift : layout.shifts) {
      if (static_cast<std::size_t>(shift.lanes) > at) break;  // in this order
      seen[values[at - static_cast<std::size_t>(shift.lanes)]] = at + 1;
    }
    std::uint32_t value = 0;
    while (seen[value] == at + 1) ++value;
    greatest = std::max(greatest, value);
    if (at < kPositions / 2) greatest_of_half = greatest;
    values.push_back(value);
  }
  const double growth = static_cast<double>(greatest) / std::max(greatest_of_half, 1U);
  return greatest * std::pow(growth, std::log2(static_cast<double>(layout.lanes()) / static_cast<double>(kPositions)));
}

/// Whether Grundy values are found position by position, step by step, since they are great.
bool is_by_numbers(const StepProblem& problem, StepLane lane) {
  constexpr double kMostAsBits = 64;
  const StepLayout& layout = *problem.layout;
  return problem.kind == ValueKind::grundy && lane == StepLane::any && layout.one_axis() &&
         great_values_of_line(layout) >= kMostAsBits;
}

}  // namespace

StepEstimate estimate_steps(const StepProblem& problem) {
  const StepLayout& layout = *problem.layout;
  const StepRun run{&layout, problem.kind, problem.play, widest(problem)};
  // Values are mostly small, whatever they may be.
  const double lane = problem.kind == ValueKind::outcome || run.lane == StepLane::bits8 ? 1 : 2;
  StepEstimate estimate;
  estimate.greatest = greatest_value(problem);
  if (is_by_bits(problem)) {
    estimate.seconds = (layout.vectors() * costs::kStepVector + layout.seconds_of_places()) / 2;
    estimate.bytes = OutcomeRows::bytes(layout.region) + bytes_of_outcome_sweep(layout);
    return estimate;
  }
  estimate.seconds = is_by_numbers(problem, run.lane)
                         ? options_of_line(layout) * costs::kStepNumber
                         : lane * layout.vectors() * costs::kStepVector + layout.seconds_of_places();
  estimate.bytes = layout.region.size() * bytes_of_step_value(run.kind, run.lane) + bytes_of_step_sweep(run);
  return estimate;
}

void step_values(const StepProblem& problem, const Budget& budget, ValueSink& sink) {
  if (is_by_bits(problem)) return hand_outcomes(problem, budget, sink);
  StepRun run{problem.layout, problem.kind, problem.play, StepLane::bits8};
  std::unique_ptr<std::uint8_t[]> values;
  std::size_t room = 0;
  for (;;) {
    const std::size_t bytes = bytes_of_step_value(run.kind, run.lane);
    budget.check_memory(problem.layout->region.size() * bytes + bytes_of_step_sweep(run), "the table");
    if (bytes > room) {
      const auto size = static_cast<std::size_t>(problem.layout->region.size()) * bytes;
      values.reset();
      const std::size_t with_pages = room_for_large_pages(size);
      values.reset(new std::uint8_t[with_pages]);  // left as it is: every byte will be written
      ask_for_large_pages(values.get(), with_pages);
      room = bytes;
    }
    if (sweep_steps(run, budget, values.get())) break;
    // Seldom far from the beginning. The last ones, `any` or those of a remoteness, hold every value.
    run.lane = static_cast<StepLane>(static_cast<int>(run.lane) + 1);
  }
  sink.begin(static_cast<std::uint32_t>(std::min<std::uint64_t>(greatest_value(problem), Table::kInfinite - 1)));
  hand(problem, values.get(), bytes_of_step_value(run.kind, run.lane), budget, sink);
}

}  // namespace bouton
