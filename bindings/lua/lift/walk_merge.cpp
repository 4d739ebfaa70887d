// The walk where ways meet: the states become one.
#include <algorithm>
#include <utility>

#include "bindings/lua/lift/walk.h"
#include "engine/position/hash.h"

namespace bouton::lua {
namespace {

/// An expression of more nodes than this gets a slot of its own.
constexpr std::uint32_t kGreatestSize = 60;
constexpr std::size_t kMostAlternatives = 8;

}  // namespace

/// The place where all arrivals meet, or nothing if no way leads there. A single way that is always taken from its
/// node stays in that node.
std::optional<Walk::Place> Walk::merge(GuardedGraph& graph, std::vector<Arrival> arrivals) {
  std::erase_if(arrivals, [](const Arrival& a) { return a.reached == kNever; });
  if (arrivals.empty()) return std::nullopt;
  Arrival& first = arrivals.front();
  if (arrivals.size() == 1 && first.reached == graph.reached(first.node))
    return Place{&graph, first.node, std::move(first.state)};

  std::vector<NodeId> from;
  Condition reached = kNever;
  for (const Arrival& a : arrivals) {
    from.push_back(a.node);
    reached = conditions_.either(reached, a.reached);
  }
  Place place{&graph, graph.add(from, reached), std::move(first.state)};
  if (arrivals.size() == 1) return place;

  // The conditions tell the arrivals apart, given that one of them was taken.
  std::vector<Condition> conditions;
  for (const Arrival& a : arrivals) conditions.push_back(conditions_.within(a.reached, reached));
  std::vector<Value> values(arrivals.size());
  const auto values_of = [&](const auto& get) -> const std::vector<Value>& {
    values[0] = get(place.state);
    for (std::size_t i = 1; i < arrivals.size(); ++i) values[i] = get(arrivals[i].state);
    return values;
  };

  WalkState& state = place.state;
  for (std::size_t r = 0; r < state.registers.size(); ++r)
    state.registers[r] = unify(place, conditions, values_of([r](const WalkState& s) { return s.registers[r]; }));

  std::size_t most_results = state.results.size();
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    const WalkState& other = arrivals[i].state;
    if (other.results.size() != state.results.size() || other.results_differ) state.results_differ = true;
    most_results = std::max(most_results, other.results.size());
    if (other.top != state.top) state.top = 0;
  }
  std::vector<Value> results;
  for (std::size_t r = 0; r < most_results; ++r)
    results.push_back(unify(place, conditions, values_of([r](const WalkState& s) {
                              return r < s.results.size() ? s.results[r] : Value{Value::Kind::nil, 0};
                            })));
  state.results = std::move(results);

  // A list of one number is one list on all ways, whatever its entries are on each.
  for (std::size_t i = 1; i < arrivals.size(); ++i)
    if (arrivals[i].state.lists.size() > state.lists.size()) state.lists.resize(arrivals[i].state.lists.size());
  for (std::size_t l = 0; l < state.lists.size(); ++l) {
    std::vector<std::shared_ptr<const List>> lists{state.lists[l]};
    for (std::size_t i = 1; i < arrivals.size(); ++i) {
      const WalkState& other = arrivals[i].state;
      lists.push_back(l < other.lists.size() ? other.lists[l] : nullptr);
    }
    // Where a way has no such list, none of its values is that list: the others decide.
    std::vector<std::shared_ptr<const List>> there;
    for (const auto& list : lists)
      if (list) there.push_back(list);
    if (there.empty()) continue;
    if (std::ranges::all_of(there, [&](const auto& list) { return *list == *there[0]; })) {
      state.lists[l] = there[0];
      continue;
    }
    if (std::ranges::any_of(there, [&](const auto& list) {
          return list->lost || list->entries.size() != there[0]->entries.size() || list->frozen != there[0]->frozen;
        })) {
      state.lists[l] = std::make_shared<const List>(List{{}, false, true});
      continue;
    }
    List merged = *there[0];
    std::vector<Condition> of_those;
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (lists[i]) of_those.push_back(conditions[i]);
    for (std::size_t e = 0; e < merged.entries.size(); ++e) {
      std::vector<Value> entries;
      for (const auto& list : there) entries.push_back(list->entries[e]);
      merged.entries[e] = unify(place, of_those, entries);
    }
    state.lists[l] = std::make_shared<const List>(std::move(merged));
  }
  return place;
}

