// The remoteness, or the outcome of misère play, of sums of games of one coordinate each: options one by one, 16 positions at
// once.
//
// The idea. Of a plane of the last two coordinates (a, b), a tile of 16 by 16 positions is solved at a time. An option that
// changes a to x is the same for all b: so what the 16 positions of a row of the tile see of it stands side by side, in row x.
// What the 16 positions of a column see of an option of b stands side by side in a second copy of the plane, whose rows are the
// columns. So only options that lead less than 16 along b, into the tile itself, are looked at one by one. Options of the
// other coordinates lead to other planes, to the same place of each.
//
// A cell holds r + 1 for a position of remoteness r that is N, and kLongest - r for one that is P, so that the greatest of the
// options decides: a P-position of least remoteness, else an N-position of greatest remoteness (engine/flow/flow_row.h). They
// are numbers of 16 bits where no play is longer than these hold.
//
// Tiles are solved row by row of tiles; several threads follow each other (engine/table/native/row_team.h).
//
// Cost: for each position, an eighth of a load for each option, and a nanosecond or two for those within the tile; 4 bytes a
// position, 8 where plays are long.
//
// Where it wins: options that are hard to find, once for each coordinate. With a rule whose moves take a proper divisor of one
// of two numbers (component_values.h), `bouton table RULE 1999 1999 --value remoteness --threads 1 -o t.npy` takes 0.08 s and
// 43 MiB by `--method table:components`, 0.20 s and 28 MiB by `table:batch`, and 12.6 s by `table:native`; to 7,999 2.3 s and
// 506 MiB, and 4.0 s and 260 MiB by `table:batch`. With `(b // t) % 2 == 1` as a guard of `move(a, b - t)`, and the like of a,
// it takes 1.7 s to 1,999, and 4.3 s by `table:batch`. Of few options it does not win: halving and taking one takes 0.045 s to
// 1,999, and 0.034 s by `table:native`; of fixed steps `table:steps` is twice as fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/budget.h"
#include "engine/rules/rules.h"
#include "engine/table/components/axis_games.h"

namespace bouton {

/// Takes rows along the last coordinate, in their order: their number, and the remoteness of each position.
using TakeRemotenessRow = std::function<void(std::uint64_t row, std::span<const std::uint32_t> remoteness)>;

/// The remoteness of every position of the sum, under normal or misère play; at least two games. Throws Interrupted.
void sweep_tiles(const std::vector<AxisGame>& games, Play play, const Budget& budget, const TakeRemotenessRow& take);

/// What that takes, one thread.
double seconds_of_tiles(const std::vector<AxisGame>& games);
std::size_t bytes_of_tiles(const std::vector<AxisGame>& games);
/// No play is longer.
std::uint64_t longest_play(const std::vector<AxisGame>& games);

}  // namespace bouton
