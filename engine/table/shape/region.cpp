#include "engine/table/shape/region.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/linear/inequalities.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/analysis/move_systems.h"

namespace bouton {
namespace {

/// Rounds of plain growth before a coordinate that still grows is set free.
constexpr int kGrowing = 4;
/// Rounds in which a coordinate that was set free is bounded again.
constexpr int kNarrowing = 8;

using Intervals = std::vector<Interval>;

/// No axis. A number rather than an empty optional, whose value compilers compare before they look whether there is one: what
/// nobody has set is read then, which memory checkers report.
constexpr std::size_t kNoAxis = ~std::size_t{0};

Interval axis_range(const Domain& domain, std::size_t i) {
  return {Interval::clamp(domain.axis(i).least), Interval::clamp(domain.axis(i).greatest)};
}

/// What the options of positions in `bounds` reach, inside the domain; `fixed` keeps its range.
Intervals reached(const MoveProgram& program, const Domain& domain, const Intervals& asked, const Intervals& bounds,
                  std::size_t fixed) {
  Intervals result = asked;
  for (const OptionRange& option : ranges(program, bounds).options)
    for (std::size_t i = 0; i < result.size() && i < option.to.size(); ++i) {
      if (fixed == i) continue;
      const Interval inside = intersection(option.to[i], axis_range(domain, i));
      if (!inside.empty()) result[i] = hull(result[i], inside);
    }
  return result;
}

/// Kernels know positions by as many coordinates as the region has: nothing that they keep has room for another list.
std::optional<Refusal> changes_length(const Ranges& ranges, std::size_t dimensions) {
  for (const OptionRange& option : ranges.options)
    if (option.to.size() != dimensions) return Refusal{"a move changes how many coordinates there are", option.statement->line};
  return std::nullopt;
}

Result<Region> find(const MoveProgram& program, const Domain& domain, const Box& asked_box, std::size_t fixed) {
  Intervals asked;
  for (std::size_t i = 0; i < asked_box.dimensions(); ++i) {
    asked.push_back({Interval::clamp(asked_box.low()[i]), Interval::clamp(asked_box.high()[i])});
    if (fixed == i) asked[i] = axis_range(domain, i);
  }
  if (auto refusal = changes_length(ranges(program, asked), asked.size())) return *refusal;
  Intervals bounds = asked;
  bool settled = false;
  for (int round = 0; round < kGrowing && !settled; ++round) {
    Intervals more = reached(program, domain, asked, bounds, fixed);
    for (std::size_t i = 0; i < more.size(); ++i) more[i] = hull(more[i], bounds[i]);
    settled = more == bounds;
    bounds = std::move(more);
  }
  if (!settled) {
    // Set the ends free that still move, one after another because one may drag another along, then see how far
    // the free ends really reach: from a region that holds all its options every further round stays one.
    for (std::size_t attempt = 0; attempt <= 2 * bounds.size() && !settled; ++attempt) {
      const Intervals more = reached(program, domain, asked, bounds, fixed);
      settled = true;
      for (std::size_t i = 0; i < more.size(); ++i) {
        const Interval whole = axis_range(domain, i);
        if (more[i].low < bounds[i].low) bounds[i].low = whole.low, settled = false;
        if (more[i].high > bounds[i].high) bounds[i].high = whole.high, settled = false;
      }
    }
    for (int round = 0; round < kNarrowing; ++round) {
      Intervals less = reached(program, domain, asked, bounds, fixed);
      if (less == bounds) break;
      bounds = std::move(less);
    }
  }
  Position low, high;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (fixed == i) bounds[i] = intersection(bounds[i], asked[i]);
    if (fixed != i && !bounds[i].bounded())
      return Refusal{fmt::format("moves can make {} as {} as you like", domain.coordinate_name(i),
                                 bounds[i].high >= kUnbounded ? "large" : "small"),
                     0};
    low.push_back(fixed == i ? asked_box.low()[i] : bounds[i].low);
    high.push_back(fixed == i ? asked_box.high()[i] : bounds[i].high);
  }
  Region region;
  region.ranges = ranges(program, bounds);
  if (auto refusal = changes_length(region.ranges, bounds.size())) return *refusal;
  if (auto refusal = may_wrap(program, region.ranges); refusal && fixed == kNoAxis) return *refusal;
  long double positions = 1;
  for (std::size_t i = 0; i < low.size(); ++i)
    positions *= static_cast<long double>(high[i]) - static_cast<long double>(low[i]) + 1;
  if (positions > 0x1p62L) return Refusal{"the region to be solved holds too many positions"};
  region.box = Box(low, high);
  return region;
}

}  // namespace