/// The value that is values[i] where conditions[i] holds; one of the conditions does.
Value Walk::unify(Place& place, const std::vector<Condition>& conditions, const std::vector<Value>& values) {
  if (std::ranges::all_of(values, [&](const Value& v) { return v == values[0]; })) return values[0];

  // Equal values, integers, and truth values are one alternative each.
  struct Alternative {
    Condition condition;
    Value value;
  };
  std::vector<Alternative> alternatives;
  const auto add = [&](Condition condition, Value value) {
    for (Alternative& other : alternatives) {
      if (other.value == value) {
        other.condition = conditions_.either(other.condition, condition);
        return;
      }
    }
    for (Alternative& other : alternatives) {
      if (other.value.kind != value.kind) continue;
      const Condition asked = conditions_.within(condition, conditions_.either(condition, other.condition));
      if (value.kind == Value::Kind::integer) {
        other.value.index = program_.select(conditions_.expression(asked), value.index, other.value.index);
      } else if (value.kind == Value::Kind::boolean) {
        const Condition merged = conditions_.choose(asked, conditions_.of(value.index), conditions_.of(other.value.index));
        other.value.index = conditions_.expression(merged);
      } else {
        continue;
      }
      other.condition = conditions_.either(other.condition, condition);
      return;
    }
    alternatives.push_back({condition, value});
  };
  // The last way's value is the one that needs no condition: the first of the source's `if`s is asked first.
  for (std::size_t i = values.size(); i-- > 0;) {
    if (values[i].kind == Value::Kind::unknown) return values[i];
    if (values[i].kind != Value::Kind::choice) {
      add(conditions[i], values[i]);
      continue;
    }
    const Choice choice = choices_[values[i].index];
    Condition left = conditions[i];
    for (const auto& [condition, value] : choice) {
      add(conditions_.both(left, condition), value);
      left = conditions_.both(left, conditions_.negation(condition));
    }
  }
  if (alternatives.size() > kMostAlternatives) return unknown("a variable with values of many kinds");
  for (Alternative& a : alternatives)
    if (a.value.kind == Value::Kind::integer || a.value.kind == Value::Kind::boolean)
      a.value.index = settle(place, a.value.index, false, "x");
  if (alternatives.size() == 1) return alternatives[0].value;
  Choice choice;
  for (const Alternative& a : alternatives) choice.emplace_back(a.condition, a.value);
  choice.back().first = kAlways;
  return of_choice(std::move(choice));
}

Value Walk::of_choice(Choice choice) {
  std::uint64_t hash = choice.size();
  for (const auto& [condition, value] : choice)
    hash = mix(hash ^ (std::uint64_t{condition} << 32 | value.index)) + static_cast<std::uint64_t>(value.kind);
  const auto [from, to] = choice_of_.equal_range(hash);
  for (auto at = from; at != to; ++at)
    if (choices_[at->second] == choice) return {Value::Kind::choice, at->second};
  const auto number = static_cast<std::uint32_t>(choices_.size());
  choices_.push_back(std::move(choice));
  choice_of_.emplace(hash, number);
  return {Value::Kind::choice, number};
}

/// The expression, or, where it may trap or is large, a slot that it is assigned to here.
ExpressionId Walk::settle(Place& place, ExpressionId expression, bool may_trap, const std::string& name) {
  if (!may_trap && facts_.size(expression) <= kGreatestSize) return expression;
  const Range range = or_zero(facts_.range(expression));
  Statement assign{.kind = Statement::Kind::assign, .line = line(), .slot = program_.new_slot(name)};
  assign.a = expression;
  facts_.set_range(assign.slot, range);
  const Slot slot = assign.slot;
  place.graph->statements(place.node).push_back(std::move(assign));
  return program_.variable(slot);
}

}  // namespace bouton::lua
