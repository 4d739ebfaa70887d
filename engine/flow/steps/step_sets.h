// Whether control flow, whatever its phrase, subtracts one of a fixed set of vectors from every position.
//
// The idea. The program is executed for all positions of a box at once. A register holds an integer that is the same for all,
// or one more than a multiple of a coordinate. A path has the set of positions that take it, and a branch on a coordinate
// divides that set; a branch on integers does not. So `while t * t <= a do move(a - t * t, b) t = t + 1 end` goes through its
// rounds once, and in each of them some positions leave. Where paths meet with the same integers in the registers, they go on
// as one.
//
// The invariant. A path has a set F of steps, and each of its positions p has named exactly the options p - s, s in F, that lie
// in the box. A step joins F where p - s lies in the box for all p of the path. Paths with F and F' become one path with the
// union where no position of the first reaches the box by a step of F' alone, and vice versa: positions that left the loop
// above at t = 4 have a < 16, so 16, 25, ... would have led them outside. At the end one path is left, with all positions, and
// F is the set. Since positions that are not there name nothing, a path may be said to have more of them than it has.
//
// An example: in a box to (9, 9)
//
//   for i = 1, #S do if a >= S[i] and b > 0 then move(a - S[i], b - 1) end end     with S = {1, 3}: the steps (1, 1), (3, 1)
//   if a % 2 == 0 then move(a - 1, b) end                                           refused: not about a coordinate's size
//   if a > 3 then move(a - 1, b) end                                                refused: 2 - 1 lies in the box as well
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/table/shape/step_set.h"

namespace bouton {

/// The set of steps of all positions of the region, in lexicographic order; it says of positions beyond it nothing. Refused,
/// with the line where there is one, where there is none that is seen, where a position may raise an error or have an option
/// outside of the region, and beyond `most_work` instructions and meetings of paths, some ten nanoseconds each. Helper
/// functions may be compiled where they take their time. `flow` must be verified.
Result<StepSet> find_step_set(const FlowProgram& flow, const Box& region, std::uint64_t most_work, bool may_compile = false);

}  // namespace bouton
