// Loops: how the symbolic executor makes a loop of the program from a loop of the bytecode.
//
// The idea. A MoveProgram has counting loops only, whose bounds and step are known before they begin: `for slot = from, to,
// step`. A loop of the bytecode becomes one if it has a basic induction variable, to which each round adds the same constant. A
// numeric `for` has one by its form, and so has `for` over ipairs of a known list of integers: the index. Of a `while`,
// `repeat` or backward `goto` it is looked for (while_loops.cpp): a variable that counts, and a test at the begin of the round
// that bounds it. With no such test the loop counts without end and is left from within. Where the body must know the variable,
// to index a list for instance, a loop over a known list or with known bounds is unrolled instead.
//
// The body is executed once for all rounds, with the induction variable unknown. Whatever else it changes is loop-carried: it
// lives in slots that are assigned before the loop, at the end of each round and at each exit. What that is, and what kinds of
// value it takes, is found by executing the body again, with what is known so far carried, until nothing new is found
// (loop_body.cpp): a fixpoint from below, since the kinds of a variable only grow; a body that needs many passes is refused. A
// variable that counts along with the induction variable is then expressed by it, so that rounds do not depend on each other.
//
// The invariant. At the begin of each round, and behind the loop, the slots of every carried variable hold its value, and all
// else that is visible there is loop-invariant: it reads only slots below Loop::first_slot. So what the executor says of one
// round holds in every round.
//
// Exits (loop_exits.cpp). An edge out of the body ends in `leave`. Exits that go on differently number themselves in a slot
// "left", and the code behind the loop is predicated on it; what they leave behind that is not loop-invariant gets a slot.
//
// An example: t is the induction variable, its bound is S, and `even` is carried. The test t == L returns, which ends the
// program.
//
//   local t, even = 1, false                     even = 0
//   while t <= S do                              for t = 1, S, 1 do
//     if t == L then return end                    if t == L then finish end
//     if even then move(S - t) end        =>       if even then option(S - t) end
//     even = not even                              even = not even
//     t = t + 1                                  end
//   end
//
// And one with an exit: `last` changes on the way out alone, so it is not carried but left in a slot of its own, x.
//
//   local last = 0                               left = 0
//   for t = 1, n do                              for t = 1, n, 1 do
//     if n % t == 3 then last = t; break end =>    if n % t == 3 then x = t; left = 1; leave end
//   end                                          end
//   if last > 0 then move(last // 2) end         if (left and x or 0) > 0 then option((left and x or 0) // 2) end
//
// Sources: J. C. King, Symbolic execution and program testing (1976); P. and R. Cousot, Abstract interpretation (1977), for the
// fixpoint; Aho, Lam, Sethi and Ullman, Compilers, 2nd edition, 9.1.8, for induction variables.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/executor/loops.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton::lua {

/// Executes the body once for each round, with known values. `begin_round` sets them for round 0, 1, ... and says whether there
/// is such a round.
void SymbolicExecutor::unroll(Frame& frame, Region& region, ProgramPoint point, const Loop& loop,
                              const std::function<bool(SymbolicState&, std::uint64_t)>& begin_round) {
  PredicatedGraph& graph = *point.graph;
  const Location here = location_;
  std::vector<Edge> rounds{edge_from(std::move(point))};
  for (std::uint64_t round = 0;; ++round) {
    std::optional<ProgramPoint> start = merge(graph, std::move(rounds));
    rounds.clear();
    if (!start) return;
    if (!begin_round(start->state, round)) {
      location_ = here;
      add_edge(frame, graph, region, loop.after, edge_from(*std::move(start)));
      return;
    }
    EdgesByTarget exits =
        execute_region(frame, graph, {.first = loop.first, .last = loop.last, .head = loop.head}, edge_from(*std::move(start)));
    location_ = here;
    for (auto& [pc, edges] : exits) {
      if (pc == loop.round_end) {
        rounds = std::move(edges);
        continue;
      }
      for (Edge& edge : edges) add_edge(frame, graph, region, pc, std::move(edge));
    }
  }
}

/// The body of a counted loop. Nothing where its variable must be known; that is an error unless the loop can be unrolled.
std::optional<SymbolicExecutor::LoopBody> SymbolicExecutor::body_unless_unrolled(Frame& frame, const SymbolicState& entry,
                                                                                 const Loop& loop, bool unrollable) {
  std::optional<LoopBody> body;
  const Restored restored(unrollable_);
  if (unrollable) unrollable_.push_back(loop.first_slot);
  try {
    body = counted_body(frame, entry, loop);
  } catch (const NeedsConstant& needed) {
    if (!unrollable || needed.slots <= loop.first_slot) throw;
  }
  location_ = {frame.prototype, frame.name, loop.pc};
  return body;
}

