// A winning strategy as a list that others can check without having searched.
//
// It names P-positions. From each of them every move of the other side has an answer, a move to one that comes before it in the
// list; and the start is one of them, or has a move to one. Answers go down the list, so play that follows them comes to an
// end, at a position without a move, where the rules say who has won.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/play/player.h"
#include "engine/rules/game.h"

namespace bouton {

/// A sum of positions of one game, sorted.
using PositionSum = std::vector<Position>;

struct Strategy {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string on;  ///< the board or the graph, where that is part of the position; else empty
  Play play = Play::normal;
  PositionSum start;
  std::vector<PositionSum> lost;  ///< the P-positions, each after those that it needs
};

/// The strategy of whoever wins `start`, positions of the one game that `solver` is for, whose rules these are: the P-positions
/// that it meets, whatever the other side does. Throws RequestError for draws, games of several kinds of moves (again, entail,
/// blocking), several games played at once in another way than as a sum, and play that need not end; LimitError where the
/// positions are too many; what Solver throws.
std::vector<PositionSum> winning_strategy(const Rules& rules, Solver& solver, const PositionSum& start, const Budget& budget);

/// What is wrong with a strategy: nothing where every move has its answer. Moves are those of the rule as it is written
/// (Rules::reference_options), and nothing else of the rules is asked; none of what found the strategy takes part. O(options of
/// the positions and of their options). Throws RuleError, LimitError, Interrupted.
std::optional<std::string> refuted(const Strategy& strategy, const Rules& rules, const Budget& budget);

/// A text with a checksum, each position without what it has in common with the one before it.
std::string to_text(const Strategy& strategy);
bool is_strategy(std::string_view text);
/// Throws RequestError, with what is wrong.
Strategy parse_strategy(std::string_view text, std::string_view name);

/// A player that answers by the strategy; elsewhere it takes the first move.
std::unique_ptr<Player> strategy_player(const Strategy& strategy);

}  // namespace bouton
