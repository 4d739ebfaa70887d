#include "bindings/lua/lift/flow/lift_flow.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/function_lifter.h"
#include "bindings/lua/lift/flow/program_lifter.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostFunctions = 40;
/// How often a function that calls itself is translated with other results than were expected of it.
constexpr int kMostTries = 3;

}  // namespace

const FunctionFacts& ProgramLifter::facts(const FunctionPrototype& prototype) {
  std::unique_ptr<const FunctionFacts>& facts = facts_[&prototype];
  if (!facts) facts = std::make_unique<const FunctionFacts>(prototype);
  return *facts;
}

FlowValue ProgramLifter::of(Value value) const {
  switch (value.kind) {
    case Value::Kind::nil: return FlowValue::nil();
    case Value::Kind::boolean: return FlowValue::truth(values[value.index].value != 0);
    case Value::Kind::integer: return FlowValue::constant(values[value.index].value);
    default: return {FlowValue::Kind::known, 0, value};
  }
}

std::uint32_t ProgramLifter::list(std::vector<std::int64_t> entries) {
  const auto [at, is_new] = lists_.emplace(std::move(entries), static_cast<std::uint32_t>(program.lists.size()));
  if (is_new) program.lists.push_back(at->first);
  return at->second;
}

const CellWalks& ProgramLifter::neighbours() {
  constexpr std::size_t kMostListed = std::size_t{1} << 16;
  if (!neighbours_) {
    // Edges are near all others at their ends; how many that are is bounded by a square.
    const CellShape& shape = *context.shape;
    const std::size_t most = shape.is_board() ? 5 * shape.cells() : shape.edges.size() * shape.cells();
    if (most > kMostListed) throw FlowRefusal{"a loop over the neighbours in a graph of this size", context.function_name, 0};
    neighbours_ = neighbour_walks(shape);
  }
  return *neighbours_;
}

const CellWalks& ProgramLifter::edges() {
  if (!edges_) edges_ = edge_walks(*context.shape);
  return *edges_;
}

const std::vector<std::int64_t>& ProgramLifter::cell_numbers(bool rows) {
  if (rows_.empty())
    for (std::uint32_t row = 1; row <= context.shape->rows; ++row)
      for (std::uint32_t column = 1; column <= context.shape->columns; ++column) {
        rows_.push_back(row);
        columns_.push_back(column);
      }
  return rows ? rows_ : columns_;
}

/// Functions are translated when they are first called; until that is done a function is taken to return what it was last seen
/// to, at first one integer.
LiftedSignature ProgramLifter::call(const Signature& signature, const std::string& name) {
  for (const LiftedSignature& lifted : lifted_)
    if (lifted.signature == signature) return lifted;
  if (lifted_.size() >= kMostFunctions) throw FlowRefusal{"functions that call themselves in so many ways", name, 0};
  const std::size_t at = lifted_.size();
  const auto number = static_cast<std::uint32_t>(program.functions.size());
  program.functions.emplace_back();
  lifted_.push_back({signature, number, {FlowValue{FlowValue::Kind::integer, 0}}});
  for (int attempt = 0; attempt < kMostTries; ++attempt) {
    FunctionLifter lifter(*this, signature, name, number);
    FlowFunction function;
    std::vector<FlowValue> results;
    try {
      function = lifter.lift();
      results = lifter.results();
    } catch (const FlowRefusal&) {
      // What it gives back of a call of itself was expected, not found.
      if (!lifter.other_results()) throw;
      results = lifter.results() == lifted_[at].results ? *lifter.other_results() : lifter.results();
    }
    const bool as_expected = !lifter.other_results() && results == lifted_[at].results;
    lifted_[at].results = std::move(results);
    if (!as_expected) {
      // What was translated meanwhile relied on it.
      lifted_.resize(at + 1);
      program.functions.resize(number + 1);
      continue;
    }
    program.functions[number] = std::move(function);
    return lifted_[at];
  }
  throw FlowRefusal{"a function that calls itself and returns values of several kinds", name, 0};
}

