#include "engine/program/families/linear_value.h"

#include <algorithm>
#include <utility>

#include "engine/program/operands.h"

namespace bouton {
namespace {

constexpr std::size_t kMostLinearCases = 64;
/// Shifts beyond this make numbers that nobody asks about.
constexpr unsigned long kMostShift = 100'000;

std::optional<Integer> shifted(const Integer& value, const Integer& by) {
  if (abs(by) > kMostShift) return std::nullopt;
  if (by >= 0) return Integer(value << by.get_ui());
  // A logical shift of a negative number is about its 64 bits.
  if (value < 0) return std::nullopt;
  return Integer(value >> Integer(-by).get_ui());
}

/// Of two constants.
std::optional<Integer> arithmetic(Op op, const Integer& a, const Integer& b) {
  Integer result;
  switch (op) {
    case Op::floor_div:
      if (b == 0) return std::nullopt;
      mpz_fdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
      return result;
    case Op::floor_mod:
      if (b == 0) return std::nullopt;
      mpz_fdiv_r(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
      return result;
    case Op::bit_and: return Integer(a & b);
    case Op::bit_or: return Integer(a | b);
    case Op::bit_xor: return Integer(a ^ b);
    case Op::shift_left: return shifted(a, b);
    case Op::shift_right: return shifted(a, -b);
    case Op::unsigned_less:
      if (a < 0 || b < 0) return std::nullopt;
      return Integer(a < b ? 1 : 0);
    case Op::logical_and: return Integer(a != 0 && b != 0 ? 1 : 0);
    case Op::logical_or: return Integer(a != 0 || b != 0 ? 1 : 0);
    default: return std::nullopt;
  }
}

}  // namespace

LinearEvaluator::LinearEvaluator(const MoveProgram& program, const BigPosition& position)
    : program_(program), position_(position), slots_(program.slot_names.size()) {}

std::optional<ExactForm> LinearEvaluator::value(ExpressionId id) const {
  const Expression& e = program_[id];
  switch (e.op) {
    case Op::constant: return ExactForm::of_constant(widen(e.value));
    case Op::coordinate: return ExactForm::of_constant(position_[static_cast<std::size_t>(e.value)]);
    case Op::variable: return slots_[static_cast<std::size_t>(e.value)];
    case Op::select: {
      const std::optional<ExactForm> condition = value(e.a);
      if (!condition || !condition->is_constant()) return std::nullopt;
      return value(condition->constant != 0 ? e.b : e.c);
    }
    case Op::logical_and:
    case Op::logical_or: {
      // What decides alone leaves the other side, which may trap, alone.
      const std::optional<ExactForm> first = value(e.a);
      if (!first || !first->is_constant()) return std::nullopt;
      if ((first->constant != 0) == (e.op == Op::logical_or)) return first;
      return value(e.b);
    }
    default: break;
  }
  if (const auto known = decided_.find(id); known != decided_.end()) return value(known->second ? e.a : e.b);
  const std::optional<ExactForm> a = value(e.a);
  if (!a) return std::nullopt;
  switch (e.op) {
    case Op::neg: return negated(*a);
    case Op::bit_not: return ExactForm::of_constant(-1) - *a;
    case Op::logical_not:
      if (!a->is_constant()) return std::nullopt;
      return ExactForm::of_constant(a->constant == 0 ? 1 : 0);
    case Op::abs:
      if (!a->is_constant()) return std::nullopt;
      return ExactForm::of_constant(abs(a->constant));
    case Op::element: {
      const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
      if (!a->is_constant() || a->constant < 1 || a->constant > widen_unsigned(list.size())) return std::nullopt;
      return ExactForm::of_constant(widen(list[a->constant.get_ui() - 1]));
    }
    default: break;
  }
  const std::optional<ExactForm> b = value(e.b);
  if (!b) return std::nullopt;
  return computed(e, *a, *b);
}

std::optional<ExpressionId> LinearEvaluator::undecided(ExpressionId id) const {
  const Expression& e = program_[id];
  std::optional<ExpressionId> found;
  for_each_operand(e, [&](ExpressionId operand) {
    if (!found) found = undecided(operand);
  });
  if (found || (e.op != Op::min && e.op != Op::max) || value(id)) return found;
  return value(e.a) && value(e.b) ? std::optional(id) : std::nullopt;
}

std::optional<LinearConditions> LinearEvaluator::decide(ExpressionId id, bool left) {
  const Expression& e = program_[id];
  const std::optional<ExactForm> a = value(e.a), b = value(e.b);
  if (!a || !b) return std::nullopt;
  decided_[id] = left;
  // Where both sides are equal the left one counts.
  const ExactForm over = e.op == Op::min ? *a - *b : *b - *a;
  return LinearConditions{left ? over : ExactForm::of_constant(1) - over};
}

/// Of two operands.
std::optional<ExactForm> LinearEvaluator::computed(const Expression& e, const ExactForm& a, const ExactForm& b) const {
  switch (e.op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul:
      if (a.is_constant()) return scaled(b, a.constant);
      if (b.is_constant()) return scaled(a, b.constant);
      return std::nullopt;
    default: break;
  }
  const ExactForm difference = a - b;
  if (difference.is_constant()) {
    const int sign = sgn(difference.constant);
    switch (e.op) {
      case Op::min: return sign <= 0 ? a : b;
      case Op::max: return sign >= 0 ? a : b;
      case Op::equal: return ExactForm::of_constant(sign == 0 ? 1 : 0);
      case Op::less: return ExactForm::of_constant(sign < 0 ? 1 : 0);
      case Op::less_equal: return ExactForm::of_constant(sign <= 0 ? 1 : 0);
      default: break;
    }
  }
  if (!a.is_constant() || !b.is_constant()) return std::nullopt;
  const std::optional<Integer> result = arithmetic(e.op, a.constant, b.constant);
  if (!result) return std::nullopt;
  return ExactForm::of_constant(*result);
}

/// `op` is min or max.
std::optional<std::vector<ExactForm>> LinearEvaluator::extremes(ExpressionId id, Op op) const {
  if (std::optional<ExactForm> alone = value(id)) return std::vector{*std::move(alone)};
  const Expression& e = program_[id];
  const Op other = op == Op::min ? Op::max : Op::min;
  if (e.op == op) {
    std::optional<std::vector<ExactForm>> a = extremes(e.a, op);
    const std::optional<std::vector<ExactForm>> b = extremes(e.b, op);
    if (!a || !b || a->size() + b->size() > kMostLinearCases) return std::nullopt;
    a->insert(a->end(), b->begin(), b->end());
    return a;
  }
  if (e.op == Op::neg) {
    std::optional<std::vector<ExactForm>> a = extremes(e.a, other);
    if (a)
      for (ExactForm& one : *a) one = negated(one);
    return a;
  }
  if (e.op == Op::add || e.op == Op::sub) {
    const std::optional<std::vector<ExactForm>> a = extremes(e.a, op);
    const std::optional<std::vector<ExactForm>> b = extremes(e.b, e.op == Op::add ? op : other);
    if (!a || !b || a->size() * b->size() > kMostLinearCases) return std::nullopt;
    std::vector<ExactForm> all;
    for (const ExactForm& x : *a)
      for (const ExactForm& y : *b) all.push_back(e.op == Op::add ? x + y : x - y);
    return all;
  }
  if (e.op == Op::select) {
    const std::optional<ExactForm> condition = value(e.a);
    if (condition && condition->is_constant()) return extremes(condition->constant != 0 ? e.b : e.c, op);
  }
  return std::nullopt;
}

/// Where a + offset <= b.
std::optional<std::vector<LinearConditions>> LinearEvaluator::cases_of_order(ExpressionId a, ExpressionId b, int offset) const {
  const std::optional<std::vector<ExactForm>> greatest = as_greatest(a);
  const std::optional<std::vector<ExactForm>> least = as_least(b);
  if (!greatest || !least || greatest->size() * least->size() > kMostLinearCases) return std::nullopt;
  LinearConditions all;
  for (const ExactForm& x : *greatest) {
    for (const ExactForm& y : *least) {
      ExactForm condition = plus_constant(x - y, offset);
      if (!condition.is_constant()) all.push_back(std::move(condition));
      else if (condition.constant > 0) return std::vector<LinearConditions>();
    }
  }
  std::vector<LinearConditions> one;
  one.push_back(std::move(all));
  return one;
}

/// Where both have the truth values that are wanted.
std::optional<std::vector<LinearConditions>> LinearEvaluator::cases_of_both(ExpressionId a, bool wanted_a, ExpressionId b,
                                                                            bool wanted_b) const {
  const std::optional<std::vector<LinearConditions>> of_a = cases(a, wanted_a);
  if (of_a && of_a->empty()) return of_a;
  const std::optional<std::vector<LinearConditions>> of_b = cases(b, wanted_b);
  if (!of_a || !of_b || of_a->size() * of_b->size() > kMostLinearCases) return std::nullopt;
  std::vector<LinearConditions> all;
  for (const LinearConditions& x : *of_a) {
    for (const LinearConditions& y : *of_b) {
      all.push_back(x);
      all.back().insert(all.back().end(), y.begin(), y.end());
    }
  }
  return all;
}

std::optional<std::vector<LinearConditions>> LinearEvaluator::cases(ExpressionId condition, bool wanted) const {
  using Cases = std::vector<LinearConditions>;
  if (const std::optional<ExactForm> known = value(condition); known && known->is_constant())
    return (known->constant != 0) == wanted ? Cases(1) : Cases();
  const auto joined = [](std::optional<Cases> a, const std::optional<Cases>& b) -> std::optional<Cases> {
    if (!a || !b || a->size() + b->size() > kMostLinearCases) return std::nullopt;
    a->insert(a->end(), b->begin(), b->end());
    return a;
  };
  const Expression& e = program_[condition];
  switch (e.op) {
    case Op::logical_not: return cases(e.a, !wanted);
    case Op::logical_and:
      if (wanted) return cases_of_both(e.a, true, e.b, true);
      return joined(cases(e.a, false), cases_of_both(e.a, true, e.b, false));
    case Op::logical_or:
      if (!wanted) return cases_of_both(e.a, false, e.b, false);
      return joined(cases(e.a, true), cases_of_both(e.a, false, e.b, true));
    case Op::less: return wanted ? cases_of_order(e.a, e.b, 1) : cases_of_order(e.b, e.a, 0);
    case Op::less_equal: return wanted ? cases_of_order(e.a, e.b, 0) : cases_of_order(e.b, e.a, 1);
    case Op::equal: {
      if (!wanted) return joined(cases_of_order(e.a, e.b, 1), cases_of_order(e.b, e.a, 1));
      std::optional<Cases> below = cases_of_order(e.a, e.b, 0);
      const std::optional<Cases> above = cases_of_order(e.b, e.a, 0);
      if (!below || !above) return std::nullopt;
      if (below->empty() || above->empty()) return Cases();
      below->front().insert(below->front().end(), above->front().begin(), above->front().end());
      return below;
    }
    default: return std::nullopt;
  }
}

}  // namespace bouton
