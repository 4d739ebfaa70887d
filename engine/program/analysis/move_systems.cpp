#include "engine/program/analysis/move_systems.h"

#include <optional>
#include <utility>

#include "engine/program/analysis/affine.h"

namespace bouton {
namespace {

/// More cases than these are not a gain; and to make more, those included that come to nothing, takes milliseconds. One of so
/// many equations and inequalities counts for two.
constexpr std::size_t kMostCases = 256, kMostMade = 2000, kUsualSystem = 16;
/// Lists with more elements are not taken apart.
constexpr std::size_t kMostElements = 64;

/// What is known so far on one way through a family.
struct Case {
  std::size_t variables = 0;
  std::vector<std::pair<Slot, Affine>> slots;
  std::vector<Affine> zero, at_most;

  Affine new_variable() { return Affine::of_variable(variables++); }
  std::size_t size() const { return zero.size() + at_most.size(); }
};

struct Valued {
  Case given;
  Affine value;

  std::size_t size() const { return given.size(); }
};

/// Takes expressions and conditions apart into cases in which they are linear.
class CaseMaker {
 public:
  explicit CaseMaker(const MoveProgram& program) : program_(program) {}

  /// Why the last thing asked for could not be taken apart.
  const std::optional<Refusal>& refusal() const { return refusal_; }

  std::vector<Valued> value(const Case& given, ExpressionId id) {
    if (refusal_) return {};
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant: return {{given, Affine::of_constant(e.value)}};
      case Op::coordinate: return {{given, Affine::of_variable(static_cast<std::size_t>(e.value))}};
      case Op::variable: return slot(given, static_cast<Slot>(e.value));
      case Op::element: return element(given, e);
      case Op::add: return sum(given, e, 1);
      case Op::sub: return sum(given, e, -1);
      case Op::neg: return map(value(given, e.a), [](const Affine& a) { return negated(a); });
      case Op::mul: return product(given, e);
      case Op::min: return extremum(given, e, 1);
      case Op::max: return extremum(given, e, -1);
      case Op::abs: return magnitude(given, e);
      case Op::floor_div:
      case Op::floor_mod: return quotient(given, e);
      case Op::select: return selected(given, e);
      default: return refuse("a number is computed from bits or truth values");
    }
  }

  std::vector<Case> hold(const Case& given, ExpressionId id, bool wanted) {
    if (refusal_) return {};
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant:
        if ((e.value != 0) == wanted) return {given};
        return {};
      case Op::equal: return equality(given, e, wanted);
      case Op::less: return wanted ? order(given, e.a, e.b, 1) : order(given, e.b, e.a, 0);
      case Op::less_equal: return wanted ? order(given, e.a, e.b, 0) : order(given, e.b, e.a, 1);
      case Op::logical_and: return wanted ? both(given, e, true) : either(given, e, false);
      case Op::logical_or: return wanted ? either(given, e, true) : both(given, e, false);
      case Op::logical_not: return hold(given, e.a, !wanted);
      case Op::select: {
        std::vector<Case> found;
        for (const bool chosen : {true, false})
          for (const Case& one : hold(given, e.a, chosen)) append(found, hold(one, chosen ? e.b : e.c, wanted));
        return found;
      }
      default: refuse("a condition is not one of sums"); return {};
    }
  }

  /// The loop's variable between its ends.
  std::vector<Case> count(const Case& given, const CountedLoop& loop) {
    std::vector<Case> found;
    if (loop.step != 1 && loop.step != -1) {
      for (Valued& first : value(given, loop.first)) {
        const Affine rounds = first.given.new_variable();
        const Affine variable = add(first.value, rounds, loop.step);
        first.given.at_most.push_back(negated(rounds));
        append(found, up_to(enter(first.given, loop, variable), variable, loop.last, loop.step > 0));
      }
      return found;
    }
    Case inside = given;
    const Affine variable = inside.new_variable();
    const bool up = loop.step > 0;
    for (const Case& one : up_to(inside, variable, loop.first, !up))
      for (const Case& bounded : up_to(one, variable, loop.last, up)) found.push_back(enter(bounded, loop, variable));
    return found;
  }

