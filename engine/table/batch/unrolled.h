// A MoveProgram with its short loops written out and its local variables put in where they are read, so that what decides an
// option is said by its guards alone.
//
// The flag of
//     local free = true
//     for d = 2, 3 do if t % d == 0 and a % d == 0 then free = false end end
//     if free then move(a - t, b) end
// becomes `if (t % 2 ~= 0 or a % 2 ~= 0) and (t % 3 ~= 0 or a % 3 ~= 0) then ...`: two guards of t and a, where divisors are
// constants. Assignments stay where they are; those that nothing reads any more decide nothing.
#pragma once

#include <optional>

#include "engine/program/move_program.h"

namespace bouton {

/// The program so rewritten, which names the same options in the same order and traps at the same positions; nothing where
/// there is nothing to rewrite, or it would become too long. O(size of the result times the number of slots).
std::optional<MoveProgram> unrolled(const MoveProgram& program);

}  // namespace bouton
