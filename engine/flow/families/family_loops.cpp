// Loops of a FlowProgram as counting loops, or round by round.
#include <algorithm>
#include <utility>

#include "engine/base/refusal.h"
#include "engine/flow/families/family_finder.h"
#include "engine/program/construction/refused.h"

namespace bouton {
namespace {

constexpr int kMostRounds = 32;  ///< of a loop that is executed round by round

/// The greatest values that variables of loops are taken to have, to be tried in order: the less, the greater may be what they
/// are multiplied by.
constexpr std::int64_t kGreatestValues[] = {(std::int64_t{1} << 60) + (std::int64_t{1} << 32),
                                            (std::int64_t{1} << 61) + (std::int64_t{1} << 32)};

std::string name_of_variable(int depth) { return depth < 18 ? std::string(1, static_cast<char>('i' + depth)) : "i"; }

}  // namespace

/// Where control goes on behind a loop.
FamilyFinder::EdgesByBlock FamilyFinder::execute_loop(const Frame& frame, int number, Edge start, Effects& effects) {
  const FlowLoop& loop = frame.nest->loops()[static_cast<std::size_t>(number)];
  std::optional<Refusal> first;
  for (const std::int64_t greatest : kGreatestValues) {
    try {
      if (auto exits = count_rounds(frame, loop, start, greatest, effects)) return *std::move(exits);
    } catch (const Refusal& refusal) {
      if (!first) first = refusal;
    }
  }
  if (!first) first = Refusal{"a loop with no bound that is seen", line_};
  try {
    if (auto exits = unroll(frame, number, std::move(start), effects)) return *std::move(exits);
  } catch (const Refused&) {  // why the rounds are not counted says more
  }
  throw *first;
}

/// Executes the loop as long as it is not known that there is no other round; nothing where that takes many rounds, or where
/// what it carries is not known in each of them: digits of a coordinate, say, are not families.
std::optional<FamilyFinder::EdgesByBlock> FamilyFinder::unroll(const Frame& frame, int number, Edge start, Effects& effects) {
  const FlowLoop& loop = frame.nest->loops()[static_cast<std::size_t>(number)];
  const auto is_known = [&](const State& state) {
    for (std::size_t r = 0; r < state.size(); ++r)
      if (loop.assigns[r] && state[r] && program_[*state[r]].op != Op::constant) return false;
    return true;
  };
  Effects found;
  EdgesByBlock exits;
  for (int round = 0; round < kMostRounds; ++round) {
    Outcome outcome = execute_region(frame, number, loop.head, std::move(start));
    std::ranges::move(outcome.effects, std::back_inserter(found));
    for (auto& [to, edges] : outcome.exits) std::ranges::move(edges, std::back_inserter(exits[to]));
    if (outcome.again.empty()) {
      std::ranges::move(found, std::back_inserter(effects));
      return exits;
    }
    start = merged(frame, loop.head, std::move(outcome.again));
    if (!is_known(start.state)) return std::nullopt;
  }
  return std::nullopt;
}

LoopNest::Carried FamilyFinder::carried(const Frame& frame, const FlowLoop& loop, const State& start) const {
  std::vector<std::optional<std::int64_t>> constants(start.size());
  for (std::size_t r = 0; r < start.size(); ++r)
    if (start[r] && program_[*start[r]].op == Op::constant) constants[r] = program_[*start[r]].value;
  return frame.nest->carried(loop, constants);
}

/// A register that counts up from a constant, or the only one that changes, where all others change by multiples of its step;
/// else a new variable that counts from 1.
std::optional<CountingVariable> FamilyFinder::counting_variable(const LoopNest::Carried& carried, const State& start,
                                                                std::int64_t greatest) {
  CountingVariable variable{.first = program_.constant(1)};
  std::optional<std::int64_t> step;
  const auto is_moving = [](const auto& one) { return one.second != 0; };
  const bool is_alone = std::ranges::count_if(carried, is_moving) == 1;
  for (const auto& [number, increment] : carried) {
    if (!increment || !start[number]) return std::nullopt;
    if (*increment <= 0 || (step && *increment >= *step)) continue;
    if (!is_alone && program_[*start[number]].op != Op::constant) continue;
    step = increment;
    variable.first = *start[number];
  }
  if (step && std::ranges::all_of(carried, [&](const auto& one) { return *one.second % *step == 0; })) variable.step = *step;
  else variable.first = program_.constant(1);
  const Interval first = values_.range(variable.first);
  if (values_.is_unbounded() ? values_.has_bits(variable.first) : !first.bounded() || first.high > greatest)
    return std::nullopt;
  variable.slot = values_.new_variable(name_of_variable(depth_), {first.low, values_.is_unbounded() ? kUnbounded : greatest});
  return variable;
}

/// What the registers hold at the begin of a round, by the variable.
std::optional<FamilyFinder::State> FamilyFinder::state_of_round(const FlowLoop& loop, const LoopNest::Carried& carried,
                                                                const State& start, const CountingVariable& variable) {
  State state = start;
  for (std::uint32_t r = 0; r < state.size(); ++r)
    if (loop.assigns[r] && !carried.contains(r)) state[r].reset();
  const Affine counted = Affine::of_variable(program_.variable(variable.slot)) - values_.affine(variable.first);
  for (const auto& [number, increment] : carried) {
    const Affine now = add(values_.affine(*start[number]), counted, *increment / variable.step);
    // Beyond 64 bits it could be another number than the register holds.
    if (!values_.range(now).bounded() && !values_.is_unbounded()) return std::nullopt;
    state[number] = values_.linear(now);
  }
  return state;
}

/// How far the variable counts, by the conditions of the edges to another round. They are taken apart: what each act of a round
/// implies is asked before it, so that it holds in the last round as well; the rest is asked behind an act, and may fail in the
/// last round.
std::optional<FamilyFinder::Count> FamilyFinder::count(const Outcome& round, const CountingVariable& variable,
                                                       const Edge& start, std::int64_t greatest) {
  Conditions& conditions = values_.conditions();
  Condition goes_on = kNever, acts = kNever;
  for (const Edge& edge : round.again) goes_on = conditions.either(goes_on, edge.predicate);
  for (const Effect& effect : round.effects) acts = conditions.either(acts, effect.predicate);
  if (goes_on == kNever) return std::nullopt;
  Count result{.variable = variable, .before = start.predicate, .inside = start.predicate};
  ExpressionId asked_before = program_.constant(1), asked_behind = asked_before;
  std::vector<ExpressionId> open = {conditions.expression(conditions.restricted(goes_on, start.predicate))};
  while (!open.empty()) {
    const ExpressionId part = open.back();
    open.pop_back();
    const Expression e = program_[part];
    const Condition holds = conditions.of(part);
    if (e.op == Op::logical_and) {
      open.push_back(e.b);
      open.push_back(e.a);
    } else if (conditions.both(acts, conditions.negation(holds)) != kNever) {
      asked_behind = program_.binary(Op::logical_and, asked_behind, part);
    } else if (values_.depends_on(part, variable.slot)) {
      asked_before = program_.binary(Op::logical_and, asked_before, part);
      result.inside = conditions.both(result.inside, holds);
    } else {
      result.before = conditions.both(result.before, holds);
      result.inside = conditions.both(result.inside, holds);
    }
  }
  const std::optional<LoopBound> before = loop_bound(values_, asked_before, variable, start.predicate),
                                 behind = loop_bound(values_, asked_behind, variable, start.predicate);
  if (!before || !behind || before->kind == LoopBound::Kind::none || behind->kind == LoopBound::Kind::none) return std::nullopt;
  const bool has_before = before->kind == LoopBound::Kind::last, has_behind = behind->kind == LoopBound::Kind::last;
  if (!has_before && !has_behind) return std::nullopt;
  const auto lesser = [&](ExpressionId a, ExpressionId b) { return values_.extreme(Op::min, a, b, start.predicate); };
  result.last = !has_before ? behind->last : !has_behind ? before->last : lesser(before->last, behind->last);
  const auto next = [&](ExpressionId value) {
    return *values_.operation(FlowOp::add, value, program_.constant(variable.step), kAlways);
  };
  const Interval furthest = values_.range(next(result.last));
  if (!values_.is_unbounded() && (!furthest.bounded() || furthest.high > greatest)) return std::nullopt;
  result.to = result.last;
  if (has_behind) {
    result.to = values_.extreme(Op::max, variable.first, next(behind->last), start.predicate);
    if (has_before) result.to = lesser(before->last, result.to);
  }
  return result;
}

std::optional<FamilyFinder::EdgesByBlock> FamilyFinder::count_rounds(const Frame& frame, const FlowLoop& loop,
                                                                     const Edge& start, std::int64_t greatest,
                                                                     Effects& effects) {
  const LoopNest::Carried carried = this->carried(frame, loop, start.state);
  const std::optional<CountingVariable> variable = counting_variable(carried, start.state, greatest);
  if (!variable) return std::nullopt;
  std::optional<State> state = state_of_round(loop, carried, start.state, *variable);
  if (!state) return std::nullopt;
  const int line = line_;
  ++depth_;
  std::optional<Outcome> round;
  try {
    round = execute_region(frame, number_of(frame, loop), loop.head, {start.predicate, *std::move(state)});
  } catch (const Refusal&) {
    --depth_;
    throw;
  }
  --depth_;
  const std::optional<Count> counted = count(*round, *variable, start, greatest);
  if (!counted) return std::nullopt;
  emit_loop(*counted, *round, effects, line);
  return behind(frame, *counted, start, std::move(round->exits));
}

int FamilyFinder::number_of(const Frame& frame, const FlowLoop& loop) const {
  return static_cast<int>(&loop - frame.nest->loops().data());
}

/// The loop as a statement. The condition that there is a first round is not asked twice.
void FamilyFinder::emit_loop(const Count& count, Outcome& round, Effects& effects, int line) {
  Conditions& conditions = values_.conditions();
  const Condition has_rounds = values_.at_most(count.variable.first, count.to);
  if (conditions.both(has_rounds, count.before) == kNever) return;
  Statement loop{.kind = Statement::Kind::loop, .line = line, .slot = count.variable.slot};
  loop.a = count.variable.first;
  loop.b = count.to;
  loop.c = program_.constant(count.variable.step);
  loop.body = emitted(std::move(round.effects), count.inside);
  if (loop.body.empty()) return;
  loop.line = loop.body.front().line;
  effects.push_back({conditions.both(count.before, has_rounds), has_rounds, std::move(loop)});
}

/// The first value of the variable for which there is no other round.
ExpressionId FamilyFinder::end_of(const Count& count, Condition assumed) {
  const auto plus = [&](ExpressionId a, ExpressionId b) { return *values_.operation(FlowOp::add, a, b, kAlways); };
  const CountingVariable& variable = count.variable;
  const ExpressionId step = program_.constant(variable.step);
  ExpressionId end = 0;
  if (variable.step == 1) {
    end = values_.extreme(Op::max, variable.first, plus(count.last, step), assumed);
  } else {
    const ExpressionId way = *values_.operation(FlowOp::sub, count.last, variable.first, kAlways);
    const ExpressionId rounds = plus(*values_.operation(FlowOp::floor_div, way, step, kAlways), program_.constant(1));
    const ExpressionId taken = values_.extreme(Op::max, rounds, program_.constant(0), assumed);
    end = plus(variable.first, *values_.operation(FlowOp::mul, taken, step, kAlways));
  }
  if (count.before == assumed) return end;
  return values_.choose(values_.conditions().restricted(count.before, assumed), end, variable.first, assumed);
}

/// The edges behind the loop, where the variable has its end.
FamilyFinder::EdgesByBlock FamilyFinder::behind(const Frame& frame, const Count& count, const Edge& start, EdgesByBlock exits) {
  Conditions& conditions = values_.conditions();
  const Slot slot = count.variable.slot;
  const ExpressionId end = end_of(count, start.predicate);
  const auto put = [&](std::optional<ExpressionId>& value) {
    if (value && values_.depends_on(*value, slot)) value = values_.substituted(*value, slot, end);
  };
  std::size_t left = 0;
  for (const auto& [to, edges] : exits) left += edges.size();
  Condition others = start.predicate;  ///< where no exit before was taken
  for (auto& [to, edges] : exits) {
    for (Edge& edge : edges) {
      for (std::size_t r = 0; r < edge.state.size(); ++r)
        if (to != kReturn && frame.nest->live(to)[r]) put(edge.state[r]);
        else edge.state[r].reset();
      for (ExpressionId& result : edge.results) {
        std::optional<ExpressionId> value = result;
        put(value);
        result = *value;
      }
    }
    // Several ways to one place with the same in the registers are one.
    const Edge& first = edges.front();
    if (std::ranges::all_of(edges, [&](const Edge& e) { return e.state == first.state && e.results == first.results; })) {
      left -= edges.size() - 1;
      Condition any = kNever;
      for (const Edge& edge : edges) any = conditions.either(any, edge.predicate);
      edges.resize(1);
      edges.front().predicate = any;
    }
    for (Edge& edge : edges) {
      if (--left == 0) {
        edge.predicate = others;
        continue;
      }
      const Condition taken = conditions.restricted(edge.predicate, start.predicate);
      edge.predicate = conditions.both(others, values_.with_substituted(taken, slot, end));
      others = conditions.both(others, conditions.negation(edge.predicate));
    }
  }
  return exits;
}

}  // namespace bouton
