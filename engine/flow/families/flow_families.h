// Families of options found in control flow: from a FlowProgram to an equal MoveProgram.
//
// The idea. A FlowProgram says nothing of the shape of the moves; a MoveProgram of counted loops, guards and options does, and
// theorems, kernels and lists of options are made of it. So the blocks are executed symbolically, each once: registers hold
// expressions of the coordinates and of the variables of the loops around (linear_values.h), and every block has the condition
// under which control comes to it, a BDD. Where paths meet, what differs is chosen by condition: the lesser of two numbers is
// seen as a minimum. Calls are executed where they stand. Nothing but an option has an effect, and no expression that is made
// can trap, so the program is a list of options and loops, each under its condition, in the order of the blocks.
//
// A loop (family_loops.cpp) becomes `for v = first, last, step` where each round adds a constant to what it changes, and where
// the condition C(v) of another round, with all else constant, holds up to a last v and never again (loop_bound.h): t <= a and
// t <= b; x ~= 0 going down from a; t < a or t < b. What leaves the loop early is part of that condition, whatever the
// statement: `break`, `return`, `goto`. Where every option of a round implies C the last round is the last for which C holds;
// else it is the one after that, as in `repeat`. Behind the loop, registers and the exit that was taken are as they are at the
// first v for which C fails. A loop of another kind is executed round by round where it has few rounds.
//
// The invariant. Comparisons become inequalities of integers only where ranges show that nothing wraps around. For the variable
// of a loop a range is assumed; it holds if the last value that starts a round lies within, since rounds before it started do.
//
// An example:
//
//   local x, y = a, b                                     for i = 1, min(a, b) do
//   while x > 0 and y > 0 do                          =>    option(a - i, b - i)
//     x, y = x - 1, y - 1  move(x, y)                     end
//   end
//
// Source: Aho, Lam, Sethi and Ullman, Compilers, 2nd edition, 9.1.8 (induction variables); the rest is J. C. King, Symbolic
// execution and program testing (1976).
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/program/construction/facts.h"
#include "engine/program/move_program.h"

namespace bouton {

/// A program that names the options of `flow`, in its order, at every position within `ranges` (one a coordinate), and that
/// never traps and never leaves a loop early. For coordinates of any size it does so as far as arithmetic stays within 64 bits.
/// `flow` must be verified. Refused, with the line, where a loop has no bound that is seen, where it may raise an error, or
/// where a function calls itself. The work is bounded by counts of blocks and of BDD nodes; a fraction of a millisecond for a
/// rule of ordinary size. No expression of the program is a tree of more than 2^14 parts; where one would be, it is refused.
Result<MoveProgram> flow_families(const FlowProgram& flow, const std::vector<CoordinateRange>& ranges,
                                  const std::vector<std::string>& coordinate_names);

}  // namespace bouton
