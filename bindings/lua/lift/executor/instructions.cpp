// Symbolic execution of one instruction.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {
namespace {

constexpr const char* kFloatInExpression = "a float (integer division is //)";

/// The operation of an arithmetic instruction, with any kind of operands.
std::optional<Op> arithmetic_of(Opcode op) {
  using enum Opcode;
  static constexpr std::pair<Opcode, Op> kOperations[] = {
      {ADDI, Op::add},       {ADDK, Op::add},      {ADD, Op::add},          {SUBK, Op::sub},        {SUB, Op::sub},
      {MULK, Op::mul},       {MUL, Op::mul},       {MODK, Op::floor_mod},   {MOD, Op::floor_mod},   {IDIVK, Op::floor_div},
      {IDIV, Op::floor_div}, {BANDK, Op::bit_and}, {BAND, Op::bit_and},     {BORK, Op::bit_or},     {BOR, Op::bit_or},
      {BXORK, Op::bit_xor},  {BXOR, Op::bit_xor},  {SHRI, Op::shift_right}, {SHR, Op::shift_right}, {SHLI, Op::shift_left},
      {SHL, Op::shift_left}};
  const auto* const found = std::ranges::find(kOperations, op, &std::pair<Opcode, Op>::first);
  return found == std::end(kOperations) ? std::nullopt : std::optional(found->second);
}

}  // namespace

/// Executes the instruction at `pc`. Gives the pc to go on at, or -1 if all edges from here have been added.
int SymbolicExecutor::dispatch(Frame& frame, Region& region, ProgramPoint& point, int pc) {
  const Instruction& i = frame.at(pc);
  if (const std::optional<Op> op = arithmetic_of(i.op)) return binary_arithmetic(frame, point, pc, *op);
  if (const std::optional<Condition> condition = comparison(frame, point.state, i)) {
    // The jump that follows is taken where the condition is as k says.
    const int jump = frame.prototype->target(pc + 1);
    branch(frame, region, point, *condition, i.k ? jump : pc + 2, i.k ? pc + 2 : jump);
    return -1;
  }
  if (const std::optional<int> next = load(frame, point, pc)) return *next;
  if (const std::optional<int> next = access_table(frame, point, pc)) return *next;

  switch (i.op) {
    case Opcode::JMP: {
      auto& graph = *point.graph;
      add_edge(frame, graph, region, frame.prototype->target(pc), edge_from(std::move(point)));
      return -1;
    }
    case Opcode::TESTSET: return test_and_set(frame, region, point, pc);
    case Opcode::CALL:
    case Opcode::TAILCALL: return call_instruction(frame, region, point, pc);
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: {
      const int all = i.b != 0 ? i.b - 1 : point.state.top - i.a;
      const int count = i.op == Opcode::RETURN0 ? 0 : i.op == Opcode::RETURN1 ? 1 : all;
      std::vector<Value> values;
      for (int r = i.a; r < i.a + count; ++r) values.push_back(at(frame, point.state, r));
      if (frame.depth == 0 && results_ == Results::none && count > 0 &&
          (values[0].kind == Value::Kind::list || values[0].kind == Value::Kind::choice))
        refuse("moves returns something that may be a table");
      return_from(frame, region, std::move(point), std::move(values));
      return -1;
    }
    case Opcode::FORPREP: for_loop(frame, region, std::move(point), pc); return -1;
    case Opcode::TFORPREP: list_loop(frame, region, std::move(point), pc); return -1;

    case Opcode::DIV:
    case Opcode::DIVK: refuse("a division that gives a float (/); integer division is //");
    case Opcode::POW:
    case Opcode::POWK: refuse("a power (^), which gives a float; write the multiplications");
    case Opcode::VARARG:
    case Opcode::VARARGPREP: refuse("a variable number of arguments (...)");
    case Opcode::TBC: refuse("a variable to be closed");
    default: refuse(fmt::format("the instruction {}", to_string(i)));
  }
}

int SymbolicExecutor::binary_arithmetic(Frame& frame, ProgramPoint& point, int pc, Op op) {
  const Instruction& i = frame.at(pc);
  Value a = at(frame, point.state, i.b), b;
  if (i.op >= Opcode::ADD && i.op <= Opcode::SHR) b = at(frame, point.state, i.c);
  else if (i.op == Opcode::ADDI || i.op == Opcode::SHRI || i.op == Opcode::SHLI) b = constants_.of_integer(i.signed_c());
  else b = constant(frame, i.c);
  if (i.op == Opcode::SHLI) std::swap(a, b);
  at(frame, point.state, i.a) = arithmetic(point, op, a, b);
  return pc + 2;  // past the metamethod's instruction
}

