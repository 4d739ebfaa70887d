#include "engine/table/thresholds/threshold_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/program/analysis/rest_evaluator.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/trap.h"

namespace bouton {
namespace {

/// Moves between two looks at whether to stop.
constexpr std::uint64_t kPatience = std::uint64_t{1} << 20;
/// The same in positions, where they are handed on, and how many are at once.
constexpr std::uint64_t kHandedPatience = std::uint64_t{1} << 12, kHandedAtOnce = std::uint64_t{1} << 16;

Box without_axis(const Box& box, std::size_t axis) {
  Position low, high;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    if (i == axis) continue;
    low.push_back(box.low()[i]);
    high.push_back(box.high()[i]);
  }
  if (low.empty()) return Box({0}, {0});
  return Box(low, high);
}

/// What is known of where a family's options lead; null if no position of the region has one.
const OptionRange* range_of(const Thresholds::Options& options, const Region& region) {
  const auto found = std::ranges::find(region.ranges.options, options.family.statement, &OptionRange::statement);
  return found == region.ranges.options.end() ? nullptr : &*found;
}

/// Why the options of a family cannot be looked up in the table, if that is so.
std::optional<Refusal> objection_to(const OptionRange& range, int line, std::size_t axis, const Region& region,
                                    const Domain& domain) {
  bool earlier = false;
  for (std::size_t i = 0; i < range.to.size(); ++i) {
    const Axis& whole = domain.axis(i);
    const Interval allowed = i == axis ? Interval{whole.least, Interval::clamp(whole.greatest)}
                                       : Interval{region.box.low()[i], region.box.high()[i]};
    if (!range.to[i].bounded() || !range.to[i].within(allowed)) return Refusal{"an option may leave the domain", line};
    if (i == axis || earlier) continue;
    if (range.change[i].high < 0) earlier = true;
    else if (range.change[i] != Interval::point(0)) break;
  }
  if (!earlier) return Refusal{"an option does not come before its position", line};
  return std::nullopt;
}

class ThresholdSolver {
 public:
  ThresholdSolver(const Thresholds& shape, const Region& region, const Domain& domain, const Budget& budget)
      : shape_(shape), region_(region), domain_(domain), budget_(budget), evaluator_(shape.program, shape.axis) {}

  Result<ThresholdTable> solve() {
    if (auto refusal = objection_to_thresholds(shape_, region_, domain_)) return *refusal;
    table_.axis = shape_.axis;
    table_.rest = without_axis(region_.box, shape_.axis);
    table_.least = domain_.axis(shape_.axis).least;
    greatest_ = region_.box.high()[shape_.axis];
    prepare();
    budget_.check_memory(table_.rest.size() * sizeof(std::uint32_t), "the table of thresholds");
    table_.thresholds.assign(table_.rest.size(), ThresholdTable::kNever);
    Position rest(table_.rest.low());
    for (std::uint64_t i = 0; i < table_.rest.size(); ++i) {
      evaluator_.set_rest(region_.box.dimensions() == 1 ? PositionView() : PositionView(rest));
      const std::int64_t threshold = threshold_of();
      if (threshold <= greatest_) {
        const std::uint64_t from_least = static_cast<std::uint64_t>(threshold) - static_cast<std::uint64_t>(table_.least);
        if (from_least >= ThresholdTable::kNever) return Refusal{"a threshold is too large"};
        table_.thresholds[i] = static_cast<std::uint32_t>(from_least);
      }
      table_.rest.next(rest);
      ++done_;
    }
    return std::move(table_);
  }

 private:
  /// What a family needs at each position.
  struct Plan {
    const Thresholds::Options* options = nullptr;
    const CountedLoop* loop = nullptr;  ///< the one that the axis bounds
    bool direct = false;                ///< the option's place and guards are simple: see below
    Affine place;                       ///< number of the option's other coordinates, without the loop's part
    std::int64_t place_step = 0;        ///< for each step of the loop variable
    /// Direct: the option's coordinate along the axis, counted from the least, by round; grows.
    std::vector<std::uint64_t> limits;
    /// {rest, c}, c > 0: guards that hold only where c * t + rest <= 0.
    std::vector<std::pair<Affine, std::int64_t>> ends;
  };

  void prepare() {
    for (const Thresholds::Options& options : shape_.families) {
      const OptionRange* const range = range_of(options, region_);
      if (range == nullptr) continue;
      greatest_ = std::max(greatest_, range->to[shape_.axis].high);
      Plan plan;
      plan.options = &options;
      if (options.loop) plan.loop = &options.family.loops[*options.loop];
      if (plan.loop != nullptr) find_ends(plan);
      make_direct(plan);
      plans_.push_back(std::move(plan));
    }
  }

