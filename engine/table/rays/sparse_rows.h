// P-positions of two coordinates where every row has one at most, from row to row: in a time that does not grow with the length
// of a row.
//
// Where each move is a step along a line, as often as one likes, a line has one P-position at most: from any other on it there
// is a move to the first. So a bit a line says all that a position need know, and a position is P if none of its lines has met
// one. One of the directions runs along the row, so that a row is done with its first. Lines are numbered by s0 b - s1 a for
// the step (s0, s1), which grows along a row (a, b); in each direction those that are used form long runs, as a rule. A row
// goes past the runs of all directions, and where these are short, 64 positions at once.
//
// Example: Wythoff's game. When the row 4 comes, columns 0, 1, 2, 3 and 5 are used, and diagonals -2 .. 2: behind the columns
// is 4, behind the diagonals 7, and (4, 7) it is. Source: the greedy way of finding such pairs, as in Fraenkel, "How to beat
// your Wythoff games' opponent on three fronts", 1982.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/box.h"
#include "engine/rules/rules.h"
#include "engine/table/rays/ray_lines.h"

namespace bouton {

/// What it takes.
struct SparseRowsEstimate {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// Nothing where the rows of the box may have more than one P-position, or lines are not as said above: two coordinates, normal
/// play, plain rays without guards, one of them along the row, and steps without a common divisor.
std::optional<SparseRowsEstimate> estimate_sparse_rows(const std::vector<BoxRay>& rays, const Box& box, Play play);

/// Calls visit(row, column) for the P-position of each row of a box that has an estimate, both counted from its low corner, in
/// the order of the rows; and passed(row) after each row. Throws Interrupted, LimitError.
void sparse_rows(const std::vector<BoxRay>& rays, const Box& box, const Budget& budget,
                 const std::function<void(std::uint64_t row, std::uint64_t column)>& visit,
                 const std::function<void(std::uint64_t row)>& passed);

}  // namespace bouton
