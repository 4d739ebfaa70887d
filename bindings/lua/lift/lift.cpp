#include "bindings/lua/lift/lift.h"

#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/tidy.h"
#include "bindings/lua/lift/walk.h"

namespace bouton::lua {

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
    return tidy(Walk(L, context, results).lift(lua_absindex(L, function_index)));
  } catch (const WalkRefused& refused) {
    return refused.refusal;
  }
}

}  // namespace bouton::lua