  static void find_ends(Plan& plan) {
    for (const Guard& guard : plan.options->family.guards) {
      if (guard.depth == 0) continue;
      for (const Affine& constraint : guard.constraints) {
        const std::int64_t by = constraint.coefficient(plan.loop->variable);
        if (by > 0) plan.ends.emplace_back(substituted(constraint, plan.loop->variable, {}), by);
      }
    }
  }

  /// Direct: one loop from a constant, no guards, the option's other coordinates sums, its coordinate along the
  /// axis a function of the loop variable alone.
  void make_direct(Plan& plan) {
    const Family& family = plan.options->family;
    if (plan.loop == nullptr || !family.guards.empty()) return;
    if (shape_.program[plan.loop->first].op != Op::constant) return;
    Affine place;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < family.to.size(); ++i) {
      if (i == shape_.axis) {
        for (std::size_t c = 0; c < family.to.size(); ++c)
          if (depends_on_coordinate(shape_.program, family.to[i], c)) return;
        continue;
      }
      const Affine to = affine(shape_.program, family.to[i]);
      if (!is_linear(shape_.program, to)) return;
      const auto stride = static_cast<std::int64_t>(table_.rest.stride(axis));
      place = add(place, to, stride);
      place.constant -= table_.rest.low()[axis] * stride;
      ++axis;
    }
    plan.place_step = place.coefficient(plan.loop->variable) * plan.loop->step;
    plan.place = substituted(place, plan.loop->variable, {.constant = shape_.program[plan.loop->first].value, .terms = {}});
    plan.direct = true;
  }

  std::int64_t threshold_of() {
    std::int64_t threshold = kUnbounded;
    for (Plan& plan : plans_) {
      if (plan.loop == nullptr) {
        if (wins_anyway(plan.options->family, 0)) return table_.least;
        continue;
      }
      threshold = std::min(threshold, plan.direct ? first_win_directly(plan, threshold) : first_win(plan, threshold));
    }
    return threshold;
  }

  /// The least coordinate along the axis for which the loop reaches `t`.
  std::int64_t needed(const Plan& plan, std::int64_t t) {
    std::int64_t needed = table_.least;
    for (const Thresholds::Options::Bound& bound : plan.options->bounds)
      needed = std::max(needed, -floor_div(evaluator_.value(bound.rest) - bound.divisor * t, bound.coefficient));
    return needed;
  }

  /// Rounds that some coordinate along the axis allows, of those that anyone asks for.
  std::uint64_t rounds(const Plan& plan, std::int64_t first) {
    std::int64_t last = kUnbounded;
    for (const Quotient& other : plan.options->others)
      last = std::min(last, floor_div(evaluator_.value(other.sum), other.divisor));
    for (const Thresholds::Options::Bound& bound : plan.options->bounds) {
      const std::int64_t reach = saturating_mul(bound.coefficient, greatest_);
      last = std::min(last, floor_div(saturating_add(evaluator_.value(bound.rest), reach), bound.divisor));
    }
    for (const auto& [rest, by] : plan.ends) last = std::min(last, floor_div(wrapping_neg(evaluator_.value(rest)), by));
    return loop_count(first, last, plan.loop->step);
  }

  void count_move() {
    if (++moves_ % kPatience != 0) return;
    budget_.check_stop();
    budget_.report("thresholds", done_, table_.rest.size());
  }

  std::int64_t first_win_directly(Plan& plan, std::int64_t best) {
    const CountedLoop& loop = *plan.loop;
    const std::int64_t first = shape_.program[loop.first].value;
    const std::uint64_t count = rounds(plan, first);
    std::int64_t place = evaluator_.value(plan.place);
    for (std::uint64_t k = 0; k < count; ++k, place += plan.place_step) {
      if (k == plan.limits.size()) {
        evaluator_.set(loop.slot, first + static_cast<std::int64_t>(k) * loop.step);
        plan.limits.push_back(static_cast<std::uint64_t>(evaluator_.value(plan.options->family.to[shape_.axis])) -
                              static_cast<std::uint64_t>(table_.least));
      }
      count_move();
      if (table_.wins(static_cast<std::uint64_t>(place), plan.limits[k])) continue;
      return needed(plan, first + static_cast<std::int64_t>(k) * loop.step);
    }
    return best;
  }

