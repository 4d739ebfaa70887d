// Tables that were made before, upvalues and closures.
#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostFlowPicked = 64;

/// Whether a list from the least to the greatest key would be mostly holes.
bool is_sparse(std::uint64_t span, std::size_t entries) { return span > 4 * entries + 64; }

}  // namespace

/// Instructions that read or write tables.
bool FunctionLifter::access(const Instruction& i) {
  const auto constant_or_register = [&] { return i.k ? constant(i.c) : get(i.c); };
  switch (i.op) {
    case Opcode::GETTABUP: index(i.a, upvalue(i.b), constant(i.c)); break;
    case Opcode::GETTABLE: index(i.a, get(i.b), get(i.c)); break;
    case Opcode::GETI: index(i.a, get(i.b), FlowValue::constant(i.c)); break;
    case Opcode::GETFIELD: index(i.a, get(i.b), constant(i.c)); break;
    case Opcode::SELF: {
      const FlowValue object = get(i.b), key = constant_or_register();
      set(i.a + 1, object);
      index(i.a, object, key);
      break;
    }
    case Opcode::SETTABUP: refuse("an assignment to a global variable");
    case Opcode::SETFIELD: refuse("an assignment to a field of a table");
    default: return false;
  }
  if (!ended_) ++top().pc;
  return true;
}

