#include "engine/program/move_program.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/position/hash.h"
#include "engine/program/evaluate.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

constexpr ExpressionId kEmpty = ~ExpressionId{0};

std::uint64_t hash_of(const Expression& e) {
  std::uint64_t hash = mix((std::uint64_t{e.a} << 32 | e.b) ^ static_cast<std::uint64_t>(e.op));
  hash = mix(hash ^ e.c);
  return mix(hash ^ static_cast<std::uint64_t>(e.value));
}

void enter(MoveProgram& program, ExpressionId id) {
  const std::size_t mask = program.index.size() - 1;
  std::size_t at = hash_of(program.expressions[id]) & mask;
  while (program.index[at] != kEmpty) at = (at + 1) & mask;
  program.index[at] = id;
}

/// The number of an expression that is not to be folded.
ExpressionId intern(MoveProgram& program, const Expression& expression) {
  if (program.index.size() < 2 * (program.expressions.size() + 1)) {
    std::size_t size = 64;
    while (size < 4 * (program.expressions.size() + 1)) size *= 2;
    program.index.assign(size, kEmpty);
    for (ExpressionId id = 0; id < program.expressions.size(); ++id) enter(program, id);
  }
  const std::size_t mask = program.index.size() - 1;
  for (std::size_t at = hash_of(expression) & mask; program.index[at] != kEmpty; at = (at + 1) & mask)
    if (program.expressions[program.index[at]] == expression) return program.index[at];
  const auto id = static_cast<ExpressionId>(program.expressions.size());
  program.expressions.push_back(expression);
  enter(program, id);
  return id;
}

/// x + amount, where x may itself be a sum with a constant.
ExpressionId add_constant(MoveProgram& program, ExpressionId x, std::int64_t amount) {
  if (program[x].op == Op::add || program[x].op == Op::sub) {
    const Expression& inner = program[x];
    if (const Expression& right = program[inner.b]; right.op == Op::constant) {
      amount = inner.op == Op::add ? wrapping_add(right.value, amount) : wrapping_sub(amount, right.value);
      x = inner.a;
    }
  }
  if (amount == 0) return x;
  // (y + 1) - t and 1 - t take the constant into themselves.
  if (const Expression e = program[x]; e.op == Op::add || e.op == Op::sub) {
    const Expression& left = program[e.a];
    if (left.op == Op::constant || ((left.op == Op::add || left.op == Op::sub) && program[left.b].op == Op::constant)) {
      const ExpressionId begin = add_constant(program, e.a, amount);
      return program.binary(e.op, begin, e.b);
    }
  }
  if (program[x].op == Op::constant) return program.constant(wrapping_add(program[x].value, amount));
  if (amount < 0 && amount != wrapping_neg(amount))
    return intern(program, {.op = Op::sub, .a = x, .b = program.constant(-amount)});
  return intern(program, {.op = Op::add, .a = x, .b = program.constant(amount)});
}

/// Whether the expression is seen not to trap. Looks at no more than `most` nodes.
bool never_traps(const MoveProgram& program, ExpressionId id, int& most) {
  const Expression& e = program[id];
  if (--most < 0 || may_trap(program, e)) return false;
  bool never = true;
  for_each_operand(e, [&](ExpressionId operand) { never = never && never_traps(program, operand, most); });
  return never;
}

bool never_traps(const MoveProgram& program, ExpressionId id) {
  int most = 64;
  return never_traps(program, id, most);
}

