// Positions as pictures: boards as squares, heaps as rows of counters.
#pragma once

#include <optional>

#include "engine/image/picture.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton {

/// The components of a sum below each other. Nothing where one of them is neither a board nor numbers of counters that fit on a
/// line, or where a game shows its positions in a way of its own. A square in the first state is empty; with one more state it
/// is full, with several their letters stand in it. Names of columns and rows are those by which cells are called. O(cells and
/// counters).
std::optional<Picture> position_picture(const Games& games, const Sum& sum);

}  // namespace bouton
