// Questions about positions of given games and their sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bouton/errors.h>
#include <bouton/game.h>
#include <bouton/limits.h>
#include <bouton/values.h>

namespace bouton {
inline namespace v1 {

/// A method that was run first and did not come to an end.
struct Fallback {
  std::string method;
  std::string why;  ///< "it looked at 20,000 positions without an end"
};

struct Answer {
  /// The outcome; Grundy value and remoteness where they are found beside it, in a second or so.
  Value value = {};
  std::vector<Move> winning_moves = {};  ///< component by component, in the order of the rules, each once
  bool winning_moves_complete = true;    ///< whether these are all
  /// Whether they are fewer than were asked for and perhaps not all, since finding the others takes too long.
  bool winning_moves_given_up = false;
  std::vector<ValueKind> left_out = {};  ///< values that there are, but that would have taken too long beside the outcome
  std::string method = {};               ///< what found the outcome: "search", "closed form", "heap", ...; new ones may come
  std::vector<Fallback> fallbacks = {};  ///< what was run before
  std::string theorem = {};              ///< what a formula rests on; else empty
  std::string claim = {};                ///< what the rules claim, nobody has proved, and the answer rests on; else empty
  /// Where options are forbidden (Rules::blocking): what the player who does not move must forbid, in the order of the rules.
  /// Of a P-position the options that are not N, of a draw those that are P; empty where nothing avails. Absent of other games,
  /// and where the method that answered does not tell it.
  std::optional<std::vector<Move>> forbid = {};
};

/// Several positions that are played at once, other than as a disjunctive sum: one position of a game of its own, whose text is
/// their texts with " | " between them. Solvers of that game answer about it as about any other.
struct Together {
  Game game;
  Position position;
};

/// The positions of `sum`, each of one of `games`, played at once in that way. What the game remembers counts against the
/// memory of `limits`. Throws RequestError for Compound::disjunctive, which a Sum is; where there is no position, or the player
/// to move is obliged; where games are not all played under the same convention, normal or misere, or forbid options; and for
/// positions that are none of their games, or beyond 64 bits. Questions throw it where a move splits a component.
Together play_together(const std::vector<Game>& games, const Sum& sum, Compound compound, Limits limits = {});
/// What a move at a position of such a game does in its components, one or several, in their order. Throws RequestError for
/// other games, and for what is not a move there.
std::vector<MovePart> parts_of(const Game& game, const Position& position, const Move& move);

/// The values of all positions of a box. Copies share them.
class Table {
 public:
  /// The cell of a position that is not valid.
  static constexpr std::uint32_t kInvalid = 0xFFFFFFFF;
  /// The cell of an infinite nimber, and of a draw's remoteness.
  static constexpr std::uint32_t kInfinite = 0xFFFFFFFE;

  ValueKind kind() const;
  const Box& box() const;
  /// How many positions the box has.
  std::size_t size() const { return cells().size(); }
  /// Grundy values, remotenesses, or outcomes as their enumerators' numbers, in the order of the box.
  std::span<const std::uint32_t> cells() const;
  /// The number of a position in that order. Throws RequestError if the box does not contain it.
  std::size_t index(PositionView position) const;
  std::size_t index(std::initializer_list<Coordinate> position) const {
    return index(PositionView(position.begin(), position.size()));
  }
  /// The position with number `index` < size().
  std::vector<Coordinate> position(std::size_t index) const;

  bool valid(std::size_t index) const { return cells()[index] != kInvalid; }
  // Of a valid cell. Each throws RequestError in a table of another kind.
  Nimber grundy(std::size_t index) const;
  Outcome outcome(std::size_t index) const;
  std::optional<std::uint64_t> remoteness(std::size_t index) const;  ///< absent for a draw

 private:
  friend struct Access;
  struct Impl;
  explicit Table(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// Answers questions, each by the method that is estimated to take least, and remembers what it found. One thread at a time
/// asks, and neither rules nor listeners ask back: RequestError.
///
/// Every question may throw RequestError where it does not fit the games, RuleError, LimitError, Cancelled and what functions
/// of the caller's throw. After any of them the solver can be asked on.
class Solver {
 public:
  /// Throws RequestError for limits that cannot be.
  explicit Solver(Game game, Limits limits = {});
  /// `games` all have the same play, or there is one only; else questions about sums throw RequestError.
  explicit Solver(std::vector<Game> games, Limits limits = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const std::vector<Game>& games() const;
  const Limits& limits() const;

  /// Ends the question that is being answered, which throws Cancelled within some milliseconds; what is asked later is not
  /// concerned. From any thread, or from a signal handler.
  void cancel() noexcept;
  /// Has `listener` called now and then by the thread that asks; empty: nobody. Not during a question.
  void on_progress(std::function<void(const Progress&)> listener);

  // Of a sum, or of one position of the first game.

  /// The outcome, at most `most_moves` winning moves, and what is found beside them.
  Answer solve(const Sum& sum, std::size_t most_moves = 1000);
  Answer solve(const Position& position, std::size_t most_moves = 1000) { return solve(Sum(position), most_moves); }
  Outcome outcome(const Sum& sum);
  Outcome outcome(const Position& position) { return outcome(Sum(position)); }
  /// The Grundy value, whatever it takes; absent where nothing tells it. Throws RequestError where play is not normal.
  std::optional<Nimber> grundy(const Sum& sum);
  std::optional<Nimber> grundy(const Position& position) { return grundy(Sum(position)); }
  /// The remoteness, whatever it takes; absent for a draw and where nothing tells it.
  std::optional<std::uint64_t> remoteness(const Sum& sum);
  std::optional<std::uint64_t> remoteness(const Position& position) { return remoteness(Sum(position)); }
  /// How many moves are still played when the winner delays and the loser hastens, whatever it takes; absent for a draw. Throws
  /// RequestError where play can go on for ever.
  std::optional<std::uint64_t> suspense(const Sum& sum);
  std::optional<std::uint64_t> suspense(const Position& position) { return suspense(Sum(position)); }
  /// The most moves that both sides can make together; absent where play need not end. Throws RequestError where moves oblige
  /// in a sum.
  std::optional<std::uint64_t> longest(const Sum& sum);
  std::optional<std::uint64_t> longest(const Position& position) { return longest(Sum(position)); }
  /// Every option with the value of what it leads to, component by component, in the order of the rules.
  std::vector<MoveValue> moves(const Sum& sum);
  std::vector<MoveValue> moves(const Position& position) { return moves(Sum(position)); }

  // Of the first game.

  /// The values of all positions of a box.
  Table table(const Box& box, ValueKind kind);
  /// Calls `visit` with every P-position of a box, in its order, and returns how many there are.
  std::uint64_t p_positions(const Box& box, const std::function<void(PositionView)>& visit);

 private:
  friend struct Access;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v1
}  // namespace bouton
