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
#include "engine/plan/position_graph.h"

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
  Asked& asked;

  std::vector<std::shared_ptr<const Rules>> rules() const {
    std::vector<std::shared_ptr<const Rules>> rules;
    for (const auto& game : games) rules.push_back(game->rules);
    return rules;
  }
};

Asking asking_position(lua_State* L, int first = kFirstArgument) {
  GameObject& object = object_at<GameObject>(L, kObject).of_position(L, first);
  return {{object.game}, {{0, read_position_arguments(L, *object.game, first)}}, object.solver, object.asked};
}

Asking asking_sum(lua_State* L) {
  SumObject& object = object_at<SumObject>(L, kObject);
  return {object.games, object.sum, *object.solver, object.asked};
}

Json genus(lua_State* L, const Asking& asking) {
  const Asked::Now asked(asking.asked);
  const Budget& budget = module_context(L).budget;
  return to_json(GenusAnswer{asking.games, asking.sum, misere_position(asking.rules(), narrow_parts(asking.sum), budget)});
}

/// Lua counts from 1.
Json graph(lua_State* L, const Asking& asking) {
  const Asked::Now asked(asking.asked);
  std::optional<PositionGraph> found =
      position_graph(asking.rules(), asking.solver, asking.sum, kMostNodes, module_context(L).budget);
  if (!found) throw LimitError(fmt::format("there are more than {} positions below this one", kMostNodes));
  Json json = to_json(valued_graph(asking.games, *std::move(found)));
  for (Json& node : json["nodes"]) node.erase("id");
  for (Json& edge : json["edges"])
    for (const char* end : {"from", "to"}) edge[end] = edge[end].get<std::uint64_t>() + 1;
  return json;
}

GameQuotient quotient(lua_State* L, const Game& game, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (!domain.is_piles() && domain.dimensions() == 1 && lua_isinteger(L, kFirstArgument) != 0)
    return quotient_to(game, lua_tointeger(L, kFirstArgument), budget);
  const Sum sum = {{0, read_position_arguments(L, game, kFirstArgument)}};
  return quotient_below(game, {narrow_parts(sum)[0].position}, budget);
}

// The request of a match: { players = { A, B }, games = 1000, seed = 1 }.
struct MatchRequest {
  std::array<std::string, 2> players;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
};

/// Does not raise: fields are gone through, not asked for.
MatchRequest read_match(lua_State* L, int index) {
  MatchRequest request;
  const auto refuse = [] {
    return RequestError("a match is asked for as { players = { \"perfect\", \"random\" }, games = 1000, seed = 1 }");
  };
  if (!lua_istable(L, index)) throw refuse();
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    const std::string_view name = lua_type(L, -2) == LUA_TSTRING ? text_at(L, -2) : "";
    if (name == "games") {
      request.games = read_count(L, -1, "games");
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
  if (request.games == 0) throw RequestError("a match has at least one game");
  return request;
}

Json match(lua_State* L) {
  const MatchRequest request = read_match(L, kFirstArgument);
  const bool placed = lua_gettop(L) > kFirstArgument;
  GameObject& object = object_at<GameObject>(L, kObject).of_position(L, kFirstArgument + 1);
  if (!placed && !object.game->example)
    throw RequestError(fmt::format("{} has no example to start a match from", object.game->name));
  const Sum start = {{0, placed ? read_position_arguments(L, *object.game, kFirstArgument + 1) : *object.game->example}};
  const Asked::Now asked(object.asked);
  Budget budget = module_context(L).budget;
  budget.threads = 1;  // the rules' functions belong to one thread
  const std::vector<std::shared_ptr<const Game>> games = {object.game};
  MatchReport report{.games = games, .start = start, .drawn = {}, .seed = request.seed, .players = {}, .result = {}};
  for (std::size_t i = 0; i < 2; ++i) report.players[i] = make_player(request.players[i], games, budget)->name();
  const auto make_arena = [&] {
    Arena arena{Board({object.game->rules}), {}};
    for (std::size_t i = 0; i < 2; ++i) arena.players[i] = make_player(request.players[i], games, budget);
    return arena;
  };
  report.result = play_match(make_arena, narrow_parts(start), request.games, request.seed, budget);
  return to_json(report);
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
    const Asked::Now asked(object.asked);
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
    const Asked::Now asked(object.asked);
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
  return push_study(L, [L] { return match(L); });
}

void open_studies(lua_State* L) {
  static const luaL_Reg kNone[] = {{nullptr, nullptr}};
  set_methods<Study>(L, kNone);
}

}  // namespace bouton::lua
