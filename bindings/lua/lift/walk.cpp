// The walk: ways through the code, calls and returns.
#include "bindings/lua/lift/walk.h"

#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/refused.h"

namespace bouton::lua {
namespace {

constexpr std::uint64_t kMostSteps = 200000;
constexpr int kDeepestCall = 60;
constexpr std::size_t kMostRegisters = 5000;

}  // namespace

Walk::Walk(lua_State* L, const LiftContext& context, Results results)
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

MoveProgram Walk::lift(int function_index) {
  Frame frame;
  frame.function = constants_.of_stack(function_index, context_.function_name);
  names_.push_back(context_.function_name);
  frame.name = where_.function = &names_.back();
  if (frame.function.kind != Value::Kind::function) refuse("a function that is not a Lua function");
  frame.prototype = where_.prototype = constants_.prototype(frame.function);
  if (frame.prototype == nullptr) {
    where_.prototype = nullptr;
    refuse("bytecode that this build of Bouton does not know (another release of Lua)");
  }
  if (frame.prototype->is_vararg) refuse("a variable number of arguments (...)");
  frame.flow = flow_of(*frame.prototype);

  GuardedGraph graph;
  WalkState state;
  state.registers.resize(static_cast<std::size_t>(frame.prototype->registers));
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < context_.dimensions; ++i) arguments.push_back(integer_value(program_.coordinate(i)));
  if (context_.piles) arguments = {new_list(state, {arguments, true})};
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.prototype->parameters); ++i)
    state.registers[i] = i < arguments.size() ? arguments[i] : Value{Value::Kind::nil, 0};

  try {
    Region whole{.first = 0, .last = static_cast<int>(frame.prototype->code.size()) - 1};
    Ways ways = walk(frame, graph, std::move(whole), {0, kAlways, std::move(state)});
    if (results_ != Results::none) {
      std::optional<Place> end = merge(graph, std::move(ways[kReturn]));
      if (end) {
        if (end->state.results_differ) refuse("a different number of results on different ways");
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
    throw WalkRefused{needed.refusal};
  }
  return std::move(program_);
}

Refusal Walk::refusal(std::string construct) const { return {std::move(construct), *where_.function, line()}; }

int Walk::line() const {
  return where_.prototype == nullptr ? 0 : where_.prototype->lines[static_cast<std::size_t>(where_.pc)];
}

void Walk::refuse(std::string construct) const { throw WalkRefused{refusal(std::move(construct))}; }

void Walk::refuse_unknown(Value value) const {
  refuse(value.index < reasons_.size() ? reasons_[value.index] : "a value that is not known");
}

void Walk::needs_constant(ExpressionId expression, std::string construct) {
  throw NeedsConstant{facts_.slots(expression), refusal(std::move(construct))};
}

/// Asks for a loop around the place to be unrolled, if that may make the expression known.
void Walk::unroll_for(ExpressionId expression, std::string construct) {
  for (const Slot mark : unrollable_)
    if (facts_.slots(expression) > mark) needs_constant(expression, std::move(construct));
}

Value Walk::unknown(std::string reason) {
  for (std::uint32_t i = 0; i < reasons_.size(); ++i)
    if (reasons_[i] == reason) return {Value::Kind::unknown, i};
  reasons_.push_back(std::move(reason));
  return {Value::Kind::unknown, static_cast<std::uint32_t>(reasons_.size() - 1)};
}

const Flow* Walk::flow_of(const FunctionPrototype& prototype) {
  std::unique_ptr<const Flow>& flow = flows_[&prototype];
  if (!flow) flow = std::make_unique<const Flow>(prototype);
  return flow.get();
}

Walk::Arrival Walk::arrival(Place place) const {
  return {place.node, place.graph->reached(place.node), std::move(place.state), line()};
}

/// Walks all ways through a region, those of smaller pcs first: then all ways to a pc are there when its turn comes.
Walk::Ways Walk::walk(Frame& frame, GuardedGraph& graph, Region region, Arrival start) {
  // The body of a loop may be empty; then its region ends before it begins.
  (region.first <= region.last ? region.pending : region.out)[region.first].push_back(std::move(start));
  while (!region.pending.empty()) {
    const int pc = region.pending.begin()->first;
    std::vector<Arrival> arrivals = std::move(region.pending.begin()->second);
    region.pending.erase(region.pending.begin());
    where_ = {frame.prototype, frame.name, pc};
    std::optional<Place> place = merge(graph, std::move(arrivals));
    if (!place) continue;
    if (pc != region.head && frame.flow->last_jump_back(pc) >= 0) while_loop(frame, region, *std::move(place), pc);
    else follow(frame, region, *std::move(place), pc);
  }
  return std::move(region.out);
}

/// Walks on from a pc until the way ends, splits or meets others.
void Walk::follow(Frame& frame, Region& region, Place place, int pc) {
  std::optional<Place> here = std::move(place);
  for (bool first = true; here; first = false) {
    if (!first && (frame.flow->is_join(pc) || region.pending.contains(pc) || pc > region.last)) {
      go(frame, *here->graph, region, pc, arrival(*std::move(here)));
      return;
    }
    std::optional<Place> next;
    int next_pc = 0;
    advance(frame, region, *std::move(here), pc, next, next_pc);
    here = std::move(next);
    pc = next_pc;
  }
}

/// Walks one instruction. Where it reads a choice, it is walked for each of the values.
void Walk::advance(Frame& frame, Region& region, Place place, int pc, std::optional<Place>& next, int& next_pc) {
  where_ = {frame.prototype, frame.name, pc};
  if (++steps_ > kMostSteps) refuse("so many steps, with its loops over lists unrolled and its functions written out, that it");
  if (const std::optional<std::size_t> chosen = choice_that_matters(frame, place.state, pc)) {
    const Value value = place.state.registers[*chosen];
    const Choice choice = choices_[value.index];
    Condition left = place.graph->reached(place.node);
    for (const auto& [condition, alternative] : choice) {
      Arrival way{place.node, conditions_.both(left, condition), place.state};
      left = conditions_.both(left, conditions_.negation(condition));
      for (Value& held : way.state.registers)
        if (held == value) held = alternative;
      std::optional<Place> fork = merge(*place.graph, {std::move(way)});
      if (!fork) continue;
      std::optional<Place> after;
      int after_pc = 0;
      advance(frame, region, *std::move(fork), pc, after, after_pc);
      if (after) go(frame, *after->graph, region, after_pc, arrival(*std::move(after)));
    }
    return;
  }
  try {
    next_pc = step(frame, region, place, pc);
    if (next_pc >= 0) next = std::move(place);
  } catch (const LuaError&) {
    trap(place);
  } catch (const Refused& refused) {
    refuse(refused.construct);
  }
}

void Walk::go(Frame& frame, GuardedGraph& graph, Region& region, int pc, Arrival arrival) {
  if (arrival.reached == kNever) return;
  arrival.line = line();
  if (pc != kReturn) pc = frame.flow->through_jumps(pc);
  const bool inside = pc >= region.first && pc <= region.last && pc != region.head;
  if (inside && pc <= where_.pc) refuse("a jump back (goto)");
  // A way out of a loop has a node of its own, at the place that it has in the source.
  if (!inside && region.is_body && pc != region.round_end && arrival.reached != graph.reached(arrival.node))
    arrival.node = graph.add({arrival.node}, arrival.reached);
  (inside ? region.pending : region.out)[pc].push_back(std::move(arrival));
}

void Walk::branch(Frame& frame, Region& region, const Place& place, Condition condition, int yes, int no) {
  const Condition here = place.graph->reached(place.node);
  go(frame, *place.graph, region, yes, {place.node, conditions_.both(here, condition), place.state});
  go(frame, *place.graph, region, no, {place.node, conditions_.both(here, conditions_.negation(condition)), place.state});
}

/// The interpreter would raise an error here: the program traps, and nothing comes after.
void Walk::trap(Place& place) {
  Statement statement{.kind = Statement::Kind::assign, .line = line(), .slot = program_.new_slot("error")};
  statement.a = program_.binary(Op::floor_div, program_.constant(1), program_.constant(0));
  place.graph->statements(place.node).push_back(std::move(statement));
  place.graph->set_ends(place.node);
}

/// The results of a call. `returned` is false where no way comes back from it.
std::vector<Value> Walk::call(Place& place, const Frame& caller, Value callee, std::vector<Value> arguments, bool& returned) {
  returned = true;
  switch (callee.kind) {
    case Value::Kind::word: {
      const Known word = constants_.word(callee);
      return call_word(place, word, arguments, returned);
    }
    case Value::Kind::function:
    case Value::Kind::closure: return inline_call(place, caller, callee, arguments, returned);
    case Value::Kind::unknown: refuse_unknown(callee);
    case Value::Kind::nil:
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::number:
    case Value::Kind::list: throw LuaError{};
    default: break;
  }
  const std::string& name = constants_.name(callee);
  refuse(name.empty() ? "a call of something that is not known" : fmt::format("a call of {}", name));
}

std::vector<Value> Walk::inline_call(Place& place, const Frame& caller, Value callee, const std::vector<Value>& arguments,
                                     bool& returned) {
  const bool is_closure = callee.kind == Value::Kind::closure;
  const std::string name = is_closure ? closures_[callee.index].name : constants_.name(callee);
  Frame frame;
  frame.function = callee;
  frame.prototype = is_closure ? closures_[callee.index].prototype : constants_.prototype(callee);
  if (frame.prototype == nullptr) refuse(fmt::format("a call of {}, whose code cannot be read", name));
  if (frame.prototype->is_vararg) refuse(fmt::format("a call of {}, which takes a variable number of arguments (...)", name));
  frame.depth = caller.depth + 1;
  frame.base = place.state.registers.size();
  if (frame.depth > kDeepestCall || frame.base > kMostRegisters) refuse(fmt::format("a recursion as deep as that of {}", name));
  frame.flow = flow_of(*frame.prototype);
  names_.push_back(name.empty() ? *caller.name : name);
  frame.name = &names_.back();

  const Where here = where_;
  Arrival start = arrival(std::move(place));
  start.state.registers.resize(frame.base + static_cast<std::size_t>(frame.prototype->registers));
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.prototype->parameters); ++i)
    start.state.registers[frame.base + i] = i < arguments.size() ? arguments[i] : Value{Value::Kind::nil, 0};
  Region whole{.first = 0, .last = static_cast<int>(frame.prototype->code.size()) - 1};
  Ways ways = walk(frame, *place.graph, std::move(whole), std::move(start));
  where_ = here;
  std::optional<Place> after = merge(*place.graph, std::move(ways[kReturn]));
  returned = after.has_value();
  if (!after) return {};
  place = *std::move(after);
  return std::exchange(place.state.results, {});
}

void Walk::return_from(Frame& frame, Region& region, Place place, std::vector<Value> values) {
  WalkState& state = place.state;
  if (frame.depth == 0) {
    if (results_ != Results::none) {
      const std::vector<ExpressionId> results = results_of(place, values);
      values.clear();
      for (const ExpressionId id : results) values.push_back(integer_value(id));
    } else {
      values.clear();
    }
    if (loops_ > 0) {
      Statement finish{.kind = Statement::Kind::finish, .line = line()};
      if (results_ != Results::none) finish.to.emplace_back();
      for (const Value& value : values) finish.to[0].push_back(value.index);
      place.graph->statements(place.node).push_back(std::move(finish));
      place.graph->set_ends(place.node);
      return;
    }
  }
  state.results = std::move(values);
  state.results_differ = false;
  close_captures(state, frame.base);
  state.registers.resize(frame.base);
  state.top = 0;
  go(frame, *place.graph, region, kReturn, arrival(std::move(place)));
}

}  // namespace bouton::lua
