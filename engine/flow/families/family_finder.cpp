#include "engine/flow/families/family_finder.h"

#include <algorithm>

#include "engine/base/refusal.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMostExecuted = 2000;  ///< blocks
constexpr int kDeepestInlined = 20;

}  // namespace

void FamilyFinder::refuse(const std::string& reason) const { throw Refusal{reason, line_}; }

const LoopNest& FamilyFinder::nest_of(std::uint32_t function) {
  if (!nests_[function]) nests_[function] = std::make_unique<const LoopNest>(flow_, flow_.functions[function]);
  return *nests_[function];
}

Block FamilyFinder::find() {
  for (const std::vector<std::int64_t>& list : flow_.lists) program_.lists.push_back(list);
  program_.label_patterns = flow_.label_patterns;
  const Frame frame{0, &flow_.functions[0], &nest_of(0)};
  Edge start{kAlways, State(frame.function->registers)};
  for (std::size_t i = 0; i < flow_.dimensions; ++i) start.state[i] = program_.coordinate(i);
  Effects effects;
  execute_function(frame, std::move(start), effects);
  return emitted(std::move(effects), kAlways);
}

/// The results of a call; nothing where it returns none.
std::optional<std::vector<ExpressionId>> FamilyFinder::execute_function(const Frame& frame, Edge start, Effects& effects) {
  const Condition assumed = start.predicate;
  Outcome outcome = execute_region(frame, -1, 0, std::move(start));
  std::ranges::move(outcome.effects, std::back_inserter(effects));
  std::vector<Edge> ends = std::move(outcome.exits[kReturn]);
  if (ends.empty()) return std::nullopt;
  std::vector<ExpressionId> results = ends.back().results;
  for (std::size_t i = ends.size() - 1; i-- > 0;)
    for (std::size_t r = 0; r < results.size(); ++r)
      results[r] =
          values_.choose(values_.conditions().restricted(ends[i].predicate, assumed), ends[i].results[r], results[r], assumed);
  return results;
}

/// The blocks of the loop, or of the function where it is -1, each once; inner loops as a whole.
FamilyFinder::Outcome FamilyFinder::execute_region(const Frame& frame, int loop, std::uint32_t first, Edge start) {
  const LoopNest& nest = *frame.nest;
  const auto is_inside = [&](std::uint32_t block) {
    return block != kReturn && (loop < 0 || nest.loops()[static_cast<std::size_t>(loop)].contains[block]);
  };
  Outcome outcome;
  EdgesByBlock pending;
  const auto distribute = [&](EdgesByBlock edges) {
    for (auto& [to, all] : edges)
      for (Edge& edge : all) {
        if (edge.predicate == kNever) continue;
        if (loop >= 0 && to == first) outcome.again.push_back(std::move(edge));
        else if (is_inside(to)) pending[to].push_back(std::move(edge));
        else outcome.exits[to].push_back(std::move(edge));
      }
  };
  pending[first].push_back(std::move(start));
  for (const std::uint32_t block : nest.order()) {
    const auto at = pending.find(block);
    if (at == pending.end()) continue;
    Edge edge = merged(frame, block, std::move(at->second));
    pending.erase(at);
    const int innermost = nest.loop_of(block);
    if (innermost != loop) {
      distribute(execute_loop(frame, innermost, std::move(edge), outcome.effects));
      continue;
    }
    if (++executed_ > kMostExecuted) refuse("moves of this size");
    execute_block(frame, block, edge, outcome.effects);
    EdgesByBlock out;
    follow_end(frame, block, std::move(edge), out);
    distribute(std::move(out));
  }
  return outcome;
}

ExpressionId FamilyFinder::value(const State& state, const FlowOperand& operand) {
  if (operand.is_constant) return program_.constant(operand.value);
  const std::optional<ExpressionId>& held = state[operand.number()];
  if (!held) refuse("a variable whose value is not known here");
  return *held;
}

void FamilyFinder::execute_block(const Frame& frame, std::uint32_t block, Edge& at, Effects& effects) {
  Statement named;  // an option, or what has been named of a split
  for (const FlowInstruction& i : frame.function->blocks[block].instructions) {
    if (i.line > 0) line_ = i.line;
    switch (i.op) {
      case FlowOp::tick: break;
      case FlowOp::call: execute_call(frame, flow_.calls[i.index], at, effects); break;
      case FlowOp::option: {
        const FlowOption& option = flow_.options[i.index];
        if (option.part != FlowPart::none) {
          named.to.emplace_back();
          for (const FlowOperand& to : option.to) named.to.back().push_back(value(at.state, to));
        }
        if (option.part == FlowPart::more) break;
        named.kind = option.part == FlowPart::whole ? Statement::Kind::option : Statement::Kind::split;
        named.line = i.line;
        named.label = option.label;
        named.label_pattern = option.label_pattern;
        for (const FlowOperand& argument : option.label_arguments) named.label_arguments.push_back(value(at.state, argument));
        effects.push_back({at.predicate, kAlways, std::exchange(named, {})});
        break;
      }
      case FlowOp::element: {
        const std::optional<ExpressionId> read = values_.element(i.index, value(at.state, i.a));
        if (!read) refuse("an element of a list whose number is not known");
        at.state[i.to] = read;
        break;
      }
      default: {
        const ExpressionId a = value(at.state, i.a);
        const ExpressionId b = i.op >= FlowOp::add ? value(at.state, i.b) : a;
        const std::optional<ExpressionId> result = values_.operation(i.op, a, b, at.predicate);
        if (!result) refuse("a division that may raise an error");
        at.state[i.to] = result;
        break;
      }
    }
  }
}

