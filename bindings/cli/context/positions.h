// Positions and sums as they are typed.
#pragma once

#include <memory>
#include <vector>

#include "bindings/cli/arguments/request.h"
#include "bindings/cli/context/context.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/study/winning_moves.h"

namespace bouton::cli {

/// A sum with the games that its components' numbers stand for, each once; where it is played as a compound other than the
/// disjunctive sum, one position of one game (play_as).
struct NamedSum {
  std::vector<std::shared_ptr<const Game>> games;
  std::vector<GameRequest> requests;  ///< what loads each of the games that were named, without positions
  Sum sum;
  /// The same sum as it was typed, where ranges stand in some position for all positions of a box and were kept; else empty.
  /// Then `sum` has the first position of each box.
  std::vector<ComponentBox> boxes;

  void add(const GameRequest& request, const std::shared_ptr<const Game>& game, BigPosition position);
  /// Makes the sum that of all positions of the boxes, of which none is left. Throws LimitError where they are more than ten
  /// thousand, RequestError where one is no position.
  void list_boxes();
};

/// Where a game without a position stands, unless its start takes no numbers. `told_example` says so on standard error.
enum class Unplaced { nowhere, example, told_example, opening };

/// Whether ranges become the positions that they stand for, or stay boxes where the sum is disjunctive.
enum class Ranges { listed, kept };

/// The sum that a command line names, played as its --sum says; LO:HI in place of a coordinate stands for all positions from
/// the one to the other. Throws RequestError, naming the coordinates, if a position is missing; LimitError where ranges stand
/// for more than ten thousand positions that are listed.
NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, Unplaced unplaced = Unplaced::nowhere,
                  Ranges ranges = Ranges::listed);

}  // namespace bouton::cli