Box lower_corner(const Box& box, double part) {
  Position high = box.high();
  for (std::size_t i = 0; i < high.size(); ++i) {
    const auto length = static_cast<Coordinate>(std::ceil(part * static_cast<double>(box.length(i))));
    high[i] = std::min(high[i], box.low()[i] + std::max<Coordinate>(length, 1) - 1);
  }
  return {box.low(), std::move(high)};
}

std::vector<Interval> intervals(const Box& box) {
  std::vector<Interval> coordinates;
  for (std::size_t i = 0; i < box.dimensions(); ++i) coordinates.push_back({box.low()[i], box.high()[i]});
  return coordinates;
}

std::optional<Refusal> may_wrap(const MoveProgram& program, const Ranges& ranges) {
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const Interval range = ranges.expressions[id];
    if (range.empty() || range.bounded()) continue;
    switch (program[id].op) {
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::neg:
      case Op::abs: return Refusal{fmt::format("{} has no bound that is known", to_string(program, id))};
      default: break;
    }
  }
  return std::nullopt;
}

Result<Region> find_region(const MoveProgram& program, const Domain& domain, const Box& asked) {
  return find(program, domain, asked, kNoAxis);
}

Result<Region> find_region_without(const MoveProgram& program, const Domain& domain, const Box& asked, std::size_t axis) {
  return find(program, domain, asked, axis);
}

