// Instructions that compute, compare and copy.
#include <algorithm>

#include "bindings/lua/lift/flow/function_lifter.h"
#include "engine/flow/flow_arithmetic.h"

namespace bouton::lua {
namespace {

constexpr const char* kFloatInFlow = "a float (integer division is //)";

/// The operation of an arithmetic instruction, with any kind of operands.
std::optional<FlowOp> operation_of(Opcode op) {
  using enum Opcode;
  switch (op) {
    case ADDI:
    case ADDK:
    case ADD: return FlowOp::add;
    case SUBK:
    case SUB: return FlowOp::sub;
    case MULK:
    case MUL: return FlowOp::mul;
    case MODK:
    case MOD: return FlowOp::floor_mod;
    case IDIVK:
    case IDIV: return FlowOp::floor_div;
    case BANDK:
    case BAND: return FlowOp::bit_and;
    case BORK:
    case BOR: return FlowOp::bit_or;
    case BXORK:
    case BXOR: return FlowOp::bit_xor;
    case SHRI:
    case SHR: return FlowOp::shift_right;
    case SHLI:
    case SHL: return FlowOp::shift_left;
    default: return std::nullopt;
  }
}

}  // namespace

FlowValue FunctionLifter::constant(int number) const {
  return shared_.of(shared_.constants.of(top().prototype->constants[static_cast<std::size_t>(number)]));
}

/// An integer; anything else is refused, or an error where Lua raises one.
FlowOperand FunctionLifter::operand(FlowValue value) const {
  if (value.is_known_integer()) return FlowOperand::constant(value.data);
  if (value.kind == FlowValue::Kind::integer) return FlowOperand::of_register(static_cast<std::uint32_t>(value.data));
  not_an_integer(value);
}

void FunctionLifter::not_an_integer(FlowValue value) const {
  if (value.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
  if (value.is(Value::Kind::number)) refuse(kFloatInFlow);
  if (value.is(Value::Kind::string) || value.kind == FlowValue::Kind::text) refuse("arithmetic with a string");
  if (value.kind == FlowValue::Kind::known && value.value.kind != Value::Kind::function)
    refuse("arithmetic with something that is not an integer");
  throw FlowError{};
}

void FunctionLifter::arithmetic(const Instruction& i) {
  const std::optional<FlowOp> op = operation_of(i.op);
  if (!op) {
    const bool is_power = i.op == Opcode::POW || i.op == Opcode::POWK;
    refuse(is_power ? "a power (^), which gives a float; write the multiplications"
                    : "a division that gives a float (/); integer division is //");
  }
  FlowValue a = get(i.b), b;
  if (i.op >= Opcode::ADD) b = get(i.c);
  else if (i.op == Opcode::ADDI || i.op == Opcode::SHRI || i.op == Opcode::SHLI) b = FlowValue::constant(i.signed_c());
  else b = constant(i.c);
  if (i.op == Opcode::SHLI) std::swap(a, b);
  binary(i.a, *op, a, b);
  top().pc += 2;  // past the metamethod's instruction
}

void FunctionLifter::binary(int to, FlowOp op, FlowValue a, FlowValue b) {
  const FlowOperand x = operand(a), y = operand(b);
  if (x.is_constant && y.is_constant) {
    const std::optional<std::int64_t> value = computed(op, x.value, y.value);
    if (!value) throw FlowError{};
    set(to, FlowValue::constant(*value));
    return;
  }
  define(to, op, x, y);
}

void FunctionLifter::unary(int to, FlowOp op, FlowValue a) {
  const FlowOperand x = operand(a);
  if (x.is_constant) set(to, FlowValue::constant(*computed(op, x.value, 0)));
  else define(to, op, x);
}

/// Instructions that set a register or an upvalue from others.
bool FunctionLifter::load(const Instruction& i) {
  const auto unpinned = [](FlowValue value) {
    return value.kind == FlowValue::Kind::pinned ? FlowValue::constant(value.data) : value;
  };
  int next = top().pc + 1;
  switch (i.op) {
    case Opcode::MOVE: set(i.a, unpinned(get(i.b))); break;
    case Opcode::LOADI: set(i.a, FlowValue::constant(i.bx)); break;
    case Opcode::LOADF: set(i.a, shared_.of(shared_.constants.of_number(i.bx))); break;
    case Opcode::LOADK: set(i.a, constant(i.bx)); break;
    case Opcode::LOADFALSE: set(i.a, FlowValue::truth(false)); break;
    case Opcode::LFALSESKIP:
      set(i.a, FlowValue::truth(false));
      ++next;
      break;
    case Opcode::LOADTRUE: set(i.a, FlowValue::truth(true)); break;
    case Opcode::LOADNIL:
      for (int r = i.a; r <= i.a + i.b; ++r) set(r, FlowValue::nil());
      break;
    case Opcode::GETUPVAL: set(i.a, unpinned(upvalue(i.b))); break;
    case Opcode::SETUPVAL: set_upvalue(i.b, unpinned(get(i.a))); break;
    case Opcode::CLOSURE: make_closure(i); break;
    case Opcode::CLOSE: close(i.a); break;
    case Opcode::UNM: unary(i.a, FlowOp::neg, get(i.b)); break;
    case Opcode::BNOT: unary(i.a, FlowOp::bit_not, get(i.b)); break;
    case Opcode::NOT: {
      const FlowValue value = get(i.b);
      if (const std::optional<bool> known = known_truth(value)) {
        set(i.a, FlowValue::truth(!*known));
      } else {
        define(i.a, FlowOp::bit_xor, FlowOperand::of_register(static_cast<std::uint32_t>(value.data)), FlowOperand::constant(1),
               0, FlowValue::Kind::boolean);
      }
      break;
    }
    case Opcode::LEN: length(i.a, get(i.b)); break;
    default: return false;
  }
  top().pc = next;
  return true;
}

/// Whether the value counts as true; nothing where that is in a register.
std::optional<bool> FunctionLifter::known_truth(FlowValue value) const {
  switch (value.kind) {
    case FlowValue::Kind::undefined: refuse("a variable whose value is not known here");
    case FlowValue::Kind::nil: return false;
    case FlowValue::Kind::truth: return value.data != 0;
    case FlowValue::Kind::boolean: return std::nullopt;
    default: return true;
  }
}

/// Instructions that skip the jump behind them, or take it.
bool FunctionLifter::test(const Instruction& i) {
  using enum Opcode;
  if (!is_test(i.op)) return false;
  // C says whether the immediate operand was written as a float; it is a whole number all the same.
  const FlowValue immediate = FlowValue::constant(i.signed_b());
  const FlowValue a = get(i.a);
  switch (i.op) {
    case EQ: equal(a, get(i.b), i.k); break;
    case EQK: equal(a, constant(i.b), i.k); break;
    case EQI: equal(a, immediate, i.k); break;
    case LT: ordered(FlowCondition::less, a, get(i.b), i.k); break;
    case LE: ordered(FlowCondition::less_equal, a, get(i.b), i.k); break;
    case LTI: ordered(FlowCondition::less, a, immediate, i.k); break;
    case LEI: ordered(FlowCondition::less_equal, a, immediate, i.k); break;
    case GTI: ordered(FlowCondition::less, immediate, a, i.k); break;
    case GEI: ordered(FlowCondition::less_equal, immediate, a, i.k); break;
    case TEST: {
      if (const std::optional<bool> known = known_truth(a)) decided(*known, i.k);
      else
        branch_on(FlowCondition::equal, FlowOperand::of_register(static_cast<std::uint32_t>(a.data)), FlowOperand::constant(1),
                  i.k);
      break;
    }
    case TESTSET: {
      // Where the value is as k says, it is assigned and the jump is taken.
      const FlowValue b = get(i.b);
      const int jump = top().prototype->target(top().pc + 1), next = top().pc + 2;
      const auto assigned = [&](FlowValue value) {
        State state = state_;
        state.registers[top().base + i.a] = value;
        state.frames.back().pc = jump;
        return state;
      };
      if (const std::optional<bool> known = known_truth(b)) {
        if (*known == i.k) go_to_state(assigned(b));
        else go_to(next);
        break;
      }
      const std::uint32_t taken = edge(assigned(FlowValue::truth(i.k))), other = edge(next);
      const FlowOperand one = FlowOperand::of_register(static_cast<std::uint32_t>(b.data));
      branch(FlowCondition::equal, one, FlowOperand::constant(i.k ? 1 : 0), taken, other);
      break;
    }
    default: return false;
  }
  return true;
}

void FunctionLifter::decided(bool holds, bool k) { go_to(holds == k ? top().prototype->target(top().pc + 1) : top().pc + 2); }

void FunctionLifter::branch_on(FlowCondition condition, FlowOperand a, FlowOperand b, bool k) {
  const std::uint32_t jump = edge(top().prototype->target(top().pc + 1)), next = edge(top().pc + 2);
  branch(condition, a, b, k ? jump : next, k ? next : jump);
}

void FunctionLifter::equal(FlowValue a, FlowValue b, bool k) {
  using Kind = FlowValue::Kind;
  if (a.kind == Kind::undefined || b.kind == Kind::undefined) refuse("a variable whose value is not known here");
  const auto is_float = [](FlowValue value) { return value.is(Value::Kind::number); };
  if ((is_float(a) && (is_float(b) || b.is_integer())) || (is_float(b) && a.is_integer())) refuse(kFloatInFlow);
  const auto is_truth = [](FlowValue value) { return value.kind == Kind::truth || value.kind == Kind::boolean; };
  const auto of = [](FlowValue value) {
    return value.is_in_register() ? FlowOperand::of_register(static_cast<std::uint32_t>(value.data))
                                  : FlowOperand::constant(value.data);
  };
  if ((a.is_integer() && b.is_integer()) || (is_truth(a) && is_truth(b))) {
    const FlowOperand x = of(a), y = of(b);
    if (x.is_constant && y.is_constant) decided(x.value == y.value, k);
    else if (x == y) decided(true, k);
    else branch_on(FlowCondition::equal, x, y, k);
    return;
  }
  if (a.is(Value::Kind::table) && b.is(Value::Kind::table) && a.value != b.value) refuse("a comparison of two tables");
  if (a.kind == Kind::text || b.kind == Kind::text) refuse("a comparison with a string that is made for each position");
  if (a.is(Value::Kind::other) || b.is(Value::Kind::other)) refuse("a comparison of something that is not known");
  if (a.kind == Kind::closure && b.kind == Kind::closure) refuse("a comparison of two functions");
  if (a.kind == Kind::list && b.kind == Kind::list && a != b) refuse("a comparison of two tables");
  if (a.kind == Kind::cells && b.kind == Kind::cells && a.data != b.data) refuse("a comparison of two positions");
  decided(a == b, k);
}

void FunctionLifter::ordered(FlowCondition condition, FlowValue a, FlowValue b, bool k) {
  if (a.is(Value::Kind::string) && b.is(Value::Kind::string)) refuse("a comparison of two strings");
  if (a.is(Value::Kind::string) || b.is(Value::Kind::string)) throw FlowError{};
  const FlowOperand x = operand(a), y = operand(b);
  if (x.is_constant && y.is_constant) {
    decided(condition == FlowCondition::less ? x.value < y.value : x.value <= y.value, k);
    return;
  }
  branch_on(condition, x, y, k);
}

}  // namespace bouton::lua
