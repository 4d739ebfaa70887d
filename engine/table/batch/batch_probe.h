// What the batch interpreter will do for a table, from what it does for three small ones.
//
// How many options a position has, how many of them are looked at before its outcome is known, how many rounds of a loop pass
// their guards, and for how many positions at once: none of that can be read off a rule. So the interpreter solves three
// corners of the region, each with sides twice those of the one before, and counts what it does. If the work for a position is
// w1, w2 and w3 there, it grows by w3 - w2 from the second to the third, by (w3 - w2)^2 / (w2 - w1) from the third to one of
// twice its sides, and so on: exactly, where the work for a position of a table of side n is a + b n^c.
//
// Example: of a heap from which any number but 1 and 2 may be taken only 0, 1 and 2 are P-positions of the outcomes, and only
// they are pushed (pushed_loops.h); the work for a position does not grow. Of the Grundy values every one is pushed, and it
// grows as n does.
#pragma once

#include <optional>

#include "engine/position/domain.h"
#include "engine/table/batch/batch.h"

namespace bouton {

/// What solve_batch will do for the problem's region, counted. Nothing where that cannot be told: the region is hardly larger
/// than the corners, options lead far from a corner, or what is to be done for one takes more than some milliseconds.
std::optional<BatchWork> probe_batch(const BatchProblem& problem, const Domain& domain);

}  // namespace bouton
