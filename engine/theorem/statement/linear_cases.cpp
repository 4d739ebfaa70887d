#include "engine/theorem/statement/linear_cases.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// Whether the body of a loop leaves that loop, and not one within it.
bool may_leave(const Block& body) {
  return std::ranges::any_of(body, [](const Statement& statement) {
    return statement.kind == Statement::Kind::leave ||
           (statement.kind == Statement::Kind::branch && (may_leave(statement.body) || may_leave(statement.otherwise)));
  });
}

const Statement* left_early(const MoveProgram& program, const Block& block);

/// The loop, or the first one within it, that is left early and is none over constants, of which each round is run.
const Statement* left_early(const MoveProgram& program, const Statement& loop) {
  return may_leave(loop.body) ? &loop : left_early(program, loop.body);
}

const Statement* left_early(const MoveProgram& program, const Block& block) {
  for (const Statement& statement : block) {
    const bool is_loop = statement.kind == Statement::Kind::loop;
    const bool is_run = is_loop && program[statement.a].op == Op::constant && program[statement.b].op == Op::constant;
    const Statement* const left = is_loop && !is_run ? left_early(program, statement) : left_early(program, statement.body);
    if (left != nullptr) return left;
    if (const Statement* const other = left_early(program, statement.otherwise)) return other;
  }
  return nullptr;
}

/// A loop over so many constants at most is run round by round.
constexpr std::uint64_t kMostRounds = 64;
/// Evaluations of expressions and statements, of all ways together.
constexpr std::size_t kMostWork = 200'000;
constexpr std::size_t kMostCases = 2'000;

/// Thrown inside of this file alone.
struct RefusedCase {
  Refusal refusal;
};

enum class Sign { any, not_positive, not_negative };

Sign sign_of_terms(const Affine& form) {
  const auto all = [&](bool negative) {
    return std::ranges::all_of(form.terms, [&](const auto& term) { return (term.second < 0) == negative; });
  };
  return all(true) ? Sign::not_positive : all(false) ? Sign::not_negative : Sign::any;
}

bool same_terms(const Affine& a, const Affine& b) { return a.terms == b.terms; }
bool opposite_terms(const Affine& a, const Affine& b) { return same_terms(a, negated(b)); }

/// Whether the condition holds alone by the signs of its terms, or cannot hold; nothing where that is not seen.
std::optional<bool> decided(const LinearCondition& condition) {
  const Affine& form = condition.form;
  const bool equal = condition.relation == Relation::equal;
  if (form.is_constant()) return equal ? form.constant == 0 : form.constant <= 0;
  const Sign sign = sign_of_terms(form);
  if (sign == Sign::not_negative && form.constant > 0) return false;
  if (equal && sign == Sign::not_positive && form.constant < 0) return false;
  if (!equal && sign == Sign::not_positive && form.constant <= 0) return true;
  if (equal) {
    std::int64_t divisor = 0;
    for (const auto& [atom, coefficient] : form.terms) divisor = std::gcd(divisor, coefficient);
    if (form.constant % divisor != 0) return false;
  }
  return std::nullopt;
}

/// Whether two conditions, with the same or with opposite terms, cannot hold together.
bool contradict(const LinearCondition& a, const LinearCondition& b) {
  const bool a_equal = a.relation == Relation::equal, b_equal = b.relation == Relation::equal;
  if (same_terms(a.form, b.form)) {
    const std::int64_t difference = a.form.constant - b.form.constant;
    if (a_equal && b_equal) return difference != 0;
    if (a_equal) return difference < 0;  // t = -a, t <= -b
    return b_equal && difference > 0;
  }
  if (!opposite_terms(a.form, b.form)) return false;
  const std::int64_t sum = a.form.constant + b.form.constant;  // t + a ? 0, -t + b ? 0
  return a_equal && b_equal ? sum != 0 : sum > 0;
}

}  // namespace

