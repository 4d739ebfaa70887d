#include "engine/program/analysis/plain_loops.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/program/analysis/affine.h"

namespace bouton {
namespace {

/// Whether it is seen that a <= b, however the coordinates are: min(x, y) <= x <= x + 1.
bool is_at_most(const MoveProgram& program, ExpressionId a, ExpressionId b) {
  if (a == b) return true;
  const Expression &left = program[a], &right = program[b];
  const auto at_most = [&](ExpressionId one, ExpressionId other) { return is_at_most(program, one, other); };
  if (right.op == Op::min) return at_most(a, right.a) && at_most(a, right.b);
  if (left.op == Op::max) return at_most(left.a, b) && at_most(left.b, b);
  if (right.op == Op::max && (at_most(a, right.a) || at_most(a, right.b))) return true;
  if (left.op == Op::min && (at_most(left.a, b) || at_most(left.b, b))) return true;
  const Affine difference = add(affine(program, a), affine(program, b), -1);
  return difference.is_constant() && difference.constant <= 0;
}

/// The sum as an expression.
ExpressionId written(MoveProgram& program, const Affine& sum) {
  std::optional<ExpressionId> total;
  for (const bool positive : {true, false})
    for (const auto& [atom, coefficient] : sum.terms) {
      if ((coefficient > 0) != positive) continue;
      const ExpressionId factor = program.constant(positive || !total ? coefficient : -coefficient);
      const ExpressionId term = program.binary(Op::mul, factor, atom);
      total = !total ? term : program.binary(positive ? Op::add : Op::sub, *total, term);
    }
  const ExpressionId constant = program.constant(sum.constant);
  return total ? program.binary(Op::add, *total, constant) : constant;
}

/// What a loop is bounded by beside its own last value.
struct Ends {
  std::vector<ExpressionId> bounds;   ///< the variable does not go beyond, in its direction
  std::optional<std::int64_t> least;  ///< the variable begins no lower
};

class GuardsAsBounds {
 public:
  GuardsAsBounds(MoveProgram& program, Family& family) : program_(program), family_(family), ends_(family.loops.size()) {}

  void run() {
    std::erase_if(family_.guards, [&](const Guard& guard) {
      if (!guard.exact || guard.constraints.empty()) return false;
      const std::vector<Ends> before = ends_;
      for (const Affine& constraint : guard.constraints)
        if (!is_end(constraint)) {
          ends_ = before;
          return false;
        }
      return true;
    });
    for (std::size_t i = 0; i < ends_.size(); ++i) set_ends(family_.loops[i], ends_[i]);
  }

 private:
  bool is_constant(ExpressionId id) const { return program_[id].op == Op::constant; }

  /// Whether the inequality, constraint <= 0, is an end of the innermost loop that it is about.
  bool is_end(const Affine& constraint) {
    for (std::size_t i = family_.loops.size(); i-- > 0;) {
      const CountedLoop& loop = family_.loops[i];
      const std::int64_t by = constraint.coefficient(loop.variable);
      if (by == 0) continue;
      // A short loop in another one is better written out.
      if (family_.loops.size() > 1 && is_constant(loop.first) && is_constant(loop.last)) return false;
      const Affine rest = substituted(constraint, loop.variable, {});
      if (loop.step > 0 && by > 0) {
        ends_[i].bounds.push_back(program_.binary(Op::floor_div, written(program_, scaled(rest, -1)), program_.constant(by)));
        return true;
      }
      if (loop.step < 0 && by == -1) {
        ends_[i].bounds.push_back(written(program_, rest));
        return true;
      }
      if (loop.step != 1 || by != -1 || !rest.is_constant() || !is_constant(loop.first)) return false;
      ends_[i].least = std::max(ends_[i].least.value_or(rest.constant), rest.constant);
      return true;
    }
    return false;
  }

  /// Of what bounds the loop, that is left out which the rest implies.
  void set_ends(CountedLoop& loop, const Ends& ends) {
    if (ends.least) loop.first = program_.constant(std::max(program_[loop.first].value, *ends.least));
    if (ends.bounds.empty()) return;
    const bool up = loop.step > 0;
    ExpressionId last = ends.bounds.front();
    const auto is_implied = [&](ExpressionId bound) {
      return up ? is_at_most(program_, last, bound) : is_at_most(program_, bound, last);
    };
    const auto take = [&](ExpressionId bound) {
      if (is_implied(bound)) return;
      const bool implies = up ? is_at_most(program_, bound, last) : is_at_most(program_, last, bound);
      last = implies ? bound : program_.binary(up ? Op::min : Op::max, last, bound);
    };
    for (const ExpressionId bound : ends.bounds) take(bound);
    take(loop.last);
    loop.last = last;
  }

  MoveProgram& program_;
  Family& family_;
  std::vector<Ends> ends_;
};

}  // namespace

void guards_as_bounds(MoveProgram& program, Family& family) { GuardsAsBounds(program, family).run(); }

void count_up(MoveFamilies& families) {
  for (Family& family : families.families)
    for (CountedLoop& loop : family.loops) {
      if (loop.step != -1) continue;
      std::swap(loop.first, loop.last);
      loop.step = 1;
    }
}

}  // namespace bouton