namespace {

/// Whether no option of `open` goes the wrong way along the axis.
bool is_monotone(const std::vector<const OptionRange*>& open, std::size_t axis, bool descending) {
  return std::ranges::all_of(open, [&](const OptionRange* option) {
    return descending ? option->change[axis].low >= 0 : option->change[axis].high <= 0;
  });
}

std::optional<std::vector<SolveOrder::Key>> lexicographic(const Ranges& ranges, std::size_t dimensions) {
  std::vector<const OptionRange*> open;
  for (const OptionRange& option : ranges.options) open.push_back(&option);
  std::vector<SolveOrder::Key> keys;
  std::vector<bool> used(dimensions, false);
  while (keys.size() < dimensions) {
    std::optional<SolveOrder::Key> next;
    // Any axis along which nothing goes the wrong way may come next: choosing one never spoils a later choice.
    for (std::size_t axis = 0; axis < dimensions && !next; ++axis) {
      if (used[axis]) continue;
      if (is_monotone(open, axis, false)) next = {axis, false};
      else if (is_monotone(open, axis, true)) next = {axis, true};
    }
    if (!next) return std::nullopt;
    used[next->axis] = true;
    keys.push_back(*next);
    std::erase_if(open, [&](const OptionRange* option) {
      return next->descending ? option->change[next->axis].low > 0 : option->change[next->axis].high < 0;
    });
  }
  if (!open.empty()) return std::nullopt;
  return keys;
}

/// More moves than these take too long to reason about.
constexpr std::size_t kMostSystems = 64;

/// What is known of the options that are not shown yet to come before their positions.
struct OpenMove {
  Inequalities system;
  std::vector<Affine> change;  ///< of each coordinate
};

/// Whether the sum is < 0 wherever the system holds.
bool is_negative(const Inequalities& system, const Affine& sum) { return implies(system, plus_constant(sum, 1)); }

/// Whether the axis never grows (never falls, if descending); then only the options that keep it stay open.
bool decide_by(std::size_t axis, bool descending, std::vector<OpenMove>& open) {
  const auto growth = [&](const OpenMove& move) { return scaled(move.change[axis], descending ? -1 : 1); };
  for (const OpenMove& move : open)
    if (!implies(move.system, growth(move))) return false;
  std::vector<OpenMove> left;
  for (OpenMove& move : open) {
    if (is_negative(move.system, growth(move))) continue;
    move.system.add_zero(growth(move));
    left.push_back(std::move(move));
  }
  open = std::move(left);
  return true;
}

SolveOrder order_of_sums(std::size_t dimensions) {
  SolveOrder order{SolveOrder::Kind::sum, {}};
  for (std::size_t i = 0; i < dimensions; ++i) order.axes.push_back({i, false});
  return order;
}

/// By what the moves' equations and inequalities say together: where ranges of single coordinates say too little.
std::optional<SolveOrder> proved_order(const MoveProgram& program, const Box& box) {
  const Result<MoveFamilies> families = move_families(program);
  if (!families) return std::nullopt;
  const Result<std::vector<MoveSystem>> moves = move_systems(*families);
  if (!moves || moves->size() > kMostSystems) return std::nullopt;
  const std::size_t dimensions = box.dimensions();
  std::vector<OpenMove> open;
  for (const MoveSystem& move : *moves) {
    OpenMove one{move.inequalities(), {}};
    one.system.add_sides(box);
    for (std::size_t i = 0; i < dimensions; ++i) one.change.push_back(move.to[i] - Affine::of_variable(i));
    open.push_back(std::move(one));
  }
  const std::vector<OpenMove> all = open;
  SolveOrder order{SolveOrder::Kind::lexicographic, {}};
  // An axis that never grows may come next, whichever others do: the choice closes no way.
  std::vector<bool> used(dimensions, false);
  for (bool more = true; more && !open.empty();) {
    more = false;
    for (std::size_t i = 0; i < dimensions && !more; ++i)
      for (const bool descending : {false, true}) {
        if (used[i] || more || !decide_by(i, descending, open)) continue;
        used[i] = more = true;
        order.axes.push_back({i, descending});
      }
  }
  for (std::size_t i = 0; i < dimensions; ++i)
    if (!used[i]) order.axes.push_back({i, false});
  if (open.empty()) return order;
  const bool sum_falls = std::ranges::all_of(all, [](const OpenMove& move) {
    Affine change;
    for (const Affine& one : move.change) change = change + one;
    return is_negative(move.system, change);
  });
  if (!sum_falls) return std::nullopt;
  return order_of_sums(dimensions);
}

}  // namespace

Result<SolveOrder> find_order(const MoveProgram& program, const Region& region) {
  const std::size_t dimensions = region.box.dimensions();
  if (auto keys = lexicographic(region.ranges, dimensions))
    return SolveOrder{SolveOrder::Kind::lexicographic, std::move(*keys)};
  const bool sum_falls = std::ranges::all_of(region.ranges.options, [&](const OptionRange& option) {
    Interval change = Interval::point(0);
    for (const Interval& one : option.change) change = change + one;
    return change.high < 0;
  });
  if (sum_falls) return order_of_sums(dimensions);
  if (std::optional<SolveOrder> order = proved_order(program, region.box)) return *std::move(order);
  for (const OptionRange& option : region.ranges.options) {
    const bool falls = std::ranges::any_of(option.change, [](Interval change) { return change.high < 0; }) &&
                       std::ranges::all_of(option.change, [](Interval change) { return change.high <= 0; });
    if (!falls) return Refusal{"no order is known in which every option comes before its position", option.statement->line};
  }
  return Refusal{"no order is known in which every option comes before its position"};
}

}  // namespace bouton
