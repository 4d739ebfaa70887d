// What is written above pictures.
#pragma once

#include <string>
#include <string_view>

#include "engine/position/box.h"
#include "engine/rules/game.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"

namespace bouton {

/// "Grundy values", "outcomes", "remotenesses".
std::string_view plural(ValueKind kind);

/// "P: the player to move loses" and so on, for a legend.
std::string meaning(Outcome outcome);

/// The parameters of a game and the coordinates that one value is fixed for: "m = 5, goal = normal"; perhaps empty.
std::string circumstances(const Game& game, const Box& box);

}  // namespace bouton
