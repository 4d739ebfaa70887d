// Whether a position is the disjunctive sum of its coordinates: every option changes one of them, and what it changes it to
// depends on that coordinate alone.
//
// The idea. What a register holds, and whether control comes to a block, depends on some of the coordinates: on those of the
// operands, and on those of the branches that decide whether the instruction is executed (control dependence by the tree of
// postdominators: Ferrante, Ottenstein and Warren, 1987). So of `if a > 0 then move(a // 2, b) end`, `a // 2` and the branch
// depend on a, and b stays as it is: the option belongs to a. Where this holds of each option for some coordinate, the options
// of that coordinate are the same wherever the others are.
//
// Errors are kept in sight: whatever may raise one depends on a single coordinate too, so whoever goes along that coordinate
// comes to it. A branch that leads to an error is not counted as one that decides what comes after it.
//
// An example: `for t = 1, a do if t % 3 ~= 0 then move(a - t, b) end end if b > 0 then move(a, b - 1) end` has the coordinates
// a and b. `while t <= a or t <= b do ...` is refused: its rounds depend on both.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"

namespace bouton {

/// For each coordinate, the program with the options of that coordinate alone; they leave the others as they are, and are the
/// same whatever these are. Where one of the programs raises an error at some value of its coordinate, the rule may do so
/// wherever the coordinate has that value; where none does, the rule does nowhere. Refused, with the line where there is one,
/// where the coordinates depend on each other. `flow` must be verified. O(blocks x registers), a few times.
Result<std::vector<FlowProgram>> separate_coordinates(const FlowProgram& flow);

}  // namespace bouton
