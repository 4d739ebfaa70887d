// Loops that lead along a row, turned round.
//
// In `for t = 1, b do if t % 3 ~= 0 then move(a, b - t) end end` an option lies in the position's own row, so positions of a
// row cannot be solved side by side: each looks back at those before it. But once (a, s) is solved it can look ahead: it is
// an option of (a, b), for every b after s, where t = b - s passes the guard and is within the bounds of the loop. So the
// loop is run once for each solved position s, with one value of t in each lane b, and what is pushed is one number for
// all lanes: a bit to set in many sets of used values, or nothing at all where an N-position makes nobody win. What depends on
// t alone is a table, read from where the distance says.
//
// Sound where a round of the loop depends on nothing that another round leaves behind (no `leave`, no value that is carried
// over), where nothing can trap, and where no option leads out of the box: for then the values of t that are left out, those
// that would lead out of the row, name no option.
#pragma once

#include <vector>

#include "engine/table/batch/lane_plan.h"

namespace bouton {

/// The loops that can be turned round, none inside another, for those of the `candidates` that they reach. The ranges are of
/// the program, for positions of the layout's box, whose last axis is the row.
std::vector<PushedLoop> find_pushed_loops(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout,
                                          const std::vector<const Statement*>& candidates);

}  // namespace bouton
