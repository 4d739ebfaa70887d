// A move, as a player chooses it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::c {

/// The move that the player called `player` (make_player) chooses in `sum`, with all its chance from `seed`. `games` are
/// those that `solver` is for. Nothing where there is no move. Throws what players and boards throw.
std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed);

}  // namespace bouton::c
