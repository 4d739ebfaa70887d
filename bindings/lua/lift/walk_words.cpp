// The walk through calls of the rule language's words and of library functions.
#include <algorithm>
#include <utility>

#include "bindings/lua/lift/walk.h"

namespace bouton::lua {

std::vector<Value> Walk::call_word(Place& place, const Known& word, const std::vector<Value>& arguments, bool& returned) {
  const auto argument = [&](std::size_t i) -> Value {
    if (i >= arguments.size()) throw LuaError{};
    if (arguments[i].kind == Value::Kind::unknown) refuse_unknown(arguments[i]);
    return arguments[i];
  };
  const auto fold = [&](Op op) {
    ExpressionId result = integer(argument(0));
    for (std::size_t i = 1; i < arguments.size(); ++i) result = program_.binary(op, result, integer(argument(i)));
    return integer_value(settle(place, result, false, "x"));
  };
  switch (word.word) {
    case Word::move:
    case Word::split: name_option(place, word, arguments); return {};

    case Word::math_abs: return {negate(Op::abs, argument(0))};
    case Word::math_ceil:
    case Word::math_floor: return {integer_value(integer(argument(0)))};
    case Word::math_max: return {fold(Op::max)};
    case Word::math_min: return {fold(Op::min)};
    case Word::math_ult:
      return {boolean(conditions_.of(program_.binary(Op::unsigned_less, integer(argument(0)), integer(argument(1)))))};
    case Word::math_fmod: {
      // The remainder has the sign of the dividend: floor's, less the divisor where the signs differ.
      const ExpressionId a = integer(argument(0));
      const ExpressionId b = integer(argument(1));
      const ExpressionId zero = program_.constant(0);
      const Value floored = arithmetic(place, Op::floor_mod, integer_value(a), integer_value(b));
      const Condition exact = conditions_.of(program_.binary(Op::equal, floored.index, zero));
      const Condition signs_differ = conditions_.of(program_.binary(Op::less, program_.binary(Op::bit_xor, a, b), zero));
      const ExpressionId condition = conditions_.expression(conditions_.both(conditions_.negation(exact), signs_differ));
      const ExpressionId result = program_.select(condition, program_.binary(Op::sub, floored.index, b), floored.index);
      return {integer_value(settle(place, result, false, "remainder"))};
    }
    case Word::math_tointeger: {
      const Value value = argument(0);
      if (value.kind != Value::Kind::integer) refuse("math.tointeger of something that is not an integer");
      return {value};
    }
    case Word::math_type:
      if (argument(0).kind == Value::Kind::integer) return {constants_.of_string("integer")};
      refuse("math.type of something that is not an integer");
    case Word::tonumber:
      if (argument(0).kind == Value::Kind::integer && arguments.size() == 1) return {argument(0)};
      refuse("a call of tonumber");
    case Word::type:
      switch (argument(0).kind) {
        case Value::Kind::nil: return {constants_.of_string("nil")};
        case Value::Kind::boolean: return {constants_.of_string("boolean")};
        case Value::Kind::integer:
        case Value::Kind::number: return {constants_.of_string("number")};
        case Value::Kind::string: return {constants_.of_string("string")};
        case Value::Kind::function:
        case Value::Kind::closure: return {constants_.of_string("function")};
        default: refuse("the type of something that is not a number, a string, a boolean or nil");
      }

    case Word::error: throw LuaError{};
    case Word::assert_: {
      const Condition holds = truth(argument(0));
      const Condition here = place.graph->reached(place.node);
      std::optional<Place> fails =
          merge(*place.graph, {{place.node, conditions_.both(here, conditions_.negation(holds)), place.state}});
      if (fails) trap(*fails);
      std::optional<Place> goes_on = merge(*place.graph, {{place.node, conditions_.both(here, holds), std::move(place.state)}});
      returned = goes_on.has_value();
      if (!goes_on) return {};
      place = *std::move(goes_on);
      return arguments;
    }

    case Word::ipairs: {
      const Value list = argument(0);
      if (list.kind != Value::Kind::list && list.kind != Value::Kind::table) refuse("ipairs of something that is not a list");
      return {constants_.of_word({Word::ipairs}), list, constants_.of_integer(0)};
    }
    case Word::pairs: refuse("a call of pairs (a list is gone through with ipairs)");
    case Word::unpack: {
      const Value list = argument(0);
      if (arguments.size() != 1) refuse("table.unpack of a part of a list");
      if (list.kind == Value::Kind::list) return list_of(place.state, list).entries;
      const std::vector<Value>* entries = list.kind == Value::Kind::table ? constants_.entries(list) : nullptr;
      if (entries == nullptr) refuse("table.unpack of something that is not a list");
      return *entries;
    }
    case Word::table_insert:
    case Word::table_remove: {
      const Value removed = change_list(place, word.word, arguments);
      if (word.word == Word::table_insert) return {};
      return {removed};
    }
    case Word::with:
    case Word::without:
    case Word::insert: return {change_piles(place, word.word, arguments)};
    case Word::none: break;
  }
  refuse("a call of something that is not known");
}

/// The coordinates of a position that is given as one value: a list, or an integer where there is one coordinate.
std::vector<ExpressionId> Walk::position(const Place& place, Value value) {
  if (value.kind == Value::Kind::unknown) refuse_unknown(value);
  std::vector<Value> entries;
  if (value.kind == Value::Kind::list) {
    entries = list_of(place.state, value).entries;
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

void Walk::name_option(Place& place, const Known& word, const std::vector<Value>& arguments) {
  const bool is_move = word.word == Word::move;
  if (results_ != Results::none) refuse(is_move ? "a call of move outside of moves" : "a call of split outside of moves");
  Statement option{.kind = is_move ? Statement::Kind::option : Statement::Kind::split, .line = line()};
  if (!is_move) {
    for (const Value& argument : arguments) option.to.push_back(position(place, argument));
  } else if (context_.piles) {
    if (arguments.size() != 1) throw LuaError{};
    option.to.push_back(position(place, arguments[0]));
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
  place.graph->statements(place.node).push_back(std::move(option));
}

bool Walk::is_truth_value(const Value& value) const {
  if (value.kind == Value::Kind::choice)
    return std::ranges::all_of(choices_[value.index], [this](const auto& one) { return is_truth_value(one.second); });
  return value.kind == Value::Kind::boolean || value.kind == Value::Kind::nil;
}

/// What the walked function returns, as the integers that a MoveProgram returns.
std::vector<ExpressionId> Walk::results_of(const Place& place, const std::vector<Value>& values) {
  switch (results_) {
    case Results::none: return {};
    case Results::truth:
      if (!values.empty() && !is_truth_value(values[0])) refuse("a result that is neither true, false nor nil");
      return {conditions_.expression(values.empty() ? kNever : truth(values[0]))};
    case Results::outcome: {
      constexpr const char* kOutcomes[] = {"normal", "misere", "draw"};
      if (values.empty() || values[0].kind != Value::Kind::string)
        refuse("a result that is not \"normal\", \"misere\" or \"draw\"");
      for (std::int64_t i = 0; i < 3; ++i)
        if (constants_.string(values[0]) == kOutcomes[i]) return {program_.constant(i)};
      throw LuaError{};
    }
    case Results::integers: {
      std::vector<ExpressionId> results;
      if (values.size() == 1 && (values[0].kind == Value::Kind::list || values[0].kind == Value::Kind::table)) {
        std::vector<Value> entries;
        if (values[0].kind == Value::Kind::list) entries = list_of(place.state, values[0]).entries;
        else if (const std::vector<Value>* list = constants_.entries(values[0])) entries = *list;
        for (const Value& entry : entries) results.push_back(integer(entry));
      } else {
        for (const Value& value : values) results.push_back(integer(value));
      }
      return results;
    }
  }
  return {};
}

/// a:with(i, v), a:without(i), a:insert(i, v): changed copies of piles, which are piles themselves.
Value Walk::change_piles(Place& place, Word word, const std::vector<Value>& arguments) {
  if (arguments.size() < (word == Word::without ? 2U : 3U)) throw LuaError{};
  if (arguments[0].kind != Value::Kind::list) refuse("a method of piles, called on something else");
  List list = list_of(place.state, arguments[0]);
  const ExpressionId at = integer(arguments[1]);
  const std::optional<std::int64_t> known = known_integer(arguments[1]);
  if (!known) {
    unroll_for(at, "a list of piles, changed at an index that changes");
    if (word != Word::with) refuse("a pile taken out or put in at an index that changes");
    // Every pile may be the one.
    const ExpressionId value = integer(arguments[2]);
    std::vector<Condition> is_it;
    Condition inside = kNever;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
      const ExpressionId number = program_.constant(static_cast<std::int64_t>(i + 1));
      is_it.push_back(conditions_.of(program_.binary(Op::equal, at, number)));
      inside = conditions_.either(inside, is_it.back());
    }
    const Condition here = place.graph->reached(place.node);
    const Arrival outside{place.node, conditions_.both(here, conditions_.negation(inside)), place.state};
    if (std::optional<Place> fails = merge(*place.graph, {outside})) trap(*fails);
    std::optional<Place> goes_on = merge(*place.graph, {{place.node, conditions_.both(here, inside), std::move(place.state)}});
    if (!goes_on) throw LuaError{};
    place = *std::move(goes_on);
    const Condition care = place.graph->reached(place.node);
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
      const ExpressionId condition = conditions_.expression(conditions_.within(is_it[i], care));
      const ExpressionId changed = program_.select(condition, value, integer(list.entries[i]));
      list.entries[i] = integer_value(settle(place, changed, false, "x"));
    }
    return new_list(place.state, std::move(list));
  }
  const auto size = static_cast<std::int64_t>(list.entries.size());
  if (*known < 1 || *known > (word == Word::insert ? size + 1 : size)) throw LuaError{};
  const auto entry = list.entries.begin() + (*known - 1);
  if (word == Word::without) list.entries.erase(entry);
  else if (word == Word::with) *entry = integer_value(integer(arguments[2]));
  else list.entries.insert(entry, integer_value(integer(arguments[2])));
  return new_list(place.state, std::move(list));
}

/// table.insert and table.remove on a list that the walked function made.
Value Walk::change_list(Place& place, Word word, const std::vector<Value>& arguments) {
  if (arguments.empty()) throw LuaError{};
  if (arguments[0].kind != Value::Kind::list || list_of(place.state, arguments[0]).frozen)
    refuse("a change of a list that was made before");
  for (const Value& argument : arguments)
    if (argument.kind == Value::Kind::choice || argument.kind == Value::Kind::nil) refuse("a list with nil in it");
  List& list = writable(place.state, arguments[0]);
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
