// From a Lua function to a FlowProgram: rules of integers with any control flow.
//
// Piles are as many as the context says, and boards and graphs are those of its shape; the lists that the function makes are
// short ones of integers, truth values and things that were made before. What is not integer Lua is refused: floats, strings
// that are made for more than the names of moves, other tables that are made for each position, coroutines, variable numbers of
// arguments, splits of boards. What the function captured is taken as it is, as in lift.h.
#pragma once

#include <lua.hpp>

#include "bindings/lua/lift/executor/lift_context.h"
#include "engine/base/result.h"
#include "engine/flow/flow_program.h"

namespace bouton::lua {

/// The program of the rule function at `function_index`, verified: of `moves`, or of the check of a claim. It traps exactly
/// where the function raises an error, but for recursion, which it counts to kDeepestFlowCall, and for lists: it traps as well
/// where nil is put into one, or a value far behind its end. A refusal says which function, where and why: "moves, line 8: a
/// float (integer division is //)". Enters Lua through protected calls only and leaves the stack as it was. Requires that
/// everything the function captured, and its globals, are frozen. The work is bounded by the number of blocks; some hundred
/// microseconds for a rule of ordinary size.
Result<FlowProgram> lift_flow(lua_State* L, int function_index, const LiftContext& context);

}  // namespace bouton::lua