 private:
  std::vector<Valued> refuse(const char* why) {
    if (!refusal_) refusal_ = Refusal{why};
    return {};
  }

  template <class T>
  void append(std::vector<T>& to, std::vector<T>&& more) {
    for (T& one : more) {
      made_ += 1 + one.size() / kUsualSystem;
      to.push_back(std::move(one));
    }
    if (to.size() > kMostCases || made_ > kMostMade) {
      refuse("there are too many cases");
      to.clear();
    }
  }

  template <class F>
  static std::vector<Valued> map(std::vector<Valued> of, F f) {
    for (Valued& one : of) one.value = f(one.value);
    return of;
  }

  static Case enter(Case given, const CountedLoop& loop, const Affine& variable) {
    given.slots.emplace_back(loop.slot, variable);
    return given;
  }

  std::vector<Valued> slot(const Case& given, Slot slot) {
    for (auto known = given.slots.rbegin(); known != given.slots.rend(); ++known)
      if (known->first == slot) return {{given, known->second}};
    return refuse("a variable is read outside its loop");
  }

  template <class F>
  std::vector<Valued> combined(const Case& given, const Expression& e, F f) {
    std::vector<Valued> found;
    for (const Valued& a : value(given, e.a))
      for (const Valued& b : value(a.given, e.b)) append(found, f(b.given, a.value, b.value));
    return found;
  }

  std::vector<Valued> sum(const Case& given, const Expression& e, std::int64_t factor) {
    return combined(given, e, [&](const Case& known, const Affine& a, const Affine& b) {
      return std::vector<Valued>{{known, add(a, b, factor)}};
    });
  }

  std::vector<Valued> product(const Case& given, const Expression& e) {
    return combined(given, e, [&](const Case& known, const Affine& a, const Affine& b) {
      if (a.is_constant()) return std::vector<Valued>{{known, scaled(b, a.constant)}};
      if (b.is_constant()) return std::vector<Valued>{{known, scaled(a, b.constant)}};
      return refuse("two numbers that are not constant are multiplied");
    });
  }

  /// The least of two for sign 1, the greatest for -1.
  std::vector<Valued> extremum(const Case& given, const Expression& e, std::int64_t sign) {
    return combined(given, e, [&](const Case& known, const Affine& a, const Affine& b) {
      const Affine difference = scaled(a - b, sign);
      Case first = known, second = known;
      first.at_most.push_back(difference);
      second.at_most.push_back(Affine::of_constant(1) - difference);
      return std::vector<Valued>{{first, a}, {second, b}};
    });
  }

  std::vector<Valued> magnitude(const Case& given, const Expression& e) {
    std::vector<Valued> found;
    for (const Valued& a : value(given, e.a)) {
      Case positive = a.given, negative = a.given;
      positive.at_most.push_back(negated(a.value));
      negative.at_most.push_back(plus_constant(a.value, 1));
      append(found, {{positive, a.value}, {negative, negated(a.value)}});
    }
    return found;
  }

  /// Of division by a positive constant: a new variable is the quotient.
  std::vector<Valued> quotient(const Case& given, const Expression& e) {
    const Expression& by = program_[e.b];
    if (by.op != Op::constant || by.value <= 0)
      return refuse("a number is divided by something that is not a positive constant");
    std::vector<Valued> found;
    for (Valued& a : value(given, e.a)) {
      const Affine quotient = a.given.new_variable();
      const Affine rest = add(a.value, quotient, -by.value);
      a.given.at_most.push_back(negated(rest));
      a.given.at_most.push_back(plus_constant(rest, 1 - by.value));
      append(found, {{a.given, e.op == Op::floor_div ? quotient : rest}});
    }
    return found;
  }

