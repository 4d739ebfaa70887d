// Playing: the best move, players, games that go on move by move, matches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bouton/solver.h>

namespace bouton {
inline namespace v1 {

/// The best move, with the value of what it leads to: the nearest win, else a draw, else the loss that is farthest and hardest
/// to find. Nothing if no move is left. Throws as Solver does.
std::optional<MoveValue> best_move(Solver& solver, const Sum& sum);

/// The move that a player chooses: "perfect"; "random"; "level:K", K from 1 to 10, which plays perfectly with probability K/10;
/// a strategy of the game's own. All chance comes from `seed`. Nothing if no move is left. Throws RequestError for other names,
/// and as Solver does.
std::optional<Move> player_move(Solver& solver, const Sum& sum, std::string_view player, std::uint64_t seed = 1);
/// Where options are forbidden (Rules::blocking): those that this player, who does not move, forbids there; none in other
/// games. "perfect" forbids what must be forbidden, and else what delays most. Throws likewise.
std::vector<Move> player_forbids(Solver& solver, const Sum& sum, std::string_view player, std::uint64_t seed = 1);
/// As player_move, where the options that `forbidden` lead to may not be taken. Nothing if no other move is left.
std::optional<Move> player_move_but(Solver& solver, const Sum& sum, const std::vector<Move>& forbidden, std::string_view player,
                                    std::uint64_t seed = 1);

/// How a match ended.
struct MatchResult {
  struct Side {
    std::string player = {};
    std::uint64_t wins_moving_first = 0, wins_moving_second = 0;
    std::uint64_t wins() const { return wins_moving_first + wins_moving_second; }
  };
  std::array<Side, 2> sides = {};
  std::uint64_t draws = 0;
  std::uint64_t games = 0;
  std::uint64_t moves = 0;  ///< of all games together
};

/// So many games, at least 1, from `start`, two players moving first in turn; all chance comes from `seed`. Throws as
/// player_move does.
MatchResult match(Solver& solver, const Sum& start, const std::array<std::string, 2>& players, std::uint64_t games = 1000,
                  std::uint64_t seed = 1);

/// A game that is being played by two players in turn, the first of whom moves in the starting position. `solver`, whose games
/// these are, must outlive it.
class Session {
 public:
  /// Throws RequestError, and what rules throw; so do play(), undo() and redo(), which then change nothing.
  Session(Solver& solver, const Sum& start);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  Sum position() const;
  /// The moves that there are, component by component, in the order of the rules, each once. Empty: the game is over.
  const std::vector<Move>& moves() const;
  /// Makes move number `index` of moves(). Those that were taken back are discarded.
  void play(std::size_t index);
  /// Where options are forbidden (Rules::blocking) each turn has two steps: up to how many moves the player who is not to move
  /// may forbid now; 0 once that is done, and in other games.
  std::uint64_t may_forbid() const;
  /// Forbids the moves of these numbers, each once, at most may_forbid() of them, perhaps none: they are not among moves() from
  /// then on. A move that is made before is made with nothing forbidden. Throws RequestError, and then changes nothing.
  void forbid(const std::vector<std::size_t>& indexes);
  /// What is forbidden at the position, in the order of the rules.
  std::vector<Move> forbidden() const;
  /// Takes back, or makes again, so many moves.
  void undo(std::size_t count = 1);
  void redo(std::size_t count = 1);
  /// The moves that were made.
  const std::vector<Move>& made() const;
  /// How many were taken back and can be made again.
  std::size_t undone() const;
  /// Of a game that is over, for the player to move: N if that player has won. Nothing if it is not over.
  std::optional<Outcome> result() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v1
}  // namespace bouton
