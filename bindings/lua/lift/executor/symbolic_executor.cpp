// Symbolic execution: the regions of the code and the edges between them.
#include "bindings/lua/lift/executor/symbolic_executor.h"

#include <utility>

#include <fmt/format.h>

#include "engine/program/construction/refused.h"

namespace bouton::lua {
namespace {

constexpr std::uint64_t kMostInstructions = 200000;

}  // namespace

SymbolicExecutor::SymbolicExecutor(lua_State* L, const LiftContext& context, Results results)
    : context_(context),
      results_(results),
      facts_(program_, context.ranges),
      conditions_(program_, facts_),
      constants_(L, context, program_) {
  program_.dimensions = context.dimensions;
  program_.coordinate_names = context.coordinate_names;
  for (std::size_t i = program_.coordinate_names.size(); i < context.dimensions; ++i)
    program_.coordinate_names.push_back(fmt::format("c{}", i + 1));
}

MoveProgram SymbolicExecutor::lift(int function_index) {
  Frame frame;
  frame.function = constants_.of_stack(function_index, context_.function_name);
  names_.push_back(context_.function_name);
  frame.name = location_.function = &names_.back();
  if (frame.function.kind != Value::Kind::function) refuse("a function that is not a Lua function");
  frame.prototype = location_.prototype = constants_.prototype(frame.function);
  if (frame.prototype == nullptr) {
    location_.prototype = nullptr;
    refuse("bytecode that this build of Bouton does not know (another release of Lua)");
  }
  if (frame.prototype->is_vararg) refuse("a variable number of arguments (...)");
  frame.flow = flow_of(*frame.prototype);

  PredicatedGraph graph;
  SymbolicState state;
  state.registers.resize(static_cast<std::size_t>(frame.prototype->registers));
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < context_.dimensions; ++i) arguments.push_back(integer_value(program_.coordinate(i)));
  if (context_.piles) arguments = {new_list(state, {arguments, true})};
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.prototype->parameters); ++i)
    state.registers[i] = i < arguments.size() ? arguments[i] : Value{Value::Kind::nil, 0};

  try {
    Region whole{.first = 0, .last = static_cast<int>(frame.prototype->code.size()) - 1};
    EdgesByTarget exits = execute_region(frame, graph, std::move(whole), {0, kAlways, std::move(state)});
    if (results_ != Results::none) {
      const std::optional<ProgramPoint> end = merge(graph, std::move(exits[kReturn]));
      if (end) {
        if (end->state.results_differ) refuse("a different number of results on different paths");
        Statement finish{.kind = Statement::Kind::finish};
        finish.to.emplace_back();
        for (const Value& value : end->state.results) finish.to[0].push_back(integer(value));
        graph.statements(end->node).push_back(std::move(finish));
      }
    }
    program_.body = std::move(graph).structure(conditions_);
  } catch (const Refused& refused) {
    refuse(refused.construct);
  } catch (const NeedsConstant& needed) {
    throw needed.refusal;
  }
  return std::move(program_);
}

Refusal SymbolicExecutor::refusal(std::string construct) const {
  const std::string line_text = line() == 0 ? "" : fmt::format(", line {}", line());
  return {fmt::format("{}{}: {}", *location_.function, line_text, construct), line()};
}

int SymbolicExecutor::line() const {
  return location_.prototype == nullptr ? 0 : location_.prototype->lines[static_cast<std::size_t>(location_.pc)];
}

void SymbolicExecutor::refuse(std::string construct) const { throw refusal(std::move(construct)); }

void SymbolicExecutor::refuse_unknown(Value value) const {
  refuse(value.index < reasons_.size() ? reasons_[value.index] : "a value that is not known");
}

void SymbolicExecutor::needs_constant(ExpressionId expression, std::string construct) {
  throw NeedsConstant{facts_.slots(expression), refusal(std::move(construct))};
}

/// Asks for a loop around the present point to be unrolled, if that may make the expression known.
void SymbolicExecutor::unroll_for(ExpressionId expression, std::string construct) {
  for (const Slot first_slot : unrollable_)
    if (facts_.slots(expression) > first_slot) needs_constant(expression, std::move(construct));
}

Value SymbolicExecutor::unknown(std::string reason) {
  for (std::uint32_t i = 0; i < reasons_.size(); ++i)
    if (reasons_[i] == reason) return {Value::Kind::unknown, i};
  reasons_.push_back(std::move(reason));
  return {Value::Kind::unknown, static_cast<std::uint32_t>(reasons_.size() - 1)};
}

const ControlFlow* SymbolicExecutor::flow_of(const FunctionPrototype& prototype) {
  std::unique_ptr<const ControlFlow>& flow = flows_[&prototype];
  if (!flow) flow = std::make_unique<const ControlFlow>(prototype);
  return flow.get();
}

SymbolicExecutor::Edge SymbolicExecutor::edge_from(ProgramPoint point) const {
  return {point.node, point.graph->predicate(point.node), std::move(point.state), line()};
}