void FamilyFinder::execute_call(const Frame& frame, const FlowCall& call, Edge& at, Effects& effects) {
  int depth = 0;
  for (const Frame* f = &frame; f != nullptr; f = f->caller, ++depth)
    if (f->number == call.function || depth > kDeepestInlined) refuse("a function that calls itself");
  const FlowFunction& callee = flow_.functions[call.function];
  const Frame inner{call.function, &callee, &nest_of(call.function), &frame};
  Edge start{at.predicate, State(callee.registers)};
  for (std::size_t i = 0; i < call.arguments.size(); ++i) start.state[i] = value(at.state, call.arguments[i]);
  const auto results = execute_function(inner, std::move(start), effects);
  if (!results) refuse("a call that does not return");
  for (std::size_t i = 0; i < call.results.size(); ++i) at.state[call.results[i]] = (*results)[i];
}

/// The block, or kReturn where nothing happens from there on.
std::uint32_t FamilyFinder::past_the_end(const Frame& frame, std::uint32_t block) const {
  const FlowBlock& b = frame.function->blocks[block];
  const bool is_idle = std::ranges::all_of(b.instructions, [](const FlowInstruction& i) { return i.op == FlowOp::tick; });
  return is_idle && b.end.kind == FlowTerminator::Kind::finish && b.end.results.empty() ? kReturn : block;
}

void FamilyFinder::follow_end(const Frame& frame, std::uint32_t block, Edge at, EdgesByBlock& out) {
  const FlowTerminator& end = frame.function->blocks[block].end;
  if (end.line > 0) line_ = end.line;
  switch (end.kind) {
    case FlowTerminator::Kind::trap: refuse("an error that may be raised");
    case FlowTerminator::Kind::jump: out[past_the_end(frame, end.then)].push_back(std::move(at)); return;
    case FlowTerminator::Kind::finish:
      for (const FlowOperand& result : end.results) at.results.push_back(value(at.state, result));
      at.state.clear();
      out[kReturn].push_back(std::move(at));
      return;
    case FlowTerminator::Kind::branch: break;
  }
  Conditions& conditions = values_.conditions();
  const Condition holds = values_.compare(end.condition, value(at.state, end.a), value(at.state, end.b));
  Edge yes{conditions.both(at.predicate, holds), at.state};
  Edge no{conditions.both(at.predicate, conditions.negation(holds)), std::move(at.state)};
  if (yes.predicate != kNever) out[past_the_end(frame, end.then)].push_back(std::move(yes));
  if (no.predicate != kNever) out[past_the_end(frame, end.otherwise)].push_back(std::move(no));
}

/// The edges that meet at a block as one. Exactly one of them is taken.
FamilyFinder::Edge FamilyFinder::merged(const Frame& frame, std::uint32_t block, std::vector<Edge> edges) {
  Conditions& conditions = values_.conditions();
  Edge all = std::move(edges.back());
  edges.pop_back();
  Condition predicate = all.predicate;
  for (const Edge& edge : edges) predicate = conditions.either(predicate, edge.predicate);
  const std::vector<bool>& live = frame.nest->live(block);
  for (std::size_t r = 0; r < all.state.size(); ++r) {
    if (!live[r]) {
      all.state[r].reset();
      continue;
    }
    for (const Edge& edge : edges) {
      if (!all.state[r] || !edge.state[r]) all.state[r].reset();
      if (!all.state[r] || *all.state[r] == *edge.state[r]) continue;
      all.state[r] = values_.choose(conditions.restricted(edge.predicate, predicate), *edge.state[r], *all.state[r], predicate);
    }
  }
  all.predicate = predicate;
  return all;
}

/// The effects as statements, where `care` holds.
Block FamilyFinder::emitted(Effects effects, Condition care) {
  Conditions& conditions = values_.conditions();
  Block block;
  std::optional<ExpressionId> last;  ///< what the branch asks that the block ends with
  for (Effect& effect : effects) {
    const Condition matters = conditions.both(care, effect.matters);
    if (conditions.both(effect.predicate, matters) == kNever) continue;
    const ExpressionId asked = values_.guard(conditions.restricted(effect.predicate, matters), matters);
    if (asked == last) {
      block.back().body.push_back(std::move(effect.statement));
    } else if (program_[asked].op == Op::constant) {
      block.push_back(std::move(effect.statement));
      last.reset();
    } else {
      Statement branch{.kind = Statement::Kind::branch, .line = effect.statement.line, .a = asked};
      branch.body.push_back(std::move(effect.statement));
      block.push_back(std::move(branch));
      last = asked;
    }
  }
  return block;
}

}  // namespace bouton
