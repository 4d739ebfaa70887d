#include "engine/flow/families/linear_values.h"

#include <algorithm>
#include <utility>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

/// Coefficients beyond this are those of no rule, and of sums whose coefficients have left 64 bits.
constexpr std::int64_t kGreatestCoefficient = std::int64_t{1} << 40;

/// Rules with families need some dozens.
constexpr std::size_t kMostNodes = 4000;

bool has_small_coefficients(const Affine& sum) { return sum.is_within(kUnbounded - 1, kGreatestCoefficient); }

/// k where the number is 2^k, k < 62.
std::optional<int> power_of_two(std::int64_t number) {
  for (int k = 0; k < 62; ++k)
    if (number == std::int64_t{1} << k) return k;
  return std::nullopt;
}

}  // namespace

LinearValues::LinearValues(MoveProgram& program, const std::vector<CoordinateRange>& ranges)
    : program_(program),
      ranges_(ranges),
      unbounded_(std::ranges::any_of(ranges, &CoordinateRange::is_any_size)),
      facts_(program, ranges),
      conditions_(program, facts_, kMostNodes) {}

Slot LinearValues::new_variable(const std::string& name, Interval range) {
  const Slot slot = program_.new_slot(name);
  slots_.resize(slot + std::size_t{1}, Interval::all());
  slots_[slot] = range;
  ValueRange values;
  if (range.low > -kUnbounded) values.least = range.low;
  if (range.high < kUnbounded) values.greatest = range.high;
  facts_.set_range(slot, values);
  return slot;
}

// ---- ranges ----

Interval LinearValues::range(const Affine& sum) {
  if (!has_small_coefficients(sum)) return Interval::all();
  Interval total = Interval::point(sum.constant);
  for (const auto& [atom, coefficient] : sum.terms) total = total + range(atom) * Interval::point(coefficient);
  // Beyond the ends it may have wrapped around to anywhere.
  return total.bounded() || unbounded_ ? total : Interval::all();
}

Interval LinearValues::range(ExpressionId id) {
  const auto known = known_ranges_.find(id);
  if (known != known_ranges_.end()) return known->second;
  const Interval found = work_out_range(id);
  known_ranges_.emplace(id, found);
  return found;
}

Interval LinearValues::work_out_range(ExpressionId id) {
  const Expression e = program_[id];
  const auto number = static_cast<std::size_t>(e.value);
  switch (e.op) {
    case Op::constant: return Interval::point(e.value);
    case Op::coordinate: {
      const CoordinateRange range = number < ranges_.size() ? ranges_[number] : CoordinateRange{};
      return {Interval::clamp(range.least), range.is_any_size ? kUnbounded : Interval::clamp(range.greatest)};
    }
    case Op::variable: return number < slots_.size() ? slots_[number] : Interval::all();
    case Op::min: {
      const Interval a = range(e.a), b = range(e.b);
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    }
    case Op::max: {
      const Interval a = range(e.a), b = range(e.b);
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    }
    case Op::select: return hull(range(e.b), range(e.c));
    case Op::floor_div: {
      const Expression& by = program_[e.b];
      if (by.op != Op::constant || by.value < 1) break;
      const Interval a = range(e.a);
      return {a.low > -kUnbounded ? floor_div(a.low, by.value) : -kUnbounded,
              a.high < kUnbounded ? floor_div(a.high, by.value) : kUnbounded};
    }
    case Op::add:
    case Op::sub:
    case Op::neg:
    case Op::mul: {
      const Affine sum = affine(id);
      if (sum.terms.size() != 1 || sum.terms[0].first != id) return range(sum);
      break;
    }
    default: break;
  }
  const ValueRange known = facts_.range(id);
  return {Interval::clamp(known.least), Interval::clamp(known.greatest)};
}

bool LinearValues::has_bits(ExpressionId id) {
  const auto known = has_bits_.find(id);
  if (known != has_bits_.end()) return known->second;
  const Expression e = program_[id];
  bool found = e.op >= Op::bit_and && e.op <= Op::shift_right;
  found = found || e.op == Op::bit_not || e.op == Op::unsigned_less;
  for_each_operand(e, [&](ExpressionId operand) { found = found || has_bits(operand); });
  has_bits_.emplace(id, found);
  return found;
}

