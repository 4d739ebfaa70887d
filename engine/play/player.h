// Who chooses moves: perfect play, chance, something between, or a strategy of a game's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/random.h"
#include "engine/play/board.h"
#include "engine/rules/game.h"

namespace bouton {

class Player {
 public:
  virtual ~Player() = default;
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// The name, in full: "level:3".
  virtual std::string name() const = 0;
  /// The number of a move of a board that is not over. May throw what rules and solvers throw.
  virtual Integer choose(const Board& board, Random& random) = 0;
  /// The numbers of the moves that it forbids the player to move, on a board where some may be forbidden (Board::may_forbid),
  /// in ascending order. May throw likewise.
  virtual std::vector<std::size_t> forbid(const Board& board, Random& random) = 0;
  /// Whether what it chooses depends on nothing but the board and the random numbers, and takes little memory.
  virtual bool is_light() const { return true; }
};

inline constexpr int kGreatestLevel = 10;

/// The player called `name`, whatever its case, among those of the one game of `games`, and:
///   perfect   hardest_move of the solver's values: never loses a position that it can win; of more moves than can be listed
///   one
///             that wins, or any where all lose
///   random    each move with the same chance
///   level:K   1 <= K <= 10: plays as perfect does with probability K/10 at each move, else as random
/// Where options are forbidden (Rules::blocking), perfect forbids best_to_forbid, random as many moves as it may by chance, and
/// a strategy of the game's own what it would take itself: it is asked again and again, each time without what it has named.
/// Throws RequestError, naming those that there are, for another name.
/// `solver`, where given, is one for these games that others use too.
std::unique_ptr<Player> make_player(std::string_view name, const std::vector<std::shared_ptr<const Game>>& games,
                                    const Budget& budget, std::shared_ptr<Solver> solver = nullptr);

/// The move that this player chooses in `sum`, a sum of positions of `games`, which `solver` is for, where the options that
/// `forbidden` lead to are forbidden; all chance comes from `seed`. Nothing where there is no move. Throws what make_player,
/// players and boards throw.
std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed,
                                std::span<const Move> forbidden = {});
/// What this player forbids there, before the other one moves; empty in games where nothing is forbidden. Throws likewise.
std::vector<Move> chosen_to_forbid(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                   const Sum& sum, std::string_view player, std::uint64_t seed);

/// The names of players that `games` know, for a message: "perfect, random, level:K, model".
std::string player_names(const std::vector<std::shared_ptr<const Game>>& games);

}  // namespace bouton
