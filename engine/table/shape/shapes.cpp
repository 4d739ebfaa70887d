#include "engine/table/shape/shapes.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "engine/program/analysis/rest_evaluator.h"
#include "engine/program/evaluate.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"
#include "engine/program/trap.h"

namespace bouton {
namespace {

/// Loops of fixed length around a ray are written out up to this many rays.
constexpr std::size_t kMostCopies = 256;

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return floor_div(a, b); }
std::int64_t ceil_quotient(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

/// What is known of where the options of a family lead, looked up by its statement.
class FamilyReach {
 public:
  /// `region` must outlive this object.
  explicit FamilyReach(const Region& region) {
    for (const OptionRange& option : region.ranges.options) of_statement_.emplace(option.statement, &option);
  }
  /// Null if no position of the region has such an option.
  const OptionRange* operator()(const Family& family) const {
    const auto found = of_statement_.find(family.statement);
    return found == of_statement_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<const Statement*, const OptionRange*> of_statement_;
};

/// A family with its loops resolved to affine forms; the last loop's variable may be free.
struct Form {
  std::vector<Affine> to;
  std::vector<Affine> constraints;  ///< <= 0
  std::vector<Guard> guards;        ///< of the position alone, not among the constraints
};

class RayFinder {
 public:
  RayFinder(const MoveFamilies& families, const Region& region)
      : program_(families.program), region_(region), reach_of_(region) {
    for (std::size_t i = 0; i < region.box.dimensions(); ++i) coordinates_.push_back(find_coordinate(program_, i));
  }

  /// Adds the rays of the family; or says why there are none.
  std::optional<Refusal> add(const Family& family, std::vector<RayFamily>& out) {
    line_ = family.line;
    const OptionRange* const range = reach_of_(family);
    if (range == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < range->to.size(); ++i)
      if (!range->to[i].within({region_.box.low()[i], region_.box.high()[i]})) return refuse("an option may leave the domain");
    Form form;
    for (const ExpressionId to : family.to) form.to.push_back(affine(program_, to));
    for (const Guard& guard : family.guards) {
      if (guard.exact) {
        form.constraints.insert(form.constraints.end(), guard.constraints.begin(), guard.constraints.end());
      } else if (depends_on_slots(program_, guard.condition)) {
        // What stands in the sums beside coordinates may be numbers when the loops are written out.
        if (!add_constraints(program_, guard.condition, guard.wanted, form.constraints, Atoms::any))
          return refuse("a guard changes along the ray");
      } else {
        form.guards.push_back(guard);
      }
    }
    return unroll(family, 0, form, out);
  }

 private:
  Refusal refuse(std::string reason) const { return {std::move(reason), line_}; }

  std::optional<Refusal> unroll(const Family& family, std::size_t depth, const Form& form, std::vector<RayFamily>& out) {
    if (depth == family.loops.size()) return single(form, out);
    const CountedLoop& loop = family.loops[depth];
    const Expression& first = program_[loop.first];
    const Expression& last = program_[loop.last];
    if (first.op == Op::constant && last.op == Op::constant) {
      const std::uint64_t count = loop_count(first.value, last.value, loop.step);
      if (count * out.size() <= kMostCopies && count <= kMostCopies) {
        for (std::uint64_t k = 0; k < count; ++k) {
          const std::int64_t value = first.value + static_cast<std::int64_t>(k) * loop.step;
          Form fixed = form;
          for (Affine& to : fixed.to) to = with_value(to, loop.variable, value);
          for (Affine& constraint : fixed.constraints) constraint = with_value(constraint, loop.variable, value);
          if (auto refusal = unroll(family, depth + 1, fixed, out)) return refusal;
          if (out.size() > kMostCopies) return refuse("there are too many rays");
        }
        return std::nullopt;
      }
    }
    if (depth + 2 == family.loops.size()) return bands(loop, family.loops[depth + 1], form, out);
    if (depth + 1 != family.loops.size()) return refuse("loops are nested");
    return ray(loop, form, out);
  }

  /// A loop in a loop whose variable lies between two sums that are a constant apart, such as s - 2 and s + 2: a ray of the
  /// outer loop for each place between them.
  std::optional<Refusal> bands(const CountedLoop& outer, const CountedLoop& inner, const Form& form,
                               std::vector<RayFamily>& out) {
    const auto firsts = as_maximum(program_, inner.first);
    const auto lasts = as_minimum(program_, inner.last);
    if (inner.step != 1 || !firsts || !lasts) return refuse("loops are nested");
    Form bounded = form;
    const Affine variable{.constant = 0, .terms = {{inner.variable, 1}}};
    for (const Affine& first : *firsts) bounded.constraints.push_back(bouton::add(first, variable, -1));
    for (const Quotient& last : *lasts)
      bounded.constraints.push_back(bouton::add(scaled(variable, last.divisor), last.sum, -1));
    const Affine* least = nullptr;
    std::int64_t width = 0;
    for (const Affine& above : bounded.constraints)
      for (const Affine& below : bounded.constraints) {
        if (above.coefficient(inner.variable) != -1 || below.coefficient(inner.variable) != 1) continue;
        const Affine apart = bouton::add(above, below);  // least - variable + variable - greatest
        if (!apart.is_constant() || (least != nullptr && -apart.constant >= width)) continue;
        least = &above;
        width = -apart.constant;
      }
    if (least == nullptr || width >= static_cast<std::int64_t>(kMostCopies)) return refuse("loops are nested");
    const Affine start = substituted(*least, inner.variable, {});
    for (std::int64_t k = 0; k <= width; ++k) {
      const Affine value = bouton::add(start, {.constant = k, .terms = {}});
      Form fixed = bounded;
      for (Affine& to : fixed.to) to = substituted(to, inner.variable, value);
      for (Affine& constraint : fixed.constraints) constraint = substituted(constraint, inner.variable, value);
      if (auto refusal = ray(outer, fixed, out)) return refusal;
      if (out.size() > kMostCopies) return refuse("there are too many rays");
    }
    return std::nullopt;
  }

  /// The form where the variable has a value: elements of lists at places that it says, its squares and whatever else depends
  /// on it alone are numbers then.
  Affine with_value(Affine form, ExpressionId variable, std::int64_t value) const {
    for (const auto& [atom, coefficient] : Affine(form).terms)
      if (const auto number = value_of(atom, variable, value))
        form = substituted(form, atom, {.constant = *number, .terms = {}});
    return form;
  }
  std::optional<std::int64_t> value_of(ExpressionId id, ExpressionId variable, std::int64_t value) const {
    if (id == variable) return value;
    const Expression& e = program_[id];
    if (e.op == Op::coordinate || e.op == Op::variable) return std::nullopt;
    bool known = true;
    for_each_operand(e, [&](ExpressionId operand) { known = known && value_of(operand, variable, value).has_value(); });
    if (!known) return std::nullopt;
    return evaluate(program_, e, [&](ExpressionId operand) { return *value_of(operand, variable, value); });
  }

  /// to[i] - coordinate i, if that is constant but for `variable`.
  std::optional<Affine> change(const Form& form, std::size_t i, std::optional<ExpressionId> variable) const {
    Affine difference = form.to[i];
    if (!coordinates_[i]) return std::nullopt;
    difference = bouton::add(difference, {.constant = 0, .terms = {{*coordinates_[i], 1}}}, -1);
    for (const auto& term : difference.terms)
      if (!variable || term.first != *variable) return std::nullopt;
    return difference;
  }

  std::optional<Refusal> single(const Form& form, std::vector<RayFamily>& out) {
    RayFamily ray;
    ray.line = line_;
    ray.step.assign(form.to.size(), 0);
    ray.targets.assign(form.to.size(), Interval::all());
    ray.most = 1;
    ray.guards = form.guards;
    for (std::size_t i = 0; i < form.to.size(); ++i) {
      const auto moved = change(form, i, std::nullopt);
      if (!moved) return refuse("an option is not the position minus constants");
      ray.offset.push_back(-moved->constant);
    }
    return constrain(form, std::nullopt, ray, out);
  }

  std::optional<Refusal> ray(const CountedLoop& loop, const Form& form, std::vector<RayFamily>& out) {
    // Along the loop as it runs, or from its other end: `for s = 0, S - 1 do move(s, L)` is a ray from S.
    Affine first = affine(program_, loop.first);
    const auto last_parts = loop.step > 0 ? as_minimum(program_, loop.last) : std::nullopt;
    const auto last_down = loop.step < 0 ? as_maximum(program_, loop.last) : std::nullopt;
    if (!is_of_coordinates(program_, first)) return refuse("the loop's first value is not a sum of coordinates");
    Form bounded = form;
    const Affine variable{.constant = 0, .terms = {{loop.variable, 1}}};
    if (loop.step > 0) {
      if (!last_parts) return refuse("the loop's bound is not the least of sums of coordinates");
      for (const Quotient& part : *last_parts)
        bounded.constraints.push_back(bouton::add(scaled(variable, part.divisor), part.sum, -1));
    } else {
      if (!last_down) return refuse("the loop's bound is not the greatest of sums of coordinates");
      for (const Affine& part : *last_down) bounded.constraints.push_back(bouton::add(part, variable, -1));
    }
    for (const Affine& constraint : bounded.constraints)
      for (const auto& term : constraint.terms)
        if (term.first != loop.variable && program_[term.first].op != Op::coordinate)
          return refuse("a bound is not a sum of coordinates");

    // A ray may begin later than its loop, as `for s = 1, S do if s >= 3 then`.
    if (loop.step == 1 && first.is_constant())
      for (const Affine& constraint : bounded.constraints)
        if (const std::int64_t by = constraint.coefficient(loop.variable); by < 0 && constraint.terms.size() == 1)
          first.constant = std::max(first.constant, ceil_quotient(constraint.constant, -by));
    auto refusal = along(loop.variable, first, loop.step, bounded, out);
    if (!refusal) return std::nullopt;
    if (loop.step != 1 && loop.step != -1) return refusal;
    std::optional<Affine> last;
    if (last_parts && last_parts->size() == 1 && (*last_parts)[0].divisor == 1) last = (*last_parts)[0].sum;
    if (last_down && last_down->size() == 1) last = (*last_down)[0];
    if (!last || !is_of_coordinates(program_, *last)) return refusal;
    bounded.constraints.push_back(loop.step > 0 ? bouton::add(first, variable, -1) : bouton::add(variable, first, -1));
    if (!along(loop.variable, *last, -loop.step, bounded, out)) return std::nullopt;
    return refusal;
  }

  /// The loop variable is start + k * step; k takes its place in all forms.
  std::optional<Refusal> along(ExpressionId variable, const Affine& start, std::int64_t step, const Form& form,
                               std::vector<RayFamily>& out) {
    const Affine value = bouton::add(start, {.constant = 0, .terms = {{variable, step}}});
    Form by_k = form;
    for (Affine& to : by_k.to) to = substituted(to, variable, value);
    for (Affine& constraint : by_k.constraints) constraint = substituted(constraint, variable, value);
    RayFamily ray;
    ray.line = line_;
    ray.targets.assign(form.to.size(), Interval::all());
    ray.guards = form.guards;
    bool moves = false;
    for (std::size_t i = 0; i < form.to.size(); ++i) {
      const auto moved = change(by_k, i, variable);
      if (!moved) return refuse("an option is not the position minus a multiple of a direction");
      ray.offset.push_back(-moved->constant);
      ray.step.push_back(-moved->coefficient(variable));
      moves = moves || ray.step.back() != 0;
    }
    if (!moves) return refuse("the loop names one option again and again");
    return constrain(by_k, variable, ray, out);
  }

  /// Sorts the constraints: on the position, on the number of options, on where options are.
  std::optional<Refusal> constrain(const Form& form, std::optional<ExpressionId> k, RayFamily ray,
                                   std::vector<RayFamily>& out) {
    for (const Affine& constraint : form.constraints) {
      if (constraint.is_constant()) {
        if (constraint.constant > 0) return std::nullopt;  // never holds
        continue;
      }
      for (const auto& term : constraint.terms)
        if (program_[term.first].op != Op::coordinate && (!k || term.first != *k))
          return refuse("a guard changes along the ray");
      const std::int64_t by_k = k ? constraint.coefficient(*k) : 0;
      if (limit_target(constraint, k, by_k, ray)) continue;
      if (by_k == 0) {
        ray.guards.push_back(position_guard(constraint));
        continue;
      }
      if (constraint.terms.size() == 1 && by_k < 0 && constraint.constant <= 0) continue;  // it holds all along
      if (constraint.terms.size() == 1 && by_k > 0) {
        const std::int64_t most = floor_quotient(-constraint.constant, by_k) + 1;
        if (most <= 0) return std::nullopt;
        ray.most = std::min(ray.most.value_or(most), most);
        continue;
      }
      return refuse("the number of options is not the number that stay in the domain");
    }
    // A ray without end must be stopped by where it may lead.
    if (!ray.most) {
      bool stopped = false;
      for (std::size_t i = 0; i < ray.step.size(); ++i)
        stopped = stopped || (ray.step[i] > 0 && ray.targets[i].low > -kUnbounded) ||
                  (ray.step[i] < 0 && ray.targets[i].high < kUnbounded);
      if (!stopped) return refuse("nothing ends the ray");
    }
    out.push_back(std::move(ray));
    return std::nullopt;
  }

  /// factor * target_i + rest <= 0 for some coordinate i?
  bool limit_target(const Affine& constraint, std::optional<ExpressionId> k, std::int64_t by_k, RayFamily& ray) const {
    for (std::size_t i = 0; i < ray.offset.size(); ++i) {
      if (!coordinates_[i]) continue;
      const std::int64_t factor = constraint.coefficient(*coordinates_[i]);
      if (factor == 0) continue;
      // Of a ray, a bound on the position alone is a guard; of a single option it may as well limit the target.
      if (k && by_k == 0) return false;
      if (by_k != -factor * ray.step[i]) return false;
      if (constraint.terms.size() != (by_k == 0 ? 1U : 2U)) return false;
      // factor * (target + offset) + constant <= 0
      const std::int64_t rest = constraint.constant + factor * ray.offset[i];
      if (factor > 0) ray.targets[i].high = std::min(ray.targets[i].high, floor_quotient(-rest, factor));
      else ray.targets[i].low = std::max(ray.targets[i].low, ceil_quotient(rest, -factor));
      return true;
    }
    return false;
  }

  static Guard position_guard(const Affine& constraint) {
    Guard guard;
    guard.exact = true;
    guard.constraints = {constraint};
    return guard;
  }

  const MoveProgram& program_;
  const Region& region_;
  FamilyReach reach_of_;
  std::vector<std::optional<ExpressionId>> coordinates_;
  int line_ = 0;
};

/// Whether position - change comes before the position in the order of a box.
bool leads_back(const std::vector<std::int64_t>& change) {
  for (const std::int64_t one : change)
    if (one != 0) return one > 0;
  return false;
}

}  // namespace

bool RayFamily::is_single() const {
  return most == 1 || std::ranges::all_of(step, [](std::int64_t one) { return one == 0; });
}

Result<std::vector<RayFamily>> find_ray_families(const MoveFamilies& families, const Region& region) {
  std::vector<RayFamily> rays;
  RayFinder finder(families, region);
  for (const Family& family : families.families)
    if (auto refusal = finder.add(family, rays)) return *refusal;
  return rays;
}

Result<Rays> find_rays(const MoveFamilies& families, const Region& region) {
  Result<std::vector<RayFamily>> found = find_ray_families(families, region);
  if (!found) return found.refusal();
  Rays rays{families.program, *std::move(found)};
  for (const RayFamily& ray : rays.families) {
    if (!leads_back(ray.offset) || (!ray.is_single() && !leads_back(ray.step)))
      return Refusal{"a ray does not lead to earlier positions", ray.line};
  }
  if (std::ranges::all_of(rays.families, [](const RayFamily& ray) { return ray.is_single(); }))
    return Refusal{"no move is a ray"};
  return rays;
}

// --- row shifts ---

namespace {

bool mentions(const MoveProgram& program, const Affine& form, std::size_t axis) {
  return std::ranges::any_of(form.terms, [&](const auto& term) { return depends_on_coordinate(program, term.first, axis); });
}

std::optional<Refusal> check_row_shifts(const MoveFamilies& families, const Region& region, const FamilyReach& reach_of,
                                        std::size_t axis) {
  const MoveProgram& program = families.program;
  const auto coordinate = find_coordinate(program, axis);
  if (!coordinate) return Refusal{"no move depends on it"};
  for (const OptionRange& option : region.ranges.options)
    if (option.change[axis].high >= 0) return Refusal{"not every move lowers it", option.statement->line};
  for (const Family& family : families.families) {
    if (reach_of(family) == nullptr) continue;
    const auto refuse = [&](const char* reason) { return Refusal{reason, family.line}; };
    for (std::size_t i = 0; i < family.to.size(); ++i) {
      Affine to = affine(program, family.to[i]);
      if (i == axis) {
        if (to.coefficient(*coordinate) != 1) return refuse("a move is not a shift along it");
        to = substituted(to, *coordinate, {});
      }
      if (mentions(program, to, axis)) return refuse("where a move leads depends on it in another way");
    }
    for (const CountedLoop& loop : family.loops) {
      if (depends_on_coordinate(program, loop.first, axis)) return refuse("a loop begins at it");
      if (!depends_on_coordinate(program, loop.last, axis)) continue;
      if (loop.step < 0) return refuse("a loop runs down to it");
      const auto parts = as_minimum(program, loop.last);
      if (!parts) return refuse("a loop's bound depends on it in an unknown way");
      bool bounded = false;
      for (const Quotient& part : *parts) bounded = bounded || !mentions(program, part.sum, axis);
      if (!bounded) return refuse("only it bounds a loop");
    }
    for (const Guard& guard : family.guards)
      if (depends_on_coordinate(program, guard.condition, axis) && !guard.exact)
        return refuse("a guard depends on it in an unknown way");
  }
  return std::nullopt;
}

}  // namespace

Result<RowShifts> find_row_shifts(const MoveFamilies& families, const Region& region) {
  const FamilyReach reach_of(region);
  std::optional<std::size_t> best;
  std::optional<Refusal> first_refusal;
  for (std::size_t axis = 0; axis < region.box.dimensions(); ++axis) {
    if (auto refusal = check_row_shifts(families, region, reach_of, axis)) {
      if (!first_refusal)
        first_refusal = Refusal{fmt::format("along coordinate {}: {}", axis + 1, refusal->reason), refusal->line};
      continue;
    }
    if (!best || region.box.length(axis) > region.box.length(*best)) best = axis;
  }
  if (!best) return first_refusal.value_or(Refusal{"there is no axis"});
  RowShifts shifts{families.program, families.families, *best};
  // A guard that is open along the axis may hold outside of the region, where the family may lead to other lists.
  std::erase_if(shifts.families, [&](const Family& family) { return reach_of(family) == nullptr; });
  return shifts;
}

namespace {

class ShiftMoveFinder {
 public:
  ShiftMoveFinder(const RowShifts& shape, PositionView row, std::size_t most)
      : shape_(shape),
        evaluator_(shape.program, shape.axis),
        most_(most),
        coordinate_(*find_coordinate(shape.program, shape.axis)) {
    evaluator_.set_rest(row);
  }

  std::optional<std::vector<RowMove>> run() {
    for (const Family& family : shape_.families)
      if (!loops(family, 0, Interval::all())) return std::nullopt;
    return std::move(moves_);
  }

 private:
  /// Narrows `where` by coefficient * coordinate + rest <= 0.
  static void narrow(Interval& where, std::int64_t coefficient, std::int64_t rest) {
    if (coefficient > 0) where.high = std::min(where.high, floor_quotient(-rest, coefficient));
    else if (coefficient < 0) where.low = std::max(where.low, ceil_quotient(rest, -coefficient));
    else if (rest > 0) where = Interval::none();
  }

  bool guards(const Family& family, std::size_t depth, Interval& where) {
    for (const Guard& guard : family.guards) {
      if (guard.depth != depth) continue;
      if (!depends_on_coordinate(shape_.program, guard.condition, shape_.axis)) {
        if ((evaluator_.value(guard.condition) != 0) != guard.wanted) return false;
        continue;
      }
      for (const Affine& constraint : guard.constraints)
        narrow(where, constraint.coefficient(coordinate_), evaluator_.rest(constraint, coordinate_));
    }
    return !where.empty();
  }

  bool loops(const Family& family, std::size_t depth, Interval where) {
    if (!guards(family, depth, where)) return true;
    if (depth == family.loops.size()) {
      if (moves_.size() == most_) return false;
      RowMove move;
      for (std::size_t i = 0; i < family.to.size(); ++i)
        if (i != shape_.axis) move.row.push_back(evaluator_.value(family.to[i]));
      move.shift = -evaluator_.rest(affine(shape_.program, family.to[shape_.axis]), coordinate_);
      move.where = where;
      moves_.push_back(std::move(move));
      return true;
    }
    const CountedLoop& loop = family.loops[depth];
    const std::int64_t first = evaluator_.value(loop.first);
    std::int64_t last = 0;
    std::vector<std::pair<std::int64_t, Quotient>> thresholds;
    if (!depends_on_coordinate(shape_.program, loop.last, shape_.axis)) {
      last = evaluator_.value(loop.last);
    } else {
      last = kUnbounded;
      const auto parts = as_minimum(shape_.program, loop.last);
      for (const Quotient& part : *parts) {
        const std::int64_t by = part.sum.coefficient(coordinate_);
        const std::int64_t rest = evaluator_.rest(part.sum, coordinate_);
        if (by == 0) last = std::min(last, floor_quotient(rest, part.divisor));
        else thresholds.emplace_back(rest, part);
      }
    }
    const std::uint64_t count = loop_count(first, last, loop.step);
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::int64_t t = first + static_cast<std::int64_t>(k) * loop.step;
      evaluator_.set(loop.slot, t);
      Interval inside = where;
      // divisor * t <= by * coordinate + rest
      for (const auto& [rest, part] : thresholds) narrow(inside, -part.sum.coefficient(coordinate_), part.divisor * t - rest);
      if (inside.empty()) continue;
      if (!loops(family, depth + 1, inside)) return false;
    }
    return true;
  }

  const RowShifts& shape_;
  RestEvaluator evaluator_;
  const std::size_t most_;
  const ExpressionId coordinate_;
  std::vector<RowMove> moves_;
};

}  // namespace

std::optional<std::vector<RowMove>> row_moves(const RowShifts& shape, PositionView row, std::size_t most) {
  try {
    return ShiftMoveFinder(shape, row, most).run();
  } catch (const Trap&) {
    return std::nullopt;
  }
}

// --- thresholds ---

namespace {

Result<Thresholds> thresholds_along(const MoveFamilies& families, std::size_t axis) {
  const MoveProgram& program = families.program;
  const auto coordinate = find_coordinate(program, axis);
  if (!coordinate) return Refusal{"no move depends on it"};
  Thresholds result{program, axis, {}};
  bool used = false;
  for (const Family& family : families.families) {
    const auto refuse = [&](const char* reason) { return Refusal{reason, family.line}; };
    Thresholds::Options options{family, std::nullopt, {}, {}};
    for (const ExpressionId to : family.to)
      if (depends_on_coordinate(program, to, axis)) return refuse("an option depends on it");
    for (const Guard& guard : family.guards)
      if (depends_on_coordinate(program, guard.condition, axis)) return refuse("a guard depends on it");
    for (std::size_t i = 0; i < family.loops.size(); ++i) {
      const CountedLoop& loop = family.loops[i];
      if (depends_on_coordinate(program, loop.first, axis)) return refuse("a loop begins at it");
      if (!depends_on_coordinate(program, loop.last, axis)) continue;
      if (family.loops.size() != 1) return refuse("loops are nested around it");
      if (loop.step < 0) return refuse("a loop runs down to it");
      const auto parts = as_minimum(program, loop.last);
      if (!parts) return refuse("a loop's bound depends on it in an unknown way");
      options.loop = i;
      for (const Quotient& part : *parts) {
        const std::int64_t by = part.sum.coefficient(*coordinate);
        if (by == 0) {
          options.others.push_back(part);
          continue;
        }
        if (by < 0) return refuse("a loop ends sooner when it grows");
        options.bounds.push_back({substituted(part.sum, *coordinate, {}), by, part.divisor});
      }
      used = true;
    }
    result.families.push_back(std::move(options));
  }
  if (!used) return Refusal{"no loop is bounded by it"};
  return result;
}

}  // namespace

Result<Thresholds> find_thresholds(const MoveFamilies& families, std::size_t dimensions) {
  std::optional<Refusal> first_refusal;
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    auto found = thresholds_along(families, axis);
    if (found) return found;
    const Refusal& refusal = found.refusal();
    if (!first_refusal) first_refusal = Refusal{fmt::format("coordinate {}: {}", axis + 1, refusal.reason), refusal.line};
  }
  return first_refusal.value_or(Refusal{"there are no coordinates"});
}

}  // namespace bouton