/// The condition that a test asks for; nothing for other instructions.
std::optional<Condition> SymbolicExecutor::comparison(const Frame& frame, const SymbolicState& state, const Instruction& i) {
  const auto reg = [&](int number) { return at(frame, state, number); };
  // C says whether the immediate operand was written as a float; it is a whole number all the same.
  const auto immediate = [&] { return constants_.of_integer(i.signed_b()); };
  switch (i.op) {
    case Opcode::EQ: return equal(reg(i.a), reg(i.b));
    case Opcode::LT: return ordered(Op::less, reg(i.a), reg(i.b));
    case Opcode::LE: return ordered(Op::less_equal, reg(i.a), reg(i.b));
    case Opcode::EQK: return equal(reg(i.a), constant(frame, i.b));
    case Opcode::EQI: return equal(reg(i.a), immediate());
    case Opcode::LTI: return ordered(Op::less, reg(i.a), immediate());
    case Opcode::LEI: return ordered(Op::less_equal, reg(i.a), immediate());
    case Opcode::GTI: return ordered(Op::less, immediate(), reg(i.a));
    case Opcode::GEI: return ordered(Op::less_equal, immediate(), reg(i.a));
    case Opcode::TEST: return truth(reg(i.a));
    default: return std::nullopt;
  }
}

/// Instructions that set a register or an upvalue from others. The pc to go on at; nothing for other instructions.
std::optional<int> SymbolicExecutor::load(Frame& frame, ProgramPoint& point, int pc) {
  const Instruction& i = frame.at(pc);
  SymbolicState& state = point.state;
  const auto reg = [&](int number) -> Value& { return at(frame, state, number); };
  switch (i.op) {
    case Opcode::MOVE: reg(i.a) = reg(i.b); break;
    case Opcode::LOADI: reg(i.a) = constants_.of_integer(i.bx); break;
    case Opcode::LOADF: reg(i.a) = constants_.of_number(i.bx); break;
    case Opcode::LOADK: reg(i.a) = constant(frame, i.bx); break;
    case Opcode::LOADFALSE: reg(i.a) = constants_.of_boolean(false); break;
    case Opcode::LFALSESKIP: reg(i.a) = constants_.of_boolean(false); return pc + 2;
    case Opcode::LOADTRUE: reg(i.a) = constants_.of_boolean(true); break;
    case Opcode::LOADNIL:
      for (int r = i.a; r <= i.a + i.b; ++r) reg(r) = {Value::Kind::nil, 0};
      break;
    case Opcode::GETUPVAL: reg(i.a) = upvalue(frame, state, i.b); break;
    case Opcode::SETUPVAL: set_upvalue(frame, state, i.b, reg(i.a)); break;
    case Opcode::CLOSURE: reg(i.a) = make_closure(frame, state, i.bx, pc); break;
    case Opcode::CLOSE: close_captures(state, frame.base + i.a); break;
    case Opcode::UNM: reg(i.a) = negate(Op::neg, reg(i.b)); break;
    case Opcode::BNOT: reg(i.a) = negate(Op::bit_not, reg(i.b)); break;
    case Opcode::NOT: reg(i.a) = boolean(conditions_.negation(truth(reg(i.b)))); break;
    case Opcode::LEN: reg(i.a) = length(point, reg(i.b)); break;
    case Opcode::CONCAT: {
      std::vector<Value> parts;
      for (int r = i.a; r < i.a + i.b; ++r) parts.push_back(reg(r));
      reg(i.a) = concatenation(parts);
      break;
    }
    default: return std::nullopt;
  }
  return pc + 1;
}

/// Instructions that read or write tables. The pc to go on at; nothing for other instructions.
std::optional<int> SymbolicExecutor::access_table(Frame& frame, ProgramPoint& point, int pc) {
  const Instruction& i = frame.at(pc);
  SymbolicState& state = point.state;
  const auto reg = [&](int number) -> Value& { return at(frame, state, number); };
  const auto constant_or_register = [&] { return i.k ? constant(frame, i.c) : reg(i.c); };
  const auto read = [&](Value table, Value key) { reg(i.a) = index(point, table, key); };
  switch (i.op) {
    case Opcode::GETTABUP: read(upvalue(frame, state, i.b), constant(frame, i.c)); break;
    case Opcode::GETTABLE: read(reg(i.b), reg(i.c)); break;
    case Opcode::GETI: read(reg(i.b), constants_.of_integer(i.c)); break;
    case Opcode::GETFIELD: read(reg(i.b), constant(frame, i.c)); break;
    case Opcode::SELF: {
      const Value object = reg(i.b);
      read(object, constant_or_register());
      reg(i.a + 1) = object;
      break;
    }
    case Opcode::SETTABUP:
      refuse(fmt::format("an assignment to the global variable {}", constants_.string(constant(frame, i.b))));
    case Opcode::SETTABLE: set_index(point, reg(i.a), reg(i.b), constant_or_register()); break;
    case Opcode::SETI: set_index(point, reg(i.a), constants_.of_integer(i.b), constant_or_register()); break;
    case Opcode::SETFIELD: set_index(point, reg(i.a), constant(frame, i.b), constant_or_register()); break;
    case Opcode::NEWTABLE: reg(i.a) = new_list(state, {}); return pc + 2;
    case Opcode::SETLIST: return set_list(frame, state, pc);
    default: return std::nullopt;
  }
  return pc + 1;
}