/// `to` = table[key], and control goes on behind the instruction.
void FunctionLifter::index(int to, FlowValue table, FlowValue key) {
  if (table.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
  if (table.kind == FlowValue::Kind::list) return index_list(to, table, key);
  if (table.kind == FlowValue::Kind::cells) return index_cells(to, key);
  Constants& constants = shared_.constants;
  if (table.is(Value::Kind::word)) {
    const KnownWord word = constants.word(table.value);
    if (word.is_unnamed_option() && key.kind == FlowValue::Kind::text) {
      set(to, with_name(word, key));
      return;
    }
    if (!word.is_unnamed_option() || !key.is(Value::Kind::string)) refuse("a field of a function");
    set(to, shared_.of(constants.of_word({word.word, word.label + constants.string(key.value)})));
    return;
  }
  if (table.is(Value::Kind::string) || table.kind == FlowValue::Kind::text) refuse("a method of a string");
  if (table.kind == FlowValue::Kind::named_word) refuse("a field of a function");
  if (table.is(Value::Kind::number) || table.is(Value::Kind::function)) throw FlowError{};
  if (table.kind != FlowValue::Kind::known) throw FlowError{};
  if (!table.is(Value::Kind::table)) refuse("a field of something that is not a table");

  const std::string name = constants.name(table.value);
  std::optional<Value> found;
  if (key.is(Value::Kind::string)) {
    found = constants.field(table.value, constants.string(key.value));
  } else if (key.is_known_integer()) {
    found = constants.entry(table.value, key.data);
  } else if (key.kind == FlowValue::Kind::integer) {
    element(to, table.value, operand(key));
    return;
  } else {
    refuse("a table with a key that is neither an integer nor a known string");
  }
  if (!found) refuse("a read of " + (name.empty() ? "a table" : name));
  set(to, shared_.of(*found));
}

/// `to` = table[key] for a key that changes.
void FunctionLifter::element(int to, Value table, FlowOperand key) {
  Constants& constants = shared_.constants;
  const auto refuse_read = [&] { refuse(fmt::format("a read of {}", constants.described(table))); };
  const std::vector<std::int64_t>* keys = constants.integer_keys(table);
  if (keys == nullptr) refuse_read();
  std::vector<std::pair<std::int64_t, FlowValue>> entries;
  for (const std::int64_t k : *keys) {
    const std::optional<Value> entry = constants.entry(table, k);
    if (!entry) refuse_read();
    entries.emplace_back(k, shared_.of(*entry));
  }
  // Where nothing stands there is nil, and not an error.
  const std::optional<Value> none = constants.entry(table, keys->empty() ? 1 : keys->back() + 1);
  if (!none || none->kind != Value::Kind::nil) refuse_read();

  if (entries.empty()) {
    set(to, FlowValue::nil());
    return;
  }
  if (dense_element(to, entries, key)) return;
  if (entries.size() > kMostFlowPicked) refuse("a long table of things other than integers, indexed by a value that changes");
  const auto with = [&](FlowValue value) {
    State state = state_;
    state.registers[top().base + static_cast<std::size_t>(to)] = value;
    ++state.frames.back().pc;
    return edge(std::move(state));
  };
  for (const auto& [k, value] : entries) {
    const std::uint32_t hit = with(value), next = new_block();
    branch(FlowCondition::equal, key, FlowOperand::constant(k), hit, next);
    begin(next);
    ended_ = false;
  }
  State state = state_;
  state.registers[top().base + static_cast<std::size_t>(to)] = FlowValue::nil();
  ++state.frames.back().pc;
  go_to_state(std::move(state));
}

/// The same from a list of the program, for integers alone or truth values alone, with few holes; false for others.
bool FunctionLifter::dense_element(int to, const std::vector<std::pair<std::int64_t, FlowValue>>& entries, FlowOperand key) {
  const FlowValue::Kind kind = entries.front().second.kind;
  if (kind != FlowValue::Kind::constant && kind != FlowValue::Kind::truth) return false;
  const std::int64_t least = entries.front().first;
  const std::uint64_t span = static_cast<std::uint64_t>(entries.back().first) - static_cast<std::uint64_t>(least);
  if (is_sparse(span, entries.size())) return false;
  std::vector<std::int64_t> list(span + 1, 0), present(span + 1, 0);
  for (const auto& [k, value] : entries) {
    if (value.kind != kind) return false;
    list[static_cast<std::size_t>(k - least)] = value.data;
    present[static_cast<std::size_t>(k - least)] = 1;
  }
  State missing = state_;
  missing.registers[top().base + static_cast<std::size_t>(to)] = FlowValue::nil();
  ++missing.frames.back().pc;
  const std::uint32_t absent = edge(std::move(missing));
  FlowOperand at = key;
  if (least != 0) {
    at = FlowOperand::of_register(new_temporary());
    emit({.op = FlowOp::sub, .to = at.number(), .a = key, .b = FlowOperand::constant(least)});
  }
  const std::uint32_t inside = new_block();
  branch(FlowCondition::unsigned_less, at, FlowOperand::constant(static_cast<std::int64_t>(list.size())), inside, absent);
  begin(inside);
  if (list.size() != entries.size()) {
    const std::uint32_t flag = new_temporary(), there = new_block();
    emit({.op = FlowOp::element, .to = flag, .a = at, .index = shared_.list(present)});
    branch(FlowCondition::equal, FlowOperand::of_register(flag), FlowOperand::constant(1), there, absent);
    begin(there);
  }
  ended_ = false;
  define(to, FlowOp::element, at, {}, shared_.list(list),
         kind == FlowValue::Kind::truth ? FlowValue::Kind::boolean : FlowValue::Kind::integer);
  return true;
}

void FunctionLifter::length(int to, FlowValue value) {
  if (value.kind == FlowValue::Kind::list) {
    set(to, FlowValue::constant(static_cast<std::int64_t>(list_of(value).entries.size())));
    return;
  }
  if (value.is(Value::Kind::string)) {
    set(to, FlowValue::constant(static_cast<std::int64_t>(shared_.constants.string(value.value).size())));
    return;
  }
  if (value.kind == FlowValue::Kind::text) refuse("the length of a string that is made for each position");
  if (value.kind != FlowValue::Kind::known || value.is(Value::Kind::number) || value.is(Value::Kind::function)) {
    if (value.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
    throw FlowError{};
  }
  const std::vector<Value>* entries = value.is(Value::Kind::table) ? shared_.constants.entries(value.value) : nullptr;
  if (entries == nullptr)
    refuse(value.is(Value::Kind::table) ? fmt::format("the length of {}", shared_.constants.described(value.value))
                                        : "the length of something that is not a list");
  set(to, FlowValue::constant(static_cast<std::int64_t>(entries->size())));
}

/// The register, of all frames', that a closure captured.
std::size_t FunctionLifter::captured_slot(const FlowClosure& closure, int number) {
  if (closure.function != number_) refuse("a function that calls itself and uses variables of the one that made it");
  return closure.base + closure.prototype->upvalues[static_cast<std::size_t>(number)].index;
}

FlowValue FunctionLifter::upvalue(int number) {
  FlowValue function = top().callee;
  while (function.kind == FlowValue::Kind::closure) {
    const FlowClosure closure = shared_.closures[static_cast<std::size_t>(function.data)];
    const UpvalueDescription& description = closure.prototype->upvalues[static_cast<std::size_t>(number)];
    if (description.in_stack) {
      // A function of the program that the closure became: it was called while that variable held it, and assigns to none.
      if (closure.function != number_ && description.index == closure.own) return function;
      return state_.registers[captured_slot(closure, number)];
    }
    number = description.index;
    function = closure.maker;
  }
  const FunctionPrototype* const prototype = shared_.constants.prototype(function.value);
  const Value value =
      shared_.constants.upvalue(function.value, number, prototype->upvalues[static_cast<std::size_t>(number)].name);
  if (value.kind == Value::Kind::unknown) refuse("a captured variable that cannot be read");
  return shared_.of(value);
}

void FunctionLifter::set_upvalue(int number, FlowValue value) {
  const std::string name = top().prototype->upvalues[static_cast<std::size_t>(number)].name;
  FlowValue function = top().callee;
  while (function.kind == FlowValue::Kind::closure) {
    const FlowClosure closure = shared_.closures[static_cast<std::size_t>(function.data)];
    const UpvalueDescription& description = closure.prototype->upvalues[static_cast<std::size_t>(number)];
    if (description.in_stack) {
      if (value.kind == FlowValue::Kind::closure) break;
      state_.registers[captured_slot(closure, number)] = value;
      return;
    }
    number = description.index;
    function = closure.maker;
  }
  refuse(fmt::format("an assignment to the captured variable {}", name));
}

void FunctionLifter::make_closure(const Instruction& i) {
  const FunctionPrototype& prototype = top().prototype->functions[static_cast<std::size_t>(i.bx)];
  std::string name = top().prototype->local_name(i.a, top().pc + 1);
  if (name.empty()) name = top().name;
  const FlowClosure closure{&prototype, std::move(name), top().callee, top().base, i.a, number_};
  const auto number = std::ranges::find(shared_.closures, closure) - shared_.closures.begin();
  if (number == static_cast<std::ptrdiff_t>(shared_.closures.size())) shared_.closures.push_back(closure);
  set(i.a, {FlowValue::Kind::closure, static_cast<std::int64_t>(number)});
}

/// The registers from `from` on go out of scope: functions that captured some of them are not to be called any more.
void FunctionLifter::close(int from) {
  for (FlowValue& value : state_.registers) {
    if (value.kind != FlowValue::Kind::closure) continue;
    const FlowClosure& closure = shared_.closures[static_cast<std::size_t>(value.data)];
    if (closure.base != top().base || closure.function != number_) continue;
    const bool captures = std::ranges::any_of(closure.prototype->upvalues, [&](const UpvalueDescription& upvalue) {
      return upvalue.in_stack && upvalue.index >= from;
    });
    if (captures) value = {};
  }
}

}  // namespace bouton::lua
