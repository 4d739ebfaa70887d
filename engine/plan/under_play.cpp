#include "engine/plan/under_play.h"

#include <map>

#include "engine/rules/blocking.h"
#include "engine/rules/under_play.h"

namespace bouton {

std::shared_ptr<const Game> game_under_play(std::shared_ptr<const Game> game, Play play) {
  if (play_as_written(*game->rules) == play) return game;
  auto changed = std::make_shared<Game>(*game);
  changed->rules = under_play(game->rules, play);
  changed->known.clear();
  changed->known_shapes.clear();
  changed->claims_left_out += changed->claims.size();
  changed->claims.clear();
  if (!changed->description.empty()) changed->description += " ";
  changed->description += play == Play::misere
                              ? "Here play is misère: whoever cannot move wins, whatever the rules of the game say."
                              : "Here play is normal: whoever cannot move loses, whatever the rules of the game say.";
  if (game->on_shape) {
    // One object for each of the game's, too.
    using KnownGames = std::map<const Game*, std::weak_ptr<const Game>>;
    changed->on_shape = [game, play, known = std::make_shared<KnownGames>()](const CellShape& shape) {
      const std::shared_ptr<const Game> other = game->on_shape(shape);
      std::shared_ptr<const Game> under = (*known)[other.get()].lock();
      if (!under) (*known)[other.get()] = under = game_under_play(other, play);
      return under;
    };
  }
  return changed;
}

}  // namespace bouton