int SymbolicExecutor::set_list(Frame& frame, SymbolicState& state, int pc) {
  const Instruction& i = frame.at(pc);
  const int count = i.b != 0 ? i.b : state.top - i.a - 1;
  const int done = i.c + (i.k ? frame.at(pc + 1).bx * 256 : 0);
  List& list = writable(state, at(frame, state, i.a));
  if (static_cast<int>(list.entries.size()) != done) refuse("a list with holes");
  for (int n = 1; n <= count; ++n) {
    const Value value = at(frame, state, i.a + n);
    if (value.kind == Value::Kind::nil || value.kind == Value::Kind::choice) refuse("a list with nil in it");
    list.entries.push_back(value);
  }
  if (list.entries.size() > kLongestList) refuse("a list of this length");
  return i.k ? pc + 2 : pc + 1;
}

int SymbolicExecutor::test_and_set(Frame& frame, Region& region, ProgramPoint& point, int pc) {
  const Instruction& i = frame.at(pc);
  const Value value = at(frame, point.state, i.b);
  const Condition condition = truth(value);
  const Condition taken = i.k ? condition : conditions_.negation(condition);
  const Condition here = point.graph->predicate(point.node);
  Edge jump{point.node, conditions_.both(here, taken), point.state};
  at(frame, jump.state, i.a) = value;
  add_edge(frame, *point.graph, region, frame.prototype->target(pc + 1), std::move(jump));
  add_edge(frame, *point.graph, region, pc + 2, {point.node, conditions_.both(here, conditions_.negation(taken)), point.state});
  return -1;
}

int SymbolicExecutor::call_instruction(Frame& frame, Region& region, ProgramPoint& point, int pc) {
  const Instruction& i = frame.at(pc);
  const int end = i.b != 0 ? i.a + i.b : point.state.top;
  std::vector<Value> arguments;
  for (int r = i.a + 1; r < end; ++r) arguments.push_back(at(frame, point.state, r));
  bool returned = true;
  std::vector<Value> results = call(point, frame, at(frame, point.state, i.a), std::move(arguments), returned);
  if (!returned) return -1;
  if (i.op == Opcode::CALL) {
    set_results(point.state, frame.base, i.a, i.c - 1, results);
    return pc + 1;
  }
  if (point.state.results_differ && (frame.depth > 0 || results_ == Results::integers))
    refuse("a call with a different number of results on different paths");
  return_from(frame, region, std::move(point), std::move(results));
  return -1;
}

/// A register with a choice that the instruction at `pc` cannot take as it is.
std::optional<std::size_t> SymbolicExecutor::choice_operand(const Frame& frame, const SymbolicState& state, int pc) const {
  using enum Opcode;
  const Instruction& i = frame.at(pc);
  const auto is = [&](std::initializer_list<Opcode> ops) { return std::ranges::find(ops, i.op) != ops.end(); };
  std::vector<int> read;
  const auto range = [&](int first, int end) {
    for (int r = first; r < end; ++r) read.push_back(r);
  };
  const bool is_call = is({CALL, TAILCALL});
  if (is_call || is({TEST, EQK, EQI, LTI, LEI, GTI, GEI, SETLIST, SETI, SETFIELD, EQ, LT, LE, SETTABLE})) read.push_back(i.a);
  if (is({EQ, LT, LE, SETTABLE, TESTSET, UNM, BNOT, NOT, LEN, GETI, GETFIELD, SELF, GETTABLE}) || arithmetic_of(i.op))
    read.push_back(i.b);
  if (i.op == GETTABLE || (arithmetic_of(i.op) && i.op >= ADD)) read.push_back(i.c);
  if (i.op == CONCAT) range(i.a, i.a + i.b);
  if (i.op == FORPREP) range(i.a, i.a + 3);
  if (i.op == TFORPREP) range(i.a, i.a + 2);
  const Value::Kind called = is_call ? at(frame, state, i.a).kind : Value::Kind::nil;
  if (called == Value::Kind::word || called == Value::Kind::named_word) range(i.a + 1, i.b != 0 ? i.a + i.b : state.top);
  if (is({RETURN, RETURN1}) && frame.depth == 0 && results_ != Results::none)
    range(i.a, i.op == RETURN1 ? i.a + 1 : i.b != 0 ? i.a + i.b - 1 : state.top);
  for (const int r : read)
    if (at(frame, state, r).kind == Value::Kind::choice) return frame.base + static_cast<std::size_t>(r);
  return std::nullopt;
}

