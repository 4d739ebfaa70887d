// Boxes as they are typed: a range HI or LO:HI for every coordinate.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/play/starts.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// The box of `game` that the ranges name; LO is the coordinate's least value where it is left out, and values may be
/// named. In a piles game there are as many piles as ranges. Throws RequestError, beginning with the range as typed.
Box parse_box(const Game& game, const std::vector<std::string>& ranges);

/// The least and the greatest coordinates of such a box, whose size has no bound: coordinates without a greatest value may be
/// beyond 64 bits. Throws likewise.
std::pair<BigPosition, BigPosition> parse_big_box(const Game& game, const std::vector<std::string>& ranges);

/// The value of an axis that `text` names or spells. Throws RequestError.
Coordinate parse_value(const Axis& axis, std::string_view text);

/// Ranges to start within, "10:30,7": LO:HI or one value, for each number that a position of `game` is given by. Throws
/// RequestError, quoting what is wrong.
StartRanges parse_start_ranges(const Game& game, std::string_view text);

/// How a position of the game is typed, for a message: "S,L (such as 29,51)".
std::string position_form(const Game& game);

}  // namespace bouton::cli
