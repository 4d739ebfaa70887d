#include "bindings/lua/module/theorem_studies.h"

#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/studies.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/output/answers/discovery.h"

namespace bouton::lua {
namespace {

/// The number of coordinates, with that of the piles as an argument.
std::size_t read_dimensions(lua_State* L, const Game& game) {
  std::optional<std::size_t> piles;
  if (!lua_isnoneornil(L, kFirstArgument)) piles = read_count(L, kFirstArgument, "piles");
  return dimensions_of_theorem(game, piles);
}

}  // namespace

int theorem_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const Asked::Now asked(object.asked);
    const Budget& budget = module_context(L).budget;
    const TheoremReport report = find_theorem(*object.game, {.dimensions = dimensions}, budget);
    return to_json(theorem_answer(*object.game, report, budget));
  });
}

int discover_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const Asked::Now asked(object.asked);
    const Budget& budget = module_context(L).budget;
    const Discovery discovery = discover(*object.game, dimensions, budget);
    return to_json(discovery_answer(*object.game, discovery, budget));
  });
}

}  // namespace bouton::lua
