// Sequences as pictures.
#pragma once

#include <optional>
#include <string>

#include "engine/heap/period/period.h"
#include "engine/image/picture.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// The values of a table of one dimension as dots, from left to right, with how often each value occurs at the right side.
/// `period`: what is known of it, else what is observed; bands that repeat are shaded where they are wide enough to be seen.
/// The name of what runs across is that of the coordinate, or `across`; `title` stands in place of the usual one.
Picture sequence_picture(const Game& game, const Table& table, const std::string& across = "n",
                         const std::optional<std::string>& title = {}, const std::optional<Period>& period = {});

}  // namespace bouton
