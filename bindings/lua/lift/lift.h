// From a Lua function to a MoveProgram.
//
// The function's bytecode is executed symbolically: what is known before it runs (captured values, globals, which are frozen
// after loading) is computed, what depends on the position becomes expressions, guards and loops. A function with anything that
// does not fit a MoveProgram is refused, with the reason as a value, and is interpreted instead.
//
// A program traps exactly where the function raises an error, in code without effect too; whoever runs one lets the interpreter
// say what is wrong. So a rule has the same errors in both forms. Of several positions with errors, any may be the one
// reported. Taking long is not an error: a program skips loops in which nothing happens, though their rounds count towards
// RunLimits.
#pragma once

#include <lua.hpp>

#include "bindings/lua/lift/executor/lift_context.h"
#include "engine/base/result.h"
#include "engine/program/move_program.h"

namespace bouton::lua {

/// The program of the rule function at `function_index`: a `moves`, which names options and has Results::none, or a function
/// with results, which must name no options (`valid`, `normalize`, `start`, `play`, take-away's f). A refusal says which
/// function, where and why: "moves, line 8: a float (integer division is //)". Enters Lua through protected calls only and
/// leaves the stack as it was. Requires that everything the function captured, and its globals, are frozen. A few hundred
/// microseconds for a rule of ordinary size. The work is bounded by counts (of instructions executed, BDD nodes and
/// expressions), never by time: a function that takes more is refused.
Result<MoveProgram> lift_function(lua_State* L, int function_index, Results results, const LiftContext& context);

}  // namespace bouton::lua
