#include "engine/theorem/predicate/claim_predicate.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/flow/flow_arithmetic.h"
#include "engine/theorem/statement/linear_cases.h"

namespace bouton {
namespace {

/// Branches that are taken both ways, and instructions, on all paths together.
constexpr std::size_t kMostBranches = 1000, kMostInstructions = 100'000;

/// Thrown where a program says what conditions do not say.
struct NoCondition {
  std::string why;
  int line = 0;
};

bool is_known(const Term& term) { return term.kind == Term::Kind::number; }

bool is_never_negative(const Term& term) {
  switch (term.kind) {
    case Term::Kind::number: return term.number >= 0;
    case Term::Kind::variable:
    case Term::Kind::remainder:
    case Term::Kind::bits: return true;
    case Term::Kind::multiple: return term.number >= 0 && is_never_negative(term.parts[0]);
    case Term::Kind::greatest: return std::ranges::any_of(term.parts, is_never_negative);
    default: return std::ranges::all_of(term.parts, is_never_negative);
  }
}

/// The parts of a conjunction or of a disjunction, as one condition.
Predicate joined(bool all, Predicate a, Predicate b) {
  const auto decides = [all](const Predicate& p) { return p.kind == Predicate::Kind::constant && p.holds != all; };
  const auto says_nothing = [all](const Predicate& p) { return p.kind == Predicate::Kind::constant && p.holds == all; };
  if (decides(a) || says_nothing(b)) return a;
  if (decides(b) || says_nothing(a)) return b;
  if (a == b) return a;
  std::vector<Predicate> parts = {std::move(a), std::move(b)};
  return all ? Predicate::both(std::move(parts)) : Predicate::either(std::move(parts));
}

Predicate chosen(Predicate condition, Predicate then, Predicate otherwise) {
  if (then == otherwise) return then;
  Predicate negation = Predicate::negation(condition);
  return joined(false, joined(true, std::move(condition), std::move(then)),
                joined(true, std::move(negation), std::move(otherwise)));
}

class ClaimReader {
 public:
  explicit ClaimReader(const FlowProgram& program) : program_(program), function_(program.functions[0]) {}

  Predicate read() {
    std::vector<Term> registers(function_.registers);
    for (std::size_t i = 0; i < program_.dimensions; ++i) registers[i] = Term::variable(i);
    return from(0, 0, std::move(registers));
  }

 private:
  [[noreturn]] static void refuse(std::string why, int line) { throw NoCondition{std::move(why), line}; }

  static Term value(const FlowOperand& operand, const std::vector<Term>& registers) {
    return operand.is_constant ? Term::of(operand.value) : registers[operand.number()];
  }

  /// What the program says from an instruction of a block on.
  Predicate from(std::uint32_t block, std::size_t next, std::vector<Term> registers) {
    Predicate needed = Predicate::of(true);  // by binary digits
    while (true) {
      const FlowBlock& at = function_.blocks[block];
      for (; next < at.instructions.size(); ++next) {
        if (++instructions_ > kMostInstructions) refuse("a claim that takes so many steps", at.instructions[next].line);
        run(at.instructions[next], registers, needed);
      }
      next = 0;
      const FlowTerminator& end = at.end;
      switch (end.kind) {
        case FlowTerminator::Kind::trap: return Predicate::of(false);
        case FlowTerminator::Kind::finish: {
          const Term result = value(end.results[0], registers);
          if (!is_known(result)) refuse("a truth value that is computed", end.line);
          return joined(true, std::move(needed), Predicate::of(result.number != 0));
        }
        case FlowTerminator::Kind::jump: block = end.then; break;
        case FlowTerminator::Kind::branch: {
          Term a = value(end.a, registers), b = value(end.b, registers);
          if (is_known(a) && is_known(b)) {
            block = holds(end.condition, a.number, b.number) ? end.then : end.otherwise;
            break;
          }
          if (++branches_ > kMostBranches) refuse("a claim of so many cases", end.line);
          Predicate condition = compared(end, std::move(a), std::move(b));
          Predicate then = from(end.then, 0, registers);
          Predicate otherwise = from(end.otherwise, 0, std::move(registers));
          return joined(true, std::move(needed), chosen(std::move(condition), std::move(then), std::move(otherwise)));
        }
      }
    }
  }

