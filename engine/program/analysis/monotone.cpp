#include "engine/program/analysis/monotone.h"

#include <optional>
#include <vector>

namespace bouton {
namespace {

/// How a value moves while x >= 0 grows.
struct Monotonicity {
  bool rises = false;       ///< never decreases
  bool falls = false;       ///< never increases
  bool is_natural = false;  ///< is never negative

  bool is_constant() const { return rises && falls; }
  Monotonicity turned() const { return {falls, rises, false}; }
};

class MonotonicityReading {
 public:
  explicit MonotonicityReading(const MoveProgram& program)
      : program_(program), slots_(program.slot_names.size()), known_(program.expressions.size()) {}

  bool result_rises() {
    for (const Statement& statement : program_.body) {
      if (statement.kind == Statement::Kind::assign) {
        slots_[statement.slot] = monotonicity(statement.a);
      } else {
        return statement.kind == Statement::Kind::finish && statement.to.size() == 1 && statement.to[0].size() == 1 &&
               monotonicity(statement.to[0][0]).rises;
      }
    }
    return false;
  }

 private:
  Monotonicity monotonicity(ExpressionId id) {
    const Expression& expression = program_[id];
    if (expression.op == Op::variable) return slots_[static_cast<std::size_t>(expression.value)];
    if (!known_[id]) known_[id] = find(expression);
    return *known_[id];
  }

  Monotonicity find(const Expression& expression) {
    switch (expression.op) {
      case Op::constant: return {true, true, expression.value >= 0};
      case Op::coordinate: return {true, false, true};
      case Op::neg: return monotonicity(expression.a).turned();
      case Op::abs: {
        const Monotonicity a = monotonicity(expression.a);
        return a.is_natural || a.is_constant() ? Monotonicity{a.rises, a.falls, true} : Monotonicity{false, false, true};
      }
      case Op::element: return {monotonicity(expression.a).is_constant(), monotonicity(expression.a).is_constant(), false};
      case Op::bit_not:
      case Op::logical_not: return constant_if(monotonicity(expression.a).is_constant());
      case Op::select:
        return constant_if(monotonicity(expression.a).is_constant() && monotonicity(expression.b).is_constant() &&
                           monotonicity(expression.c).is_constant());
      default: return of_two(expression.op, monotonicity(expression.a), monotonicity(expression.b), expression);
    }
  }

  static Monotonicity constant_if(bool constant) { return {constant, constant, false}; }

  Monotonicity of_two(Op op, const Monotonicity& a, const Monotonicity& b, const Expression& expression) const {
    switch (op) {
      case Op::add: return {a.rises && b.rises, a.falls && b.falls, a.is_natural && b.is_natural};
      case Op::sub: return {a.rises && b.falls, a.falls && b.rises, false};
      case Op::min: return {a.rises && b.rises, a.falls && b.falls, a.is_natural && b.is_natural};
      case Op::max: return {a.rises && b.rises, a.falls && b.falls, a.is_natural || b.is_natural};
      case Op::mul: {
        if (a.is_natural && b.is_natural) return {a.rises && b.rises, a.falls && b.falls, true};
        const bool a_is_factor = program_[expression.a].op == Op::constant;
        if (!a_is_factor && program_[expression.b].op != Op::constant) break;
        const Monotonicity& other = a_is_factor ? b : a;
        return program_[a_is_factor ? expression.a : expression.b].value >= 0 ? Monotonicity{other.rises, other.falls, false}
                                                                              : other.turned();
      }
      case Op::floor_div:
        if (const Expression& by = program_[expression.b]; by.op == Op::constant && by.value > 0) return a;
        break;
      default: break;
    }
    return constant_if(a.is_constant() && b.is_constant());
  }

  const MoveProgram& program_;
  std::vector<Monotonicity> slots_;
  std::vector<std::optional<Monotonicity>> known_;
};

}  // namespace

bool never_decreases(const MoveProgram& program) {
  return program.dimensions == 1 && MonotonicityReading(program).result_rises();
}

}  // namespace bouton
