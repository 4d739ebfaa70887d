// How far two descriptions of the moves of one heap must agree so that they agree for all heaps.
//
// Take the points (n, x1, .., xm): a heap and the heaps that a move may leave, padded with empty ones. Where the
// program names a move to x, x determines the variables of its loops over sizes, so whether it names it is decided by
// linear thresholds of n and x and by their remainders by some moduli; so it is of a take-and-break game. The points in
// which the two differ are thus the points of a lattice in finitely many polyhedra, none of which holds a line (all x
// are >= 0). A polyhedron that has such a point has one within a vertex plus, for each of the m + 1 dimensions, a step
// along an edge that goes to infinity, as long as the least one that leads from lattice point to lattice point. A
// vertex is where m + 1 of the thresholds are met, an edge where m of them are: both are quotients of determinants. The
// greatest n of all vertices plus m + 1 times the greatest of all such steps is the horizon: if the two differ
// anywhere, they do at a heap up to there.
//
// Example: `for a = 0, n - 1 do split(a, n - 1 - a) end` against 0.7: with a = x1 the thresholds are x1, x1 - (n - 1),
// x2, x1 - x2, x2 - (n - 1 - x1) and n; the moduli are 1. Vertices such as x1 = 0, x2 = x1, x2 = n - 1 - x1 have n up
// to some 8, and the edges go by steps of n up to 2.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/heap/code/linear_moves.h"

namespace bouton {

/// Most heaps that a move may leave.
inline constexpr std::size_t kMostHeapsLeft = 3;

/// The horizon of the moves against any take-and-break game with a constraint or none, whose digits are the same from
/// place `places` on, for heaps of at least `least`. A refusal where an option does not determine the loop variables
/// that it was named with, or where there are too many thresholds. Cost: the thresholds to the power of one more than
/// the heaps that a move leaves.
Result<std::uint64_t> horizon(const LinearMoves& moves, std::uint64_t places, std::uint64_t least);

}  // namespace bouton