void SymbolicExecutor::for_loop(Frame& frame, Region& region, ProgramPoint point, int pc) {
  const int a = frame.at(pc).a;
  Loop loop;
  loop.pc = pc;
  loop.after = frame.prototype->target(pc);
  loop.round_end = loop.after - 1;
  loop.first = pc + 1;
  loop.last = loop.round_end - 1;
  loop.visible = frame.base + static_cast<std::size_t>(a);
  for (int r = a; r < a + 3; ++r)
    if (at(frame, point.state, r).kind == Value::Kind::number) refuse("a loop over floats (integer division is //)");
  loop.from = integer(at(frame, point.state, a));
  loop.to = integer(at(frame, point.state, a + 1));
  loop.step = integer(at(frame, point.state, a + 2));

  const ValueRange from = facts_.range(loop.from), to = facts_.range(loop.to), step = facts_.range(loop.step);
  const bool is_known = from.least == from.greatest && to.least == to.greatest && step.least == step.greatest;
  ValueRange range{std::min(from.least, to.least), std::max(from.greatest, to.greatest)};
  if (step.least > 0) range = {from.least, std::max(from.least, to.greatest)};
  if (step.greatest < 0) range = {std::min(to.least, from.greatest), from.greatest};
  std::uint64_t rounds = 0;
  const auto value_in = [&](std::uint64_t round) {
    return wrapping_add(from.least, wrapping_mul(static_cast<std::int64_t>(round), step.least));
  };
  if (is_known) {
    if (step.least == 0) throw LuaError{};
    rounds = loop_count(from.least, to.least, step.least);
    if (rounds == 0) {
      add_edge(frame, *point.graph, region, loop.after, edge_from(std::move(point)));
      return;
    }
    range = {std::min(from.least, value_in(rounds - 1)), std::max(from.least, value_in(rounds - 1))};
  }

  const std::size_t variable = loop.visible + 3;
  loop.first_slot = static_cast<Slot>(program_.slot_names.size());
  const std::string name = frame.prototype->local_name(a + 3, pc + 1);
  loop.slot = program_.new_slot(name.empty() ? "i" : name);
  facts_.set_range(loop.slot, range);
  loop.assumed = point.graph->predicate(point.node);
  loop.begin_round = [&](SymbolicState& state) { state.registers[variable] = integer_value(program_.variable(loop.slot)); };
  if (auto body = body_unless_unrolled(frame, point.state, loop, is_known && rounds <= kMostRounds)) {
    emit_loop(frame, region, std::move(point), *std::move(body), loop);
    return;
  }
  unroll(frame, region, std::move(point), loop, [&](SymbolicState& state, std::uint64_t round) {
    if (round == rounds) return false;
    state.registers[variable] = constants_.of_integer(value_in(round));
    return true;
  });
}

/// for over ipairs
void SymbolicExecutor::list_loop(Frame& frame, Region& region, ProgramPoint point, int pc) {
  const int a = frame.at(pc).a;
  Loop loop;
  loop.pc = pc;
  loop.round_end = frame.prototype->target(pc);
  loop.after = loop.round_end + 2;
  loop.first = pc + 1;
  loop.last = loop.round_end - 1;
  loop.visible = frame.base + static_cast<std::size_t>(a);
  const int variables = frame.at(loop.round_end).c;
  const Value iterator = at(frame, point.state, a);
  const Value list = at(frame, point.state, a + 1);
  if (iterator.kind == Value::Kind::unknown) refuse_unknown(iterator);
  if (iterator.kind != Value::Kind::word || constants_.word(iterator).word != Word::ipairs)
    refuse("a loop over something other than ipairs of a list");
  const auto set_variables = [&](SymbolicState& state, Value index, Value value) {
    for (int v = 0; v < variables; ++v)
      at(frame, state, a + 4 + v) = v == 0 ? index : v == 1 ? value : Value{Value::Kind::nil, 0};
  };
  const auto begin_round = [&](SymbolicState& state, std::uint64_t round, const std::vector<Value>& entries) {
    if (round >= entries.size()) return false;
    set_variables(state, constants_.of_integer(static_cast<std::int64_t>(round + 1)), entries[round]);
    return true;
  };

  if (list.kind == Value::Kind::list) {
    unroll(frame, region, std::move(point), loop,
           [&](SymbolicState& state, std::uint64_t round) { return begin_round(state, round, list_of(state, list).entries); });
    return;
  }

  const std::vector<Value>* known = constants_.entries(list);
  if (known == nullptr) refuse(fmt::format("a loop over {}", constants_.described(list)));
  const std::vector<Value> entries(known->begin(), std::ranges::find(*known, Value::Kind::nil, &Value::kind));
  if (entries.empty()) {
    add_edge(frame, *point.graph, region, loop.after, edge_from(std::move(point)));
    return;
  }
  loop.first_slot = static_cast<Slot>(program_.slot_names.size());
  if (const std::optional<std::size_t> integers = constants_.integer_list(list)) {
    const std::string name = frame.prototype->local_name(a + 4, pc + 1);
    loop.slot = program_.new_slot(name.empty() || name == "_" ? "i" : name);
    const auto last = static_cast<std::int64_t>(entries.size());
    facts_.set_range(loop.slot, {1, last});
    loop.from = loop.step = program_.constant(1);
    loop.to = program_.constant(last);
    loop.assumed = point.graph->predicate(point.node);
    loop.begin_round = [&](SymbolicState& state) {
      const ExpressionId index = program_.variable(loop.slot);
      set_variables(state, integer_value(index), integer_value(program_.element(*integers, index)));
    };
    if (auto body = body_unless_unrolled(frame, point.state, loop, entries.size() <= kMostRounds)) {
      emit_loop(frame, region, std::move(point), *std::move(body), loop);
      return;
    }
  }
  if (entries.size() > kMostRounds) refuse(fmt::format("a loop over a list as long as {}", constants_.name(list)));
  unroll(frame, region, std::move(point), loop,
         [&](SymbolicState& state, std::uint64_t round) { return begin_round(state, round, entries); });
}

}  // namespace bouton::lua
