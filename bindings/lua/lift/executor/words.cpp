// Calls of the words of the rule language and of library functions.
#include <algorithm>
#include <utility>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {

/// The argument with that number, from 0 on, which must be there and be known.
Value SymbolicExecutor::argument(const std::vector<Value>& arguments, std::size_t i) const {
  if (i >= arguments.size()) throw LuaError{};
  if (arguments[i].kind == Value::Kind::unknown) refuse_unknown(arguments[i]);
  return arguments[i];
}

/// The results of a call of a word. `returned` is false where no path comes back from it.
std::vector<Value> SymbolicExecutor::call_word(ProgramPoint& point, const KnownWord& word, const std::vector<Value>& arguments,
                                               bool& returned) {
  switch (word.word) {
    case Word::move:
    case Word::split: name_option(point, word, arguments); return {};
    case Word::tonumber:
      if (argument(arguments, 0).kind == Value::Kind::integer && arguments.size() == 1) return {arguments[0]};
      refuse("a call to tonumber");
    case Word::type: return {type_name(argument(arguments, 0))};

    case Word::error: throw LuaError{};
    case Word::assert_: {
      const Condition holds = truth(argument(arguments, 0));
      if (std::optional<ProgramPoint> fails = assume(point, conditions_.negation(holds))) trap(*fails);
      std::optional<ProgramPoint> goes_on = assume(point, holds);
      returned = goes_on.has_value();
      if (!goes_on) return {};
      point = *std::move(goes_on);
      return arguments;
    }

    case Word::ipairs: {
      const Value list = argument(arguments, 0);
      if (list.kind != Value::Kind::list && list.kind != Value::Kind::table) refuse("ipairs of something that is not a list");
      return {constants_.of_word({Word::ipairs}), list, constants_.of_integer(0)};
    }
    case Word::pairs: refuse("a call to pairs (go through a list with ipairs)");
    case Word::unpack: {
      const Value list = argument(arguments, 0);
      if (arguments.size() != 1) refuse("table.unpack of a part of a list");
      if (list.kind == Value::Kind::list) return list_of(point.state, list).entries;
      const std::vector<Value>* entries = list.kind == Value::Kind::table ? constants_.entries(list) : nullptr;
      if (entries == nullptr) refuse("table.unpack of something that is not a list");
      return *entries;
    }
    case Word::table_insert: change_list(point, word.word, arguments); return {};
    case Word::table_remove: return {change_list(point, word.word, arguments)};
    case Word::with:
    case Word::without:
    case Word::insert: return {change_piles(point, word.word, arguments)};
    case Word::none: refuse("a call to something that is not known");
    default: return {call_math(point, word.word, arguments)};
  }
}

Value SymbolicExecutor::type_name(Value value) {
  switch (value.kind) {
    case Value::Kind::nil: return constants_.of_string("nil");
    case Value::Kind::boolean: return constants_.of_string("boolean");
    case Value::Kind::integer:
    case Value::Kind::number: return constants_.of_string("number");
    case Value::Kind::text:
    case Value::Kind::string: return constants_.of_string("string");
    case Value::Kind::function:
    case Value::Kind::closure: return constants_.of_string("function");
    default: refuse("the type of something that is not a number, a string, a boolean or nil");
  }
}