/// Whether the sum, and what stands on either side where it is written as a comparison, is what it is for integers that do not
/// wrap around.
bool LinearValues::is_exact(const Affine& sum) {
  if (!has_small_coefficients(sum)) return false;
  if (unbounded_) return std::ranges::none_of(sum.terms, [this](const auto& term) { return has_bits(term.first); });
  Interval positive = Interval::point(std::max<std::int64_t>(sum.constant, 0)),
           negative = Interval::point(std::max<std::int64_t>(-sum.constant, 0));
  for (const auto& [atom, coefficient] : sum.terms) {
    Interval& side = coefficient > 0 ? positive : negative;
    side = side + range(atom) * Interval::point(coefficient > 0 ? coefficient : -coefficient);
  }
  return positive.bounded() && negative.bounded();
}

// ---- values ----

ExpressionId LinearValues::linear(const Affine& sum) {
  // A minimum and a constant: the constant goes in.
  if (sum.terms.size() == 1 && sum.terms[0].second == 1 && sum.constant != 0) {
    const Expression e = program_[sum.terms[0].first];
    const auto moved = [&](ExpressionId id) { return plus_constant(affine(id), sum.constant); };
    if ((e.op == Op::min || e.op == Op::max) && is_exact(moved(e.a)) && is_exact(moved(e.b)))
      return program_.binary(e.op, linear(moved(e.a)), linear(moved(e.b)));
  }
  std::optional<ExpressionId> total;
  const auto multiple = [&](const auto& term, std::int64_t sign) {
    return program_.binary(Op::mul, program_.constant(sign * term.second), term.first);
  };
  for (const auto& term : sum.terms)
    if (term.second > 0) total = total ? program_.binary(Op::add, *total, multiple(term, 1)) : multiple(term, 1);
  ExpressionId result = total ? *total : program_.constant(sum.constant);
  for (const auto& term : sum.terms)
    if (term.second < 0) result = program_.binary(Op::sub, result, multiple(term, -1));
  return total ? program_.binary(Op::add, result, program_.constant(sum.constant)) : result;
}

std::optional<ExpressionId> LinearValues::operation(FlowOp op, ExpressionId a, ExpressionId b, Condition assumed) {
  const auto known = [&](ExpressionId id) {
    return program_[id].op == Op::constant ? std::optional(program_[id].value) : std::nullopt;
  };
  const auto sum_or = [&](const Affine& sum, Op raw) {
    if (has_small_coefficients(sum)) return linear(sum);
    return raw == Op::neg ? program_.unary(raw, a) : program_.binary(raw, a, b);
  };
  const auto divides = [&] { return range(b).low > 0 || range(b).high < 0; };
  switch (op) {
    case FlowOp::move: return a;
    case FlowOp::neg: return sum_or(negated(affine(a)), Op::neg);
    case FlowOp::bit_not: return program_.unary(Op::bit_not, a);
    case FlowOp::abs: return range(a).low >= 0 ? a : program_.unary(Op::abs, a);
    case FlowOp::add: return sum_or(affine(a) + affine(b), Op::add);
    case FlowOp::sub: return sum_or(affine(a) - affine(b), Op::sub);
    case FlowOp::mul:
      if (known(b)) return sum_or(scaled(affine(a), *known(b)), Op::mul);
      if (known(a)) return sum_or(scaled(affine(b), *known(a)), Op::mul);
      return program_.binary(Op::mul, a, b);
    case FlowOp::floor_div: return divides() ? std::optional(program_.binary(Op::floor_div, a, b)) : std::nullopt;
    case FlowOp::floor_mod: return divides() ? std::optional(program_.binary(Op::floor_mod, a, b)) : std::nullopt;
    case FlowOp::truncating_mod:
      if (range(a).low < 0 || range(b).low <= 0) return std::nullopt;
      return program_.binary(Op::floor_mod, a, b);
    case FlowOp::bit_and:
      for (const auto& [value, mask] : {std::pair(a, known(b)), std::pair(b, known(a))})
        if (mask && *mask >= 0 && *mask < kUnbounded && power_of_two(*mask + 1))
          return program_.binary(Op::floor_mod, value, program_.constant(*mask + 1));
      return program_.binary(Op::bit_and, a, b);
    case FlowOp::bit_or: return program_.binary(Op::bit_or, a, b);
    case FlowOp::bit_xor: return program_.binary(Op::bit_xor, a, b);
    case FlowOp::shift_left:
    case FlowOp::shift_right: return shifted(op, a, b);
    case FlowOp::min: return extreme(Op::min, a, b, assumed);
    case FlowOp::max: return extreme(Op::max, a, b, assumed);
    default: return std::nullopt;
  }
}

