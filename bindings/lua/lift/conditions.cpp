#include "bindings/lua/lift/conditions.h"

#include <algorithm>
#include <limits>

#include "bindings/lua/lift/refused.h"
#include "engine/position/hash.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostNodes = 50000;
constexpr std::uint32_t kLeaf = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::size_t Conditions::TripleHash::operator()(const Triple& t) const { return mix(mix(std::uint64_t{t.a} << 32 | t.b) ^ t.c); }

Conditions::Conditions(MoveProgram& program, Facts& facts)
    : program_(program), facts_(facts), nodes_{{kLeaf, kNever, kNever}, {kLeaf, kAlways, kAlways}} {}

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
    case Op::select: result = choose(of(e.a), of(e.b), of(e.c)); break;
    // a <= b and b < a are the two answers to one question
    case Op::less_equal: result = negation(of(program_.binary(Op::less, e.b, e.a))); break;
    case Op::equal:
    case Op::less:
      if (chooses_constants(e.a) && chooses_constants(e.b)) {
        // One of them is a choice: its conditions are asked first.
        const bool left = program_[e.a].op == Op::select;
        const Expression choice = program_[left ? e.a : e.b];
        const auto compare = [&](ExpressionId chosen) {
          return of(left ? program_.binary(e.op, chosen, e.b) : program_.binary(e.op, e.a, chosen));
        };
        const Condition asked = of(choice.a);
        const Condition yes = compare(choice.b);
        result = choose(asked, yes, compare(choice.c));
      } else {
        result = atom(truth);
      }
      break;
    default: result = atom(truth); break;
  }
  of_.emplace(truth, result);
  return result;
}

/// Whether the value is one of some constants, by conditions: then comparing it with a constant is a condition.
bool Conditions::chooses_constants(ExpressionId id) {
  constexpr std::uint32_t kGreatestSize = 400;
  const Expression& e = program_[id];
  if (e.op == Op::constant) return true;
  return e.op == Op::select && facts_.size(id) <= kGreatestSize && chooses_constants(e.b) && chooses_constants(e.c);
}

/// The answer, where the ranges of what is compared leave only one.
std::optional<bool> Conditions::foreseen(ExpressionId truth) {
  const Expression e = program_[truth];
  if (e.op == Op::constant) return e.value != 0;
  if (e.op != Op::less && e.op != Op::equal) return std::nullopt;
  const Range a = facts_.range(e.a), b = facts_.range(e.b);
  if (e.op == Op::less) {
    if (a.greatest < b.least) return true;
    if (a.least >= b.greatest) return false;
  } else if (a.greatest < b.least || b.greatest < a.least) {
    return false;
  }
  return std::nullopt;
}

Condition Conditions::atom(ExpressionId truth) {
  if (const std::optional<bool> answer = foreseen(truth)) return *answer ? kAlways : kNever;
  const auto [at, is_new] = atom_of_.emplace(truth, static_cast<std::uint32_t>(atoms_.size()));
  if (is_new) atoms_.push_back(truth);
  return node(at->second, kAlways, kNever);
}

Condition Conditions::node(std::uint32_t atom, Condition yes, Condition no) {
  if (yes == no) return yes;
  const auto [at, is_new] = node_of_.emplace(Triple{atom, yes, no}, static_cast<Condition>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= kMostNodes) throw Refused{"more conditions than can be kept apart"};
    nodes_.push_back({atom, yes, no});
  }
  return at->second;
}

Condition Conditions::choose(Condition condition, Condition yes, Condition no) {
  if (condition == kAlways || yes == no) return yes;
  if (condition == kNever) return no;
  if (yes == kAlways && no == kNever) return condition;
  const Triple key{condition, yes, no};
  const auto found = chosen_.find(key);
  if (found != chosen_.end()) return found->second;
  const std::uint32_t first = std::min({nodes_[condition].atom, nodes_[yes].atom, nodes_[no].atom});
  const Condition if_so = choose(yes_of(condition, first), yes_of(yes, first), yes_of(no, first));
  const Condition if_not = choose(no_of(condition, first), no_of(yes, first), no_of(no, first));
  const Condition result = node(first, if_so, if_not);
  chosen_.emplace(key, result);
  return result;
}

Condition Conditions::within(Condition condition, Condition care) {
  if (care == kNever) return kAlways;
  if (care == kAlways || condition == kAlways || condition == kNever) return condition;
  const Triple key{condition, care, 0};
  const auto found = within_.find(key);
  if (found != within_.end()) return found->second;
  const std::uint32_t mine = nodes_[condition].atom;
  const std::uint32_t theirs = nodes_[care].atom;
  Condition result = kNever;
  if (theirs < mine) {
    result = within(condition, either(nodes_[care].yes, nodes_[care].no));
  } else {
    const Condition care_yes = yes_of(care, mine);
    const Condition care_no = no_of(care, mine);
    const Condition yes = nodes_[condition].yes;
    const Condition no = nodes_[condition].no;
    if (care_yes == kNever) result = within(no, care_no);
    else if (care_no == kNever) result = within(yes, care_yes);
    else result = node(mine, within(yes, care_yes), within(no, care_no));
  }
  within_.emplace(key, result);
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
  const auto [atom, yes, no] = nodes_[condition];
  const ExpressionId a = atoms_[atom];
  const ExpressionId not_a = program_.unary(Op::logical_not, a);
  const auto conjunction = [&](ExpressionId x, ExpressionId y) { return program_.binary(Op::logical_and, x, y); };
  const auto disjunction = [&](ExpressionId x, ExpressionId y) { return program_.binary(Op::logical_or, x, y); };
  if (yes == kAlways) return disjunction(a, expression(no));
  if (no == kAlways) return disjunction(not_a, expression(yes));
  if (yes == kNever) return conjunction(not_a, expression(no));
  if (no == kNever) return conjunction(a, expression(yes));
  if (both(no, negation(yes)) == kNever)
    return smaller(disjunction(conjunction(a, expression(within(yes, negation(no)))), expression(no)),
                   conjunction(disjunction(a, expression(within(no, yes))), expression(yes)));
  if (both(yes, negation(no)) == kNever)
    return smaller(disjunction(conjunction(not_a, expression(within(no, negation(yes)))), expression(yes)),
                   conjunction(disjunction(not_a, expression(within(yes, no))), expression(no)));
  return disjunction(conjunction(a, expression(yes)), conjunction(not_a, expression(no)));
}

}  // namespace bouton::lua
