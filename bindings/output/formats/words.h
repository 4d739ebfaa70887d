// Words for values and positions that every form uses.
#pragma once

#include <string>
#include <string_view>

#include "engine/rules/game.h"
#include "engine/rules/rules.h"
#include "engine/values/outcome.h"

namespace bouton {

/// "normal", "misere", or "function" where the terminal position decides.
std::string_view play_name(Play play);

/// "P", "N" or "draw".
std::string_view outcome_name(Outcome outcome);

/// A position on one line, for people: as the game shows it if that is one line, else its coordinates.
std::string line_of(const Game& game, const BigPosition& position);

}  // namespace bouton