/// By a constant it is a product or a quotient.
ExpressionId LinearValues::shifted(FlowOp op, ExpressionId a, ExpressionId b) {
  const Expression& by = program_[b];
  if (by.op == Op::constant && by.value > -40 && by.value < 40) {
    const std::int64_t left = op == FlowOp::shift_left ? by.value : -by.value;
    const Affine product = scaled(affine(a), left >= 0 ? std::int64_t{1} << left : 1);
    if (left >= 0 && has_small_coefficients(product)) return linear(product);
    if (left < 0 && range(a).low >= 0) return program_.binary(Op::floor_div, a, program_.constant(std::int64_t{1} << -left));
  }
  return program_.binary(op == FlowOp::shift_left ? Op::shift_left : Op::shift_right, a, b);
}

std::optional<ExpressionId> LinearValues::element(std::size_t list, ExpressionId index) {
  const auto size = static_cast<std::int64_t>(program_.lists[list].size());
  const Interval at = range(index);
  if (at.low < 0 || at.high >= size) return std::nullopt;
  return program_.element(list, program_.binary(Op::add, index, program_.constant(1)));
}

ExpressionId LinearValues::extreme(Op op, ExpressionId a, ExpressionId b, Condition assumed) {
  if (a == b) return a;
  const Op dual = op == Op::min ? Op::max : Op::min;
  const auto absorbs = [&](ExpressionId whole, ExpressionId part) {
    return program_[whole].op == dual && (program_[whole].a == part || program_[whole].b == part);
  };
  if (absorbs(a, b)) return b;
  if (absorbs(b, a)) return a;
  const auto always = [&](ExpressionId x, ExpressionId y) {
    return conditions_.both(assumed, conditions_.negation(at_most(x, y))) == kNever;
  };
  const auto is_at_most = [&](ExpressionId x, ExpressionId y) {
    if (always(x, y)) return true;
    // A part of a number is at most the number.
    const Expression e = program_[x];
    return e.op == Op::floor_div && program_[e.b].op == Op::constant && range(e.a).low >= 0 && always(e.a, y);
  };
  if (is_at_most(a, b)) return op == Op::min ? a : b;
  if (is_at_most(b, a)) return op == Op::min ? b : a;
  return program_.binary(op, a, b);
}

ExpressionId LinearValues::choose(Condition condition, ExpressionId yes, ExpressionId no, Condition assumed) {
  if (yes == no || condition == kAlways) return yes;
  if (condition == kNever) return no;
  const ExpressionId asked = conditions_.expression(condition);
  const Affine difference = affine(yes) - affine(no);
  if (const Affine* const sum = inequality(asked); sum != nullptr && is_exact(difference)) {
    // Where both are equal either will do, so yes <= no and yes < no choose the same.
    for (const std::int64_t strict : {0, 1}) {
      if (tightened(plus_constant(difference, strict)) == *sum) return extreme(Op::min, yes, no, assumed);
      if (tightened(plus_constant(negated(difference), strict)) == *sum) return extreme(Op::max, yes, no, assumed);
    }
  }
  return program_.select(asked, yes, no);
}

// ---- conditions ----

LinearValues::Sides LinearValues::sides(const Affine& sum) {
  Affine positive, negative;
  for (const auto& [atom, coefficient] : sum.terms) {
    if (coefficient > 0) positive.terms.emplace_back(atom, coefficient);
    else negative.terms.emplace_back(atom, -coefficient);
  }
  if (sum.constant > 0) positive.constant = sum.constant;
  else negative.constant = -sum.constant;
  return {linear(positive), linear(negative)};
}