/// Executes a region from `start` on. Gives the edges that leave it. Smaller pcs come first: then all edges to a pc are there
/// when its turn comes.
SymbolicExecutor::EdgesByTarget SymbolicExecutor::execute_region(Frame& frame, PredicatedGraph& graph, Region region,
                                                                 Edge start) {
  // The body of a loop may be empty; then its region ends before it begins.
  (region.first <= region.last ? region.pending : region.exits)[region.first].push_back(std::move(start));
  while (!region.pending.empty()) {
    const int pc = region.pending.begin()->first;
    std::vector<Edge> edges = std::move(region.pending.begin()->second);
    region.pending.erase(region.pending.begin());
    location_ = {frame.prototype, frame.name, pc};
    std::optional<ProgramPoint> point = merge(graph, std::move(edges));
    if (!point) continue;
    if (pc != region.head && frame.flow->last_back_edge(pc) >= 0) while_loop(frame, region, *std::move(point), pc);
    else execute_from(frame, region, *std::move(point), pc);
  }
  return std::move(region.exits);
}

/// Executes the instructions from a pc on until the path ends, forks or meets another.
void SymbolicExecutor::execute_from(Frame& frame, Region& region, ProgramPoint point, int pc) {
  std::optional<ProgramPoint> here = std::move(point);
  for (bool first = true; here; first = false) {
    if (!first && (frame.flow->is_join(pc) || region.pending.contains(pc) || pc > region.last)) {
      add_edge(frame, *here->graph, region, pc, edge_from(*std::move(here)));
      return;
    }
    std::optional<ProgramPoint> next;
    int next_pc = 0;
    execute_instruction(frame, region, *std::move(here), pc, next, next_pc);
    here = std::move(next);
    pc = next_pc;
  }
}

/// Executes one instruction; where it reads a choice, once for each of the values. `next` is the point where the path goes on,
/// at `next_pc`; nothing where it ended or its edges have been added.
void SymbolicExecutor::execute_instruction(Frame& frame, Region& region, ProgramPoint point, int pc,
                                           std::optional<ProgramPoint>& next, int& next_pc) {
  location_ = {frame.prototype, frame.name, pc};
  if (++instructions_ > kMostInstructions)
    refuse("so many steps, with its loops over lists unrolled and its functions written out, that it");
  if (const std::optional<std::size_t> chosen = choice_operand(frame, point.state, pc)) {
    const Value value = point.state.registers[*chosen];
    const Choice choice = choices_[value.index];
    Condition left = point.graph->predicate(point.node);
    for (const auto& [condition, alternative] : choice) {
      Edge taken{point.node, conditions_.both(left, condition), point.state};
      left = conditions_.both(left, conditions_.negation(condition));
      for (Value& held : taken.state.registers)
        if (held == value) held = alternative;
      std::optional<ProgramPoint> fork = merge(*point.graph, {std::move(taken)});
      if (!fork) continue;
      std::optional<ProgramPoint> after;
      int after_pc = 0;
      execute_instruction(frame, region, *std::move(fork), pc, after, after_pc);
      if (after) add_edge(frame, *after->graph, region, after_pc, edge_from(*std::move(after)));
    }
    return;
  }
  try {
    next_pc = dispatch(frame, region, point, pc);
    if (next_pc >= 0) next = std::move(point);
  } catch (const LuaError&) {
    trap(point);
  } catch (const Refused& refused) {
    refuse(refused.construct);
  }
}

void SymbolicExecutor::add_edge(Frame& frame, PredicatedGraph& graph, Region& region, int pc, Edge edge) {
  if (edge.predicate == kNever) return;
  edge.line = line();
  if (pc != kReturn) pc = frame.flow->skip_jumps(pc);
  const bool inside = pc >= region.first && pc <= region.last && pc != region.head;
  if (inside && pc <= location_.pc) refuse("a jump back (goto)");
  // An exit of a loop has a node of its own, so that it stands where it does in the source.
  if (!inside && region.is_body && pc != region.round_end && edge.predicate != graph.predicate(edge.node))
    edge.node = graph.add({edge.node}, edge.predicate);
  (inside ? region.pending : region.exits)[pc].push_back(std::move(edge));
}

/// The point where the condition holds besides; nothing if it cannot.
std::optional<SymbolicExecutor::ProgramPoint> SymbolicExecutor::assume(const ProgramPoint& point, Condition condition) {
  const Condition here = point.graph->predicate(point.node);
  return merge(*point.graph, {{point.node, conditions_.both(here, condition), point.state}});
}

void SymbolicExecutor::branch(Frame& frame, Region& region, const ProgramPoint& point, Condition condition, int yes, int no) {
  const Condition here = point.graph->predicate(point.node);
  add_edge(frame, *point.graph, region, yes, {point.node, conditions_.both(here, condition), point.state});
  add_edge(frame, *point.graph, region, no, {point.node, conditions_.both(here, conditions_.negation(condition)), point.state});
}

/// The interpreter would raise an error here: the program traps, and the path ends.
void SymbolicExecutor::trap(ProgramPoint& point) {
  Statement statement{.kind = Statement::Kind::assign, .line = line(), .slot = program_.new_slot("error")};
  statement.a = program_.binary(Op::floor_div, program_.constant(1), program_.constant(0));
  point.graph->statements(point.node).push_back(std::move(statement));
  point.graph->set_ends(point.node);
}

}  // namespace bouton::lua
