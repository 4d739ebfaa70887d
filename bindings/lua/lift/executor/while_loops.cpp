// while, repeat and goto: loops that are not counting loops by their form; see loops.cpp.
#include <algorithm>
#include <limits>
#include <utility>

#include "bindings/lua/lift/executor/loops.h"

namespace bouton::lua {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();
constexpr const char* kDoesNotCount = "a loop that does not count (while, repeat or goto)";

}  // namespace

void SymbolicExecutor::while_loop(Frame& frame, Region& region, ProgramPoint point, int head) {
  const Location here{frame.prototype, frame.name, head};
  location_ = here;
  Loop loop;
  loop.pc = loop.first = loop.head = loop.round_end = head;
  loop.last = frame.flow->last_back_edge(head);
  loop.visible = frame.base + static_cast<std::size_t>(frame.prototype->locals_at(head));
  loop.first_slot = static_cast<Slot>(program_.slot_names.size());
  loop.assumed = point.graph->predicate(point.node);
  loop.begin_round = [](SymbolicState&) {};
  if (loop.last > region.last) refuse("a jump back (goto)");

  Loop counted = loop;
  std::optional<LoopBody> body;
  Refusal why = refusal(kDoesNotCount);  // for where there is no second round
  std::uint64_t most_rounds = 0;
  try {
    const Restored restored(unrollable_);
    unrollable_.push_back(loop.first_slot);
    body = counted_while_body(frame, point.state, counted);
  } catch (const NeedsConstant& needed) {
    if (needed.slots <= loop.first_slot) throw;
    why = needed.refusal;
    most_rounds = kMostRounds;
  }
  location_ = here;
  if (body) {
    emit_loop(frame, region, std::move(point), *std::move(body), counted);
    return;
  }
  unroll(frame, region, std::move(point), loop, [&](SymbolicState&, std::uint64_t round) {
    if (round > most_rounds) throw why;
    return true;
  });
}

/// The body by an induction variable, for which `loop` gets bounds; nothing where no path leads to a second round.
std::optional<SymbolicExecutor::LoopBody> SymbolicExecutor::counted_while_body(Frame& frame, const SymbolicState& entry,
                                                                               Loop& loop) {
  const Loop unbounded = loop;
  LoopBody first = body_at_fixpoint(frame, entry, unbounded);
  if (first.exits[loop.head].empty()) return std::nullopt;
  const std::vector<InductionVariable> candidates = induction_variables(first, loop.head);
  if (candidates.empty()) refuse(kDoesNotCount);

  InductionVariable chosen = candidates.front();
  std::optional<Bound> bound;
  for (const InductionVariable& candidate : candidates) {
    bound = bound_of(frame, entry, unbounded, candidate);
    if (!bound) continue;
    chosen = candidate;
    break;
  }
  loop.from = integer(entry.registers[chosen.index]);
  loop.step = program_.constant(chosen.step);
  const std::string name = frame.prototype->local_name(static_cast<int>(chosen.index - frame.base), loop.head);
  if (bound) set_bound(loop, name, chosen.step, *bound);
  else set_no_bound(loop, name, chosen.step);
  const Value variable = integer_value(program_.variable(loop.slot));
  loop.begin_round = [variable, chosen](SymbolicState& state) { state.registers[chosen.index] = variable; };
  LoopBody body = counted_body(frame, entry, loop);
  // With the variable known to be within its bound, it must still count as it did.
  for (const Edge& edge : body.exits[loop.head]) {
    const Value last = edge.state.registers[chosen.index];
    if (last.kind != Value::Kind::integer || increment_of(program_, last.index, loop.slot) != chosen.step)
      refuse(kDoesNotCount);
  }
  return body;
}

/// The registers to which every round adds the same.
std::vector<SymbolicExecutor::InductionVariable> SymbolicExecutor::induction_variables(LoopBody& body, int head) {
  std::vector<InductionVariable> found;
  const std::optional<ProgramPoint> end = merge(*body.graph, body.exits[head]);
  if (!end) return found;
  for (const LoopCarried& c : body.carried) {
    if (c.variable.in_list || c.lost || c.forms.size() != 1 || c.forms[0].kind != Value::Kind::integer) continue;
    const Value last = c.variable.get(end->state);
    if (last.kind != Value::Kind::integer) continue;
    if (const std::optional<std::int64_t> step = increment_of(program_, last.index, *c.slot))
      found.push_back({c.variable.index, *step});
  }
  return found;
}

