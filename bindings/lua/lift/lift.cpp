#include "bindings/lua/lift/lift.h"

#include <utility>

#include "bindings/lua/lift/executor/symbolic_executor.h"
#include "engine/program/construction/simplify.h"

namespace bouton::lua {

namespace {

/// Whether what analyses and compiles the program, which keeps the variables that each expression reads, would take long.
bool is_too_large(const MoveProgram& program) {
  constexpr std::size_t kMostExpressions = 200'000;
  constexpr std::size_t kMostPairs = std::size_t{1} << 26;  ///< of an expression and a variable
  return program.expressions.size() > kMostExpressions || program.expressions.size() * program.slot_names.size() > kMostPairs;
}

}  // namespace

Result<MoveProgram> lift_function(lua_State* L, int function_index, Results results, const LiftContext& context) {
  try {
    MoveProgram program = simplify(SymbolicExecutor(L, context, results).lift(lua_absindex(L, function_index)));
    if (is_too_large(program)) return Refusal{context.function_name + ": a program of this size", 0};
    return program;
  } catch (const Refusal& refusal) {
    return refusal;
  }
}

}  // namespace bouton::lua