bool add_condition(std::vector<LinearCondition>& conditions, LinearCondition condition) {
  if (const std::optional<bool> known = decided(condition)) {
    if (!*known) conditions.push_back(std::move(condition));
    return *known;
  }
  for (LinearCondition& other : conditions) {
    if (contradict(condition, other)) return false;
    if (!same_terms(condition.form, other.form)) continue;
    if (other.relation == Relation::equal) return true;
    if (condition.relation == Relation::equal) continue;
    other.form.constant = std::max(other.form.constant, condition.form.constant);
    return true;
  }
  conditions.push_back(std::move(condition));
  return true;
}

namespace {

class Execution {
 public:
  Execution(const MoveProgram& program, const std::vector<Affine>& coordinates)
      : program_(program), coordinates_(coordinates) {}

  LinearCases run(std::size_t variables) {
    Path path;
    path.variables = variables;
    path.slots.resize(program_.slot_names.size());
    run(program_.body, std::move(path), {});
    return std::move(cases_);
  }

 private:
  /// A way through the function as far as it has been followed.
  struct Path {
    std::size_t variables = 0;
    std::vector<LinearCondition> conditions;
    std::vector<BitCondition> bits;
    std::vector<std::optional<Affine>> slots;  ///< nothing: not assigned, or carried over from another round
  };
  using Paths = std::vector<Path>;
  struct Valued {
    Path path;
    Affine value;
  };
  using Values = std::vector<Valued>;
  enum class Exit { on, leave, finish };
  struct Ended {
    Path path;
    Exit exit;
  };
  using Order = std::vector<Affine>;

  [[noreturn]] void refuse(std::string reason) const { throw RefusedCase{{std::move(reason), line_}}; }
  void work() {
    if (++work_ > kMostWork) refuse("the rule has too many cases");
  }
  const Affine& checked(const Affine& form) const {
    if (!is_small(form)) refuse(fmt::format("a number beyond {}", kGreatestLinearNumber));
    return form;
  }
  /// The path if the form can be at most 0, or 0, on it.
  std::optional<Path> with(Path path, const Affine& form, Relation relation) const {
    if (!add_condition(path.conditions, {checked(form), relation})) return std::nullopt;
    return path;
  }
  template <class Visit>
  void where(const Path& path, const Affine& form, Relation relation, Visit visit) const {
    if (std::optional<Path> holds = with(path, form, relation)) visit(*std::move(holds));
  }
  LinearCase case_of(const Path& path) const { return {{path.variables, path.conditions, path.bits}, line_}; }
  void obstacle(const Path& path, std::string reason) {
    cases_.obstacles.push_back({case_of(path), std::move(reason)});
    if (cases_.obstacles.size() > kMostCases) refuse("the rule has too many cases");
  }

  // Expressions.

  Values evaluate(ExpressionId id, Path path);
  Values evaluate_both(const Expression& e, Path path, Affine (Execution::*operation)(const Affine&, const Affine&) const);
  Values evaluate_product(const Expression& e, Path path);
  Values evaluate_extreme(const Expression& e, Path path);
  Values evaluate_quotient(const Expression& e, Path path);
  Values quotient(Valued dividend, std::int64_t divisor, bool remainder);
  Values evaluate_shift(const Expression& e, Path path);
  Values evaluate_bits(const Expression& e, Path path);
  Values bits_of(Op op, const Valued& a, const Affine& b);
  /// A variable for a sum >= 0, a new one where it is not one already.
  static std::optional<std::size_t> variable_of(const Affine& form, Path& path);
  Values evaluate_element(const Expression& e, Path path);
  Values evaluate_truth(ExpressionId id, const Path& path);
  Affine sum(const Affine& a, const Affine& b) const { return checked(add(a, b)); }
  Affine difference(const Affine& a, const Affine& b) const { return checked(a - b); }
  std::int64_t constant_of(const Valued& valued, const char* otherwise) const {
    if (!valued.value.is_constant()) refuse(otherwise);
    return valued.value.constant;
  }

