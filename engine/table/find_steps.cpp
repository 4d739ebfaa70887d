#include "engine/table/find_steps.h"

#include <algorithm>
#include <optional>

#include "engine/base/costs.h"
#include "engine/flow/steps/step_sets.h"
#include "engine/position/domain.h"
#include "engine/table/shape/shapes.h"

namespace bouton {
namespace {

/// Where an option by a step may lie.
struct Targets {
  std::vector<Interval> where;
  bool empty() const {
    return std::ranges::any_of(where, [](const Interval& one) { return one.low > one.high; });
  }
};

/// All that lie a step behind a position of the region, as far as `bounds` has them.
template <class Bounds>
Targets targets_of(const Position& step, const Box& region, const Bounds& bounds) {
  Targets targets;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const Interval bound = bounds(i);
    targets.where.push_back({std::max(bound.low, region.low()[i] - step[i]), std::min(bound.high, region.high()[i] - step[i])});
  }
  return targets;
}

constexpr std::int64_t kFar = std::int64_t{1} << 40;

class StepCollector {
 public:
  explicit StepCollector(const Box& region) : region_(region) {}

  std::optional<Refusal> add(const RayFamily& ray) {
    if (!ray.guards.empty()) return Refusal{"a guard asks for more than the option being a position", ray.line};
    if (ray.is_single()) return add(ray, 0);
    if (!ray.most) return Refusal{"a move goes on as far as there are positions", ray.line};
    for (std::int64_t k = 0; k < *ray.most; ++k)
      if (auto refusal = add(ray, k)) return refusal;
    return std::nullopt;
  }
  StepSet result() {
    std::ranges::sort(set_.steps);
    set_.steps.erase(std::unique(set_.steps.begin(), set_.steps.end()), set_.steps.end());
    return std::move(set_);
  }

 private:
  std::optional<Refusal> add(const RayFamily& ray, std::int64_t k) {
    Position step;
    for (std::size_t i = 0; i < ray.offset.size(); ++i) {
      const std::int64_t by = ray.is_single() ? 0 : ray.step[i];
      if (std::max(std::abs(ray.offset[i]), std::abs(by)) > kFar) return Refusal{"a step is very long", ray.line};
      step.push_back(ray.offset[i] + k * by);
    }
    if (std::ranges::all_of(step, [](Coordinate one) { return one == 0; })) return Refusal{"a step leads nowhere", ray.line};
    const Targets inside = targets_of(step, region_, [&](std::size_t i) {
      return Interval{region_.low()[i], region_.high()[i]};
    });
    const Targets allowed = targets_of(step, region_, [&](std::size_t i) { return ray.targets[i]; });
    if (inside.empty() && allowed.empty()) return std::nullopt;
    for (std::size_t i = 0; i < step.size(); ++i)
      if (inside.where[i].low != allowed.where[i].low || inside.where[i].high != allowed.where[i].high)
        return Refusal{"where an option exists is not where it is a position", ray.line};
    if (set_.steps.size() == kMostSteps) return Refusal{"there are too many steps", ray.line};
    set_.steps.push_back(std::move(step));
    return std::nullopt;
  }

  const Box& region_;
  StepSet set_;
};

}  // namespace

Result<StepSet> find_step_set(const MoveFamilies& families, const Region& region) {
  for (std::size_t i = 0; i < region.box.dimensions(); ++i)
    if (region.box.low()[i] < -kFar || region.box.high()[i] > kFar) return Refusal{"a coordinate is very large"};
  const Result<std::vector<RayFamily>> rays = find_ray_families(families, region);
  if (!rays) return rays.refusal();
  StepCollector collector(region.box);
  for (const RayFamily& ray : *rays)
    if (auto refusal = collector.add(ray)) return *std::move(refusal);
  return collector.result();
}

namespace {

/// All positions from the least ones of the domain to the greatest that are asked for; nothing where that is not a box.
std::optional<Box> box_from_the_least(const Domain& domain, const Box& asked) {
  Position low;
  double size = 1;
  for (std::size_t i = 0; i < asked.dimensions(); ++i) {
    low.push_back(domain.axis(i).least);
    if (low[i] < -kFar || asked.high()[i] > kFar) return std::nullopt;
    size *= static_cast<double>(asked.high()[i] - low[i]) + 1;
  }
  if (size > static_cast<double>(kFar)) return std::nullopt;
  return Box(low, asked.high());
}

Result<RegionSteps> steps_in_flow(const TableProblem& problem, const std::optional<Region>& region, double seconds) {
  if (!problem.flow) return Refusal{"the moves are not known as control flow"};
  const std::optional<Box> box = region ? region->box : box_from_the_least(*problem.domain, problem.box);
  if (!box) return Refusal{"the positions below have no end"};
  const Result<const FlowProgram*> flow = problem.flow();
  if (!flow) return flow.refusal();
  // Some tens of milliseconds, and nothing for tables that nobody will wait for, whatever the steps.
  constexpr double kPartOfTable = 0.3, kMostWork = 2e6, kMostSeconds = 30;
  if (seconds > kMostSeconds) return Refusal{"the table takes too long for any steps"};
  const double work = std::min(kMostWork, kPartOfTable * seconds / costs::kStepSearch);
  auto found = find_step_set(**flow, *box, static_cast<std::uint64_t>(work), problem.native_code);
  if (!found) return found.refusal();
  return RegionSteps{*box, *std::move(found)};
}

}  // namespace

Result<RegionSteps> step_set_of(const TableProblem& problem, const std::optional<Region>& region,
                                const std::optional<MoveFamilies>& families, double seconds) {
  if (problem.valid != nullptr) return Refusal{"not every position is valid"};
  if (problem.play == Play::by_position) return Refusal{"the terminal position decides who wins"};
  if (region && families) {
    auto found = find_step_set(*families, *region);
    if (found) return RegionSteps{region->box, *std::move(found)};
  }
  return steps_in_flow(problem, region, seconds);
}

}  // namespace bouton
