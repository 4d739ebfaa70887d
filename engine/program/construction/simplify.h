// The last passes of the lifter: the same program, shorter.
#pragma once

#include "engine/program/move_program.h"

namespace bouton {

/// A program with the options, results and traps of `program` at every position.
/// - Dead code elimination: what is assigned and never read is dropped, unless it may trap; so are branches that do nothing,
/// and
///   loops that do nothing in a number of rounds that is known and small.
/// - Forward substitution: what was put into a slot because it may trap, and is read by the next statement alone, stands there.
/// - A branch that holds nothing but a branch becomes one.
/// - Slots, lists and expressions that are left are numbered anew, and slots that are live together have names of their own.
MoveProgram simplify(MoveProgram program);

}  // namespace bouton