  std::int64_t first_win(Plan& plan, std::int64_t best) {
    const CountedLoop& loop = *plan.loop;
    if (!guards_hold(plan.options->family, 0)) return best;
    const std::int64_t first = evaluator_.value(loop.first);
    const std::uint64_t count = rounds(plan, first);
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::int64_t t = first + static_cast<std::int64_t>(k) * loop.step;
      evaluator_.set(loop.slot, t);
      count_move();
      if (guards_hold(plan.options->family, 1) && leads_to_p(plan.options->family)) return needed(plan, t);
    }
    return best;
  }

  bool guards_hold(const Family& family, std::size_t depth) {
    return std::ranges::all_of(family.guards, [&](const Guard& guard) {
      return guard.depth != depth || (evaluator_.value(guard.condition) != 0) == guard.wanted;
    });
  }

  /// Whether the option that the loops stand at is P.
  bool leads_to_p(const Family& family) {
    std::int64_t place = 0;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < family.to.size(); ++i) {
      if (i == shape_.axis) continue;
      place += (evaluator_.value(family.to[i]) - table_.rest.low()[axis]) * static_cast<std::int64_t>(table_.rest.stride(axis));
      ++axis;
    }
    const std::int64_t limit = evaluator_.value(family.to[shape_.axis]);
    return table_.is_p(static_cast<std::uint64_t>(place), limit);
  }

  /// Whether one of the options that do not depend on the axis at all is P.
  bool wins_anyway(const Family& family, std::size_t depth) {
    if (!guards_hold(family, depth)) return false;
    if (depth == family.loops.size()) {
      count_move();
      return leads_to_p(family);
    }
    const CountedLoop& loop = family.loops[depth];
    const std::int64_t first = evaluator_.value(loop.first);
    const std::uint64_t count = loop_count(first, evaluator_.value(loop.last), loop.step);
    for (std::uint64_t k = 0; k < count; ++k) {
      evaluator_.set(loop.slot, first + static_cast<std::int64_t>(k) * loop.step);
      if (wins_anyway(family, depth + 1)) return true;
    }
    return false;
  }

  const Thresholds& shape_;
  const Region& region_;
  const Domain& domain_;
  const Budget& budget_;
  RestEvaluator evaluator_;
  ThresholdTable table_;
  std::vector<Plan> plans_;
  Coordinate greatest_ = 0;  ///< along the axis: of the positions that are asked about, and of all options
  std::uint64_t moves_ = 0, done_ = 0;
};

}  // namespace

void ThresholdTable::hand_out(const Box& box, const Budget& budget, ValueSink& sink) const {
  const std::size_t last = box.dimensions() - 1;
  const auto from_least = [&](Coordinate x) { return static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(least); };
  sink.begin(static_cast<std::uint32_t>(Outcome::N));
  std::array<std::uint64_t, kHandedAtOnce / 64> p;
  Position others;
  std::uint64_t stop = 0;  // where to look next at whether to
  for (std::uint64_t at = sink.begun().done; at < box.size();) {
    if (at >= stop) {
      budget.check_stop();
      if (stop > 0) sink.reached(at, [] { return std::string("thresholds"); });
      stop = at + kHandedPatience;
    }
    const Position position = box.position(at);
    const std::uint64_t count = std::min(kHandedAtOnce, static_cast<std::uint64_t>(box.high()[last] - position[last]) + 1);
    others.clear();
    for (std::size_t i = 0; i < position.size(); ++i)
      if (i != axis) others.push_back(position[i]);
    if (others.empty()) others.push_back(0);
    const std::uint64_t first = rest.index(others), along = from_least(position[axis]);
    if (axis == last) {
      const std::uint64_t threshold = thresholds[first];
      const std::uint64_t losing = threshold == kNever ? count : std::min(count, threshold - std::min(along, threshold));
      if (losing > 0) sink.take_run(at, Outcome::P, losing);
      if (losing < count) sink.take_run(at + losing, Outcome::N, count - losing);
    } else {
      std::fill_n(p.begin(), (count + 63) / 64, 0);
      for (std::uint64_t i = 0; i < count; ++i) p[i / 64] |= static_cast<std::uint64_t>(!wins(first + i, along)) << (i % 64);
      sink.take_outcomes(at, {p.data(), 0, count});
    }
    at += count;
  }
}

std::optional<Refusal> objection_to_thresholds(const Thresholds& shape, const Region& region, const Domain& domain) {
  for (const Thresholds::Options& options : shape.families)
    if (const OptionRange* const range = range_of(options, region))
      if (auto refusal = objection_to(*range, options.family.line, shape.axis, region, domain)) return refusal;
  return std::nullopt;
}

Result<ThresholdTable> solve_thresholds(const Thresholds& shape, const Region& region, const Domain& domain,
                                        const Budget& budget) {
  try {
    return ThresholdSolver(shape, region, domain, budget).solve();
  } catch (const Trap& trap) {
    return refusal_of(trap);
  }
}

}  // namespace bouton
