// Games of local moves in which each player makes the same moves' number even or odd, whatever is played: only the parity of
// the moves that are left counts, and a sum of tests tells it.
//
// Of cells with two states the test of a move is a product of factors x and 1 + x modulo 2, which is 1 where the move can be
// made. Let Q be the sum modulo 2 of the tests of some moves. Where play ends no move can be made, so that Q is 0. If every
// move, wherever it can be made, changes Q, then Q is 1 at a position exactly where an odd number of moves are left. Whether
// some moves make such a Q is a system of linear equations modulo 2: a coefficient for each move, and for each move and each
// monomial of the change an equation.
//
// A stone goes on a free square that has an odd number of free neighbours: Q is the sum over the squares of one colour, as on a
// board of chess, of the moves that put a stone there, which is the number of edges between free squares modulo 2. A move takes
// away an odd number of them, and where there is no move every free square has an even number.
#pragma once

#include <memory>

#include "engine/local/structure.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/rules.h"

namespace bouton::local {

/// What tells outcomes and Grundy values, which are 0 and 1, by such a sum; null where no sum of tests is one, where cells have
/// more than two states, and where finding out takes more than some hundredths of a second. `play` is normal or misère, and
/// play of the game ends.
std::unique_ptr<nimbers::NimberSearch> parity_search(const Structure& structure, Play play);

}  // namespace bouton::local