std::optional<std::int64_t> SymbolicExecutor::known_integer(Value value) const {
  if (value.kind != Value::Kind::integer || program_[value.index].op != Op::constant) return std::nullopt;
  return program_[value.index].value;
}

/// The expression of an integer; any other value is refused, or an error where Lua raises one.
ExpressionId SymbolicExecutor::integer(Value value) const {
  switch (value.kind) {
    case Value::Kind::integer: return value.index;
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::number: refuse(kFloatInExpression);
    case Value::Kind::string: refuse("arithmetic with a string");
    case Value::Kind::choice: refuse("a variable that is not always an integer");
    case Value::Kind::list: throw LuaError{};
    default: break;
  }
  if (is_no_table(value.kind)) throw LuaError{};
  refuse("arithmetic with something that is not an integer");
}

Value SymbolicExecutor::arithmetic(ProgramPoint& point, Op op, Value a, Value b) {
  const ExpressionId x = integer(a);
  const ExpressionId y = integer(b);
  const bool may_trap = (op == Op::floor_div || op == Op::floor_mod) && facts_.range(y).contains(0);
  const std::string& name = op == Op::floor_mod ? "remainder" : op == Op::floor_div ? "quotient" : "x";
  return integer_value(materialize(point, program_.binary(op, x, y), may_trap, name));
}

Value SymbolicExecutor::negate(Op op, Value a) { return integer_value(program_.unary(op, integer(a))); }

Condition SymbolicExecutor::truth(Value value) {
  switch (value.kind) {
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::nil: return kNever;
    case Value::Kind::boolean: return conditions_.of(value.index);
    case Value::Kind::choice: refuse("a variable of several kinds");
    default: return kAlways;
  }
}

Value SymbolicExecutor::boolean(Condition condition) { return {Value::Kind::boolean, conditions_.expression(condition)}; }

Condition SymbolicExecutor::equal(Value a, Value b) {
  if (a.kind == Value::Kind::unknown) refuse_unknown(a);
  if (b.kind == Value::Kind::unknown) refuse_unknown(b);
  const auto is = [&](Value::Kind one, Value::Kind other) {
    return (a.kind == one && b.kind == other) || (a.kind == other && b.kind == one);
  };
  if (is(Value::Kind::number, Value::Kind::integer) || is(Value::Kind::number, Value::Kind::number)) refuse(kFloatInExpression);
  if (is(Value::Kind::text, Value::Kind::string) || is(Value::Kind::text, Value::Kind::text))
    refuse("a comparison of a text that is made of values");
  if (a.kind != b.kind) {
    // Words stand for tables and functions alike.
    const auto is_open = [](Value value) {
      return value.kind == Value::Kind::word || value.kind == Value::Kind::named_word || value.kind == Value::Kind::choice;
    };
    if (is_open(a) || is_open(b))
      if (a.kind != Value::Kind::nil && b.kind != Value::Kind::nil) refuse("a comparison of functions");
    return kNever;
  }
  switch (a.kind) {
    case Value::Kind::integer: return conditions_.of(program_.binary(Op::equal, a.index, b.index));
    case Value::Kind::boolean:
      return conditions_.if_then_else(conditions_.of(a.index), conditions_.of(b.index),
                                      conditions_.negation(conditions_.of(b.index)));
    case Value::Kind::nil: return kAlways;
    case Value::Kind::string:
    case Value::Kind::list: return a.index == b.index ? kAlways : kNever;
    default: break;
  }
  refuse("a comparison of tables or functions");
}

Condition SymbolicExecutor::ordered(Op op, Value a, Value b) {
  if (a.kind == Value::Kind::string || b.kind == Value::Kind::string) refuse("a comparison of strings");
  return conditions_.of(program_.binary(op, integer(a), integer(b)));
}

}  // namespace bouton::lua
