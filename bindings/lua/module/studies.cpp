#include "bindings/lua/module/studies.h"

#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/values/json_values.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/answers/match.h"
#include "bindings/output/answers/misere.h"
#include "bindings/output/answers/verification.h"

namespace bouton::lua {

/// An answer, kept in a userdata at the bottom of the stack while it is pushed.
struct Study {
  Json answer;
};
template <>
inline constexpr const char* kClassName<Study> = "bouton.Study";

namespace {

constexpr std::uint64_t kMostNodes = 1'000'000;

/// Positions of games, and the solver to ask about them.
struct Asking {
  std::vector<std::shared_ptr<const Game>> games;
  Sum sum;
  Solver& solver;
  QuestionGuard& guard;
};

Asking asking_position(lua_State* L, int first = kFirstArgument) {
  GameObject& object = object_at<GameObject>(L, kObject).of_position(L, first);
  return {{object.game}, {{0, read_position_arguments(L, *object.game, first)}}, object.solver, object.guard};
}

Asking asking_sum(lua_State* L) {
  SumObject& object = object_at<SumObject>(L, kObject);
  return {object.games, object.sum, *object.solver, object.guard};
}

Json genus(lua_State* L, const Asking& asking) {
  const QuestionGuard::Lock lock(asking.guard);
  return to_json(genus_of(asking.games, asking.sum, module_context(L).budget));
}

/// Lua counts from 1.
Json graph(lua_State* L, const Asking& asking) {
  const QuestionGuard::Lock lock(asking.guard);
  const Budget& budget = module_context(L).budget;
  Json json = to_json(valued_graph(asking.games, position_graph(asking.games, asking.solver, asking.sum, kMostNodes, budget)));
  for (Json& node : json["nodes"]) node.erase("id");
  for (Json& edge : json["edges"])
    for (const char* end : {"from", "to"}) edge[end] = edge[end].get<std::uint64_t>() + 1;
  return json;
}

GameQuotient quotient(lua_State* L, const Game& game, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (!domain.is_piles() && domain.dimensions() == 1 && lua_isinteger(L, kFirstArgument) != 0)
    return misere_quotient(game, Coordinate{lua_tointeger(L, kFirstArgument)}, budget);
  return misere_quotient(game, Sum{{0, read_position_arguments(L, game, kFirstArgument)}}, budget);
}

/// { players = { A, B }, games = 1000, seed = 1 }. Does not raise: fields are gone through, not asked for.
MatchRequest read_match(lua_State* L, int index) {
  MatchRequest request;
  const auto refuse = [] {
    return RequestError("a match takes a table such as { players = { \"perfect\", \"random\" }, games = 1000, seed = 1 }");
  };
  if (!lua_istable(L, index)) throw refuse();
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    const std::string_view name = lua_type(L, -2) == LUA_TSTRING ? text_at(L, -2) : "";
    if (name == "games") {
      request.rounds = read_count(L, -1, "games");
    } else if (name == "seed") {
      request.seed = read_count(L, -1, "seed");
    } else if (name == "players" && lua_istable(L, -1)) {
      for (std::size_t i = 0; i < 2; ++i) {
        if (lua_rawgeti(L, -1, static_cast<lua_Integer>(i) + 1) != LUA_TSTRING) throw refuse();
        request.players[i] = text_at(L, -1);
        lua_pop(L, 1);
      }
    } else {
      throw refuse();
    }
  }
  if (request.players[0].empty()) throw refuse();
  return request;
}

Json match_from(lua_State* L) {
  MatchRequest request = read_match(L, kFirstArgument);
  const bool placed = lua_gettop(L) > kFirstArgument;
  GameObject& object = object_at<GameObject>(L, kObject).of_position(L, kFirstArgument + 1);
  if (!placed && !object.game->example)
    throw RequestError(fmt::format("{} has no example to start a match from", object.game->name));
  request.games = {object.game};
  if (placed) request.start = {{0, read_position_arguments(L, *object.game, kFirstArgument + 1)}};
  else
    for (BigPosition& position : example_positions(*object.game)) request.start.push_back({0, std::move(position)});
  const QuestionGuard::Lock lock(object.guard);
  return to_json(match(request, module_context(L).budget));
}

}  // namespace

int push_study(lua_State* L, const std::function<Json()>& find) {
  std::unique_ptr<Study>& place = push_object<Study>(L);
  lua_insert(L, 1);
  place = std::make_unique<Study>();
  {
    const State::Entered entered(L);
    place->answer = find();
  }
  push_json(L, place->answer);
  return 1;
}

int quotient_of_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const GameQuotient found = quotient(L, *object.game, module_context(L).budget);
    return to_json(*object.game, found, found.given_up ? found.given_up->what() : "");
  });
}

int genus_of_position(lua_State* L) {
  return push_study(L, [L] { return genus(L, asking_position(L)); });
}

int genus_of_sum(lua_State* L) {
  return push_study(L, [L] { return genus(L, asking_sum(L)); });
}

int verify_game(lua_State* L) {
  return push_study(L, [L] {
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const Game& game = *object.game;
    const Budget& budget = module_context(L).budget;
    const Box box = lua_isnoneornil(L, kFirstArgument) ? verification_box(game, budget) : read_box(L, game, kFirstArgument);
    return to_json(game, box, verify(game, box, budget));
  });
}

int graph_of_position(lua_State* L) {
  return push_study(L, [L] { return graph(L, asking_position(L)); });
}

int graph_of_sum(lua_State* L) {
  return push_study(L, [L] { return graph(L, asking_sum(L)); });
}

int match_of_game(lua_State* L) {
  return push_study(L, [L] { return match_from(L); });
}

void open_studies(lua_State* L) {
  static const luaL_Reg kNone[] = {{nullptr, nullptr}};
  set_methods<Study>(L, kNone);
}

}  // namespace bouton::lua
