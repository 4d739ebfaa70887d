// A walked program made shorter, with the same meaning.
#pragma once

#include "engine/program/move_program.h"

namespace bouton::lua {

/// - What is assigned and never read is dropped, unless it may trap; so are branches that do nothing, and loops that do
///   nothing in a number of rounds that is known and small.
/// - What was put into a slot because it may trap, and is read by the next statement alone, stands there.
/// - A branch that holds nothing but a branch becomes one.
/// - Slots, lists and expressions that are left are numbered anew, and slots that meet have names of their own.
MoveProgram simplify(MoveProgram program);

}  // namespace bouton::lua
