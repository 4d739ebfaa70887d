#include "engine/program/construction/conditions.h"

#include <algorithm>
#include <limits>

#include "engine/position/hash.h"
#include "engine/program/construction/refused.h"

namespace bouton {
namespace {

constexpr std::uint32_t kLeaf = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::size_t Conditions::TripleHash::operator()(const Triple& t) const { return mix(mix(std::uint64_t{t.a} << 32 | t.b) ^ t.c); }

Conditions::Conditions(MoveProgram& program, Facts& facts, std::size_t most_nodes)
    : program_(program), facts_(facts), most_nodes_(most_nodes), nodes_{{kLeaf, kNever, kNever}, {kLeaf, kAlways, kAlways}} {}

Condition Conditions::of(ExpressionId truth) {
  const auto found = of_.find(truth);
  if (found != of_.end()) return found->second;
  const Expression e = program_[truth];
  Condition result = kNever;
  switch (e.op) {
    case Op::constant: result = e.value != 0 ? kAlways : kNever; break;
    case Op::logical_not: result = negation(of(e.a)); break;
    case Op::logical_and: result = both(of(e.a), of(e.b)); break;
    case Op::logical_or: result = either(of(e.a), of(e.b)); break;
    case Op::select: result = if_then_else(of(e.a), of(e.b), of(e.c)); break;
    // a <= b is the negation of b < a: one atom
    case Op::less_equal: result = negation(of(program_.binary(Op::less, e.b, e.a))); break;
    case Op::equal:
    case Op::less:
      if (chooses_constants(e.a) && chooses_constants(e.b)) {
        // One of them is a select: its conditions come first in the diagram.
        const bool left = program_[e.a].op == Op::select;
        const Expression choice = program_[left ? e.a : e.b];
        const auto compare = [&](ExpressionId chosen) {
          return of(left ? program_.binary(e.op, chosen, e.b) : program_.binary(e.op, e.a, chosen));
        };
        const Condition asked = of(choice.a);
        const Condition yes = compare(choice.b);
        result = if_then_else(asked, yes, compare(choice.c));
      } else {
        result = atom(truth);
      }
      break;
    default: result = atom(truth); break;
  }
  of_.emplace(truth, result);
  return result;
}

/// Whether the value is chosen among constants by conditions: then comparing it with a constant is itself a condition.
bool Conditions::chooses_constants(ExpressionId id) {
  constexpr std::uint32_t kGreatestSize = 400;
  const Expression& e = program_[id];
  if (e.op == Op::constant) return true;
  return e.op == Op::select && facts_.size(id) <= kGreatestSize && chooses_constants(e.b) && chooses_constants(e.c);
}

/// The truth value, where the value ranges of what is compared leave only one.
std::optional<bool> Conditions::decided_by_range(ExpressionId truth) {
  const Expression e = program_[truth];
  if (e.op == Op::constant) return e.value != 0;
  if (e.op != Op::less && e.op != Op::equal) return std::nullopt;
  const ValueRange a = facts_.range(e.a), b = facts_.range(e.b);
  if (e.op == Op::less) {
    if (a.greatest < b.least) return true;
    if (a.least >= b.greatest) return false;
  } else if (a.greatest < b.least || b.greatest < a.least) {
    return false;
  }
  return std::nullopt;
}

Condition Conditions::atom(ExpressionId truth) {
  if (const std::optional<bool> answer = decided_by_range(truth)) return *answer ? kAlways : kNever;
  const auto [at, is_new] = atom_of_.emplace(truth, static_cast<std::uint32_t>(atoms_.size()));
  if (is_new) atoms_.push_back(truth);
  return node(at->second, kAlways, kNever);
}

Condition Conditions::node(std::uint32_t atom, Condition high, Condition low) {
  if (high == low) return high;
  const auto [at, is_new] = node_of_.emplace(Triple{atom, high, low}, static_cast<Condition>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= most_nodes_) throw Refused{"more conditions than can be kept apart"};
    nodes_.push_back({atom, high, low});
  }
  return at->second;
}

Condition Conditions::if_then_else(Condition condition, Condition yes, Condition no) {
  if (condition == kAlways || yes == no) return yes;
  if (condition == kNever) return no;
  if (yes == kAlways && no == kNever) return condition;
  const Triple key{condition, yes, no};
  const auto found = if_then_else_.find(key);
  if (found != if_then_else_.end()) return found->second;
  const std::uint32_t first = std::min({nodes_[condition].atom, nodes_[yes].atom, nodes_[no].atom});
  const Condition if_so = if_then_else(high_of(condition, first), high_of(yes, first), high_of(no, first));
  const Condition if_not = if_then_else(low_of(condition, first), low_of(yes, first), low_of(no, first));
  const Condition result = node(first, if_so, if_not);
  if_then_else_.emplace(key, result);
  return result;
}

Condition Conditions::restricted(Condition condition, Condition care) {
  if (care == kNever) return kAlways;
  if (care == kAlways || condition == kAlways || condition == kNever) return condition;
  const Triple key{condition, care, 0};
  const auto found = restricted_.find(key);
  if (found != restricted_.end()) return found->second;
  const std::uint32_t mine = nodes_[condition].atom;
  const std::uint32_t theirs = nodes_[care].atom;
  Condition result = kNever;
  if (theirs < mine) {
    result = restricted(condition, either(nodes_[care].high, nodes_[care].low));
  } else {
    const Condition care_high = high_of(care, mine);
    const Condition care_low = low_of(care, mine);
    const Condition high = nodes_[condition].high;
    const Condition low = nodes_[condition].low;
    if (care_high == kNever) result = restricted(low, care_low);
    else if (care_low == kNever) result = restricted(high, care_high);
    else result = node(mine, restricted(high, care_high), restricted(low, care_low));
  }
  restricted_.emplace(key, result);
  return result;
}

ExpressionId Conditions::expression(Condition condition) {
  const auto found = written_.find(condition);
  if (found != written_.end()) return found->second;
  const ExpressionId result = write(condition);
  constexpr std::uint32_t kGreatestSize = 5000;
  if (facts_.size(result) > kGreatestSize) throw Refused{"a condition of this size"};
  written_.emplace(condition, result);
  return result;
}

ExpressionId Conditions::write(Condition condition) {
  if (condition <= kAlways) return program_.constant(condition);
  const auto [atom, high, low] = nodes_[condition];
  const ExpressionId a = atoms_[atom];
  const ExpressionId not_a = program_.unary(Op::logical_not, a);
  const auto conjunction = [&](ExpressionId x, ExpressionId y) { return program_.binary(Op::logical_and, x, y); };
  const auto disjunction = [&](ExpressionId x, ExpressionId y) { return program_.binary(Op::logical_or, x, y); };
  if (high == kAlways) return disjunction(a, expression(low));
  if (low == kAlways) return disjunction(not_a, expression(high));
  if (high == kNever) return conjunction(not_a, expression(low));
  if (low == kNever) return conjunction(a, expression(high));
  if (both(low, negation(high)) == kNever)
    return smaller(disjunction(conjunction(a, expression(restricted(high, negation(low)))), expression(low)),
                   conjunction(disjunction(a, expression(restricted(low, high))), expression(high)));
  if (both(high, negation(low)) == kNever)
    return smaller(disjunction(conjunction(not_a, expression(restricted(low, negation(high)))), expression(high)),
                   conjunction(disjunction(not_a, expression(restricted(high, low))), expression(low)));
  return disjunction(conjunction(a, expression(high)), conjunction(not_a, expression(low)));
}

}  // namespace bouton