  std::vector<Valued> element(const Case& given, const Expression& e) {
    const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
    if (list.size() > kMostElements) return refuse("an element of a long list");
    std::vector<Valued> found;
    for (const Valued& at : value(given, e.a))
      for (std::size_t i = 0; i < list.size(); ++i) {
        Case chosen = at.given;
        chosen.zero.push_back(plus_constant(at.value, -static_cast<std::int64_t>(i) - 1));
        append(found, {{chosen, Affine::of_constant(list[i])}});
      }
    return found;
  }

  std::vector<Valued> selected(const Case& given, const Expression& e) {
    std::vector<Valued> found;
    for (const bool chosen : {true, false})
      for (const Case& one : hold(given, e.a, chosen)) append(found, value(one, chosen ? e.b : e.c));
    return found;
  }

  /// a + offset <= b.
  std::vector<Case> order(const Case& given, ExpressionId a, ExpressionId b, std::int64_t offset) {
    std::vector<Case> found;
    for (const Valued& left : value(given, a))
      for (const Valued& right : value(left.given, b)) {
        Case one = right.given;
        one.at_most.push_back(plus_constant(left.value - right.value, offset));
        append(found, {one});
      }
    return found;
  }

  std::vector<Case> equality(const Case& given, const Expression& e, bool wanted) {
    if (!wanted) {
      std::vector<Case> found = order(given, e.a, e.b, 1);
      append(found, order(given, e.b, e.a, 1));
      return found;
    }
    std::vector<Case> found;
    for (const Valued& a : value(given, e.a))
      for (const Valued& b : value(a.given, e.b)) {
        Case one = b.given;
        one.zero.push_back(a.value - b.value);
        append(found, {one});
      }
    return found;
  }

  std::vector<Case> both(const Case& given, const Expression& e, bool wanted) {
    std::vector<Case> found;
    for (const Case& one : hold(given, e.a, wanted)) append(found, hold(one, e.b, wanted));
    return found;
  }

  std::vector<Case> either(const Case& given, const Expression& e, bool wanted) {
    std::vector<Case> found = hold(given, e.a, wanted);
    for (const Case& other : hold(given, e.a, !wanted)) append(found, hold(other, e.b, wanted));
    return found;
  }

  /// variable <= end, or >= where it does not go up. The least of several ends is one inequality each, no case.
  std::vector<Case> up_to(const Case& given, const Affine& variable, ExpressionId end, bool up) {
    const Expression& e = program_[end];
    if (e.op == (up ? Op::min : Op::max)) {
      std::vector<Case> found;
      for (const Case& one : up_to(given, variable, e.a, up)) append(found, up_to(one, variable, e.b, up));
      return found;
    }
    std::vector<Case> found;
    const std::int64_t sign = up ? 1 : -1;
    for (const Valued& last : value(given, end)) {
      Case one = last.given;
      one.at_most.push_back(scaled(variable - last.value, sign));
      append(found, {one});
    }
    return found;
  }

  const MoveProgram& program_;
  std::optional<Refusal> refusal_;
  std::size_t made_ = 0;
};

/// The cases of one family, its loops and guards in their order.
Result<std::vector<Case>> cases_of(CaseMaker& maker, const Family& family, std::size_t dimensions) {
  std::vector<Case> cases = {Case{.variables = dimensions, .slots = {}, .zero = {}, .at_most = {}}};
  const auto each = [&](const auto& more) {
    std::vector<Case> next;
    for (const Case& one : cases)
      for (Case& found : more(one)) next.push_back(std::move(found));
    cases = std::move(next);
  };
  for (std::size_t depth = 0; depth <= family.loops.size(); ++depth) {
    for (const Guard& guard : family.guards)
      if (guard.depth == depth) each([&](const Case& one) { return maker.hold(one, guard.condition, guard.wanted); });
    if (depth < family.loops.size()) each([&](const Case& one) { return maker.count(one, family.loops[depth]); });
    if (cases.size() > kMostCases) return Refusal{"there are too many cases", family.line};
  }
  return cases;
}

