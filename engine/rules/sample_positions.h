// Positions to compare ways of answering at, where there is no box to take them from.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/random.h"
#include "engine/rules/rules.h"

namespace bouton {

/// At most `most` positions of a game of terms, different ones, those with the least play left first: the ends of plays by
/// chance from the positions that the game names (Rules::examples), in which one part of a split is gone on with. None where
/// the game names none. Options are asked for as the rule has them. May throw what rules throw. Cost: the options of some 40
/// `most` positions.
std::vector<Position> sample_positions(const Rules& rules, std::size_t most, Random& random);

}  // namespace bouton
