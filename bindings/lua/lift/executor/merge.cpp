// Where edges meet, their states become one.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/executor/symbolic_executor.h"
#include "engine/position/hash.h"

namespace bouton::lua {
namespace {

/// An expression of more nodes than this gets a slot of its own.
constexpr std::uint32_t kGreatestSize = 60;
constexpr std::size_t kMostAlternatives = 8;

}  // namespace

/// The point where all edges meet, or nothing if none can be taken. A single edge that is always taken from its node stays in
/// that node.
std::optional<SymbolicExecutor::ProgramPoint> SymbolicExecutor::merge(PredicatedGraph& graph, std::vector<Edge> edges) {
  std::erase_if(edges, [](const Edge& edge) { return edge.predicate == kNever; });
  if (edges.empty()) return std::nullopt;
  Edge& first = edges.front();
  if (edges.size() == 1 && first.predicate == graph.predicate(first.node))
    return ProgramPoint{&graph, first.node, std::move(first.state)};

  std::vector<NodeId> from;
  Condition predicate = kNever;
  for (const Edge& edge : edges) {
    from.push_back(edge.node);
    predicate = conditions_.either(predicate, edge.predicate);
  }
  ProgramPoint point{&graph, graph.add(from, predicate), first.state};
  if (edges.size() == 1) return point;

  // The conditions tell the edges apart, given that one of them was taken.
  std::vector<Condition> conditions;
  for (const Edge& edge : edges) conditions.push_back(conditions_.restricted(edge.predicate, predicate));
  std::vector<Value> values(edges.size());
  for (std::size_t r = 0; r < point.state.registers.size(); ++r) {
    for (std::size_t i = 0; i < edges.size(); ++i) values[i] = edges[i].state.registers[r];
    point.state.registers[r] = phi(point, conditions, values);
  }
  merge_results(point, conditions, edges);
  merge_lists(point, conditions, edges);
  return point;
}

void SymbolicExecutor::merge_results(ProgramPoint& point, const std::vector<Condition>& conditions,
                                     const std::vector<Edge>& edges) {
  std::size_t most = 0;
  for (const auto& [node, predicate, state, line] : edges) {
    if (state.results.size() != point.state.results.size() || state.results_differ) point.state.results_differ = true;
    if (state.top != point.state.top) point.state.top = 0;
    most = std::max(most, state.results.size());
  }
  std::vector<Value> merged;
  for (std::size_t r = 0; r < most; ++r) {
    std::vector<Value> values;
    for (const auto& [node, predicate, state, line] : edges)
      values.push_back(r < state.results.size() ? state.results[r] : Value{Value::Kind::nil, 0});
    merged.push_back(phi(point, conditions, values));
  }
  point.state.results = std::move(merged);
}

/// Lists with the same number are the same list on all edges, whatever its entries are on each.
void SymbolicExecutor::merge_lists(ProgramPoint& point, const std::vector<Condition>& conditions,
                                   const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) point.state.lists.resize(std::max(point.state.lists.size(), edge.state.lists.size()));
  for (std::size_t l = 0; l < point.state.lists.size(); ++l) {
    // Where an edge has no such list, none of its values is that list: the others decide.
    std::vector<std::shared_ptr<const List>> lists;
    std::vector<Condition> taken;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto& there = edges[i].state.lists;
      if (l >= there.size() || !there[l]) continue;
      lists.push_back(there[l]);
      taken.push_back(conditions[i]);
    }
    if (lists.empty()) continue;
    const List& first = *lists[0];
    if (std::ranges::all_of(lists, [&](const auto& list) { return *list == first; })) {
      point.state.lists[l] = lists[0];
      continue;
    }
    if (std::ranges::any_of(lists, [&](const auto& list) {
          return list->lost || list->entries.size() != first.entries.size() || list->frozen != first.frozen;
        })) {
      point.state.lists[l] = std::make_shared<const List>(List{{}, false, true});
      continue;
    }
    List merged = first;
    for (std::size_t e = 0; e < merged.entries.size(); ++e) {
      std::vector<Value> entries;
      for (const auto& list : lists) entries.push_back(list->entries[e]);
      merged.entries[e] = phi(point, taken, entries);
    }
    point.state.lists[l] = std::make_shared<const List>(std::move(merged));
  }
}

/// The value that is values[i] where conditions[i] holds; one of the conditions does.
Value SymbolicExecutor::phi(ProgramPoint& point, const std::vector<Condition>& conditions, const std::vector<Value>& values) {
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
      const Condition asked = conditions_.restricted(condition, conditions_.either(condition, other.condition));
      if (value.kind == Value::Kind::integer) {
        other.value.index = program_.select(conditions_.expression(asked), value.index, other.value.index);
      } else if (value.kind == Value::Kind::boolean) {
        const Condition merged =
            conditions_.if_then_else(asked, conditions_.of(value.index), conditions_.of(other.value.index));
        other.value.index = conditions_.expression(merged);
      } else {
        continue;
      }
      other.condition = conditions_.either(other.condition, condition);
      return;
    }
    alternatives.push_back({condition, value});
  };
  // The last edge's value is the one that needs no condition: the first of the source's `if`s is asked first.
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
  if (alternatives.size() > kMostAlternatives)
    return unknown(fmt::format("a variable that is one of {} texts, lists or functions, where at most {} are told apart",
                               alternatives.size(), kMostAlternatives));
  for (Alternative& a : alternatives)
    if (a.value.kind == Value::Kind::integer || a.value.kind == Value::Kind::boolean)
      a.value.index = materialize(point, a.value.index, false, "x");
  if (alternatives.size() == 1) return alternatives[0].value;
  Choice choice;
  for (const Alternative& a : alternatives) choice.emplace_back(a.condition, a.value);
  choice.back().first = kAlways;
  return of_choice(std::move(choice));
}

Value SymbolicExecutor::of_choice(Choice choice) {
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

/// The expression, or, where it may trap or is large, a variable whose slot it is assigned to here.
ExpressionId SymbolicExecutor::materialize(ProgramPoint& point, ExpressionId expression, bool may_trap,
                                           const std::string& name) {
  if (!may_trap && facts_.size(expression) <= kGreatestSize) return expression;
  const ValueRange range = or_zero(facts_.range(expression));
  Statement assign{.kind = Statement::Kind::assign, .line = line(), .slot = program_.new_slot(name)};
  assign.a = expression;
  facts_.set_range(assign.slot, range);
  const Slot slot = assign.slot;
  point.graph->statements(point.node).push_back(std::move(assign));
  return program_.variable(slot);
}

}  // namespace bouton::lua
