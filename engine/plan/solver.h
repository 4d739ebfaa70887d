// Every question about positions of given games and their sums, answered by whichever way fits first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/box.h"
#include "engine/position/integer.h"
#include "engine/rules/rules.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"
#include "engine/values/value.h"

namespace bouton {

/// One position of a disjunctive sum: of game number `game` among those that the solver was made for.
struct Component {
  std::size_t game = 0;
  BigPosition position;
};

/// A disjunctive sum. The empty sum is the position without options.
using Sum = std::vector<Component>;

/// A move in a sum: what replaces component `component`, as the rule gave it; several positions after a split.
struct Move {
  std::size_t component = 0;
  std::string label;  ///< empty for a move without a name
  std::vector<BigPosition> to;
};

/// About what a Move takes that is made of this option.
std::size_t bytes_of_move(const Options::Option& option);

/// A move, and the value of the whole sum that it leads to.
struct MoveValue {
  Move move;
  Value value;
};

struct Answer {
  Value value;
  std::vector<Move> winning_moves;  ///< component by component, in the rule's order, each option once
  bool winning_moves_complete = true;
  std::string solver;   ///< the way that found the outcome: "closed form", "heap", "search", "graph", or two of them
  std::string theorem;  ///< of a closed form: what it rests on; else empty
};

/// Which ways a solver may take. The reference is all of them off: then there is search, and graph where play is loopy.
struct Ways {
  bool closed_form = true;
  bool heap = true;       ///< sequences of Grundy values, of take-and-break games
  bool kernels = true;    ///< tables, of rules that are known as programs
  bool quotients = true;  ///< misère quotients, for sums that are too large to be searched
  bool claims = true;     ///< what the games claim is looked at first (engine/plan/claims.h)
};

/// Solves sums of positions of a fixed list of games, and remembers what it found.
/// Where a formula tells the outcome, Grundy values and remotenesses that it does not tell are left out of an answer
/// unless the position is small enough to be searched.
/// One thread at a time. Positions must be in their domains and valid (see check_position).
/// Every question may throw RuleError, LimitError and Interrupted, ContradictedClaim where a claim of the rules is seen to be
/// false; RequestError where the question does not fit the games (a Grundy value where play is not normal, a coordinate beyond
/// 64 bits where there is no formula).
class Solver {
 public:
  /// `games` all have the same play convention, or there is one only; else the questions about sums of several
  /// components throw RequestError.
  Solver(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Ways ways = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Everything about `sum`; at most `most_moves` winning moves.
  Answer solve(const Sum& sum, std::size_t most_moves = 1000);
  /// Every option of `sum` with the value of what it leads to, component by component, in the rule's order.
  std::vector<MoveValue> moves(const Sum& sum);

  Outcome outcome(const Sum& sum);
  std::optional<Nimber> grundy(const Sum& sum);
  std::optional<Remoteness> remoteness(const Sum& sum);

  /// The way by which a position of the first game is answered for without its moves: "closed form", "heap"; else empty.
  std::string_view known_way_to_outcome(const BigPosition& position);
  std::string_view known_way_to_grundy(const BigPosition& position);
  /// The way that table() or positions() takes: "closed form", "heap", "table" for the kernels; empty where positions are
  /// searched.
  std::string_view way_to_table(const Box& box, ValueKind kind);
  std::string_view way_to_positions(const Box& box);

  /// The values of all positions of `box` in the first game. Positions that are not valid have none.
  Table table(const Box& box, ValueKind kind);
  /// Calls `visit` with every P-position of `box`, in the order of the box, and returns how many there are.
  std::uint64_t positions(const Box& box, const std::function<void(PositionView)>& visit);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// `rules` under another play convention.
std::shared_ptr<const Rules> under_play(std::shared_ptr<const Rules> rules, Play play);

}  // namespace bouton
