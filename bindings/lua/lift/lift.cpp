#include "bindings/lua/lift/lift.h"

#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/tidy.h"
#include "bindings/lua/lift/walk.h"

namespace bouton::lua {

namespace {

/// Whether what analyses and compiles the program, which keeps the variables that each expression reads, would take long.
bool is_too_large(const MoveProgram& program) {
  constexpr std::size_t kMostExpressions = 200'000;
  constexpr std::size_t kMostPairs = std::size_t{1} << 26;  ///< of an expression and a variable
  return program.expressions.size() > kMostExpressions || program.expressions.size() * program.slot_names.size() > kMostPairs;
}

}  // namespace

std::string to_string(const Refusal& refusal) {
  if (refusal.line == 0) return fmt::format("{}: {}", refusal.function, refusal.construct);
  return fmt::format("{}, line {}: {}", refusal.function, refusal.line, refusal.construct);
}

std::variant<MoveProgram, Refusal> lift_moves(lua_State* L, int function_index, const LiftContext& context) {
  return lift_function(L, function_index, Results::none, context);
}

std::variant<MoveProgram, Refusal> lift_function(lua_State* L, int function_index, Results results,
                                                 const LiftContext& context) {
  try {
    MoveProgram program = tidy(Walk(L, context, results).lift(lua_absindex(L, function_index)));
    if (is_too_large(program)) return Refusal{"a program of this size", context.function_name, 0};
    return program;
  } catch (const WalkRefused& refused) {
    return refused.refusal;
  }
}

}  // namespace bouton::lua