  static Predicate compared(const FlowTerminator& end, Term a, Term b) {
    switch (end.condition) {
      case FlowCondition::equal: return Predicate::equal(std::move(a), std::move(b));
      case FlowCondition::less: return Predicate::compared(std::move(a), ComparisonSign::less, std::move(b));
      case FlowCondition::less_equal: return Predicate::compared(std::move(a), ComparisonSign::at_most, std::move(b));
      case FlowCondition::unsigned_less: break;
    }
    refuse("math.ult", end.line);
  }

  void run(const FlowInstruction& i, std::vector<Term>& registers, Predicate& needed) {
    switch (i.op) {
      case FlowOp::tick: return;
      case FlowOp::call: return ask(i, registers);
      case FlowOp::option: refuse("a move", i.line);
      case FlowOp::element: {
        const Term index = value(i.a, registers);
        if (!is_known(index)) refuse("an entry of a list whose index depends on the position", i.line);
        const std::vector<std::int64_t>& list = program_.lists[i.index];
        if (index.number < 0 || std::cmp_greater_equal(index.number, list.size())) refuse("an entry that is not there", i.line);
        registers[i.to] = Term::of(list[static_cast<std::size_t>(index.number)]);
        return;
      }
      case FlowOp::state:
      case FlowOp::copy_states:
      case FlowOp::set_state: refuse("cells", i.line);
      default: registers[i.to] = result(i, value(i.a, registers), value(i.b, registers), needed);
    }
  }

  void ask(const FlowInstruction& i, std::vector<Term>& registers) {
    const FlowCall& call = program_.calls[i.index];
    if (call.function != 1) refuse("a function that calls itself", i.line);
    for (std::size_t c = 0; c < program_.dimensions; ++c)
      if (value(call.arguments[c], registers) != Term::variable(c)) refuse("the value of another position", i.line);
    registers[call.results[0]] = Term::variable(program_.dimensions);
  }

  static std::int64_t constant(const Term& term, const char* what, int line) {
    if (!is_known(term)) refuse(what, line);
    if (term.number > kGreatestLinearNumber || term.number < -kGreatestLinearNumber)
      refuse(fmt::format("a number above {}", kGreatestLinearNumber), line);
    return term.number;
  }
  static Term multiple(std::int64_t factor, Term term) { return factor == 1 ? term : Term::times(factor, std::move(term)); }
  static std::int64_t divisor(const Term& term, int line) {
    const std::int64_t by = constant(term, "a divisor that depends on the position", line);
    if (by < 1) refuse("a divisor below 1", line);
    return by;
  }

