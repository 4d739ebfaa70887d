#include "engine/program/analysis/affine.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/program/operands.h"

namespace bouton {
namespace {

Affine with_divisor(const Affine& sum, std::int64_t divisor, const Affine& more, std::int64_t sign) {
  return add(sum, more, saturating_mul(divisor, sign));
}

bool any_leaf(const MoveProgram& program, ExpressionId root, const std::function<bool(const Expression&)>& test) {
  std::vector<ExpressionId> open = {root};
  std::vector<bool> seen(root + 1, false);
  while (!open.empty()) {
    const ExpressionId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const Expression& e = program[id];
    if (test(e)) return true;
    for_each_operand(e, [&open](ExpressionId operand) { open.push_back(operand); });
  }
  return false;
}

/// The form of an expression, of which so many parts are looked into, one that occurs twice each time; the others are atoms. A
/// rule that multiplies a number by itself thirty times has an expression of a few dozen parts that is a tree of a thousand
/// million.
class AffineForm {
 public:
  explicit AffineForm(const MoveProgram& program) : program_(program) {}

  Affine of(ExpressionId expression) {
    const Expression& e = program_[expression];
    if (e.op == Op::constant) return Affine::of_constant(e.value);
    if (left_ == 0) return Affine::of_variable(expression);
    --left_;
    switch (e.op) {
      case Op::add: return of_both(e, 1);
      case Op::sub: return of_both(e, -1);
      case Op::neg: return negated(of(e.a));
      case Op::mul: {
        const Affine a = of(e.a);
        const Affine b = of(e.b);
        if (a.is_constant()) return scaled(b, a.constant);
        if (b.is_constant()) return scaled(a, b.constant);
        return Affine::of_variable(expression);
      }
      default: return Affine::of_variable(expression);
    }
  }

 private:
  Affine of_both(const Expression& e, std::int64_t factor) {
    const Affine a = of(e.a);
    return add(a, of(e.b), factor);
  }

