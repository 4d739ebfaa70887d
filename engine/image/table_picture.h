// Tables as pictures.
#pragma once

#include "engine/image/picture.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// A map of the two coordinates that vary in the table's box: the first to the right, the second upwards; a cell a
/// position. Outcomes and Grundy values have a colour each, P-positions among Grundy values one of their own; remotenesses
/// have shades, of one colour for P-positions and another for N-positions. Small tables carry their values as numbers. Of
/// more than 4000 positions along a coordinate several share a pixel, of their mean colour.
/// A box in which one coordinate varies is drawn as a sequence.
/// Throws RequestError, naming the coordinates, if more than two vary.
Picture table_picture(const Game& game, const Table& table);

/// Throws RequestError as table_picture would for a table of `box`.
void require_map(const Game& game, const Box& box);

/// The values of a table of one dimension as dots, from left to right, with how often each value occurs at the right side.
/// `period`: bands that repeat are shaded where they are wide enough to be seen. The name of what runs across is that of
/// the coordinate, or `across`.
Picture sequence_picture(const Game& game, const Table& table, const std::string& across = "n");

/// The colour of a cell in such a map. `most`: the greatest finite value of the table.
Colour cell_colour(const Table& table, std::uint64_t index, Play play, std::uint32_t most);

/// The greatest finite value of a table; 0 if there is none.
std::uint32_t greatest_value(const Table& table);

/// "Grundy values", "outcomes", "remotenesses".
std::string_view plural(ValueKind kind);

/// The parameters of a game and the coordinates that one value is fixed for: "m = 5, goal = normal"; perhaps empty.
std::string circumstances(const Game& game, const Box& box);

}  // namespace bouton
