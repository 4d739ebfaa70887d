#include "bindings/lua/module/theorem_studies.h"

#include <string_view>

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

/// The greatest Grundy value that it is about, behind the number of piles.
std::size_t read_value(lua_State* L) {
  const int argument = kFirstArgument + 1;
  if (lua_isnoneornil(L, argument)) return 0;
  if (lua_type(L, argument) == LUA_TSTRING && std::string_view(lua_tostring(L, argument)) == "all") return kAllValues;
  return read_count(L, argument, "value");
}

}  // namespace

int theorem_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const Asked::Now asked(object.asked);
    const Budget& budget = module_context(L).budget;
    TheoremRequest request{.dimensions = dimensions, .greatest_value = read_value(L)};
    const int steps = kFirstArgument + 2;
    if (!lua_isnoneornil(L, steps)) request.limits.most_steps = read_count(L, steps, "steps");
    const TheoremReport report = find_theorem(*object.game, request, budget);
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
