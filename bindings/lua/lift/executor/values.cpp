// Tables, lists, upvalues and closures.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostPicked = 64;

/// Whether an instruction of the function writes to an upvalue, itself or through a function that it makes.
bool assigns_upvalue(const FunctionPrototype& function, int number) {
  for (const Instruction& i : function.code)
    if (i.op == Opcode::SETUPVAL && i.b == number) return true;
  for (const FunctionPrototype& inner : function.functions)
    for (std::size_t u = 0; u < inner.upvalues.size(); ++u)
      if (!inner.upvalues[u].in_stack && inner.upvalues[u].index == number && assigns_upvalue(inner, static_cast<int>(u)))
        return true;
  return false;
}

}  // namespace

Value SymbolicExecutor::length(const ProgramPoint& point, Value value) {
  switch (value.kind) {
    case Value::Kind::unknown: refuse_unknown(value);
    case Value::Kind::list: return constants_.of_integer(static_cast<std::int64_t>(list_of(point.state, value).entries.size()));
    case Value::Kind::string: return constants_.of_integer(static_cast<std::int64_t>(constants_.string(value).size()));
    case Value::Kind::table: {
      const std::vector<Value>* entries = constants_.entries(value);
      if (entries == nullptr) refuse(fmt::format("the length of {}", constants_.described(value)));
      return constants_.of_integer(static_cast<std::int64_t>(entries->size()));
    }
    default: break;
  }
  if (is_no_table(value.kind)) throw LuaError{};
  refuse("the length of something that is not a list");
}

Value SymbolicExecutor::index(ProgramPoint& point, Value table, Value key) {
  if (key.kind == Value::Kind::unknown) refuse_unknown(key);
  switch (table.kind) {
    case Value::Kind::unknown: refuse_unknown(table);
    case Value::Kind::word: {
      const KnownWord word = constants_.word(table);
      const bool is_plain = word.is_unnamed_option();
      if (is_plain && word.label.empty() && key.kind == Value::Kind::text) return with_name(word.word, key);
      if (is_plain && key.kind == Value::Kind::text) refuse("a name made of values, of a move that obliges");
      if (!is_plain || key.kind != Value::Kind::string) refuse("a field of a function");
      return constants_.of_word({word.word, word.label + constants_.string(key)});
    }
    case Value::Kind::table: return table_entry(point, table, key);
    case Value::Kind::list: return list_entry(point, table, key);
    case Value::Kind::text:
    case Value::Kind::string: refuse("a method of a string");
    case Value::Kind::choice: refuse("a variable of several kinds");
    case Value::Kind::named_word:
    case Value::Kind::other: refuse("a field of something that is not a table");
    default: throw LuaError{};
  }
}

/// An entry of a table that was made before.
Value SymbolicExecutor::table_entry(ProgramPoint& point, Value table, Value key) {
  std::optional<Value> value;
  if (key.kind == Value::Kind::text) refuse("a table with a text that is made of values as key");
  if (key.kind == Value::Kind::string) {
    value = constants_.field(table, constants_.string(key));
  } else if (const std::optional<std::int64_t> known = known_integer(key)) {
    value = constants_.entry(table, *known);
  } else if (key.kind == Value::Kind::integer) {
    if (const std::optional<std::size_t> list = constants_.integer_list(table))
      return element(point, *list, key.index, constants_.name(table));
    const std::vector<std::int64_t>* keys = constants_.integer_keys(table);
    if (keys == nullptr) refuse(fmt::format("a read of {}", constants_.described(table)));
    if (!keys->empty()) unroll_for(key.index, "a table of things other than integers, indexed by a value that changes");
    std::vector<std::pair<std::int64_t, Value>> entries;
    for (const std::int64_t k : *keys) {
      if (!facts_.range(key.index).contains(k)) continue;
      const std::optional<Value> entry = constants_.entry(table, k);
      if (!entry) refuse(fmt::format("a read of {}", constants_.name(table)));
      entries.emplace_back(k, *entry);
    }
    return one_of(point, entries, key.index);
  }
  if (!value) refuse("a read of " + (constants_.name(table).empty() ? "a table" : constants_.name(table)));
  return *value;
}

/// An entry of a list that the executed function made.
Value SymbolicExecutor::list_entry(ProgramPoint& point, Value table, Value key) {
  const List& list = list_of(point.state, table);
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
  for (std::size_t i = 0; i < list.entries.size(); ++i) entries.emplace_back(static_cast<std::int64_t>(i + 1), list.entries[i]);
  return one_of(point, entries, key.index);
}

