// What `solve` found, with the games that it is about.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/study/winning_moves.h"
#include "engine/why/words.h"

namespace bouton {

/// {"game","position","components","play"}: what was asked about; with "sum" where it is a compound other than the disjunctive
/// sum.
Json to_json(const Games& games, const Sum& sum);
/// {"component","label","to"}; "label" is null for a move without a name. In a compound
/// {"parts":[{"component","label","to"},..]}, where "to" is one position.
Json to_json(const Games& games, const Sum& sum, const Move& move);

struct Solution {
  /// The games that the components' numbers stand for.
  Games games;
  Sum sum;
  Answer answer;
  /// Every move, where that was asked for.
  std::optional<std::vector<MoveValue>> moves;
  /// Where that was asked for; absent for a draw.
  std::optional<Remoteness> suspense = {};
  /// The longest play, where that was asked for; absent in it where play need not end.
  std::optional<std::optional<Remoteness>> longest = {};
  /// How many winning moves there are, in place of their list, where that was asked for.
  std::optional<MoveCounts> counts = {};
  /// Where not `sum` is what was asked about, but all positions of these boxes.
  std::vector<ComponentBox> boxes = {};

  const Game& game_of(std::size_t component) const { return *games[sum[component].game]; }
};

/// For people: the values, the solver, the winning moves; and every move, where that was asked for.
void write_text(Sink& out, const Solution& solution);
/// One row: game, position, play, outcome, grundy, remoteness, suspense where it was asked for, winning moves separated by ";".
/// With all moves, a row for each move instead: component, label, to, and the value that it leads to.
void write_csv(Sink& out, const Solution& solution);
/// {"game","position","components","play","outcome",...}, with "moves" where every move was asked for; "fallbacks":
/// [{"method","why"},..] are the methods, as --method has them, that were run before the one that answered. Where moves are
/// counted there is "winning_moves_count":{"all","by_label":{..}} in place of the list; all positions of a box are a text,
/// "1:9,1:9".
Json to_json(const Solution& solution);

}  // namespace bouton
