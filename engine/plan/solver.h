// Every question about positions of given games and their sums, answered by the method that takes least.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/budget.h"
#include "engine/method/methods.h"
#include "engine/position/box.h"
#include "engine/question/answer.h"
#include "engine/question/question.h"
#include "engine/question/question_plan.h"
#include "engine/rules/rules.h"
#include "engine/rules/under_play.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"
#include "engine/values/value.h"
#include "engine/values/value_sink.h"

namespace bouton {

class Ranks;

/// Solves sums of positions of a fixed list of games, and remembers what it found.
/// The outcome comes first: Grundy values and remotenesses that it does not bring along are left out of an answer where they
/// would take more than a second or so, unless they are asked for.
/// One thread at a time. Positions must be in their domains and valid (see check_position).
/// Every question may throw RuleError, LimitError and Interrupted, ContradictedClaim where a claim of the rules is seen to be
/// false; RequestError where the question does not fit the games (a Grundy value where play is not normal, a coordinate beyond
/// 64 bits where there is no formula).
class Solver {
 public:
  /// `games` all have the same play convention, or there is one only; else the questions about sums of several
  /// components throw RequestError.
  Solver(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Methods methods = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// The outcome of `sum`, at most `most_moves` winning moves, and what else is wanted. Coordinates beyond 64 bits have those
  /// values only that their formula tells.
  Answer solve(const Sum& sum, std::size_t most_moves = 1000, const Wanted& wanted = {});
  /// Every option of `sum` with the value of what it leads to, component by component, in the rule's order.
  std::vector<MoveValue> moves(const Sum& sum);

  Outcome outcome(const Sum& sum);
  std::optional<Nimber> grundy(const Sum& sum);
  std::optional<Remoteness> remoteness(const Sum& sum);
  /// The number of moves when the winner delays and the loser hastens; absent for a draw. Throws RequestError where play can go
  /// on for ever, and where moves oblige.
  std::optional<Remoteness> suspense(const Sum& sum);
  /// The most moves that both sides can make together; absent where play need not end. Throws RequestError where moves oblige
  /// in a sum.
  std::optional<Remoteness> longest(const Sum& sum);

  /// Writes what searches have found to Methods::search_file. Throws OutputError.
  void keep_searches();

  /// The method by which the last value, table or list of P-positions was found, and those that were run before in vain.
  Method answered() const;
  const std::vector<Fallback>& fallbacks() const;

  /// What the moves below a position are like, as far as so many of them show. Later questions know it too.
  struct Look {
    bool loopy = false;     ///< play can come back to where it was
    bool splits = false;    ///< a move splits the game
    bool complete = false;  ///< everything below was seen
  };
  Look look(const Component& component, std::uint64_t most_positions, std::uint64_t most_options);
  /// What would be done for a question about the games: proposals, in the order in which they are run, and what was declined.
  QuestionPlan plan(const Question& question);
  /// The methods by which a sum is answered, each once.
  std::set<Method> methods_of(const Sum& sum);
  /// The most memory that was in use at once since the last call.
  std::size_t peak_memory();

  /// The values of all positions of `box` in the first game. Positions that are not valid have none.
  Table table(const Box& box, ValueKind kind);
  /// The same values, handed to `sink` in stripes as they are done. False, before the sink is given anything, where the method
  /// that answers tells them as a table only; with Striping::to_save_memory also where a table costs no memory to speak of, and
  /// is not filled row by row.
  bool stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink);
  /// How the ranks of a run can share these values; nothing where they are not found in stripes.
  std::optional<Division> division(const Box& box, ValueKind kind);
  /// For a box that can be shared, called alike on every rank: hands the values of this rank's block to `sink`. False, on every
  /// rank alike and before the sinks are given anything, where the rules do something wrong, which stream() and table() tell.
  /// Throws what `ranks` throws, too.
  bool solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink);
  /// Calls `visit` with every P-position of `box`, in the order of the box, and returns how many there are. With `resumable`,
  /// goes on from where that has begun, where the method that answers can, and counts those that are visited.
  std::uint64_t positions(const Box& box, const std::function<void(PositionView)>& visit, ResumableRun* resumable = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton
