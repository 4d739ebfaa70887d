// How many positions there are below one, at least: known at once where a move can be made again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rules/rules.h"

namespace bouton {

/// Whether a game has more than `most` positions that can be reached from `position`, no two of them with the same normal
/// form. That is seen where one and the same step can be taken that often: some move of the program, or a part of one that
/// splits the game, goes from every position p + k d to p + (k + 1) d. It is seen, too, where moves lead from all positions of
/// such a line to those of others beside it, and from there on, so that the lines together hold as many. False where that is
/// not so or is not seen: for rules that are not known as a program, or whose normal forms are not permutations. `position` is
/// in the domain and valid. Cost: a few walks through the program, or a thousand, whatever the numbers.
///
/// From 1000 in Mark (to n - 1 or n // 2) d is -1: for k <= 999 the guard n > 0 holds at 1000 - k, so that there are 1000.
/// That a linear guard holds at both ends of the walk is enough: it holds between them. From (10^8, 1) in Nimrod (after a
/// move that takes r, one takes r - 1, r or r + 1) the first 5 10^7 steps by (-1, 0) make a line; the moves that take one more
/// lead from it to those of r = 2, 3, ...: a hundred lines hold 5 10^9 positions.
///
/// Moves that make a coordinate greater, and so lead where no coordinate of the position is, are looked at where `upwards` says
/// so: the question takes longer then for positions that are small.
bool more_followers_than(const Rules& rules, PositionView position, std::uint64_t most, bool upwards = false);

/// A coordinate that the domain gives no greatest value, and that one and the same move raises again and again from `position`
/// on, a million million times: the positions below have no end. Nothing where that is not so or is not seen, as in
/// more_followers_than.
std::optional<std::size_t> endlessly_raised(const Rules& rules, PositionView position);

/// How many positions have no greater coordinates, or the states of its cells: a bound on those below, which is met where every
/// one can be reached. At least 1.
double most_below(const Rules& rules, PositionView position);

}  // namespace bouton
