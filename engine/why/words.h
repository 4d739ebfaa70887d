// Positions and moves in words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/compound_game.h"
#include "engine/question/answer.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton {

/// A position on one line: as the game shows it if that is one line, else its coordinates.
std::string line_of(const Game& game, const BigPosition& position);
/// What stands in place of a component after a move: "4,7", "3 + 4" after a split, or "nothing".
std::string line_of(const Game& game, const std::vector<BigPosition>& positions);
/// "wythoff 29,51 + kayles 12 13"; behind a component in which the player to move must move stands "!". Of a compound
/// "wythoff 29,51 + kayles 12, conjunctive".
std::string line_of(const Games& games, const Sum& sum);
/// What kind of move it is: "horizontal", "again cut", "entail"; empty for an ordinary one without a name.
std::string name_of(const Move& move);
/// A move in a sum: "horizontal to 4,7"; "down a1-a2", the few squares that it changes; of several components "in nim 5: to 3";
/// of a compound what it does in each of them, with " and " between: moves are listed with "; ".
std::string line_of(const Games& games, const Sum& sum, const Move& move);
/// What a move of a compound does in one component.
std::string line_of(const Games& games, const Sum& sum, const MovePart& part);

}  // namespace bouton
