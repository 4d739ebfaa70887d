// Many games between two players.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/play/player.h"

namespace bouton {

struct MatchResult {
  struct Side {
    std::uint64_t wins_moving_first = 0, wins_moving_second = 0;
    std::uint64_t wins() const { return wins_moving_first + wins_moving_second; }
  };
  std::array<Side, 2> sides;
  std::uint64_t draws = 0;
  std::uint64_t games = 0;
  std::uint64_t moves = 0;  ///< of all games together

  void add(const MatchResult& other);
};

/// Plays game number `number` from `start`: in even games sides[0] moves first, in odd ones sides[1]. All chance comes from
/// (seed, number). A game in which one position comes back again and again is a draw.
MatchResult play_game(Board& board, const Sum& start, std::array<Player*, 2> sides, std::uint64_t seed, std::uint64_t number,
                      const Budget& budget);

/// What one thread of a match plays with. Made by each thread for itself.
struct Arena {
  Board board;
  std::array<std::unique_ptr<Player>, 2> players;
  /// Where a game begins by chance; empty where all begin at the same position.
  std::function<Sum(Random&)> draw_start = {};
};

/// Plays games first..first + games - 1 in up to budget.threads threads, each with an arena of its own; in one where a player
/// of the first arena is not light. Where starts are drawn by chance, games 2k and 2k + 1 have the same, so that each player
/// moves first from it. The result depends on the seed alone. Throws what the players throw.
MatchResult play_match(const std::function<Arena()>& make_arena, const Sum& start, std::uint64_t games, std::uint64_t seed,
                       const Budget& budget, std::uint64_t first = 0);

struct ConfidenceInterval {
  double low = 0, high = 1;
};
/// Where the chance to win lies with 95 % confidence, after `wins` of `games` (E. B. Wilson, 1927). All of [0, 1] for no games.
ConfidenceInterval confidence(std::uint64_t wins, std::uint64_t games);

}  // namespace bouton
