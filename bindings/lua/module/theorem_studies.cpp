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

/// What tostring gives of a theorem: what is proved, or why nothing is.
int describe_theorem(lua_State* L) {
  lua_settop(L, 1);
  const auto field = [L](const char* name) {
    lua_getfield(L, 1, name);
    return luaL_tolstring(L, -1, nullptr);  // which stays on the stack
  };
  const char* const game = field("game");
  lua_getfield(L, 1, "statement");
  if (lua_isnil(L, -1)) {
    lua_pushfstring(L, "%s: no theorem: %s", game, field("reason"));
    return 1;
  }
  lua_pushfstring(L, "%s: proved for positions of every size under %s play\n%s", game, field("play"), field("statement"));
  return 1;
}

/// Gives the table on top of the stack a text of its own.
void set_description(lua_State* L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, &describe_theorem);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, -2);
}

}  // namespace

int theorem_of_game(lua_State* L) {
  const int pushed = push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const QuestionGuard::Lock lock(object.guard);
    const Budget& budget = module_context(L).budget;
    TheoremRequest request{.dimensions = dimensions, .greatest_value = read_value(L)};
    const int steps = kFirstArgument + 2;
    if (!lua_isnoneornil(L, steps)) request.limits.most_steps = read_count(L, steps, "steps");
    const TheoremReport report = find_theorem(*object.game, request, budget);
    return to_json(theorem_answer(*object.game, report, budget));
  });
  set_description(L);
  return pushed;
}

int discover_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const QuestionGuard::Lock lock(object.guard);
    const Budget& budget = module_context(L).budget;
    const int further = kFirstArgument + 1;
    const std::uint64_t times = lua_isnoneornil(L, further) ? 1 : read_count(L, further, "further");
    const Discovery discovery = discover(*object.game, dimensions, budget, times);
    return to_json(discovery_answer(*object.game, discovery, budget));
  });
}

}  // namespace bouton::lua