Condition LinearValues::compare(FlowCondition condition, ExpressionId a, ExpressionId b) {
  switch (condition) {
    case FlowCondition::equal: return equal(a, b);
    case FlowCondition::less: return order(a, b, 1);
    case FlowCondition::less_equal: return order(a, b, 0);
    case FlowCondition::unsigned_less: break;
  }
  if (range(b).low < 0) return conditions_.of(program_.binary(Op::unsigned_less, a, b));
  return conditions_.both(order(program_.constant(0), a, 0), order(a, b, 1));
}

/// a + offset <= b, for an offset of 0 or 1.
Condition LinearValues::order(ExpressionId a, ExpressionId b, std::int64_t offset) {
  const Affine sum = plus_constant(affine(a) - affine(b), offset);
  const bool small = unbounded_ || (range(a).bounded() && range(b).bounded());
  if (!small || !is_exact(tightened(sum)))
    return conditions_.of(program_.binary(offset == 1 ? Op::less : Op::less_equal, a, b));
  return at_most_zero(sum);
}

/// That the sum, which is exact, is at most 0.
Condition LinearValues::at_most_zero(const Affine& whole) {
  const Affine sum = tightened(whole);
  // Its negation is 1 - sum <= 0, with the same sides but for 1.
  const bool leads = sum.terms.empty() || sum.terms.front().second > 0;
  const Affine form = leads ? sum : plus_constant(negated(sum), 1);
  const Interval values = range(form);
  if (values.high <= 0) return leads ? kAlways : kNever;
  if (values.low > 0) return leads ? kNever : kAlways;
  if (const std::optional<Condition> taken_apart = by_parts(sum)) return *taken_apart;
  Affine sides_of = form;
  const bool is_strict = form.constant == 1;
  if (is_strict) sides_of.constant = 0;
  const auto [positive, negative] = sides(sides_of);
  const ExpressionId holds = program_.binary(is_strict ? Op::less : Op::less_equal, positive, negative),
                     fails = program_.binary(is_strict ? Op::less_equal : Op::less, negative, positive);
  inequalities_.emplace(holds, form);
  inequalities_.emplace(fails, plus_constant(negated(form), 1));
  const Condition condition = conditions_.of(holds);
  return leads ? condition : conditions_.negation(condition);
}

/// Of a sum with a minimum, a maximum or a quotient in it: by what that is made of.
std::optional<Condition> LinearValues::by_parts(const Affine& sum) {
  for (const auto& [atom, coefficient] : sum.terms) {
    const Expression e = program_[atom];
    if (e.op == Op::min || e.op == Op::max) {
      const Affine first = bouton::substituted(sum, atom, affine(e.a)), second = bouton::substituted(sum, atom, affine(e.b));
      if (!is_exact(tightened(first)) || !is_exact(tightened(second))) return std::nullopt;
      const Condition left = at_most_zero(first), right = at_most_zero(second);
      return (e.op == Op::min) == (coefficient > 0) ? conditions_.either(left, right) : conditions_.both(left, right);
    }
    const bool is_quotient = e.op == Op::floor_div && program_[e.b].op == Op::constant && program_[e.b].value > 1;
    if (!is_quotient || (coefficient != 1 && coefficient != -1)) continue;
    // rest <= floor(n / d) is d * rest <= n; floor(n / d) <= -rest is n <= -d * rest + d - 1.
    const std::int64_t divisor = program_[e.b].value;
    Affine whole = add(scaled(bouton::substituted(sum, atom, {}), divisor), affine(e.a), coefficient);
    if (coefficient == 1) whole = plus_constant(whole, 1 - divisor);
    if (!is_exact(tightened(whole))) return std::nullopt;
    return at_most_zero(whole);
  }
  return std::nullopt;
}

Condition LinearValues::equal(ExpressionId a, ExpressionId b) {
  Affine sum = affine(a) - affine(b);
  if (!has_small_coefficients(sum)) return conditions_.of(program_.binary(Op::equal, a, b));
  if (!sum.terms.empty() && sum.terms.front().second < 0) sum = negated(sum);
  const bool exact = is_exact(sum);
  const Interval values = range(sum);
  if (exact && (values.low > 0 || values.high < 0)) return kNever;
  const auto [positive, negative] = sides(sum);
  const ExpressionId holds = program_.binary(Op::equal, positive, negative);
  if (exact) equalities_.emplace(holds, sum);
  return conditions_.of(holds);
}

