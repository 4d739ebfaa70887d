#include "engine/table/steps/step_layout.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/base/costs.h"

namespace bouton {
namespace {

/// The axes are tried in every order where they are few.
constexpr std::size_t kMostPermuted = 4;
/// Slots askew of more than this lie too far apart to be worth it.
constexpr std::int64_t kMostSkew = 64;

/// Whether a step stays in the region from some position of it.
bool matters(const Position& step, const Box& region) {
  for (std::size_t i = 0; i < step.size(); ++i) {
    const auto length = static_cast<std::int64_t>(region.length(i));
    if (step[i] >= length || step[i] <= -length) return false;
  }
  return true;
}

/// The least skew with which all steps lead back; nothing where there is none.
std::optional<std::int64_t> least_skew(const std::vector<Position>& steps, const std::vector<std::size_t>& axes) {
  const std::size_t time = axes[axes.size() - 2], lane = axes.back();
  std::int64_t least = 0, most = kMostSkew;
  for (const Position& step : steps) {
    std::int64_t lead = 0;
    for (std::size_t i = 0; i + 2 < axes.size() && lead == 0; ++i) lead = step[axes[i]];
    if (lead < 0) return std::nullopt;
    if (lead > 0) continue;
    // time + skew * lane > 0
    const std::int64_t by_time = step[time], by_lane = step[lane];
    if (by_lane == 0 && by_time <= 0) return std::nullopt;
    if (by_lane > 0 && by_time <= 0) least = std::max(least, -by_time / by_lane + 1);
    if (by_lane < 0) {
      if (by_time <= 0) return std::nullopt;
      most = std::min(most, (by_time - 1) / -by_lane);
    }
  }
  if (least > most) return std::nullopt;
  return least;
}

StepLayout layout_of(const std::vector<Position>& steps, const Box& region, const std::vector<std::size_t>& axes,
                     std::int64_t skew) {
  StepLayout layout;
  layout.region = region;
  layout.outer.assign(axes.begin(), axes.end() - 2);
  layout.time = axes[axes.size() - 2];
  layout.lane = axes.back();
  layout.skew = skew;
  std::int64_t reach = 0;
  for (const Position& step : steps) {
    StepLayout::Shift shift;
    for (const std::size_t axis : layout.outer) {
      shift.outer.push_back(step[axis]);
      shift.planes = shift.planes * static_cast<std::int64_t>(region.length(axis)) + step[axis];
    }
    shift.lanes = step[layout.lane];
    shift.slots = step[layout.time] + skew * shift.lanes;
    layout.planes_kept = std::max(layout.planes_kept, shift.planes + 1);
    reach = std::max(reach, shift.slots);
    layout.shifts.push_back(std::move(shift));
  }
  layout.slots_kept = layout.planes_kept > 1 ? layout.slots() : std::min(layout.slots(), reach + 1);
  return layout;
}

double seconds_of(const StepLayout& layout) { return layout.vectors() * costs::kStepVector + layout.seconds_of_places(); }

Result<StepLayout> along_one_axis(const std::vector<Position>& steps, const Box& region) {
  StepLayout layout;
  layout.region = region;
  for (const Position& step : steps) {
    if (step[0] < 0) return Refusal{"a step leads up"};
    layout.shifts.push_back({.outer = {}, .planes = 0, .slots = 0, .lanes = step[0]});
  }
  return layout;
}

}  // namespace

std::int64_t StepLayout::planes() const {
  std::int64_t count = 1;
  for (const std::size_t axis : outer) count *= static_cast<std::int64_t>(region.length(axis));
  return count;
}

std::int64_t StepLayout::first_lane(std::int64_t slot) const {
  return skew == 0 ? 0 : std::max<std::int64_t>(0, (slot - times() + skew) / skew);
}

std::int64_t StepLayout::end_lane(std::int64_t slot) const { return skew == 0 ? lanes() : std::min(lanes(), slot / skew + 1); }

double StepLayout::vectors() const {
  // Finding a value from those of the options takes as long as some steps; a slot begins and ends within a vector. Along one
  // axis the steps to positions close by are looked at one by one.
  constexpr double kOfSlot = 2, kOfValue = 4, kOneByOne = 4, kClose = 128;
  const auto steps = static_cast<double>(shifts.size());
  const double vectors = static_cast<double>(region.size()) / 32;
  if (one_axis()) {
    const auto close = std::ranges::count_if(shifts, [](const Shift& shift) { return shift.lanes < kClose; });
    return vectors * steps + static_cast<double>(region.size()) * kOneByOne * (1 + static_cast<double>(close));
  }
  return (vectors + kOfSlot * static_cast<double>(planes()) * static_cast<double>(slots())) * (steps + kOfValue);
}

double StepLayout::seconds_of_places() const {
  const auto size = static_cast<double>(region.size());
  if (one_axis() || (region.stride(lane) == 1 && skew == 0)) return size * costs::kStepCopied;
  return size * (region.stride(time) == 1 ? costs::kStepTransposed : costs::kStepScattered);
}

Result<StepLayout> lay_out_steps(const StepSet& set, const Box& region) {
  if (region.dimensions() == 0) return Refusal{"positions have no coordinates"};
  std::vector<Position> steps;
  for (const Position& step : set.steps) {
    if (std::ranges::all_of(step, [](Coordinate one) { return one == 0; })) return Refusal{"a step leads nowhere"};
    if (matters(step, region)) steps.push_back(step);
  }
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  const auto by_lanes = [](StepLayout layout) {
    std::ranges::stable_sort(layout.shifts, {}, &StepLayout::Shift::lanes);
    return layout;
  };
  if (region.dimensions() == 1) {
    auto layout = along_one_axis(steps, region);
    if (!layout) return layout.refusal();
    return by_lanes(*std::move(layout));
  }
  std::vector<std::size_t> axes(region.dimensions());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  std::optional<StepLayout> best;
  do {
    const auto skew = least_skew(steps, axes);
    if (!skew) continue;
    StepLayout layout = layout_of(steps, region, axes, *skew);
    if (!best || seconds_of(layout) < seconds_of(*best)) best = std::move(layout);
  } while (axes.size() <= kMostPermuted && std::next_permutation(axes.begin(), axes.end()));
  if (!best) return Refusal{"the steps have no order that slots of positions can follow"};
  return by_lanes(*std::move(best));
}

}  // namespace bouton