/// A reduction by an identity that keeps every operand that could trap, or nothing.
std::optional<ExpressionId> reduce(MoveProgram& program, Op op, ExpressionId a, ExpressionId b) {
  const auto constant_of = [&](ExpressionId id) {
    return program[id].op == Op::constant ? std::optional(program[id].value) : std::nullopt;
  };
  const std::optional<std::int64_t> left = constant_of(a);
  const std::optional<std::int64_t> right = constant_of(b);
  switch (op) {
    case Op::add:
      if (right) return add_constant(program, a, *right);
      if (left) return add_constant(program, b, *left);
      break;
    case Op::sub:
      if (right) return add_constant(program, a, wrapping_neg(*right));
      if (a == b && never_traps(program, a)) return program.constant(0);
      if (left == 0) return program.unary(Op::neg, b);
      break;
    case Op::mul:
      if (right == 1) return a;
      if (left == 1) return b;
      if (right == 0 && never_traps(program, a)) return b;
      if (left == 0 && never_traps(program, b)) return a;
      break;
    case Op::floor_div:
      if (right == 1) return a;
      break;
    case Op::floor_mod:
      if (right == 1 && never_traps(program, a)) return program.constant(0);
      break;
    case Op::bit_or:
    case Op::bit_xor:
      if (right == 0) return a;
      if (left == 0) return b;
      if (op == Op::bit_or && a == b) return a;
      break;
    case Op::bit_and:
      if (right == -1 || a == b) return a;
      if (left == -1) return b;
      break;
    case Op::shift_left:
    case Op::shift_right:
      if (right == 0) return a;
      break;
    case Op::min:
    case Op::max:
      if (a == b) return a;
      break;
    case Op::equal:
    case Op::less_equal:
      if (a == b && never_traps(program, a)) return program.constant(1);
      break;
    case Op::less:
    case Op::unsigned_less:
      if (a == b && never_traps(program, a)) return program.constant(0);
      break;
    case Op::logical_and:
      if (left) return *left != 0 ? b : a;
      if (right == 1 || a == b) return a;
      if (right == 0 && never_traps(program, a)) return b;
      break;
    case Op::logical_or:
      if (left) return *left != 0 ? a : b;
      if (right == 0 || a == b) return a;
      if (right == 1 && never_traps(program, a)) return b;
      break;
    default: break;
  }
  return std::nullopt;
}

}  // namespace

bool has_kind(const Block& block, Statement::Kind kind) {
  return std::ranges::any_of(block, [&](const Statement& statement) {
    return statement.kind == kind || has_kind(statement.body, kind) || has_kind(statement.otherwise, kind);
  });
}

ExpressionId MoveProgram::constant(std::int64_t value) { return intern(*this, {.op = Op::constant, .value = value}); }

ExpressionId MoveProgram::coordinate(std::size_t i) {
  return intern(*this, {.op = Op::coordinate, .value = static_cast<std::int64_t>(i)});
}

ExpressionId MoveProgram::variable(Slot slot) {
  return intern(*this, {.op = Op::variable, .value = static_cast<std::int64_t>(slot)});
}

ExpressionId MoveProgram::element(std::size_t list, ExpressionId at) {
  if (expressions[at].op == Op::constant) {
    const std::int64_t i = expressions[at].value;
    if (i >= 1 && static_cast<std::uint64_t>(i) <= lists[list].size())
      return constant(lists[list][static_cast<std::size_t>(i - 1)]);
  }
  return intern(*this, {.op = Op::element, .a = at, .value = static_cast<std::int64_t>(list)});
}

ExpressionId MoveProgram::unary(Op op, ExpressionId a) {
  const Expression inner = expressions[a];
  if (inner.op == Op::constant) return constant(*evaluate(op, inner.value, 0));
  if (inner.op == op && op != Op::abs) return inner.a;  // -(-x), ~~x, not not x
  if (inner.op == op) return a;
  if (op == Op::logical_not && inner.op == Op::less) return intern(*this, {.op = Op::less_equal, .a = inner.b, .b = inner.a});
  if (op == Op::logical_not && inner.op == Op::less_equal) return intern(*this, {.op = Op::less, .a = inner.b, .b = inner.a});
  return intern(*this, {.op = op, .a = a});
}

ExpressionId MoveProgram::binary(Op op, ExpressionId a, ExpressionId b) {
  if (expressions[a].op == Op::constant && expressions[b].op == Op::constant)
    if (const std::optional<std::int64_t> value = evaluate(op, expressions[a].value, expressions[b].value))
      return constant(*value);
  if (const std::optional<ExpressionId> reduced = reduce(*this, op, a, b)) return *reduced;
  return intern(*this, {.op = op, .a = a, .b = b});
}

ExpressionId MoveProgram::select(ExpressionId condition, ExpressionId yes, ExpressionId no) {
  if (expressions[condition].op == Op::constant) return expressions[condition].value != 0 ? yes : no;
  if (yes == no && never_traps(*this, condition)) return yes;
  const Expression asked = expressions[condition];
  if (asked.op == Op::logical_not) return select(asked.a, no, yes);
  if (asked.op == Op::less || asked.op == Op::less_equal) {
    if (yes == asked.a && no == asked.b) return binary(Op::min, yes, no);
    if (yes == asked.b && no == asked.a) return binary(Op::max, no, yes);
  }
  return intern(*this, {.op = Op::select, .a = condition, .b = yes, .c = no});
}

Slot MoveProgram::new_slot(std::string name) {
  slot_names.push_back(std::move(name));
  return static_cast<Slot>(slot_names.size() - 1);
}

}  // namespace bouton