/// The bound that a test at the begin of a round sets to the variable, where all that the test does is to leave the loop.
std::optional<SymbolicExecutor::Bound> SymbolicExecutor::bound_of(Frame& frame, const SymbolicState& entry, const Loop& loop,
                                                                  const InductionVariable& variable) {
  const ExpressionId probe = program_.variable(program_.new_slot("i"));
  Loop probing = loop;
  probing.begin_round = [&](SymbolicState& state) { state.registers[variable.index] = integer_value(probe); };
  const LoopBody body = body_at_fixpoint(frame, entry, probing);
  const auto visible = static_cast<std::ptrdiff_t>(loop.visible);
  for (const auto& [pc, edges] : body.exits) {
    if (pc == loop.head || pc == kReturn) continue;
    for (const Edge& edge : edges) {
      const std::vector<Value>& start = body.start.registers;
      if (!body.graph->is_begin(edge.node) || !std::equal(start.begin(), start.begin() + visible, edge.state.registers.begin()))
        continue;
      std::optional<Bound> bound = bound_by(conditions_.negation(edge.predicate), loop, probe, variable.step);
      if (!bound) continue;
      bound->exit = pc;
      return bound;
    }
  }
  return std::nullopt;
}

/// The bound that the condition to stay in the loop sets to the variable `probe`, if it is loop-invariant and the variable does
/// not wrap around on its way past it.
std::optional<SymbolicExecutor::Bound> SymbolicExecutor::bound_by(Condition stays, const Loop& loop, ExpressionId probe,
                                                                  std::int64_t step) {
  const Expression test = program_[conditions_.expression(conditions_.restricted(stays, loop.assumed))];
  if ((test.op != Op::less && test.op != Op::less_equal) || (test.a != probe && test.b != probe)) return std::nullopt;
  const bool is_less = test.a == probe;
  const Bound bound{is_less ? test.b : test.a, test.op == Op::less, is_less};
  if (is_less != (step > 0) || facts_.slots(bound.bound) > loop.first_slot) return std::nullopt;
  const ValueRange range = facts_.range(bound.bound);
  if (step > 0 && range.greatest > kGreatest - step - 1) return std::nullopt;
  if (step < 0 && range.least < kLeast - step + 1) return std::nullopt;
  if (bound.strict && (step > 0 ? range.least == kLeast : range.greatest == kGreatest)) return std::nullopt;
  return bound;
}

void SymbolicExecutor::set_bound(Loop& loop, const std::string& name, std::int64_t step, const Bound& bound) {
  loop.to = bound.bound;
  if (bound.strict) loop.to = program_.binary(step > 0 ? Op::sub : Op::add, bound.bound, program_.constant(1));
  loop.after = bound.exit;
  loop.slot = program_.new_slot(name.empty() ? "i" : name);
  const ValueRange from = facts_.range(loop.from), to = facts_.range(loop.to);
  if (step > 0) facts_.set_range(loop.slot, {from.least, std::max(from.least, to.greatest)});
  else facts_.set_range(loop.slot, {std::min(to.least, from.greatest), from.greatest});
  const ExpressionId variable = program_.variable(loop.slot);
  const Op op = bound.strict ? Op::less : Op::less_equal;
  const ExpressionId within =
      bound.variable_is_less ? program_.binary(op, variable, bound.bound) : program_.binary(op, bound.bound, variable);
  loop.assumed = conditions_.both(loop.assumed, conditions_.of(within));
}

/// The loop counts on and is left from within.
void SymbolicExecutor::set_no_bound(Loop& loop, const std::string& name, std::int64_t step) {
  const ValueRange from = facts_.range(loop.from);
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  if (from.least < -kFar || from.greatest > kFar) refuse("a loop that could count past the greatest integer");
  loop.to = program_.constant(step > 0 ? kGreatest : kLeast);
  loop.runs_out = false;
  loop.slot = program_.new_slot(name.empty() ? "i" : name);
  facts_.set_range(loop.slot, step > 0 ? ValueRange{from.least, kGreatest} : ValueRange{kLeast, from.greatest});
}

}  // namespace bouton::lua
