#include "engine/table/batch/batch_probe.h"

#include <algorithm>
#include <cmath>

namespace bouton {
namespace {

/// Chunks of rows that are looked at together.
double chunks_of(const Box& region, const SolveOrder& order) {
  const std::uint64_t length = region.length(order.axes.back().axis);
  return static_cast<double>(region.size() / length * ((length + kMostLanes - 1) / kMostLanes));
}

/// What is done for a position, and of `row_runs` for a chunk; nothing where that takes long to find out.
std::optional<BatchWork> work_of_position(const BatchProblem& problem, const Domain& domain, const Box& box) {
  constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 16, kMostRounds = std::uint64_t{1} << 14;
  constexpr double kMostSeconds = 3e-3;
  const Result<Region> region = find_region(*problem.program, domain, box);
  if (!region || region->box.size() > kMostPositions) return std::nullopt;
  const Result<SolveOrder> order = find_order(*problem.program, *region);
  if (!order) return std::nullopt;
  BatchProblem corner = problem;
  corner.region = &*region;
  corner.order = &*order;
  corner.most_seconds = kMostSeconds;
  corner.most_rounds = kMostRounds;
  BatchWork work;
  if (!solve_batch(corner, Budget(), &work)) return std::nullopt;
  const auto size = static_cast<double>(region->box.size());
  return BatchWork{work.ticks / size, work.row_runs / chunks_of(region->box, *order), work.cell_runs / size};
}

/// The work after so many doublings, from that before two, before one, and now.
double after(double doublings, double first, double second, double third) {
  constexpr double kLeastGrowth = 0.5, kMostGrowth = 8;
  const double before = second - first, now = third - second;
  if (now <= 0) return third;
  const double growth = before > 0 ? std::clamp(now / before, kLeastGrowth, kMostGrowth) : 1;
  const double terms = growth == 1 ? doublings : (std::pow(growth, doublings) - 1) / (growth - 1);
  return third + now * growth * terms;
}

}  // namespace

std::optional<BatchWork> probe_batch(const BatchProblem& problem, const Domain& domain) {
  constexpr double kPositions = 4096, kPositionsOfRow = 1024, kPositionsOfSpace = 8192;
  const Box& region = problem.region->box;
  const std::size_t dimensions = region.dimensions();
  const double positions = dimensions == 1 ? kPositionsOfRow : dimensions == 2 ? kPositions : kPositionsOfSpace;
  const auto size = static_cast<double>(region.size());
  const double part = std::pow(positions / size, 1 / static_cast<double>(dimensions));
  if (part > 0.5) return std::nullopt;
  const auto first = work_of_position(problem, domain, lower_corner(region, part / 4));
  const auto second = first ? work_of_position(problem, domain, lower_corner(region, part / 2)) : std::nullopt;
  const auto third = second ? work_of_position(problem, domain, lower_corner(region, part)) : std::nullopt;
  if (!third) return std::nullopt;
  const double doublings = std::log2(1 / part);
  const auto whole = [&](double BatchWork::*kind) { return after(doublings, (*first).*kind, (*second).*kind, (*third).*kind); };
  return BatchWork{size * whole(&BatchWork::ticks), chunks_of(region, *problem.order) * whole(&BatchWork::row_runs),
                   size * whole(&BatchWork::cell_runs)};
}

}  // namespace bouton