/// An entry of a list of the program, which people call `name`; nil outside of it.
Value SymbolicExecutor::element(ProgramPoint& point, std::size_t list, ExpressionId at, std::string_view name) {
  const ValueRange range = facts_.range(at);
  const auto size = static_cast<std::int64_t>(program_.lists[list].size());
  if (range.least >= 1 && range.greatest <= size) return integer_value(program_.element(list, at));
  const Condition inside = conditions_.both(conditions_.of(program_.binary(Op::less_equal, program_.constant(1), at)),
                                            conditions_.of(program_.binary(Op::less_equal, at, program_.constant(size))));
  const Condition outside = conditions_.both(point.graph->predicate(point.node), conditions_.negation(inside));
  std::optional<ProgramPoint> in = assume(point, inside);
  std::vector<Edge> both{{point.node, outside, std::move(point.state)}};
  both[0].state.results = {{Value::Kind::nil, 0}};
  if (in) {
    const std::string entry_name = fmt::format("{}[..]", name.empty() ? "list" : name);
    in->state.results = {integer_value(materialize(*in, program_.element(list, at), true, entry_name))};
    both.push_back(edge_from(*std::move(in)));
  }
  point = *merge(*point.graph, std::move(both));
  return std::exchange(point.state.results, {})[0];
}

/// The entry whose key `at` is; nil where it is none of the keys.
Value SymbolicExecutor::one_of(ProgramPoint& point, const std::vector<std::pair<std::int64_t, Value>>& entries,
                               ExpressionId at) {
  if (entries.size() > kMostPicked) refuse("a long list indexed by a value that changes");
  std::vector<Condition> conditions;
  std::vector<Value> values;
  Condition left = kAlways;
  const ValueRange range = facts_.range(at);
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
  const bool all = !values.empty() && (fills_range || conditions_.both(left, point.graph->predicate(point.node)) == kNever);
  if (all) {
    conditions.back() = conditions_.either(conditions.back(), left);
  } else {
    conditions.push_back(left);
    values.push_back({Value::Kind::nil, 0});
  }
  for (Condition& condition : conditions) condition = conditions_.restricted(condition, point.graph->predicate(point.node));
  return phi(point, conditions, values);
}

void SymbolicExecutor::set_index(ProgramPoint& point, Value table, Value key, Value value) {
  if (table.kind == Value::Kind::unknown) refuse_unknown(table);
  if (table.kind == Value::Kind::named_word) refuse("an assignment to a field of a function");
  if (table.kind == Value::Kind::table || table.kind == Value::Kind::word)
    refuse("an assignment to a table that was made before (" + constants_.name(table) + ")");
  if (table.kind != Value::Kind::list) throw LuaError{};
  if (key.kind == Value::Kind::string || key.kind == Value::Kind::text)
    refuse("a table with named fields, made for each position");
  if (key.kind != Value::Kind::integer) refuse("a list indexed by something that is not an integer");
  const std::optional<std::int64_t> known = known_integer(key);
  if (!known) needs_constant(key.index, "a list indexed by a value that changes");
  if (list_of(point.state, table).frozen) refuse("an assignment to the list of piles (a:with(i, v) is a changed copy)");
  List& list = writable(point.state, table);
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

Value SymbolicExecutor::upvalue(const Frame& frame, const SymbolicState& state, int number) {
  const UpvalueDescription& description = frame.prototype->upvalues[static_cast<std::size_t>(number)];
  if (frame.function.kind == Value::Kind::function) return constants_.upvalue(frame.function, number, description.name);
  const Capture& capture = closures_[frame.function.index].captures[static_cast<std::size_t>(number)];
  return capture.is_register ? state.registers[capture.index] : capture.value;
}

void SymbolicExecutor::set_upvalue(const Frame& frame, SymbolicState& state, int number, Value value) {
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

Value SymbolicExecutor::make_closure(const Frame& frame, const SymbolicState& state, int number, int pc) {
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
void SymbolicExecutor::close_captures(SymbolicState& state, std::size_t from) {
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

Value SymbolicExecutor::new_list(SymbolicState& state, List list) {
  state.lists.push_back(std::make_shared<const List>(std::move(list)));
  return {Value::Kind::list, static_cast<std::uint32_t>(state.lists.size() - 1)};
}

const List& SymbolicExecutor::list_of(const SymbolicState& state, Value list) const {
  const std::shared_ptr<const List>& found = state.lists[list.index];
  if (!found || found->lost) refuse("a list whose length depends on the position");
  return *found;
}

List& SymbolicExecutor::writable(SymbolicState& state, Value list) {
  auto copy = std::make_shared<List>(list_of(state, list));
  List& result = *copy;
  state.lists[list.index] = std::move(copy);
  return result;
}

}  // namespace bouton::lua
