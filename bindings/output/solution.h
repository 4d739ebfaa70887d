// What `solve` found, with the games that it is about.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton {

struct Solution {
  /// The games that the components' numbers stand for.
  std::vector<std::shared_ptr<const Game>> games;
  Sum sum;
  Answer answer;
  /// Every move, where that was asked for.
  std::optional<std::vector<MoveValue>> moves;

  const Game& game_of(std::size_t component) const { return *games[sum[component].game]; }
};

/// The games' names joined by " + ".
std::string game_names(const Solution& solution);

/// "normal", "misere", or "function" where the terminal position decides.
std::string_view play_name(Play play);

/// "P", "N" or "draw".
std::string_view outcome_name(Outcome outcome);

/// A position on one line, for people: as the game shows it if that is one line, else its coordinates.
std::string line_of(const Game& game, const BigPosition& position);

}  // namespace bouton