/// One result of a predicate: where it is reached, its expression.
struct PredicateResult {
  Case given;
  ExpressionId value;
};

/// Every way through a program of branches and results.
class PredicateWalk {
 public:
  PredicateWalk(const MoveProgram& program, CaseMaker& maker) : program_(program), maker_(maker) {}

  /// The cases in which the block is run to its end.
  std::optional<std::vector<Case>> run(const Block& block, std::vector<Case> cases) {
    for (const Statement& statement : block) {
      if (statement.kind == Statement::Kind::finish) {
        for (const Case& one : cases) results.push_back({one, statement.to.at(0).at(0)});
        return std::vector<Case>{};
      }
      if (statement.kind != Statement::Kind::branch) return std::nullopt;
      std::vector<Case> next;
      for (const Case& one : cases)
        for (const bool wanted : {true, false}) {
          auto ended = run(wanted ? statement.body : statement.otherwise, maker_.hold(one, statement.a, wanted));
          if (!ended) return std::nullopt;
          for (Case& end : *ended) next.push_back(std::move(end));
        }
      cases = std::move(next);
      if (cases.size() > kMostCases) return std::nullopt;
    }
    return cases;
  }

  std::vector<PredicateResult> results;

 private:
  const MoveProgram& program_;
  CaseMaker& maker_;
};

}  // namespace

Inequalities MoveSystem::inequalities() const {
  Inequalities system;
  for (const Affine& form : at_most) system.add(form);
  for (const Affine& form : zero) system.add_zero(form);
  return system;
}

Result<std::vector<MoveSystem>> move_systems(const MoveFamilies& families) {
  const std::size_t dimensions = families.program.dimensions;
  std::vector<MoveSystem> moves;
  for (const Family& family : families.families) {
    CaseMaker maker(families.program);
    Result<std::vector<Case>> cases = cases_of(maker, family, dimensions);
    if (!cases) return cases.refusal();
    std::vector<std::pair<Case, std::vector<Affine>>> found;
    for (Case& one : *cases) found.push_back({std::move(one), {}});
    for (const ExpressionId to : family.to) {
      std::vector<std::pair<Case, std::vector<Affine>>> next;
      for (const auto& one : found)
        for (Valued& value : maker.value(one.first, to)) {
          next.emplace_back(std::move(value.given), one.second);
          next.back().second.push_back(value.value);
        }
      found = std::move(next);
      if (found.size() > kMostCases) return Refusal{"there are too many cases", family.line};
    }
    if (maker.refusal()) return Refusal{maker.refusal()->reason, family.line};
    for (auto& [given, to] : found) {
      MoveSystem move{family.line, given.variables, std::move(given.zero), std::move(given.at_most), std::move(to)};
      if (!has_no_solution(move.inequalities())) moves.push_back(std::move(move));
    }
    if (moves.size() > kMostCases) return Refusal{"there are too many cases", family.line};
  }
  return moves;
}

Result<std::vector<Affine>> linear_predicate(const MoveProgram& predicate) {
  const Refusal no_sums{"valid is not a conjunction of inequalities of sums"};
  CaseMaker maker(predicate);
  PredicateWalk walk(predicate, maker);
  const Case start{.variables = predicate.dimensions, .slots = {}, .zero = {}, .at_most = {}};
  if (!walk.run(predicate.body, {start})) return no_sums;
  // Where one way alone leads to a result other than 0, its conditions say which positions are valid.
  std::optional<Case> only;
  for (const PredicateResult& result : walk.results)
    for (const Case& one : maker.hold(result.given, result.value, true)) {
      if (only) return no_sums;
      only = one;
    }
  if (maker.refusal() || !only || only->variables != predicate.dimensions) return no_sums;
  std::vector<Affine> forms = only->at_most;
  for (const Affine& form : only->zero) {
    forms.push_back(form);
    forms.push_back(negated(form));
  }
  return forms;
}

}  // namespace bouton
