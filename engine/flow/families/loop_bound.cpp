#include "engine/flow/families/loop_bound.h"

#include <utility>

namespace bouton {
namespace {

class BoundFinder {
 public:
  BoundFinder(LinearValues& values, const CountingVariable& variable, Condition assumed)
      : values_(values),
        program_(values.program()),
        variable_(variable),
        assumed_(assumed),
        slot_(values.program().variable(variable.slot)) {}

  std::optional<LoopBound> find(ExpressionId condition) {
    const Expression e = program_[condition];
    switch (e.op) {
      case Op::constant: return LoopBound{e.value != 0 ? LoopBound::Kind::all : LoopBound::Kind::none};
      case Op::logical_and: return conjunction(e.a, e.b);
      case Op::logical_or: return disjunction(e.a, e.b);
      case Op::logical_not: return unequal(e.a);
      default: break;
    }
    const Affine* const sum = values_.inequality(condition);
    return sum == nullptr ? std::nullopt : at_most_zero(*sum);
  }

 private:
  std::optional<LoopBound> conjunction(ExpressionId a, ExpressionId b) {
    const std::optional<LoopBound> left = find(a), right = find(b);
    if (!left || !right) return std::nullopt;
    if (left->kind == LoopBound::Kind::all || right->kind == LoopBound::Kind::none) return right;
    if (right->kind == LoopBound::Kind::all || left->kind == LoopBound::Kind::none) return left;
    return LoopBound{LoopBound::Kind::last, values_.extreme(Op::min, left->last, right->last, assumed_),
                     left->again || right->again};
  }

  std::optional<LoopBound> disjunction(ExpressionId a, ExpressionId b) {
    const std::optional<LoopBound> left = find(a), right = find(b);
    // What fails at one value alone ends no loop that another condition keeps going.
    if ((left && left->again) || (right && right->again)) return std::nullopt;
    if (left && !right) return is_out_of_reach(b, *left) ? left : std::nullopt;
    if (right && !left) return is_out_of_reach(a, *right) ? right : std::nullopt;
    if (!left) return std::nullopt;
    if (left->kind == LoopBound::Kind::none || right->kind == LoopBound::Kind::all) return right;
    if (right->kind == LoopBound::Kind::none || left->kind == LoopBound::Kind::all) return left;
    return LoopBound{LoopBound::Kind::last, values_.extreme(Op::max, left->last, right->last, assumed_)};
  }

  /// Whether the condition, which begins to hold at some value, holds at none that rounds come to which go on up to the bound.
  bool is_out_of_reach(ExpressionId condition, const LoopBound& bound) {
    if (bound.kind != LoopBound::Kind::last) return false;
    const Affine* const sum = values_.inequality(condition);
    if (sum == nullptr || sum->coefficient(slot_) >= 0) return false;
    // Rounds begin at the first value, or no further than one step behind the bound.
    Affine furthest = values_.affine(bound.last);
    furthest.constant = saturating_add(furthest.constant, variable_.step);
    return never(substituted(*sum, slot_, values_.affine(variable_.first))) && never(substituted(*sum, slot_, furthest));
  }

  std::optional<LoopBound> at_most_zero(const Affine& sum) {
    const std::int64_t by = sum.coefficient(slot_);
    const Affine rest = substituted(sum, slot_, {});
    if (!is_invariant(rest)) return std::nullopt;
    if (by <= 0) {
      // Once it holds it holds on.
      if (always(substituted(sum, slot_, values_.affine(variable_.first)))) return LoopBound{LoopBound::Kind::all};
      return std::nullopt;
    }
    const ExpressionId most = values_.linear(scaled(rest, -1));
    return LoopBound{LoopBound::Kind::last, program_.binary(Op::floor_div, most, program_.constant(by))};
  }

  /// A variable that comes to every value from the first on is less than another until it is equal.
  std::optional<LoopBound> unequal(ExpressionId equal) {
    const Affine* const found = values_.equality(equal);
    if (found == nullptr || variable_.step != 1) return std::nullopt;
    Affine sum = *found;
    if (sum.coefficient(slot_) == -1) sum = scaled(sum, -1);
    const Affine rest = substituted(sum, slot_, {});
    if (sum.coefficient(slot_) != 1 || !is_invariant(rest)) return std::nullopt;
    if (!always(substituted(sum, slot_, values_.affine(variable_.first)))) return std::nullopt;
    Affine last = scaled(rest, -1);
    last.constant = saturating_add(last.constant, -1);
    return LoopBound{LoopBound::Kind::last, values_.linear(last), true};
  }

  bool is_invariant(const Affine& sum) const {
    for (const auto& term : sum.terms)
      if (values_.depends_on(term.first, variable_.slot)) return false;
    return true;
  }

  Condition holds(const Affine& sum) { return values_.at_most(values_.linear(sum), program_.constant(0)); }
  bool always(const Affine& sum) {
    Conditions& conditions = values_.conditions();
    return conditions.both(assumed_, conditions.negation(holds(sum))) == kNever;
  }
  bool never(const Affine& sum) { return values_.conditions().both(assumed_, holds(sum)) == kNever; }

  LinearValues& values_;
  MoveProgram& program_;
  CountingVariable variable_;
  Condition assumed_;
  ExpressionId slot_;
};

}  // namespace

std::optional<LoopBound> loop_bound(LinearValues& values, ExpressionId condition, const CountingVariable& variable,
                                    Condition assumed) {
  return BoundFinder(values, variable, assumed).find(condition);
}

}  // namespace bouton
