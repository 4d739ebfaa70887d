// Calls of Lua functions, which are inlined, and returns.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {
namespace {

constexpr int kDeepestCall = 60;
constexpr std::size_t kMostRegisters = 5000;

}  // namespace

/// The results of a call. `returned` is false where no path comes back from it.
std::vector<Value> SymbolicExecutor::call(ProgramPoint& point, const Frame& caller, Value callee, std::vector<Value> arguments,
                                          bool& returned) {
  returned = true;
  switch (callee.kind) {
    case Value::Kind::word: {
      const KnownWord word = constants_.word(callee);
      return call_word(point, word, arguments, returned);
    }
    case Value::Kind::named_word: name_option(point, named_words_[callee.index], arguments); return {};
    case Value::Kind::text: throw LuaError{};
    case Value::Kind::function:
    case Value::Kind::closure: return inline_call(point, caller, callee, arguments, returned);
    case Value::Kind::unknown: refuse_unknown(callee);
    case Value::Kind::nil:
    case Value::Kind::boolean:
    case Value::Kind::integer:
    case Value::Kind::number:
    case Value::Kind::list: throw LuaError{};
    default: break;
  }
  const std::string& name = constants_.name(callee);
  refuse(name.empty() ? "a call to something that is not known" : fmt::format("a call to {}", name));
}

std::vector<Value> SymbolicExecutor::inline_call(ProgramPoint& point, const Frame& caller, Value callee,
                                                 const std::vector<Value>& arguments, bool& returned) {
  const bool is_closure = callee.kind == Value::Kind::closure;
  const std::string name = is_closure ? closures_[callee.index].name : constants_.name(callee);
  Frame frame;
  frame.function = callee;
  frame.prototype = is_closure ? closures_[callee.index].prototype : constants_.prototype(callee);
  if (frame.prototype == nullptr) refuse(fmt::format("a call to {}, whose code cannot be read", name));
  if (frame.prototype->is_vararg) refuse(fmt::format("a call to {}, which takes a variable number of arguments (...)", name));
  frame.depth = caller.depth + 1;
  frame.base = point.state.registers.size();
  if (frame.depth > kDeepestCall || frame.base > kMostRegisters) refuse(fmt::format("a recursion as deep as that of {}", name));
  frame.flow = flow_of(*frame.prototype);
  names_.push_back(name.empty() ? *caller.name : name);
  frame.name = &names_.back();

  const Location here = location_;
  Edge start = edge_from(std::move(point));
  start.state.registers.resize(frame.base + static_cast<std::size_t>(frame.prototype->registers));
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.prototype->parameters); ++i)
    start.state.registers[frame.base + i] = i < arguments.size() ? arguments[i] : Value{Value::Kind::nil, 0};
  Region whole{.first = 0, .last = static_cast<int>(frame.prototype->code.size()) - 1};
  EdgesByTarget exits = execute_region(frame, *point.graph, std::move(whole), std::move(start));
  location_ = here;
  std::optional<ProgramPoint> after = merge(*point.graph, std::move(exits[kReturn]));
  returned = after.has_value();
  if (!after) return {};
  point = *std::move(after);
  return std::exchange(point.state.results, {});
}

void SymbolicExecutor::return_from(Frame& frame, Region& region, ProgramPoint point, std::vector<Value> values) {
  SymbolicState& state = point.state;
  if (frame.depth == 0) {
    if (results_ != Results::none) {
      const std::vector<ExpressionId> results = results_of(point, values);
      values.clear();
      for (const ExpressionId id : results) values.push_back(integer_value(id));
    } else {
      values.clear();
    }
    if (loops_ > 0) {
      Statement finish{.kind = Statement::Kind::finish, .line = line()};
      if (results_ != Results::none) finish.to.emplace_back();
      for (const Value& value : values) finish.to[0].push_back(value.index);
      point.graph->statements(point.node).push_back(std::move(finish));
      point.graph->set_ends(point.node);
      return;
    }
  }
  state.results = std::move(values);
  state.results_differ = false;
  close_captures(state, frame.base);
  state.registers.resize(frame.base);
  state.top = 0;
  add_edge(frame, *point.graph, region, kReturn, edge_from(std::move(point)));
}

/// Puts the results of a call into the registers from `first` on; `wanted` is -1 for all of them.
void SymbolicExecutor::set_results(SymbolicState& state, std::size_t base, int first, int wanted,
                                   const std::vector<Value>& results) {
  if (wanted < 0 && state.results_differ) refuse("a call with a different number of results on different paths");
  state.results_differ = false;
  const int count = wanted < 0 ? static_cast<int>(results.size()) : wanted;
  const std::size_t end = base + static_cast<std::size_t>(first + count);
  if (state.registers.size() < end) refuse("a call with this many results");
  for (int r = 0; r < count; ++r)
    state.registers[base + static_cast<std::size_t>(first + r)] =
        static_cast<std::size_t>(r) < results.size() ? results[static_cast<std::size_t>(r)] : Value{Value::Kind::nil, 0};
  state.top = wanted < 0 ? first + count : 0;
}

bool SymbolicExecutor::is_truth_value(const Value& value) const {
  if (value.kind == Value::Kind::choice)
    return std::ranges::all_of(choices_[value.index], [this](const auto& one) { return is_truth_value(one.second); });
  return value.kind == Value::Kind::boolean || value.kind == Value::Kind::nil;
}

/// What the lifted function returns, as the integers that a MoveProgram returns.
std::vector<ExpressionId> SymbolicExecutor::results_of(const ProgramPoint& point, const std::vector<Value>& values) {
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
        if (values[0].kind == Value::Kind::list) entries = list_of(point.state, values[0]).entries;
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

}  // namespace bouton::lua