  const MoveProgram& program_;
  int left_ = kMostAffineParts;
};

}  // namespace

Affine affine(const MoveProgram& program, ExpressionId expression) { return AffineForm(program).of(expression); }

bool is_linear(const MoveProgram& program, const Affine& form) {
  return std::ranges::all_of(form.terms, [&](const auto& term) {
    return program[term.first].op == Op::coordinate || program[term.first].op == Op::variable;
  });
}

bool is_of_coordinates(const MoveProgram& program, const Affine& form) {
  return std::ranges::all_of(form.terms, [&](const auto& term) { return program[term.first].op == Op::coordinate; });
}

namespace {

/// The expression as the least (`extreme` is Op::min) or the greatest (Op::max) of floors of sums of coordinates and variables
/// over positive divisors; nothing if it is not one, or one of very many. The floor of a greatest value is not followed.
std::optional<std::vector<Quotient>> as_extreme(const MoveProgram& program, ExpressionId expression, Op extreme) {
  constexpr std::size_t kMostQuotients = 64;
  const Expression& e = program[expression];
  if (const Affine whole = affine(program, expression); is_linear(program, whole)) return std::vector<Quotient>{{whole, 1}};
  const auto shifted = [&](ExpressionId inner, const Affine& by, std::int64_t sign) -> std::optional<std::vector<Quotient>> {
    if (!is_linear(program, by)) return std::nullopt;
    auto parts = as_extreme(program, inner, extreme);
    if (!parts) return std::nullopt;
    for (Quotient& part : *parts) part.sum = with_divisor(part.sum, part.divisor, by, sign);
    return parts;
  };
  if (e.op == extreme) {
    auto a = as_extreme(program, e.a, extreme);
    if (!a) return std::nullopt;
    const auto b = as_extreme(program, e.b, extreme);
    if (!b || a->size() + b->size() > kMostQuotients) return std::nullopt;
    a->insert(a->end(), b->begin(), b->end());
    return a;
  }
  if (e.op == Op::add) {
    auto parts = shifted(e.a, affine(program, e.b), 1);
    return parts ? parts : shifted(e.b, affine(program, e.a), 1);
  }
  if (e.op == Op::sub) return shifted(e.a, affine(program, e.b), -1);
  if (e.op != Op::floor_div || extreme != Op::min) return std::nullopt;
  const Expression& divisor = program[e.b];
  if (divisor.op != Op::constant || divisor.value < 1) return std::nullopt;
  auto parts = as_extreme(program, e.a, extreme);
  if (!parts) return std::nullopt;
  for (Quotient& part : *parts) part.divisor = saturating_mul(part.divisor, divisor.value);
  return parts;
}

}  // namespace

std::optional<std::vector<Quotient>> as_minimum(const MoveProgram& program, ExpressionId expression) {
  return as_extreme(program, expression, Op::min);
}

std::optional<std::vector<Affine>> as_maximum(const MoveProgram& program, ExpressionId expression) {
  const auto parts = as_extreme(program, expression, Op::max);
  if (!parts) return std::nullopt;
  std::vector<Affine> sums;
  for (const Quotient& part : *parts) sums.push_back(part.sum);
  return sums;
}

bool add_order(const MoveProgram& program, ExpressionId a, ExpressionId b, std::int64_t offset, std::vector<Affine>& out,
               Atoms atoms) {
  const auto greatest = as_maximum(program, a);
  const auto least = as_minimum(program, b);
  if (!greatest || !least) {
    Affine difference = plus_constant(affine(program, a) - affine(program, b), offset);
    const bool exact = atoms == Atoms::any || is_linear(program, difference);
    out.push_back(std::move(difference));
    return exact;
  }
  for (const Affine& left : *greatest)
    for (const Quotient& right : *least) {
      // left + offset <= floor(sum / divisor)  <=>  divisor * (left + offset) - sum <= 0
      out.push_back(plus_constant(scaled(left, right.divisor) - right.sum, saturating_mul(right.divisor, offset)));
    }
  return true;
}

bool add_constraints(const MoveProgram& program, ExpressionId condition, bool wanted, std::vector<Affine>& out, Atoms atoms) {
  const Expression& e = program[condition];
  switch (e.op) {
    case Op::constant:
      if ((e.value != 0) != wanted) out.push_back(Affine::of_constant(1));
      return true;
    case Op::less: return wanted ? add_order(program, e.a, e.b, 1, out, atoms) : add_order(program, e.b, e.a, 0, out, atoms);
    case Op::less_equal:
      return wanted ? add_order(program, e.a, e.b, 0, out, atoms) : add_order(program, e.b, e.a, 1, out, atoms);
    case Op::equal: {
      if (!wanted) return false;
      const bool below = add_order(program, e.a, e.b, 0, out, atoms);
      return add_order(program, e.b, e.a, 0, out, atoms) && below;
    }
    case Op::logical_not: return add_constraints(program, e.a, !wanted, out, atoms);
    case Op::logical_and:
    case Op::logical_or: {
      if ((e.op == Op::logical_and) != wanted) return false;
      const bool first = add_constraints(program, e.a, wanted, out, atoms);
      return add_constraints(program, e.b, wanted, out, atoms) && first;
    }
    default: return false;
  }
}

bool depends_on_slot(const MoveProgram& program, ExpressionId expression, Slot slot) {
  return any_leaf(program, expression,
                  [&](const Expression& e) { return e.op == Op::variable && e.value == static_cast<std::int64_t>(slot); });
}

bool depends_on_slots(const MoveProgram& program, ExpressionId expression) {
  return any_leaf(program, expression, [](const Expression& e) { return e.op == Op::variable; });
}

bool depends_on_coordinate(const MoveProgram& program, ExpressionId expression, std::size_t coordinate) {
  return any_leaf(program, expression, [&](const Expression& e) {
    return e.op == Op::coordinate && e.value == static_cast<std::int64_t>(coordinate);
  });
}

}  // namespace bouton