/// The result of a function of the library math.
Value SymbolicExecutor::call_math(ProgramPoint& point, Word word, const std::vector<Value>& arguments) {
  const Value first = argument(arguments, 0);
  const auto fold = [&](Op op) {
    ExpressionId result = integer(first);
    for (std::size_t i = 1; i < arguments.size(); ++i) result = program_.binary(op, result, integer(argument(arguments, i)));
    return integer_value(materialize(point, result, false, "x"));
  };
  switch (word) {
    case Word::math_abs: return negate(Op::abs, first);
    case Word::math_ceil:
    case Word::math_floor: return integer_value(integer(first));
    case Word::math_max: return fold(Op::max);
    case Word::math_min: return fold(Op::min);
    case Word::math_ult: {
      const ExpressionId a = integer(first);
      return boolean(conditions_.of(program_.binary(Op::unsigned_less, a, integer(argument(arguments, 1)))));
    }
    case Word::math_fmod: {
      // The remainder has the sign of the dividend: floor's, less the divisor where the signs differ.
      const ExpressionId a = integer(first);
      const ExpressionId b = integer(argument(arguments, 1));
      const ExpressionId zero = program_.constant(0);
      const Value floored = arithmetic(point, Op::floor_mod, integer_value(a), integer_value(b));
      const Condition exact = conditions_.of(program_.binary(Op::equal, floored.index, zero));
      const Condition signs_differ = conditions_.of(program_.binary(Op::less, program_.binary(Op::bit_xor, a, b), zero));
      const ExpressionId condition = conditions_.expression(conditions_.both(conditions_.negation(exact), signs_differ));
      const ExpressionId result = program_.select(condition, program_.binary(Op::sub, floored.index, b), floored.index);
      return integer_value(materialize(point, result, false, "remainder"));
    }
    case Word::math_tointeger:
      if (first.kind != Value::Kind::integer) refuse("math.tointeger of something that is not an integer");
      return first;
    case Word::math_type:
      if (first.kind == Value::Kind::integer) return constants_.of_string("integer");
      refuse("math.type of something that is not an integer");
    default: refuse("a call to something that is not known");
  }
}

/// The coordinates of a position that is given as one value: a list, or an integer where there is one coordinate.
std::vector<ExpressionId> SymbolicExecutor::position(const ProgramPoint& point, Value value) {
  if (value.kind == Value::Kind::unknown) refuse_unknown(value);
  std::vector<Value> entries;
  if (value.kind == Value::Kind::list) {
    entries = list_of(point.state, value).entries;
  } else if (value.kind == Value::Kind::table) {
    const std::vector<Value>* list = constants_.entries(value);
    if (list == nullptr) refuse("a position that is not a list");
    entries = *list;
  } else if (!context_.piles && context_.dimensions == 1) {
    entries = {value};
  } else {
    integer(value);  // a float is refused
    throw LuaError{};
  }
  if (!context_.piles && entries.size() != context_.dimensions) throw LuaError{};
  std::vector<ExpressionId> coordinates;
  for (const Value& entry : entries) coordinates.push_back(integer(entry));
  return coordinates;
}

Statement& SymbolicExecutor::name_option(ProgramPoint& point, const KnownWord& word, const std::vector<Value>& arguments) {
  const bool is_move = word.word == Word::move;
  if (results_ != Results::none) refuse(is_move ? "a call to move outside of moves" : "a call to split outside of moves");
  Statement option{.kind = is_move ? Statement::Kind::option : Statement::Kind::split, .line = line()};
  if (!is_move) {
    for (const Value& argument : arguments) option.to.push_back(position(point, argument));
  } else if (context_.piles) {
    if (arguments.size() != 1) throw LuaError{};
    option.to.push_back(position(point, arguments[0]));
  } else {
    for (const Value& argument : arguments)
      if (argument.kind == Value::Kind::list || argument.kind == Value::Kind::table)
        refuse("move with a list, in a game that is not a game of piles");
    if (arguments.size() != context_.dimensions) throw LuaError{};
    option.to.emplace_back();
    for (const Value& argument : arguments) option.to[0].push_back(integer(argument));
  }
  if (!word.label.empty()) {
    const auto [label, is_new] = labels_.emplace(word.label, kNoLabel);
    if (is_new && context_.label) {
      const std::optional<Label> number = context_.label(word.label);
      if (!number) refuse("a name that no move can have");
      label->second = *number;
    }
    option.label = label->second;
  }
  Block& statements = point.graph->statements(point.node);
  statements.push_back(std::move(option));
  return statements.back();
}

