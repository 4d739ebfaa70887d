// Positions and sums as they are typed.
#pragma once

#include <memory>
#include <vector>

#include "bindings/cli/arguments/request.h"
#include "bindings/cli/context/context.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// A sum with the games that its components' numbers stand for, each once; where it is played as a compound other than the
/// disjunctive sum, one position of one game (play_as).
struct NamedSum {
  std::vector<std::shared_ptr<const Game>> games;
  std::vector<GameRequest> requests;  ///< what loads each of the games that were named, without positions
  Sum sum;

  void add(const GameRequest& request, const std::shared_ptr<const Game>& game, BigPosition position);
};

/// Where a game without a position stands, unless its start takes no numbers. `told_example` says so on standard error.
enum class Unplaced { nowhere, example, told_example, opening };

/// The sum that a command line names, played as its --sum says. Throws RequestError, naming the coordinates, if a position is
/// missing.
NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, Unplaced unplaced = Unplaced::nowhere);

}  // namespace bouton::cli
