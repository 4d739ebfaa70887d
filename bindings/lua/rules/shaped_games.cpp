#include "bindings/lua/rules/shaped_games.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace bouton::lua {
namespace {

/// The games on the boards or graphs that were asked for.
class ShapedGames : public std::enable_shared_from_this<ShapedGames> {
 public:
  explicit ShapedGames(MakeGame make) : make_(std::move(make)) {}

  void add(const std::shared_ptr<Game>& game) {
    game->on_shape = [games = shared_from_this()](const CellShape& shape) { return games->on(shape); };
    games_[key(*game->rules->domain().shape())] = game;
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::string>;
  static Key key(const CellShape& shape) { return {shape.rows, shape.columns, shape.graph}; }

  std::shared_ptr<const Game> on(const CellShape& shape) {
    if (const auto found = games_.find(key(shape)); found != games_.end())
      if (std::shared_ptr<const Game> game = found->second.lock()) return game;
    const std::shared_ptr<Game> game = make_(&shape);
    add(game);
    return game;
  }

  MakeGame make_;
  std::map<Key, std::weak_ptr<const Game>> games_;
};

}  // namespace

std::shared_ptr<const Game> shaped_game(MakeGame make) {
  std::shared_ptr<Game> game = make(nullptr);
  const CellShape* const shape = game->rules->domain().shape();
  if (shape != nullptr && shape->is_part_of_position()) std::make_shared<ShapedGames>(std::move(make))->add(game);
  return game;
}

}  // namespace bouton::lua
