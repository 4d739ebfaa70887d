#include "bindings/lua/module/theorem_studies.h"

#include <string_view>

#include <fmt/format.h>

#include "bindings/lua/host/text_at.h"
#include "bindings/lua/load/library.h"
#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/studies.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/output/answers/counts.h"
#include "bindings/output/answers/discovery.h"
#include "engine/base/errors.h"
#include "engine/study/counts.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "engine/verify/guess.h"

namespace bouton::lua {
namespace {

/// The number of coordinates, with that of the piles as an argument.
std::size_t read_dimensions(lua_State* L, const Game& game) {
  std::optional<std::size_t> piles;
  if (!lua_isnoneornil(L, kFirstArgument)) piles = read_count(L, kFirstArgument, "piles");
  return dimensions_of_theorem(game, piles);
}

std::string_view read_text(lua_State* L, int index, const char* what) {
  if (lua_type(L, index) != LUA_TSTRING)
    throw RequestError(fmt::format("{} is {}, expected a text", what, luaL_typename(L, index)));
  return text_at(L, index);
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
    const int guessed = kFirstArgument + 3;
    if (lua_isnoneornil(L, guessed)) {
      const TheoremReport report = find_theorem(*object.game, request, budget);
      return to_json(theorem_answer(*object.game, report, budget));
    }
    const std::string text(read_text(L, guessed, "the guess"));
    const bool of_values = request.greatest_value == kAllValues;
    const Guess guess{text, read_predicate(text, names_in_guess(*object.game, dimensions, of_values))};
    const GuessAnswer answered = answer_guess(*object.game, guess, request, budget);
    TheoremAnswer answer = theorem_answer(*object.game, answered.report, budget);
    answer.guess = &answered;
    return to_json(answer);
  });
  set_description(L);
  return pushed;
}

namespace {

/// { total =, heaps =, multisets =, mod = }
void read_count_options(lua_State* L, int index, StatedCount& stated) {
  if (!lua_istable(L, index)) throw RequestError("what is counted is a table, { total =, heaps =, multisets =, mod = }");
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    const int value = lua_gettop(L);
    const std::string_view key = lua_type(L, -2) == LUA_TSTRING ? text_at(L, value - 1) : "";
    if (key == "total") stated.total = read_text(L, value, "total");
    else if (key == "heaps") stated.heaps = read_count(L, value, "heaps");
    else if (key == "multisets") stated.multisets = lua_toboolean(L, value) != 0;
    else if (key == "mod") stated.modulus = read_count(L, value, "mod");
    else throw RequestError("what is counted has the fields total, heaps, multisets and mod");
    lua_pop(L, 1);
  }
}

}  // namespace

int count_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const Game& game = *object.game;
    const auto [low, high] = read_corners(L, game, kFirstArgument);
    StatedCount stated{.low = widen(low), .high = widen(high)};
    if (!lua_isnoneornil(L, kFirstArgument + 1)) read_count_options(L, kFirstArgument + 1, stated);
    const CountRequest request = count_request(game, stated);
    return to_json(game, request, count_positions(game, object.solver, request, {}, module_context(L).budget));
  });
}

int discover_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const std::size_t dimensions = read_dimensions(L, *object.game);
    const QuestionGuard::Lock lock(object.guard);
    const Budget& budget = module_context(L).budget;
    const int further = kFirstArgument + 1;
    const std::uint64_t times = lua_isnoneornil(L, further) ? 1 : read_count(L, further, "further");
    const Discovery discovery = discover(*object.game, dimensions, budget, times, library_of(module_context(L).loader));
    return to_json(discovery_answer(*object.game, discovery, budget));
  });
}

}  // namespace bouton::lua
