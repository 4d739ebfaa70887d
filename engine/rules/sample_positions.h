// Positions to compare ways of answering at, where there is no box to take them from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/base/random.h"
#include "engine/rules/rules.h"

namespace bouton {

/// At most `most` positions of a game of terms, different ones, those with the least play left first: the ends of plays by
/// chance from some positions, such as those that the game names (Rules::examples), in which one part of a split is gone on
/// with; of plays from others than the first the last six positions. Options are asked for as the rule has them. May throw what
/// rules throw. Cost: the options of some thousand positions.
std::vector<Position> sample_positions(const Rules& rules, std::span<const Position> from, std::size_t most, Random& random);

}  // namespace bouton
