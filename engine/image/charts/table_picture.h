// Tables as pictures.
#pragma once

#include <optional>
#include <string>

#include "engine/image/picture.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// A map of the two coordinates that vary in the table's box: the first to the right, the second upwards; a cell a
/// position. Outcomes and Grundy values have a colour each, P-positions among Grundy values one of their own; remotenesses
/// have shades, of one colour for P-positions and another for N-positions. Small tables carry their values as numbers. Of
/// more than 4000 positions along a coordinate several share a pixel, of their mean colour.
/// A box in which one coordinate varies is drawn as a sequence.
/// `title` stands in place of the usual one. Throws RequestError, naming the coordinates, if more than two vary.
Picture table_picture(const Game& game, const Table& table, const std::optional<std::string>& title = {});

/// Throws RequestError as table_picture would for a table of `box`.
void require_map(const Game& game, const Box& box);

}  // namespace bouton
