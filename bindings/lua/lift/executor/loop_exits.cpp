// The loop as a statement of the program, and what is known behind it; see loops.cpp.
#include <algorithm>
#include <utility>

#include "bindings/lua/lift/executor/loops.h"
#include "engine/program/operands.h"

namespace bouton::lua {

void SymbolicExecutor::assign(Block& block, Slot slot, ExpressionId value) {
  if (value == program_.variable(slot)) return;
  Statement statement{.kind = Statement::Kind::assign, .line = line(), .slot = slot, .a = value};
  block.push_back(std::move(statement));
}

/// A parallel assignment: every value is that of before.
void SymbolicExecutor::assign_together(Block& block, Assignments assignments) {
  std::erase_if(assignments, [&](const auto& a) { return a.second == program_.variable(a.first); });
  // An assignment comes when no other one that is left reads its slot. Where they all wait for each other, a value is saved in
  // a slot of its own, another one each time.
  while (!assignments.empty()) {
    const auto read_by_another = [&](const auto& one) {
      return std::ranges::any_of(assignments,
                                 [&](const auto& other) { return &other != &one && reads(other.second, one.first); });
    };
    const auto free = std::ranges::find_if_not(assignments, read_by_another);
    if (free != assignments.end()) {
      assign(block, free->first, free->second);
      assignments.erase(free);
      continue;
    }
    const Slot saved = program_.new_slot(program_.slot_names[assignments[0].first]);
    assign(block, saved, assignments[0].second);
    assignments[0].second = program_.variable(saved);
    std::ranges::rotate(assignments, assignments.begin() + 1);
  }
}

bool SymbolicExecutor::reads(ExpressionId id, Slot slot) {
  if (facts_.slots(id) <= slot) return false;
  const Expression e = program_[id];
  if (e.op == Op::variable) return static_cast<Slot>(e.value) == slot;
  bool found = false;
  for_each_operand(e, [&](ExpressionId operand) { found = found || reads(operand, slot); });
  return found;
}

/// Whether no round of the loop whose slots begin with `first_slot` changes the value.
bool SymbolicExecutor::is_invariant(Value value, Slot first_slot) {
  switch (value.kind) {
    case Value::Kind::integer:
    case Value::Kind::boolean: return facts_.slots(value.index) <= first_slot;
    case Value::Kind::closure:
      return std::ranges::all_of(closures_[value.index].captures,
                                 [&](const Capture& c) { return c.is_register || is_invariant(c.value, first_slot); });
    case Value::Kind::text: return is_invariant(texts_[value.index], first_slot);
    case Value::Kind::named_word: return is_invariant(texts_[named_words_[value.index].text], first_slot);
    case Value::Kind::choice:
      return std::ranges::all_of(choices_[value.index], [&](const auto& alternative) {
        return facts_.slots(conditions_.expression(alternative.first)) <= first_slot &&
               is_invariant(alternative.second, first_slot);
      });
    default: return true;
  }
}

/// A value on an exit of the loop as it is live behind the loop: where it is not loop-invariant, it is put into a slot of its
/// own.
Value SymbolicExecutor::live_out(Value value, Slot first_slot, Assignments& assignments) {
  if (is_invariant(value, first_slot)) return value;
  LoopCarried out;
  widen(out, value, "x");
  if (value.kind == Value::Kind::integer) facts_.set_range(*out.slot, or_zero(facts_.range(value.index)));
  for (const Value& form : forms(value)) {
    const bool holds_values =
        form.kind == Value::Kind::closure || form.kind == Value::Kind::text || form.kind == Value::Kind::named_word;
    if (!holds_values || is_invariant(form, first_slot)) continue;
    if (form.kind == Value::Kind::closure) return unknown("a function made in a loop and called after it");
    return unknown("a text made in a loop and used after it");
  }
  encode(out, value, assignments);
  return decode(out);
}

SymbolicExecutor::Assignments SymbolicExecutor::encode_all(const LoopBody& body, const SymbolicState& state) {
  Assignments assignments;
  for (const LoopCarried& c : body.carried)
    if (c.variable.exists_in(state)) encode(c, c.variable.get(state), assignments);
  return assignments;
}

void SymbolicExecutor::leave(PredicatedGraph& graph, NodeId node, int line) {
  graph.statements(node).push_back({.kind = Statement::Kind::leave, .line = line});
  graph.set_ends(node);
}

/// Whether a state on an exit is the one after the loop has run out, but for what is carried.
bool SymbolicExecutor::is_as_after(const LoopBody& body, const Loop& loop, const SymbolicState& state,
                                   const SymbolicState& after) const {
  const auto agrees = [&](const StateVariable& variable) {
    return body.carries(variable) || variable.get(state) == variable.get(after);
  };
  for (std::size_t r = 0; r < loop.visible; ++r)
    if (!agrees({.index = r})) return false;
  for (std::size_t l = 0; l < after.lists.size(); ++l) {
    if (!after.lists[l] || !state.lists[l]) return false;
    if (after.lists[l]->entries.size() != state.lists[l]->entries.size()) return false;
    for (std::size_t e = 0; e < after.lists[l]->entries.size(); ++e)
      if (!agrees({.in_list = true, .index = l, .entry = e})) return false;
  }
  return true;
}

/// Leaves the loop where control goes on as if it had run out.
void SymbolicExecutor::run_out_early(LoopBody& body, Edge edge) {
  const int line = edge.line;
  std::vector<Edge> alone;
  alone.push_back(std::move(edge));
  const std::optional<ProgramPoint> out = merge(*body.graph, std::move(alone));
  if (!out) return;
  assign_together(body.graph->statements(out->node), encode_all(body, out->state));
  leave(*body.graph, out->node, line);
}

/// Adds the exit to `pc`. The state behind it is as the slots hold it that are assigned there.
void SymbolicExecutor::add_exit(LoopBody& body, const Loop& loop, int pc, std::vector<Edge> edges,
                                std::vector<LoopExit>& exits) {
  const int line = edges.empty() ? 0 : edges.front().line;
  std::optional<ProgramPoint> out = merge(*body.graph, std::move(edges));
  if (!out) return;
  SymbolicState& state = out->state;
  Assignments assignments = encode_all(body, state);
  const auto take_out = [&](Value& value) { value = live_out(value, loop.first_slot, assignments); };
  forget_inner_registers(state, loop);
  for (std::size_t r = 0; r < std::min(loop.visible, state.registers.size()); ++r)
    if (!body.carries({.index = r})) take_out(state.registers[r]);
  std::ranges::for_each(state.results, take_out);
  for (std::size_t l = 0; l < state.lists.size(); ++l) {
    if (!state.lists[l] || state.lists[l]->lost) continue;
    List list = *state.lists[l];
    for (std::size_t e = 0; e < list.entries.size(); ++e)
      if (!body.carries({.in_list = true, .index = l, .entry = e})) take_out(list.entries[e]);
    state.lists[l] = std::make_shared<const List>(std::move(list));
  }
  for (const LoopCarried& c : body.carried)
    if (c.variable.exists_in(state)) c.variable.set(state, decode(c));
  assign_together(body.graph->statements(out->node), std::move(assignments));
  exits.push_back({pc, std::move(state), out->node, line});
}

/// Takes the edges out of the body, of which those to the next round are no longer any: the exits that must be told apart
/// behind the loop. `after` is the state when there is no next round; edges that leave just that where the loop runs out to
/// leave at once.
std::vector<SymbolicExecutor::LoopExit> SymbolicExecutor::exits_of(const Frame& frame, LoopBody& body, const Loop& loop,
                                                                   const SymbolicState& after) {
  std::vector<LoopExit> exits;
  const int after_pc = loop.runs_out ? frame.flow->skip_jumps(loop.after) : -2;
  EdgesByTarget targets = std::exchange(body.exits, {});
  for (auto& [pc, edges] : targets) {
    std::vector<Edge> others;
    for (Edge& edge : edges) {
      if (pc == after_pc && is_as_after(body, loop, edge.state, after)) run_out_early(body, std::move(edge));
      else others.push_back(std::move(edge));
    }
    add_exit(body, loop, pc, std::move(others), exits);
  }
  return exits;
}

/// Ends the exits. Each first writes its number to a slot; the last one need not where the loop does not run out. The
/// condition, behind the loop, that an exit was taken and none before it.
std::vector<Condition> SymbolicExecutor::number_exits(Block& before, PredicatedGraph& graph, const std::vector<LoopExit>& exits,
                                                      bool runs_out) {
  std::vector<Condition> taken(exits.size(), kAlways);
  const std::size_t numbered = exits.size() - (runs_out || exits.empty() ? 0 : 1);
  if (numbered > 0) {
    const Slot left = program_.new_slot("left");
    facts_.set_range(left, {0, static_cast<std::int64_t>(numbered)});
    assign(before, left, program_.constant(0));
    for (std::size_t i = 0; i < numbered; ++i) {
      const ExpressionId number = program_.constant(static_cast<std::int64_t>(i + 1));
      assign(graph.statements(exits[i].node), left, number);
      // With one exit it is a truth value.
      const ExpressionId variable = program_.variable(left);
      taken[i] = conditions_.of(numbered == 1 ? variable : program_.binary(Op::equal, variable, number));
    }
  }
  for (const LoopExit& exit : exits) leave(graph, exit.node, exit.line);
  return taken;
}

/// Puts the loop into the program, with the assignments of what it carries, and adds the edges behind it.
void SymbolicExecutor::emit_loop(Frame& frame, Region& region, ProgramPoint point, LoopBody body, const Loop& loop) {
  PredicatedGraph& graph = *body.graph;
  Assignments next_round;
  const std::optional<ProgramPoint> round_end = merge(graph, std::move(body.exits[loop.round_end]));
  if (round_end) next_round = encode_all(body, round_end->state);
  body.exits.erase(loop.round_end);

  SymbolicState after = point.state;
  forget_inner_registers(after, loop);
  for (const LoopCarried& c : body.carried) c.variable.set(after, decode(c));
  std::vector<LoopExit> exits = exits_of(frame, body, loop, after);
  Block& before = point.graph->statements(point.node);
  const std::vector<Condition> taken = number_exits(before, graph, exits, loop.runs_out);

  // What is carried is assigned behind all else in the body, since the predicates of all nodes read it. Who is still here has
  // come to the end of the round.
  if (round_end) assign_together(graph.statements(graph.add({0}, graph.predicate(round_end->node))), std::move(next_round));

  assign_together(before, encode_all(body, point.state));
  Statement statement{
      .kind = Statement::Kind::loop, .line = line(), .slot = loop.slot, .a = loop.from, .b = loop.to, .c = loop.step};
  statement.body = std::move(graph).structure(conditions_);
  before.push_back(std::move(statement));

  Condition left = point.graph->predicate(point.node);
  for (std::size_t i = 0; i < exits.size(); ++i) {
    add_edge(frame, *point.graph, region, exits[i].pc,
             {point.node, conditions_.both(left, taken[i]), std::move(exits[i].state)});
    left = conditions_.both(left, conditions_.negation(taken[i]));
  }
  if (loop.runs_out) add_edge(frame, *point.graph, region, loop.after, {point.node, left, std::move(after)});
  else if (exits.empty()) point.graph->set_ends(point.node);
}

}  // namespace bouton::lua