  /// The ways on which the condition has the truth value.
  Paths where(ExpressionId condition, bool wanted, Path path);
  Paths where_equal(const Expression& e, bool wanted, Path path);
  Paths where_value(ExpressionId id, bool wanted, Path path);
  /// The ways on which a + offset <= b.
  Paths where_at_most(ExpressionId a, ExpressionId b, std::int64_t offset, Path path);
  Paths where_at_most(const Affine& a, ExpressionId b, Path path);

  // Statements.

  std::vector<Ended> run(const Block& block, Path path, const Order& order);
  std::vector<Ended> run(const Statement& statement, Path path, const Order& order);
  std::vector<Ended> run_branch(const Statement& statement, Path path, const Order& order);
  std::vector<Ended> run_loop(const Statement& statement, Path path, const Order& order);
  std::vector<Ended> run_rounds(const Statement& statement, Path path, std::int64_t first, std::int64_t step,
                                std::uint64_t rounds, const Order& order);
  void run_any_round(const Statement& statement, Path path, const Affine& first, std::int64_t step, const Order& order);
  void name_option(const Statement& statement, Path path, const Order& order);
  void name_results(const Statement& statement, Path path);
  static void forget_assigned(const Block& block, Path& path);

  const MoveProgram& program_;
  const std::vector<Affine>& coordinates_;
  LinearCases cases_;
  int line_ = 0;
  std::size_t work_ = 0;
};

Execution::Values Execution::evaluate(ExpressionId id, Path path) {
  work();
  const Expression& e = program_[id];
  switch (e.op) {
    case Op::constant: return {{std::move(path), checked(Affine::of_constant(e.value))}};
    case Op::coordinate: return {{std::move(path), coordinates_[static_cast<std::size_t>(e.value)]}};
    case Op::variable: {
      const std::optional<Affine> value = path.slots[static_cast<std::size_t>(e.value)];
      if (!value)
        refuse(fmt::format("'{}' is carried over from one round of a loop to another",
                           program_.slot_names[static_cast<std::size_t>(e.value)]));
      return {{std::move(path), *value}};
    }
    case Op::element: return evaluate_element(e, std::move(path));
    case Op::add: return evaluate_both(e, std::move(path), &Execution::sum);
    case Op::sub: return evaluate_both(e, std::move(path), &Execution::difference);
    case Op::neg: {
      Values values = evaluate(e.a, std::move(path));
      for (Valued& valued : values) valued.value = negated(valued.value);
      return values;
    }
    case Op::mul: return evaluate_product(e, std::move(path));
    case Op::min:
    case Op::max:
    case Op::abs: return evaluate_extreme(e, std::move(path));
    case Op::floor_div:
    case Op::floor_mod: return evaluate_quotient(e, std::move(path));
    case Op::shift_left:
    case Op::shift_right: return evaluate_shift(e, std::move(path));
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor: return evaluate_bits(e, std::move(path));
    case Op::bit_not: {
      Values values = evaluate(e.a, std::move(path));
      for (Valued& valued : values) valued.value = Affine::of_constant(-1) - valued.value;
      return values;
    }
    case Op::select: {
      Values values;
      for (const bool chosen : {true, false})
        for (Path& way : where(e.a, chosen, path))
          for (Valued& valued : evaluate(chosen ? e.b : e.c, std::move(way))) values.push_back(std::move(valued));
      return values;
    }
    default: return evaluate_truth(id, path);
  }
}

Execution::Values Execution::evaluate_both(const Expression& e, Path path,
                                           Affine (Execution::*operation)(const Affine&, const Affine&) const) {
  Values values;
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (Valued& b : evaluate(e.b, std::move(a.path)))
      values.push_back({std::move(b.path), (this->*operation)(a.value, b.value)});
  return values;
}

Execution::Values Execution::evaluate_product(const Expression& e, Path path) {
  Values values;
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (Valued& b : evaluate(e.b, std::move(a.path))) {
      if (!a.value.is_constant() && !b.value.is_constant())
        refuse("a product of two numbers that vary: the rule is not linear");
      const Affine& factor = a.value.is_constant() ? a.value : b.value;
      const Affine& other = a.value.is_constant() ? b.value : a.value;
      values.push_back({std::move(b.path), checked(scaled(other, factor.constant))});
    }
  return values;
}

/// Minimum, maximum, absolute value: a case for each of the two.
Execution::Values Execution::evaluate_extreme(const Expression& e, Path path) {
  Values values;
  const auto choose = [&](const Path& way, const Affine& a, const Affine& b) {  // the lesser is a, or else b
    where(way, difference(a, b), Relation::at_most, [&](Path holds) {
      values.push_back({std::move(holds), e.op == Op::min ? a : b});
    });
    where(way, plus_constant(difference(b, a), 1), Relation::at_most, [&](Path holds) {
      values.push_back({std::move(holds), e.op == Op::min ? b : a});
    });
  };
  for (Valued& a : evaluate(e.a, std::move(path))) {
    if (e.op == Op::abs) {
      choose(a.path, a.value, negated(a.value));
      continue;
    }
    for (const Valued& b : evaluate(e.b, std::move(a.path))) choose(b.path, a.value, b.value);
  }
  return values;
}

Execution::Values Execution::evaluate_quotient(const Expression& e, Path path) {
  Values values;
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (const Valued& b : evaluate(e.b, std::move(a.path))) {
      const std::int64_t divisor = constant_of(b, "a division by a number that varies: the rule is not linear");
      if (divisor == 0) {
        obstacle(b.path, "a division by 0");
        continue;
      }
      // a // -d = -a // d, a % -d = -(-a % d)
      const bool remainder = e.op == Op::floor_mod;
      const Valued dividend{b.path, divisor < 0 ? negated(a.value) : a.value};
      for (Valued& valued : quotient(dividend, std::abs(divisor), remainder)) {
        if (remainder && divisor < 0) valued.value = negated(valued.value);
        values.push_back(std::move(valued));
      }
    }
  return values;
}

/// The quotient, rounded down, or the remainder, by a divisor >= 1. The quotient is a new variable q, or -1 - q where it is
/// negative.
Execution::Values Execution::quotient(Valued dividend, std::int64_t divisor, bool remainder) {
  if (dividend.value.is_constant()) {
    const std::int64_t value = dividend.value.constant;
    return {{std::move(dividend.path), Affine::of_constant(remainder ? floor_mod(value, divisor) : floor_div(value, divisor))}};
  }
  Values values;
  for (const bool negative : {false, true}) {
    Path path = dividend.path;
    const Affine variable = Affine::of_variable(path.variables++);
    const Affine quotient = negative ? Affine::of_constant(-1) - variable : variable;
    const Affine rest = checked(add(dividend.value, quotient, -divisor));
    if (!add_condition(path.conditions, {negated(rest), Relation::at_most})) continue;
    if (!add_condition(path.conditions, {plus_constant(rest, 1 - divisor), Relation::at_most})) continue;
    values.push_back({std::move(path), remainder ? rest : quotient});
  }
  return values;
}

/// By a constant, of a number that does not leave 64 bits: a multiple, or the quotient of a number >= 0.
Execution::Values Execution::evaluate_shift(const Expression& e, Path path) {
  Values values;
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (const Valued& b : evaluate(e.b, std::move(a.path))) {
      const std::int64_t by = (e.op == Op::shift_left ? 1 : -1) * constant_of(b, "a shift by a number that varies");
      if (std::abs(by) > 20) refuse("a shift by more than 20");
      const std::int64_t power = std::int64_t{1} << std::abs(by);
      if (by >= 0) {
        values.push_back({b.path, checked(scaled(a.value, power))});
        continue;
      }
      where(b.path, plus_constant(a.value, 1), Relation::at_most,
            [&](const Path& holds) { obstacle(holds, "a shift of a negative number"); });
      where(b.path, negated(a.value), Relation::at_most, [&](Path holds) {
        for (Valued& valued : quotient({std::move(holds), a.value}, power, false)) values.push_back(std::move(valued));
      });
    }
  return values;
}

/// And, or, xor: see BitCondition.
Execution::Values Execution::evaluate_bits(const Expression& e, Path path) {
  Values values;
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (Valued& b : evaluate(e.b, std::move(a.path)))
      for (Valued& valued : bits_of(e.op, {std::move(b.path), a.value}, b.value)) values.push_back(std::move(valued));
  return values;
}

Execution::Values Execution::bits_of(Op op, const Valued& a, const Affine& b) {
  const auto applied = [&](std::int64_t x, std::int64_t y) {
    return op == Op::bit_and ? x & y : op == Op::bit_or ? x | y : x ^ y;
  };
  if (a.value.is_constant() && b.is_constant())
    return {{a.path, checked(Affine::of_constant(applied(a.value.constant, b.constant)))}};
  for (const auto& [mask, other] : {std::pair(&a.value, &b), std::pair(&b, &a.value)}) {
    const std::int64_t size = mask->constant + 1;
    if (op == Op::bit_and && mask->is_constant() && size > 0 && (size & (size - 1)) == 0)
      return quotient({a.path, *other}, size, true);
  }
  Values values;
  for (const int signs : {0, 1, 2, 3}) {  // bit 0: a is negative; bit 1: b is
    Path path = a.path;
    const auto not_negative = [&](const Affine& form, bool negative) {  // x of x or -1 - x
      const Affine x = negative ? Affine::of_constant(-1) - form : form;
      return add_condition(path.conditions, {checked(negated(x)), Relation::at_most}) ? variable_of(x, path) : std::nullopt;
    };
    const int a_sign = signs & 1, b_sign = signs >> 1;
    const std::optional<std::size_t> x = not_negative(a.value, a_sign != 0);
    if (!x) continue;
    const std::optional<std::size_t> y = not_negative(b, b_sign != 0);
    if (!y) continue;
    const std::int64_t sign = applied(a_sign, b_sign);
    BitCondition bits{*x, *y, path.variables++, 0};
    for (const int digits : {0, 1, 2, 3})
      if ((applied((digits >> 1) ^ a_sign, (digits & 1) ^ b_sign) ^ sign) != 0)
        bits.truth = static_cast<std::uint8_t>(bits.truth | 1U << digits);
    const Affine result = Affine::of_variable(bits.result);
    path.bits.push_back(bits);
    values.push_back({std::move(path), sign != 0 ? Affine::of_constant(-1) - result : result});
  }
  return values;
}

std::optional<std::size_t> Execution::variable_of(const Affine& form, Path& path) {
  if (form.constant == 0 && form.terms.size() == 1 && form.terms[0].second == 1) return form.terms[0].first;
  const std::size_t variable = path.variables++;
  if (!add_condition(path.conditions, {Affine::of_variable(variable) - form, Relation::equal})) return std::nullopt;
  return variable;
}

Execution::Values Execution::evaluate_element(const Expression& e, Path path) {
  const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
  const auto size = static_cast<std::int64_t>(list.size());
  Values values;
  for (const Valued& at : evaluate(e.a, std::move(path))) {
    if (list.size() > kMostRounds) refuse("a list that is too long for a case for each of its numbers");
    where(at.path, at.value, Relation::at_most, [&](const Path& way) { obstacle(way, "a place that a list does not have"); });
    where(at.path, Affine::of_constant(size + 1) - at.value, Relation::at_most,
          [&](const Path& way) { obstacle(way, "a place that a list does not have"); });
    for (std::int64_t i = 1; i <= size; ++i)
      where(at.path, plus_constant(at.value, -i), Relation::equal, [&](Path way) {
        values.push_back({std::move(way), checked(Affine::of_constant(list[static_cast<std::size_t>(i - 1)]))});
      });
  }
  return values;
}

Execution::Values Execution::evaluate_truth(ExpressionId id, const Path& path) {
  Values values;
  for (const bool truth : {true, false})
    for (Path& way : where(id, truth, path)) values.push_back({std::move(way), Affine::of_constant(truth ? 1 : 0)});
  return values;
}

Execution::Paths Execution::where(ExpressionId condition, bool wanted, Path path) {
  work();
  const Expression& e = program_[condition];
  switch (e.op) {
    case Op::less: return wanted ? where_at_most(e.a, e.b, 1, std::move(path)) : where_at_most(e.b, e.a, 0, std::move(path));
    case Op::less_equal:
      return wanted ? where_at_most(e.a, e.b, 0, std::move(path)) : where_at_most(e.b, e.a, 1, std::move(path));
    case Op::equal: return where_equal(e, wanted, std::move(path));
    case Op::unsigned_less: refuse("a comparison of unsigned numbers");
    case Op::logical_not: return where(e.a, !wanted, std::move(path));
    case Op::logical_and:
    case Op::logical_or: {
      const bool decides = e.op == Op::logical_or;  // the truth value of a that decides
      Paths paths;
      if (wanted == decides) paths = where(e.a, decides, path);
      for (Path& undecided : where(e.a, !decides, std::move(path)))
        for (Path& way : where(e.b, wanted, std::move(undecided))) paths.push_back(std::move(way));
      return paths;
    }
    case Op::select: {
      Paths paths;
      for (const bool chosen : {true, false})
        for (Path& way : where(e.a, chosen, path))
          for (Path& found : where(chosen ? e.b : e.c, wanted, std::move(way))) paths.push_back(std::move(found));
      return paths;
    }
    default: return where_value(condition, wanted, std::move(path));
  }
}

Execution::Paths Execution::where_equal(const Expression& e, bool wanted, Path path) {
  Paths paths;
  const auto keep = [&](Path way) { paths.push_back(std::move(way)); };
  for (Valued& a : evaluate(e.a, std::move(path)))
    for (const Valued& b : evaluate(e.b, std::move(a.path))) {
      const Affine form = difference(a.value, b.value);
      if (wanted) {
        where(b.path, form, Relation::equal, keep);
        continue;
      }
      where(b.path, plus_constant(form, 1), Relation::at_most, keep);
      where(b.path, Affine::of_constant(1) - form, Relation::at_most, keep);
    }
  return paths;
}

/// Of a value that is 0 for false.
Execution::Paths Execution::where_value(ExpressionId id, bool wanted, Path path) {
  Paths paths;
  const auto keep = [&](Path way) { paths.push_back(std::move(way)); };
  for (const Valued& valued : evaluate(id, std::move(path))) {
    if (!wanted) {
      where(valued.path, valued.value, Relation::equal, keep);
      continue;
    }
    where(valued.path, plus_constant(valued.value, 1), Relation::at_most, keep);
    where(valued.path, Affine::of_constant(1) - valued.value, Relation::at_most, keep);
  }
  return paths;
}

Execution::Paths Execution::where_at_most(ExpressionId a, ExpressionId b, std::int64_t offset, Path path) {
  const Expression& left = program_[a];
  Paths paths;
  if (left.op == Op::max) {  // both are at most b
    for (Path& way : where_at_most(left.a, b, offset, std::move(path)))
      for (Path& both : where_at_most(left.b, b, offset, std::move(way))) paths.push_back(std::move(both));
    return paths;
  }
  for (Valued& valued : evaluate(left.op == Op::abs ? left.a : a, std::move(path))) {
    const Affine bound = checked(plus_constant(valued.value, offset));
    for (Path& way : where_at_most(bound, b, std::move(valued.path))) {
      if (left.op != Op::abs) {
        paths.push_back(std::move(way));
        continue;
      }
      const Affine mirrored = checked(Affine::of_constant(offset) - valued.value);
      for (Path& both : where_at_most(mirrored, b, std::move(way))) paths.push_back(std::move(both));
    }
  }
  return paths;
}

Execution::Paths Execution::where_at_most(const Affine& a, ExpressionId b, Path path) {
  const Expression& right = program_[b];
  Paths paths;
  if (right.op == Op::min) {
    for (Path& way : where_at_most(a, right.a, std::move(path)))
      for (Path& both : where_at_most(a, right.b, std::move(way))) paths.push_back(std::move(both));
    return paths;
  }
  for (const Valued& valued : evaluate(b, std::move(path)))
    where(valued.path, difference(a, valued.value), Relation::at_most, [&](Path way) { paths.push_back(std::move(way)); });
  return paths;
}

std::vector<Execution::Ended> Execution::run(const Block& block, Path path, const Order& order) {
  std::vector<Ended> ended;
  Paths open;
  open.push_back(std::move(path));
  Order here = order;
  here.emplace_back();
  for (std::size_t i = 0; i < block.size(); ++i) {
    here.back().constant = static_cast<std::int64_t>(i);
    Paths next;
    for (Path& way : open)
      for (Ended& end : run(block[i], std::move(way), here)) {
        if (end.exit == Exit::on) next.push_back(std::move(end.path));
        else ended.push_back(std::move(end));
      }
    open = std::move(next);
  }
  for (Path& way : open) ended.push_back({std::move(way), Exit::on});
  return ended;
}

std::vector<Execution::Ended> Execution::run(const Statement& statement, Path path, const Order& order) {
  work();
  if (statement.line > 0) line_ = statement.line;
  std::vector<Ended> ended;
  switch (statement.kind) {
    case Statement::Kind::assign:
      for (Valued& valued : evaluate(statement.a, std::move(path))) {
        valued.path.slots[statement.slot] = valued.value;
        ended.push_back({std::move(valued.path), Exit::on});
      }
      return ended;
    case Statement::Kind::loop: return run_loop(statement, std::move(path), order);
    case Statement::Kind::branch: return run_branch(statement, std::move(path), order);
    case Statement::Kind::option: name_option(statement, path, order); return {{std::move(path), Exit::on}};
    case Statement::Kind::split: refuse("a move splits the position");
    case Statement::Kind::leave: return {{std::move(path), Exit::leave}};
    case Statement::Kind::finish: name_results(statement, path); return {{std::move(path), Exit::finish}};
  }
  return ended;
}

std::vector<Execution::Ended> Execution::run_branch(const Statement& statement, Path path, const Order& order) {
  std::vector<Ended> ended;
  for (const bool truth : {true, false})
    for (Path& way : where(statement.a, truth, path))
      for (Ended& end : run(truth ? statement.body : statement.otherwise, std::move(way), order))
        ended.push_back(std::move(end));
  const auto changes = [&](Statement::Kind kind) {
    return has_kind(statement.body, kind) || has_kind(statement.otherwise, kind);
  };
  if (changes(Statement::Kind::assign) || changes(Statement::Kind::leave) || changes(Statement::Kind::finish)) return ended;
  // All ways go on alike, and together they are the way that came here.
  return {{std::move(path), Exit::on}};
}

std::vector<Execution::Ended> Execution::run_loop(const Statement& statement, Path path, const Order& order) {
  std::vector<Ended> ended;
  for (Valued& first : evaluate(statement.a, std::move(path)))
    for (Valued& step : evaluate(statement.c, std::move(first.path))) {
      const std::int64_t by = constant_of(step, "the step of a loop varies");
      if (by == 0) {
        obstacle(step.path, "the step of a loop is 0");
        continue;
      }
      const Expression& last = program_[statement.b];
      const bool constant = first.value.is_constant() && last.op == Op::constant;
      const std::uint64_t rounds = constant ? loop_count(first.value.constant, last.value, by) : kMostRounds + 1;
      if (rounds <= kMostRounds) {
        for (Ended& end : run_rounds(statement, std::move(step.path), first.value.constant, by, rounds, order))
          ended.push_back(std::move(end));
        continue;
      }
      Path after = step.path;
      forget_assigned(statement.body, after);
      run_any_round(statement, std::move(step.path), first.value, by, order);
      ended.push_back({std::move(after), Exit::on});
    }
  for (Ended& end : ended) end.path.slots[statement.slot].reset();
  return ended;
}

std::vector<Execution::Ended> Execution::run_rounds(const Statement& statement, Path path, std::int64_t first,
                                                    std::int64_t step, std::uint64_t rounds, const Order& order) {
  std::vector<Ended> ended;
  Paths open;
  open.push_back(std::move(path));
  Order here = order;
  here.emplace_back();
  for (std::uint64_t round = 0; round < rounds; ++round) {
    here.back().constant = static_cast<std::int64_t>(round);
    Paths next;
    for (Path& way : open) {
      way.slots[statement.slot] = Affine::of_constant(first + static_cast<std::int64_t>(round) * step);
      for (Ended& end : run(statement.body, std::move(way), here)) {
        if (end.exit == Exit::on) next.push_back(std::move(end.path));
        else ended.push_back({std::move(end.path), end.exit == Exit::leave ? Exit::on : Exit::finish});
      }
    }
    open = std::move(next);
  }
  for (Path& way : open) ended.push_back({std::move(way), Exit::on});
  return ended;
}

/// One round stands for all of them: the number of the round is a new variable.
void Execution::run_any_round(const Statement& statement, Path path, const Affine& first, std::int64_t step,
                              const Order& order) {
  if (const Statement* const left = left_early(program_, statement)) {
    line_ = left->line > 0 ? left->line : line_;
    refuse("a loop is left early");
  }
  if (has_kind(statement.body, Statement::Kind::finish)) refuse("the function returns inside a loop");
  forget_assigned(statement.body, path);
  const Affine round = Affine::of_variable(path.variables++);
  const Affine value = checked(add(first, round, step));
  path.slots[statement.slot] = value;
  Order here = order;
  here.push_back(round);
  Paths ways;
  if (step > 0) {
    ways = where_at_most(value, statement.b, std::move(path));
  } else {
    for (const Valued& last : evaluate(statement.b, std::move(path)))
      where(last.path, difference(last.value, value), Relation::at_most, [&](Path way) { ways.push_back(std::move(way)); });
  }
  for (Path& way : ways) run(statement.body, std::move(way), here);
}

void Execution::name_option(const Statement& statement, Path path, const Order& order) {
  const std::vector<ExpressionId>& to = statement.to.at(0);
  if (to.size() != coordinates_.size()) refuse("a move changes the number of piles");
  struct Partial {
    Path path;
    std::vector<Affine> to;
  };
  std::vector<Partial> partial;
  partial.push_back({std::move(path), {}});
  for (const ExpressionId coordinate : to) {
    std::vector<Partial> longer;
    for (Partial& begun : partial)
      for (Valued& valued : evaluate(coordinate, std::move(begun.path))) {
        longer.push_back({std::move(valued.path), begun.to});
        longer.back().to.push_back(valued.value);
      }
    partial = std::move(longer);
  }
  for (Partial& whole : partial) cases_.options.push_back({case_of(whole.path), statement.label, std::move(whole.to), order});
  if (cases_.options.size() > kMostCases) refuse("the rule has too many cases");
}

void Execution::name_results(const Statement& statement, Path path) {
  if (statement.to.empty() || statement.to[0].empty()) return;
  for (Valued& valued : evaluate(statement.to[0][0], std::move(path)))
    cases_.results.push_back({case_of(valued.path), valued.value});
}

void Execution::forget_assigned(const Block& block, Path& path) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::assign || statement.kind == Statement::Kind::loop)
      path.slots[statement.slot].reset();
    forget_assigned(statement.body, path);
    forget_assigned(statement.otherwise, path);
  }
}

}  // namespace

Result<LinearCases> linear_cases(const MoveProgram& program, const std::vector<Affine>& coordinates, std::size_t variables) {
  try {
    return Execution(program, coordinates).run(variables);
  } catch (const RefusedCase& refused) {
    return refused.refusal;
  }
}

}  // namespace bouton