bool ProgramLifter::can_be_remembered(const LiftedSignature& lifted) const {
  constexpr std::uint32_t kMostRegisters = 100;
  if (lifted.results.size() != 1 || !lifted.results[0].is_in_register()) return false;
  const FlowFunction& function = program.functions[lifted.number];
  if (function.registers > kMostRegisters) return false;
  for (const FlowBlock& block : function.blocks)
    for (const FlowInstruction& i : block.instructions) {
      if (i.op == FlowOp::option) return false;
      if (i.op != FlowOp::call) continue;
      const std::uint32_t callee = program.calls[i.index].function;
      if (callee != lifted.number && !program.functions[callee].is_remembered) return false;
    }
  return true;
}

std::optional<LiftedSignature> ProgramLifter::call_remembered(const Signature& signature, const std::string& name) {
  for (const LiftedSignature& lifted : lifted_)
    if (lifted.signature == signature) return lifted;
  if (std::ranges::find(not_remembered_, signature) != not_remembered_.end()) return std::nullopt;
  const auto remembered = std::ranges::count_if(program.functions, &FlowFunction::is_remembered);
  // Calls of itself, by way of other functions as well, are found open.
  const std::size_t lifted = lifted_.size(), functions = program.functions.size(), calls = program.calls.size(),
                    options = program.options.size();
  try {
    const LiftedSignature called = call(signature, name);
    if (can_be_remembered(called) && remembered < static_cast<std::ptrdiff_t>(kMostRemembered)) {
      program.functions[called.number].is_remembered = true;
      return called;
    }
  } catch (const FlowRefusal&) {  // what is wrong is said where the function is translated in its place
  }
  lifted_.resize(lifted);
  program.functions.resize(functions);
  program.calls.resize(calls);
  program.options.resize(options);
  not_remembered_.push_back(signature);
  return std::nullopt;
}

FlowProgram ProgramLifter::lift(int function_index) {
  program.dimensions = context.shape != nullptr ? 1 : context.dimensions;
  program.cells = context.shape != nullptr ? context.shape->cells() : 0;
  Signature signature;
  signature.callee = of(constants.of_stack(function_index, context.function_name));
  if (!signature.callee.is(Value::Kind::function)) throw FlowRefusal{"not a Lua function", context.function_name, 0};
  std::vector<FlowValue>& coordinates = context.piles ? signature.piles.emplace() : signature.parameters;
  const FlowValue::Kind kind = context.shape != nullptr ? FlowValue::Kind::cells : FlowValue::Kind::integer;
  for (std::size_t i = 0; i < program.dimensions; ++i) coordinates.push_back({kind, static_cast<std::int64_t>(i)});
  if (context.piles) signature.parameters.push_back({FlowValue::Kind::list, 0});
  program.functions.emplace_back();
  if (context.is_check) {
    program.is_claim = true;
    FlowBlock unknown{.instructions = {{.op = FlowOp::tick}}, .end = {.kind = FlowTerminator::Kind::trap}};
    program.functions.push_back({.parameters = static_cast<std::uint32_t>(program.dimensions),
                                 .registers = static_cast<std::uint32_t>(program.dimensions),
                                 .results = 1,
                                 .blocks = {std::move(unknown)}});
  }
  FlowFunction main = FunctionLifter(*this, signature, context.function_name, 0).lift();
  program.functions[0] = std::move(main);
  return std::move(program);
}

Result<FlowProgram> lift_flow(lua_State* L, int function_index, const LiftContext& context) {
  try {
    FlowProgram program = ProgramLifter(L, context).lift(lua_absindex(L, function_index));
    if (auto wrong = verify(program)) return *wrong;
    return program;
  } catch (const FlowRefusal& refusal) {
    return Refusal{refusal.line > 0 ? fmt::format("{}, line {}: {}", refusal.function, refusal.line, refusal.construct)
                                    : fmt::format("{}: {}", refusal.function, refusal.construct),
                   refusal.line};
  }
}

}  // namespace bouton::lua
