// Any FlowProgram over a box: its options computed one by one, by machine code where there is a code generator.
//
// The positions of the box are solved row by row in an order that was guessed. For each, the code computes the cell of every
// option, checks that it lies in the box, and notes its value: Grundy values by stamps, an entry a value that says for which
// position it was last seen, with the mex at the end. An option that is not solved is solved first, by an explicit stack on
// which a cycle of play is noticed; one outside of the box makes the region larger, and what has been solved is kept.
//
// Where moves split the position, the value of an option is the nim-sum of those of its parts: such tables tell Grundy values
// under normal play, and outcomes by them.
//
// Cost: about a nanosecond an operation of the program, and 4 bytes a position.
//
// Where it wins: rules that no other kernel accepts (`while`, digits, helper functions, early returns), and positions with few
// options, or with options that lie far from those of their neighbours. `scripts/bench --kernels 500` takes 0.002 s for the
// outcomes of euclid and 0.09 s by `table:batch`, 0.03 and 0.08 s for the remoteness of delete-nim, 0.012 and 0.045 s for that
// of dynamic-nim to 61, 61, 61, 0.06 and 0.13 s for the Grundy values of transposed.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/native/native_probe.h"
#include "engine/values/table.h"

namespace bouton {

/// The values of the box. Refused where the rule raises an error (a trap, an option that is not a position of the game), where
/// play has a cycle, or the memory does not suffice for the positions that options lead to. Throws LimitError where the box
/// alone does not fit the budget, and Interrupted.
Result<Table> solve_native(const NativeProblem& problem, const NativeProbe& probe, const Budget& budget);

/// The estimate of the table by so many threads, in seconds.
double seconds_of_native(const NativeProblem& problem, const NativeProbe& probe, unsigned threads);

}  // namespace bouton