const Affine* LinearValues::inequality(ExpressionId comparison) const {
  const auto found = inequalities_.find(comparison);
  return found == inequalities_.end() ? nullptr : &found->second;
}

const Affine* LinearValues::equality(ExpressionId comparison) const {
  const auto found = equalities_.find(comparison);
  return found == equalities_.end() ? nullptr : &found->second;
}

/// What all has to hold for the condition to hold.
std::vector<ExpressionId> LinearValues::parts(Condition condition) {
  std::vector<ExpressionId> found = {conditions_.expression(condition)};
  for (std::size_t i = 0; i < found.size();) {
    const Expression e = program_[found[i]];
    if (e.op != Op::logical_and) {
      ++i;
      continue;
    }
    found[i] = e.b;
    found.insert(found.begin() + static_cast<std::ptrdiff_t>(i), e.a);
  }
  return found;
}

ExpressionId LinearValues::guard(Condition condition, Condition known) {
  const std::vector<ExpressionId> asked = parts(condition), given = parts(known);
  const auto implies = [&](ExpressionId one, ExpressionId other) {
    const Affine *const strong = inequality(one), *const weak = inequality(other);
    return one != other && strong != nullptr && weak != nullptr && range(add(*weak, *strong, -1)).high <= 0;
  };
  ExpressionId result = program_.constant(1);
  for (const ExpressionId part : asked) {
    const auto implied = [&](ExpressionId other) { return implies(other, part); };
    if (std::ranges::none_of(asked, implied) && std::ranges::none_of(given, implied))
      result = program_.binary(Op::logical_and, result, part);
  }
  return result;
}

// ---- substitution ----

ExpressionId LinearValues::rebuilt(ExpressionId id, Slot slot, ExpressionId by,
                                   std::unordered_map<ExpressionId, ExpressionId>& done) {
  const Expression e = program_[id];
  if (e.op == Op::variable) return static_cast<Slot>(e.value) == slot ? by : id;
  if (operand_count(e.op) == 0) return id;
  const auto found = done.find(id);
  if (found != done.end()) return found->second;
  const auto operand = [&](ExpressionId of) { return rebuilt(of, slot, by, done); };
  const ExpressionId a = operand(e.a), b = operand_count(e.op) > 1 ? operand(e.b) : 0,
                     c = operand_count(e.op) > 2 ? operand(e.c) : 0;
  const auto written = [&](FlowCondition condition) { return conditions_.expression(compare(condition, a, b)); };
  ExpressionId result = 0;
  switch (e.op) {
    case Op::neg: result = *operation(FlowOp::neg, a, a, kAlways); break;
    case Op::add: result = *operation(FlowOp::add, a, b, kAlways); break;
    case Op::sub: result = *operation(FlowOp::sub, a, b, kAlways); break;
    case Op::mul: result = *operation(FlowOp::mul, a, b, kAlways); break;
    case Op::min:
    case Op::max: result = extreme(e.op, a, b, kAlways); break;
    case Op::equal: result = written(FlowCondition::equal); break;
    case Op::less: result = written(FlowCondition::less); break;
    case Op::less_equal: result = written(FlowCondition::less_equal); break;
    case Op::select: result = choose(conditions_.of(a), b, c, kAlways); break;
    case Op::element: result = program_.element(static_cast<std::size_t>(e.value), a); break;
    default: result = operand_count(e.op) == 1 ? program_.unary(e.op, a) : program_.binary(e.op, a, b); break;
  }
  done.emplace(id, result);
  return result;
}

ExpressionId LinearValues::substituted(ExpressionId id, Slot slot, ExpressionId by) {
  std::unordered_map<ExpressionId, ExpressionId> done;
  return rebuilt(id, slot, by, done);
}

Condition LinearValues::with_substituted(Condition condition, Slot slot, ExpressionId by) {
  return conditions_.of(substituted(conditions_.expression(condition), slot, by));
}

}  // namespace bouton