  /// Of one or two operands, of which not all are known.
  static Term result(const FlowInstruction& i, Term a, Term b, Predicate& needed) {
    const bool of_one = i.op == FlowOp::move || i.op == FlowOp::neg || i.op == FlowOp::bit_not || i.op == FlowOp::abs;
    if (i.op == FlowOp::move) return a;
    if (is_known(a) && (of_one || is_known(b))) {
      const std::optional<std::int64_t> known = computed(i.op, a.number, b.number);
      if (!known) refuse("a division by 0", i.line);
      return Term::of(*known);
    }
    const auto must_not_be_negative = [&needed](const Term& term) {
      if (is_never_negative(term)) return;
      needed = joined(true, std::move(needed), Predicate::compared(term, ComparisonSign::at_least, Term::of(0)));
    };
    switch (i.op) {
      case FlowOp::neg: return Term::times(-1, std::move(a));
      case FlowOp::bit_not: return Term::times(-1, std::move(a)) + Term::of(-1);
      case FlowOp::abs: return Term::distance(a);
      case FlowOp::add: return std::move(a) + std::move(b);
      case FlowOp::sub: return std::move(a) - std::move(b);
      case FlowOp::mul: {
        if (!is_known(a)) std::swap(a, b);
        return multiple(constant(a, "a product of two numbers that depend on the position", i.line), std::move(b));
      }
      case FlowOp::floor_div: return Term::quotient(std::move(a), divisor(b, i.line));
      case FlowOp::floor_mod: return Term::remainder(std::move(a), divisor(b, i.line));
      case FlowOp::shift_left:
      case FlowOp::shift_right: {
        constexpr std::int64_t kMostPlaces = 30;
        const std::int64_t places = constant(b, "a shift by a number that depends on the position", i.line);
        if (places < 0 || places > kMostPlaces) refuse("a shift of this width", i.line);
        if (i.op == FlowOp::shift_left) return multiple(std::int64_t{1} << places, std::move(a));
        must_not_be_negative(a);
        return Term::quotient(std::move(a), std::int64_t{1} << places);
      }
      case FlowOp::bit_and:
      case FlowOp::bit_or:
      case FlowOp::bit_xor:
        must_not_be_negative(a);
        must_not_be_negative(b);
        return Term::bits(i.op == FlowOp::bit_and ? 8 : i.op == FlowOp::bit_or ? 14 : 6, std::move(a), std::move(b));
      case FlowOp::min: return Term::least(std::move(a), std::move(b));
      case FlowOp::max: return Term::greatest(std::move(a), std::move(b));
      default: refuse("math.fmod", i.line);
    }
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  std::size_t branches_ = 0, instructions_ = 0;
};

bool speaks_of(const Term& term, std::size_t variable) {
  if (term.kind == Term::Kind::variable) return std::cmp_equal(term.number, variable);
  return std::ranges::any_of(term.parts, [variable](const Term& part) { return speaks_of(part, variable); });
}

bool is_comparison_with_zero(const Predicate& condition, std::size_t variable) {
  const Predicate with_zero = Predicate::equal(Term::variable(variable), Term::of(0));
  return condition == with_zero || condition == Predicate::equal(with_zero.terms[1], with_zero.terms[0]);
}

}  // namespace

Result<Predicate> condition_of_claim(const FlowProgram& program) {
  try {
    return ClaimReader(program).read();
  } catch (const NoCondition& refused) {
    return Refusal{refused.line > 0 ? fmt::format("check, line {}: {}", refused.line, refused.why) : refused.why, refused.line};
  }
}

bool only_compares_with_zero(const Predicate& condition, std::size_t variable) {
  if (is_comparison_with_zero(condition, variable)) return true;
  return std::ranges::none_of(condition.terms, [&](const Term& term) { return speaks_of(term, variable); }) &&
         std::ranges::all_of(condition.parts, [&](const Predicate& part) { return only_compares_with_zero(part, variable); });
}

Predicate with_zero_decided(const Predicate& condition, std::size_t variable, bool is_zero) {
  if (is_comparison_with_zero(condition, variable)) return Predicate::of(is_zero);
  std::vector<Predicate> parts;
  for (const Predicate& part : condition.parts) parts.push_back(with_zero_decided(part, variable, is_zero));
  switch (condition.kind) {
    case Predicate::Kind::negation:
      if (parts[0].kind == Predicate::Kind::constant) return Predicate::of(!parts[0].holds);
      return Predicate::negation(std::move(parts[0]));
    case Predicate::Kind::both:
    case Predicate::Kind::either: {
      const bool all = condition.kind == Predicate::Kind::both;
      Predicate result = Predicate::of(all);
      for (Predicate& part : parts) result = joined(all, std::move(result), std::move(part));
      return result;
    }
    default: return condition;
  }
}

}  // namespace bouton
