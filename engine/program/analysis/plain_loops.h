// Loops of families, said more plainly: what a guard says of a loop's variable as an end of the loop.
#pragma once

#include "engine/program/analysis/move_families.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Makes guards that bound the variable of a loop ends of that loop: `for t = 1, max(a, b) do if t <= a then` is `for t = 1,
/// a`. The family names the same options in the same order. O(guards x loops x size of the bounds).
void guards_as_bounds(MoveProgram& program, Family& family);

/// Loops that count down by 1 count up instead: the same options in another order.
void count_up(MoveFamilies& families);

}  // namespace bouton
