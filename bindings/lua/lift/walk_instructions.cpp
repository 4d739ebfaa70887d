// The walk through one instruction.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/walk.h"

namespace bouton::lua {
namespace {

constexpr const char* kFloat = "a float (integer division is //)";
constexpr std::size_t kLongestList = 1000;
constexpr std::size_t kMostPicked = 64;

/// Whether an instruction of the walked function writes to an upvalue, itself or through a function that it makes.
bool assigns_upvalue(const FunctionPrototype& function, int number) {
  for (const Instruction& i : function.code)
    if (i.op == Opcode::SETUPVAL && i.b == number) return true;
  for (const FunctionPrototype& inner : function.functions)
    for (std::size_t u = 0; u < inner.upvalues.size(); ++u)
      if (!inner.upvalues[u].in_stack && inner.upvalues[u].index == number && assigns_upvalue(inner, static_cast<int>(u)))
        return true;
  return false;
}

/// The operation of an arithmetic instruction, with any kind of operands.
std::optional<Op> arithmetic_of(Opcode op) {
  switch (op) {
    case Opcode::ADDI:
    case Opcode::ADDK:
    case Opcode::ADD: return Op::add;
    case Opcode::SUBK:
    case Opcode::SUB: return Op::sub;
    case Opcode::MULK:
    case Opcode::MUL: return Op::mul;
    case Opcode::MODK:
    case Opcode::MOD: return Op::floor_mod;
    case Opcode::IDIVK:
    case Opcode::IDIV: return Op::floor_div;
    case Opcode::BANDK:
    case Opcode::BAND: return Op::bit_and;
    case Opcode::BORK:
    case Opcode::BOR: return Op::bit_or;
    case Opcode::BXORK:
    case Opcode::BXOR: return Op::bit_xor;
    case Opcode::SHRI:
    case Opcode::SHR: return Op::shift_right;
    case Opcode::SHLI:
    case Opcode::SHL: return Op::shift_left;
    default: return std::nullopt;
  }
}

}  // namespace

/// Walks the instruction at `pc`. Gives the pc to go on at, or -1 if all ways on have been taken.
int Walk::step(Frame& frame, Region& region, Place& place, int pc) {
  const Instruction& i = frame.at(pc);
  const FunctionPrototype& code = *frame.prototype;
  WalkState& state = place.state;
  const auto reg = [&](int number) -> Value& { return at(frame, state, number); };
  const auto constant = [&](int number) { return constants_.of(code.constants[static_cast<std::size_t>(number)]); };
  const auto constant_or_register = [&] { return i.k ? constant(i.c) : reg(i.c); };
  const auto key = [&](int number) -> const std::string& {
    return std::get<std::string>(code.constants[static_cast<std::size_t>(number)]);
  };
  const auto test = [&](Condition condition) {
    // The jump that follows is taken where the test comes out as k says.
    const int jump = code.target(pc + 1);
    branch(frame, region, place, condition, i.k ? jump : pc + 2, i.k ? pc + 2 : jump);
    return -1;
  };

  if (const std::optional<Op> op = arithmetic_of(i.op)) {
    Value a = reg(i.b), b;
    switch (i.op) {
      case Opcode::ADDI:
      case Opcode::SHRI: b = constants_.of_integer(i.signed_c()); break;
      case Opcode::SHLI:
        b = a;
        a = constants_.of_integer(i.signed_c());
        break;
      case Opcode::ADDK:
      case Opcode::SUBK:
      case Opcode::MULK:
      case Opcode::MODK:
      case Opcode::IDIVK:
      case Opcode::BANDK:
      case Opcode::BORK:
      case Opcode::BXORK: b = constant(i.c); break;
      default: b = reg(i.c); break;
    }
    const Value result = arithmetic(place, *op, a, b);
    reg(i.a) = result;
    return pc + 2;  // past the metamethod's instruction
  }

  switch (i.op) {
    case Opcode::MOVE: reg(i.a) = reg(i.b); return pc + 1;
    case Opcode::LOADI: reg(i.a) = constants_.of_integer(i.bx); return pc + 1;
    case Opcode::LOADF: reg(i.a) = constants_.of_number(i.bx); return pc + 1;
    case Opcode::LOADK: reg(i.a) = constant(i.bx); return pc + 1;
    case Opcode::LOADKX: reg(i.a) = constant(frame.at(pc + 1).bx); return pc + 2;
    case Opcode::LOADFALSE: reg(i.a) = constants_.of_boolean(false); return pc + 1;
    case Opcode::LFALSESKIP: reg(i.a) = constants_.of_boolean(false); return pc + 2;
    case Opcode::LOADTRUE: reg(i.a) = constants_.of_boolean(true); return pc + 1;
    case Opcode::LOADNIL:
      for (int r = i.a; r <= i.a + i.b; ++r) reg(r) = {Value::Kind::nil, 0};
      return pc + 1;

    case Opcode::GETUPVAL: reg(i.a) = upvalue(frame, state, i.b); return pc + 1;
    case Opcode::SETUPVAL: set_upvalue(frame, state, i.b, reg(i.a)); return pc + 1;
    case Opcode::GETTABUP: {
      const Value result = index(place, upvalue(frame, state, i.b), constants_.of_string(key(i.c)));
      reg(i.a) = result;
      return pc + 1;
    }
    case Opcode::GETTABLE: {
      const Value result = index(place, reg(i.b), reg(i.c));
      reg(i.a) = result;
      return pc + 1;
    }
    case Opcode::GETI: {
      const Value result = index(place, reg(i.b), constants_.of_integer(i.c));
      reg(i.a) = result;
      return pc + 1;
    }
    case Opcode::GETFIELD: {
      const Value result = index(place, reg(i.b), constants_.of_string(key(i.c)));
      reg(i.a) = result;
      return pc + 1;
    }
    case Opcode::SELF: {
      const Value object = reg(i.b);
      const Value method = index(place, object, constant_or_register());
      reg(i.a + 1) = object;
      reg(i.a) = method;
      return pc + 1;
    }
    case Opcode::SETTABUP: refuse(fmt::format("an assignment to the global variable {}", key(i.b)));
    case Opcode::SETTABLE: set_index(place, reg(i.a), reg(i.b), constant_or_register()); return pc + 1;
    case Opcode::SETI: set_index(place, reg(i.a), constants_.of_integer(i.b), constant_or_register()); return pc + 1;
    case Opcode::SETFIELD: set_index(place, reg(i.a), constants_.of_string(key(i.b)), constant_or_register()); return pc + 1;
    case Opcode::NEWTABLE: reg(i.a) = new_list(state, {}); return pc + 2;
    case Opcode::SETLIST: {
      const int count = i.b != 0 ? i.b : state.top - i.a - 1;
      const int done = i.c + (i.k ? frame.at(pc + 1).bx * 256 : 0);
      List& list = writable(state, reg(i.a));
      if (static_cast<int>(list.entries.size()) != done) refuse("a list with holes");
      for (int k = 1; k <= count; ++k) {
        const Value value = reg(i.a + k);
        if (value.kind == Value::Kind::nil || value.kind == Value::Kind::choice) refuse("a list with nil in it");
        list.entries.push_back(value);
      }
      if (list.entries.size() > kLongestList) refuse("a list of this length");
      return i.k ? pc + 2 : pc + 1;
    }
    case Opcode::CLOSURE: {
      const Value closure = make_closure(frame, state, i.bx, pc);
      reg(i.a) = closure;
      return pc + 1;
    }
    case Opcode::CLOSE: close_captures(state, frame.base + i.a); return pc + 1;

    case Opcode::UNM: reg(i.a) = negate(Op::neg, reg(i.b)); return pc + 1;
    case Opcode::BNOT: reg(i.a) = negate(Op::bit_not, reg(i.b)); return pc + 1;
    case Opcode::NOT: reg(i.a) = boolean(conditions_.negation(truth(reg(i.b)))); return pc + 1;
    case Opcode::LEN: reg(i.a) = length(place, reg(i.b)); return pc + 1;

    case Opcode::JMP: go(frame, *place.graph, region, code.target(pc), arrival(std::move(place))); return -1;
    case Opcode::EQ: return test(equal(reg(i.a), reg(i.b)));
    case Opcode::LT: return test(ordered(Op::less, reg(i.a), reg(i.b)));
    case Opcode::LE: return test(ordered(Op::less_equal, reg(i.a), reg(i.b)));
    case Opcode::EQK: return test(equal(reg(i.a), constant(i.b)));
    // C says that the immediate operand is a float; it is a whole number all the same.
    case Opcode::EQI: return test(equal(reg(i.a), constants_.of_integer(i.signed_b())));
    case Opcode::LTI: return test(ordered(Op::less, reg(i.a), constants_.of_integer(i.signed_b())));
    case Opcode::LEI: return test(ordered(Op::less_equal, reg(i.a), constants_.of_integer(i.signed_b())));
    case Opcode::GTI: return test(ordered(Op::less, constants_.of_integer(i.signed_b()), reg(i.a)));
    case Opcode::GEI: return test(ordered(Op::less_equal, constants_.of_integer(i.signed_b()), reg(i.a)));
    case Opcode::TEST: return test(truth(reg(i.a)));
    case Opcode::TESTSET: {
      const Condition condition = truth(reg(i.b));
      const Condition taken = i.k ? condition : conditions_.negation(condition);
      const Condition here = place.graph->reached(place.node);
      Arrival jump{place.node, conditions_.both(here, taken), state};
      at(frame, jump.state, i.a) = reg(i.b);
      go(frame, *place.graph, region, code.target(pc + 1), std::move(jump));
      go(frame, *place.graph, region, pc + 2, {place.node, conditions_.both(here, conditions_.negation(taken)), state});
      return -1;
    }

    case Opcode::CALL:
    case Opcode::TAILCALL: {
      const int end = i.b != 0 ? i.a + i.b : state.top;
      std::vector<Value> arguments;
      for (int r = i.a + 1; r < end; ++r) arguments.push_back(reg(r));
      bool returned = true;
      std::vector<Value> results = call(place, frame, reg(i.a), std::move(arguments), returned);
      if (!returned) return -1;
      if (i.op == Opcode::TAILCALL) {
        if (place.state.results_differ && (frame.depth > 0 || results_ == Results::integers))
          refuse("a call with a different number of results on different ways");
        return_from(frame, region, std::move(place), std::move(results));
        return -1;
      }
      set_results(place.state, frame.base, i.a, i.c - 1, results);
      return pc + 1;
    }
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: {
      const int count = i.op == Opcode::RETURN0 ? 0 : i.op == Opcode::RETURN1 ? 1 : i.b != 0 ? i.b - 1 : state.top - i.a;
      std::vector<Value> values;
      for (int r = i.a; r < i.a + count; ++r) values.push_back(reg(r));
      return_from(frame, region, std::move(place), std::move(values));
      return -1;
    }

    case Opcode::FORPREP: return for_loop(frame, region, place, pc);
    case Opcode::TFORPREP: return list_loop(frame, region, place, pc);

    case Opcode::DIV:
    case Opcode::DIVK: refuse("a division that gives a float (/); integer division is //");
    case Opcode::POW:
    case Opcode::POWK: refuse("a power (^), which gives a float; write the multiplications");
    case Opcode::CONCAT: refuse("a concatenation of strings (..)");
    case Opcode::VARARG:
    case Opcode::VARARGPREP: refuse("a variable number of arguments (...)");
    case Opcode::TBC: refuse("a variable to be closed");
    default: refuse(fmt::format("the instruction {}", to_string(i)));
  }
}

/// A register with a choice that the instruction at `pc` cannot take as it is.
std::optional<std::size_t> Walk::choice_that_matters(const Frame& frame, const WalkState& state, int pc) const {
  const Instruction& i = frame.at(pc);
  std::vector<int> read;
  const auto range = [&](int first, int end) {
    for (int r = first; r < end; ++r) read.push_back(r);
  };
  switch (i.op) {
    case Opcode::TEST:
    case Opcode::EQK:
    case Opcode::EQI:
    case Opcode::LTI:
    case Opcode::LEI:
    case Opcode::GTI:
    case Opcode::GEI:
    case Opcode::SETLIST:
    case Opcode::SETI:
    case Opcode::SETFIELD: read = {i.a}; break;
    case Opcode::EQ:
    case Opcode::LT:
    case Opcode::LE:
    case Opcode::SETTABLE: read = {i.a, i.b}; break;
    case Opcode::TESTSET:
    case Opcode::UNM:
    case Opcode::BNOT:
    case Opcode::NOT:
    case Opcode::LEN:
    case Opcode::GETI:
    case Opcode::GETFIELD:
    case Opcode::SELF: read = {i.b}; break;
    case Opcode::GETTABLE: read = {i.b, i.c}; break;
    case Opcode::FORPREP: range(i.a, i.a + 3); break;
    case Opcode::TFORPREP: range(i.a, i.a + 2); break;
    case Opcode::CALL:
    case Opcode::TAILCALL:
      read = {i.a};
      if (at(frame, state, i.a).kind == Value::Kind::word) range(i.a + 1, i.b != 0 ? i.a + i.b : state.top);
      break;
    case Opcode::RETURN:
    case Opcode::RETURN1:
      if (frame.depth == 0 && results_ != Results::none)
        range(i.a, i.op == Opcode::RETURN1 ? i.a + 1 : i.b != 0 ? i.a + i.b - 1 : state.top);
      break;
    default:
      if (!arithmetic_of(i.op)) break;
      read = {i.b};
      if (i.op >= Opcode::ADD && i.op <= Opcode::SHR) read.push_back(i.c);
      break;
  }
  for (const int r : read)
    if (at(frame, state, r).kind == Value::Kind::choice) return frame.base + static_cast<std::size_t>(r);
  return std::nullopt;
}

std::optional<std::int64_t> Walk::known_integer(Value value) const {
  if (value.kind != Value::Kind::integer || program_[value.index].op != Op::constant) return std::nullopt;
  return program_[value.index].value;
}

/// The expression of an integer; any other value is refused, or an error where Lua raises one.
ExpressionId Walk::integer(Value value) const {
  switch (value.kind) {
    case Value::Kind::integer: return value.index;
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::number: refuse(kFloat);
    case Value::Kind::string: refuse("arithmetic with a string");
    case Value::Kind::choice: refuse("a variable that is not always an integer");
    case Value::Kind::nil:
    case Value::Kind::boolean:
    case Value::Kind::list:
    case Value::Kind::function:
    case Value::Kind::closure: throw LuaError{};
    case Value::Kind::table:
    case Value::Kind::word:
    case Value::Kind::other: break;
  }
  refuse("arithmetic with something that is not an integer");
}

Value Walk::arithmetic(Place& place, Op op, Value a, Value b) {
  const ExpressionId x = integer(a);
  const ExpressionId y = integer(b);
  const bool may_trap = (op == Op::floor_div || op == Op::floor_mod) && facts_.range(y).contains(0);
  const std::string& name = op == Op::floor_mod ? "remainder" : op == Op::floor_div ? "quotient" : "x";
  return integer_value(settle(place, program_.binary(op, x, y), may_trap, name));
}

Value Walk::negate(Op op, Value a) { return integer_value(program_.unary(op, integer(a))); }

Condition Walk::truth(Value value) {
  switch (value.kind) {
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::nil: return kNever;
    case Value::Kind::boolean: return conditions_.of(value.index);
    case Value::Kind::choice: refuse("a variable of several kinds");
    default: return kAlways;
  }
}

Value Walk::boolean(Condition condition) { return {Value::Kind::boolean, conditions_.expression(condition)}; }

Condition Walk::equal(Value a, Value b) {
  if (a.kind == Value::Kind::unknown) refuse_unknown(a);
  if (b.kind == Value::Kind::unknown) refuse_unknown(b);
  const auto is = [&](Value::Kind one, Value::Kind other) {
    return (a.kind == one && b.kind == other) || (a.kind == other && b.kind == one);
  };
  if (is(Value::Kind::number, Value::Kind::integer) || is(Value::Kind::number, Value::Kind::number)) refuse(kFloat);
  if (a.kind != b.kind) {
    // Words stand for tables and functions alike.
    if (a.kind == Value::Kind::word || b.kind == Value::Kind::word || a.kind == Value::Kind::choice ||
        b.kind == Value::Kind::choice)
      if (a.kind != Value::Kind::nil && b.kind != Value::Kind::nil) refuse("a comparison of functions");
    return kNever;
  }
  switch (a.kind) {
    case Value::Kind::integer: return conditions_.of(program_.binary(Op::equal, a.index, b.index));
    case Value::Kind::boolean:
      return conditions_.choose(conditions_.of(a.index), conditions_.of(b.index),
                                conditions_.negation(conditions_.of(b.index)));
    case Value::Kind::nil: return kAlways;
    case Value::Kind::string:
    case Value::Kind::list: return a.index == b.index ? kAlways : kNever;
    default: break;
  }
  refuse("a comparison of tables or functions");
}

Condition Walk::ordered(Op op, Value a, Value b) {
  if (a.kind == Value::Kind::string || b.kind == Value::Kind::string) refuse("a comparison of strings");
  return conditions_.of(program_.binary(op, integer(a), integer(b)));
}

Value Walk::length(const Place& place, Value value) {
  switch (value.kind) {
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::list: return constants_.of_integer(static_cast<std::int64_t>(list_of(place.state, value).entries.size()));
    case Value::Kind::string: return constants_.of_integer(static_cast<std::int64_t>(constants_.string(value).size()));
    case Value::Kind::table: {
      const std::vector<Value>* entries = constants_.entries(value);
      if (entries == nullptr) refuse(fmt::format("the length of {}", constants_.name(value)));
      return constants_.of_integer(static_cast<std::int64_t>(entries->size()));
    }
    case Value::Kind::nil:
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::number:
    case Value::Kind::function:
    case Value::Kind::closure: throw LuaError{};
    default: refuse("the length of something that is not a list");
  }
}

Value Walk::index(Place& place, Value table, Value key) {
  if (key.kind == Value::Kind::unknown) refuse_unknown(key);
  switch (table.kind) {
    case Value::Kind::unknown: refuse_unknown(table);
    case Value::Kind::word: {
      const Known word = constants_.word(table);
      if ((word.word != Word::move && word.word != Word::split) || !word.label.empty() || key.kind != Value::Kind::string)
        refuse("a field of a function");
      return constants_.of_word({word.word, constants_.string(key)});
    }
    case Value::Kind::table: {
      std::optional<Value> value;
      if (key.kind == Value::Kind::string) {
        value = constants_.field(table, constants_.string(key));
      } else if (const std::optional<std::int64_t> known = known_integer(key)) {
        value = constants_.entry(table, *known);
      } else if (key.kind == Value::Kind::integer) {
        if (const std::optional<std::size_t> list = constants_.integer_list(table)) return element(place, *list, key.index);
        const std::vector<std::int64_t>* keys = constants_.integer_keys(table);
        if (keys == nullptr) refuse(fmt::format("a read of {}", constants_.name(table)));
        if (!keys->empty()) unroll_for(key.index, "a table of other things than integers, indexed by a value that changes");
        std::vector<std::pair<std::int64_t, Value>> entries;
        for (const std::int64_t k : *keys) {
          if (!facts_.range(key.index).contains(k)) continue;
          const std::optional<Value> entry = constants_.entry(table, k);
          if (!entry) refuse(fmt::format("a read of {}", constants_.name(table)));
          entries.emplace_back(k, *entry);
        }
        return one_of(place, entries, key.index);
      }
      if (!value) refuse("a read of " + (constants_.name(table).empty() ? "a table" : constants_.name(table)));
      return *value;
    }
    case Value::Kind::list: {
      const List& list = list_of(place.state, table);
      if (key.kind == Value::Kind::string) {
        const std::string& name = constants_.string(key);
        if (list.frozen && name == "with") return constants_.of_word({Word::with});
        if (list.frozen && name == "without") return constants_.of_word({Word::without});
        if (list.frozen && name == "insert") return constants_.of_word({Word::insert});
        refuse("the field " + name + " of a list");
      }
      if (key.kind != Value::Kind::integer) refuse("a list indexed by something that is not an integer");
      if (const std::optional<std::int64_t> known = known_integer(key)) {
        if (*known < 1 || static_cast<std::uint64_t>(*known) > list.entries.size()) return {Value::Kind::nil, 0};
        return list.entries[static_cast<std::size_t>(*known - 1)];
      }
      unroll_for(key.index, "a list indexed by a value that changes");
      std::vector<std::pair<std::int64_t, Value>> entries;
      for (std::size_t i = 0; i < list.entries.size(); ++i)
        entries.emplace_back(static_cast<std::int64_t>(i + 1), list.entries[i]);
      return one_of(place, entries, key.index);
    }
    case Value::Kind::string: refuse("a method of a string");
    case Value::Kind::choice: refuse("a variable of several kinds");
    case Value::Kind::other: refuse("a field of something that is not a table");
    case Value::Kind::nil:
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::number:
    case Value::Kind::function:
    case Value::Kind::closure: throw LuaError{};
  }
  throw LuaError{};
}

/// An entry of a list of the program; nil outside of it.
Value Walk::element(Place& place, std::size_t list, ExpressionId at) {
  const Range range = facts_.range(at);
  const auto size = static_cast<std::int64_t>(program_.lists[list].size());
  if (range.least >= 1 && range.greatest <= size) return integer_value(program_.element(list, at));
  const Condition inside = conditions_.both(conditions_.of(program_.binary(Op::less_equal, program_.constant(1), at)),
                                            conditions_.of(program_.binary(Op::less_equal, at, program_.constant(size))));
  const Condition here = place.graph->reached(place.node);
  std::optional<Place> in = merge(*place.graph, {{place.node, conditions_.both(here, inside), place.state}});
  std::vector<Arrival> both{{place.node, conditions_.both(here, conditions_.negation(inside)), std::move(place.state)}};
  both[0].state.results = {{Value::Kind::nil, 0}};
  if (in) {
    in->state.results = {integer_value(settle(*in, program_.element(list, at), true, "element"))};
    both.push_back(arrival(*std::move(in)));
  }
  place = *merge(*place.graph, std::move(both));
  return std::exchange(place.state.results, {})[0];
}

/// The entry whose key `at` is; nil where it is none of the keys.
Value Walk::one_of(Place& place, const std::vector<std::pair<std::int64_t, Value>>& entries, ExpressionId at) {
  if (entries.size() > kMostPicked) refuse("a long list indexed by a value that changes");
  std::vector<Condition> conditions;
  std::vector<Value> values;
  Condition left = kAlways;
  const Range range = facts_.range(at);
  for (const auto& [key, value] : entries) {
    if (!range.contains(key)) continue;
    const Condition is_it = conditions_.of(program_.binary(Op::equal, at, program_.constant(key)));
    conditions.push_back(conditions_.both(left, is_it));
    values.push_back(value);
    left = conditions_.both(left, conditions_.negation(is_it));
  }
  // Where every value it can have here is a key, the last one is what is left.
  const bool fills_range =
      static_cast<std::uint64_t>(range.greatest) - static_cast<std::uint64_t>(range.least) == values.size() - 1;
  const bool all = !values.empty() && (fills_range || conditions_.both(left, place.graph->reached(place.node)) == kNever);
  if (all) {
    conditions.back() = conditions_.either(conditions.back(), left);
  } else {
    conditions.push_back(left);
    values.push_back({Value::Kind::nil, 0});
  }
  for (Condition& condition : conditions) condition = conditions_.within(condition, place.graph->reached(place.node));
  return unify(place, conditions, values);
}

void Walk::set_index(Place& place, Value table, Value key, Value value) {
  if (table.kind == Value::Kind::unknown) refuse_unknown(table);
  if (table.kind == Value::Kind::table || table.kind == Value::Kind::word)
    refuse("an assignment to a table that was made before (" + constants_.name(table) + ")");
  if (table.kind != Value::Kind::list) throw LuaError{};
  if (key.kind == Value::Kind::string) refuse("a table with named fields, made for each position");
  if (key.kind != Value::Kind::integer) refuse("a list indexed by something that is not an integer");
  const std::optional<std::int64_t> known = known_integer(key);
  if (!known) needs_constant(key.index, "a list indexed by a value that changes");
  if (list_of(place.state, table).frozen) refuse("an assignment to the list of piles (a:with(i, v) is a changed copy)");
  List& list = writable(place.state, table);
  const auto size = static_cast<std::int64_t>(list.entries.size());
  if (value.kind == Value::Kind::choice) refuse("a list with nil in it");
  if (value.kind == Value::Kind::nil) {
    if (*known != size || size == 0) refuse("a list with holes");
    list.entries.pop_back();
  } else if (*known >= 1 && *known <= size) {
    list.entries[static_cast<std::size_t>(*known - 1)] = value;
  } else if (*known == size + 1 && list.entries.size() < kLongestList) {
    list.entries.push_back(value);
  } else {
    refuse("a list with holes");
  }
}

Value Walk::upvalue(const Frame& frame, const WalkState& state, int number) {
  const UpvalueDescription& description = frame.prototype->upvalues[static_cast<std::size_t>(number)];
  if (frame.function.kind == Value::Kind::function) return constants_.upvalue(frame.function, number, description.name);
  const Capture& capture = closures_[frame.function.index].captures[static_cast<std::size_t>(number)];
  return capture.is_register ? state.registers[capture.index] : capture.value;
}

void Walk::set_upvalue(const Frame& frame, WalkState& state, int number, Value value) {
  const std::string& name = frame.prototype->upvalues[static_cast<std::size_t>(number)].name;
  if (frame.function.kind == Value::Kind::closure) {
    const Capture& capture = closures_[frame.function.index].captures[static_cast<std::size_t>(number)];
    if (capture.is_register) {
      state.registers[capture.index] = value;
      return;
    }
  }
  refuse(fmt::format("an assignment to the captured variable {}", name));
}

Value Walk::make_closure(const Frame& frame, const WalkState& state, int number, int pc) {
  Closure closure;
  closure.prototype = &frame.prototype->functions[static_cast<std::size_t>(number)];
  closure.name = frame.prototype->local_name(frame.at(pc).a, pc + 1);
  if (closure.name.empty()) closure.name = *frame.name;
  for (const UpvalueDescription& description : closure.prototype->upvalues) {
    if (description.in_stack) {
      closure.captures.push_back({true, frame.base + description.index, {}});
    } else if (frame.function.kind == Value::Kind::closure) {
      closure.captures.push_back(closures_[frame.function.index].captures[description.index]);
    } else {
      closure.captures.push_back({false, 0, upvalue(frame, state, description.index)});
    }
  }
  const auto found = std::ranges::find(closures_, closure);
  if (found != closures_.end()) return {Value::Kind::closure, static_cast<std::uint32_t>(found - closures_.begin())};
  closures_.push_back(std::move(closure));
  return {Value::Kind::closure, static_cast<std::uint32_t>(closures_.size() - 1)};
}

/// The registers from `from` on go out of scope: closures that captured them keep their values, unless some closure
/// could still assign to them.
void Walk::close_captures(WalkState& state, std::size_t from) {
  const auto captures = [&](Value value) {
    return value.kind == Value::Kind::closure && std::ranges::any_of(closures_[value.index].captures, [&](const Capture& c) {
             return c.is_register && c.index >= from;
           });
  };
  const auto assigns = [&](Value value) {
    if (!captures(value)) return false;
    const Closure& closure = closures_[value.index];
    for (std::size_t u = 0; u < closure.captures.size(); ++u)
      if (closure.captures[u].is_register && closure.captures[u].index >= from &&
          assigns_upvalue(*closure.prototype, static_cast<int>(u)))
        return true;
    return false;
  };
  const auto all = [&](const auto& visit) {
    for (std::size_t r = 0; r < std::min(from, state.registers.size()); ++r) visit(state.registers[r]);
    for (Value& value : state.results) visit(value);
    for (std::shared_ptr<const List>& list : state.lists) {
      if (!list || std::ranges::none_of(list->entries, captures)) continue;
      List copy = *list;
      for (Value& value : copy.entries) visit(value);
      list = std::make_shared<const List>(std::move(copy));
    }
  };
  bool any = false, assigned = false;
  all([&](const Value& value) {
    any = any || captures(value);
    assigned = assigned || assigns(value);
  });
  if (!any) return;
  all([&](Value& value) {
    if (!captures(value)) return;
    Closure closed = closures_[value.index];
    for (Capture& capture : closed.captures) {
      if (!capture.is_register || capture.index < from) continue;
      capture = {false, 0, state.registers[capture.index]};
      // It may be itself (a recursive function) or another that goes out of scope as well.
      if (captures(capture.value)) capture.value = unknown("a function that outlives the variables it captured");
    }
    if (assigned) {
      value = unknown("a function that outlives the variables it captured");
      return;
    }
    closures_.push_back(std::move(closed));
    value = {Value::Kind::closure, static_cast<std::uint32_t>(closures_.size() - 1)};
  });
}

Value Walk::new_list(WalkState& state, List list) {
  state.lists.push_back(std::make_shared<const List>(std::move(list)));
  return {Value::Kind::list, static_cast<std::uint32_t>(state.lists.size() - 1)};
}

const List& Walk::list_of(const WalkState& state, Value list) const {
  const std::shared_ptr<const List>& found = state.lists[list.index];
  if (!found || found->lost) refuse("a list whose length depends on the position");
  return *found;
}

List& Walk::writable(WalkState& state, Value list) {
  auto copy = std::make_shared<List>(list_of(state, list));
  List& result = *copy;
  state.lists[list.index] = std::move(copy);
  return result;
}

/// Puts the results of a call into the registers from `first` on; `wanted` is -1 for all of them.
void Walk::set_results(WalkState& state, std::size_t base, int first, int wanted, const std::vector<Value>& results) {
  if (wanted < 0 && state.results_differ) refuse("a call with a different number of results on different ways");
  state.results_differ = false;
  const int count = wanted < 0 ? static_cast<int>(results.size()) : wanted;
  const std::size_t end = base + static_cast<std::size_t>(first + count);
  if (state.registers.size() < end) refuse("a call with this many results");
  for (int r = 0; r < count; ++r)
    state.registers[base + static_cast<std::size_t>(first + r)] =
        static_cast<std::size_t>(r) < results.size() ? results[static_cast<std::size_t>(r)] : Value{Value::Kind::nil, 0};
  state.top = wanted < 0 ? first + count : 0;
}

}  // namespace bouton::lua