/// Puts `value` in the place of the pile number `at`, which may be any of them. Where it is none the program traps.
void SymbolicExecutor::set_any_pile(ProgramPoint& point, List& list, ExpressionId at, ExpressionId value) {
  std::vector<Condition> is_it;
  Condition inside = kNever;
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const ExpressionId number = program_.constant(static_cast<std::int64_t>(i + 1));
    is_it.push_back(conditions_.of(program_.binary(Op::equal, at, number)));
    inside = conditions_.either(inside, is_it.back());
  }
  if (std::optional<ProgramPoint> fails = assume(point, conditions_.negation(inside))) trap(*fails);
  std::optional<ProgramPoint> goes_on = assume(point, inside);
  if (!goes_on) throw LuaError{};
  point = *std::move(goes_on);
  const Condition care = point.graph->predicate(point.node);
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const ExpressionId condition = conditions_.expression(conditions_.restricted(is_it[i], care));
    const ExpressionId changed = program_.select(condition, value, integer(list.entries[i]));
    list.entries[i] = integer_value(materialize(point, changed, false, "x"));
  }
}

/// a:with(i, v, j, w, ...), a:without(i), a:insert(i, v): changed copies of piles, which are piles themselves.
Value SymbolicExecutor::change_piles(ProgramPoint& point, Word word, const std::vector<Value>& arguments) {
  if (arguments.size() < (word == Word::without ? 2U : 3U)) throw LuaError{};
  if (arguments[0].kind != Value::Kind::list) refuse("a method of piles, called on something else");
  List list = list_of(point.state, arguments[0]);
  const std::size_t last_argument = word == Word::with ? arguments.size() : 2;
  for (std::size_t n = 1; n < last_argument; n += 2) {
    if (word != Word::without && n + 1 == arguments.size()) throw LuaError{};
    change_pile(point, word, list, arguments[n], word == Word::without ? Value{} : arguments[n + 1]);
  }
  return new_list(point.state, std::move(list));
}

/// One change, at the pile number `place`.
void SymbolicExecutor::change_pile(ProgramPoint& point, Word word, List& list, Value place, Value to) {
  const ExpressionId at = integer(place);
  const std::optional<std::int64_t> known = known_integer(place);
  if (!known) {
    unroll_for(at, "a list of piles, changed at an index that changes");
    if (word != Word::with) refuse("a pile taken out or put in at an index that changes");
    return set_any_pile(point, list, at, integer(to));
  }
  const auto size = static_cast<std::int64_t>(list.entries.size());
  if (*known < 1 || *known > (word == Word::insert ? size + 1 : size)) throw LuaError{};
  const auto entry = list.entries.begin() + (*known - 1);
  if (word == Word::without) list.entries.erase(entry);
  else if (word == Word::with) *entry = integer_value(integer(to));
  else list.entries.insert(entry, integer_value(integer(to)));
}

/// table.insert and table.remove on a list that the executed function made. The removed entry, or nil.
Value SymbolicExecutor::change_list(ProgramPoint& point, Word word, const std::vector<Value>& arguments) {
  if (arguments.empty()) throw LuaError{};
  if (arguments[0].kind != Value::Kind::list || list_of(point.state, arguments[0]).frozen)
    refuse("a change to a list that was made before");
  for (const Value& argument : arguments)
    if (argument.kind == Value::Kind::choice || argument.kind == Value::Kind::nil) refuse("a list with nil in it");
  List& list = writable(point.state, arguments[0]);
  const auto size = static_cast<std::int64_t>(list.entries.size());
  const bool insert = word == Word::table_insert;
  std::int64_t at = insert ? size + 1 : size;
  if (arguments.size() == (insert ? 3U : 2U)) {
    const ExpressionId id = integer(arguments[1]);
    const std::optional<std::int64_t> known = known_integer(arguments[1]);
    if (!known) needs_constant(id, "a list changed at an index that changes");
    at = *known;
  } else if (arguments.size() != (insert ? 2U : 1U)) {
    throw LuaError{};
  }
  if (insert) {
    if (at < 1 || at > size + 1) throw LuaError{};
    list.entries.insert(list.entries.begin() + (at - 1), arguments.back());
    return {Value::Kind::nil, 0};
  }
  if (size == 0 && at == 0) return {Value::Kind::nil, 0};
  if (at < 1 || at > size) refuse("table.remove at an index that is not in the list");
  const Value removed = list.entries[static_cast<std::size_t>(at - 1)];
  list.entries.erase(list.entries.begin() + (at - 1));
  return removed;
}

}  // namespace bouton::lua
