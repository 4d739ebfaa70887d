#include "bindings/c/best_move.h"

#include "engine/base/errors.h"
#include "engine/play/board.h"
#include "engine/play/player.h"

namespace bouton::c {
std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed) {
  const std::unique_ptr<Player> chooser = make_player(player, games, {}, solver);
  Board board(rules_of(games));
  board.set_up(sum);
  if (board.over()) return std::nullopt;
  Random random(seed);
  return board.move(chooser->choose(board, random));
}

}  // namespace bouton::c
