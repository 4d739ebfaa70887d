#include "bindings/lua/module/game_class.h"

#include <algorithm>

#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/play_class.h"
#include "bindings/lua/module/studies.h"
#include "bindings/lua/module/table_class.h"
#include "bindings/lua/module/theorem_studies.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/output/answers/explanation.h"
#include "bindings/output/answers/reason.h"
#include "engine/plan/claims.h"
#include "engine/plan/compound_game.h"
#include "engine/plan/explain.h"
#include "engine/search/implied.h"
#include "engine/study/sequence/study.h"
#include "engine/verify/verify.h"

namespace bouton::lua {

QuestionGuard::Lock::Lock(QuestionGuard& guard) : guard_(guard) {
  if (guard_.is_locked_) throw RequestError("this game is already answering a question: its own rule functions cannot ask it");
  guard_.is_locked_ = true;
}

GameObject& GameObject::of_position(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return *this;
  const std::shared_ptr<const Game> own = game_of_position(game, text_at(L, index));
  if (own == game) return *this;
  const auto known = std::ranges::find(others_, own, &GameObject::game);
  if (known != others_.end()) return **known;
  return *others_.emplace_back(std::make_unique<GameObject>(own, budget_));
}

/// Results that own memory: kept in a userdata at the bottom of the stack while they are pushed.
struct GameResults {
  Games games;  ///< that the moves and positions are of
  Sum sum;
  std::optional<Nimber> nimber;
  std::vector<Move> moves;
  std::vector<std::vector<MovePart>> parts;  ///< of each move in a compound; else empty
  Games components;                          ///< that these are of
  std::vector<BigPosition> positions;
  std::string text;
  std::vector<Check> checks;
};
template <>
inline constexpr const char* kClassName<GameResults> = "bouton.Results";

namespace {

GameResults& begin(lua_State* L) {
  std::unique_ptr<GameResults>& place = push_object<GameResults>(L);
  lua_insert(L, 1);
  place = std::make_unique<GameResults>();
  return *place;
}

/// A sum, and the solver to ask about it; for as long as the call lasts.
struct Question {
  State::Entered entered;
  QuestionGuard::Lock lock;
  Solver& solver;
  Games games;
  Sum sum;
};

Question about_position(lua_State* L) {
  GameObject& object = object_at<GameObject>(L, kObject).of_position(L, kFirstArgument);
  return {State::Entered(L),
          QuestionGuard::Lock(object.guard),
          object.solver,
          {object.game},
          {{0, read_position_arguments(L, *object.game, kFirstArgument)}}};
}

Question about_sum(lua_State* L) {
  SumObject& object = object_at<SumObject>(L, kObject);
  return {State::Entered(L), QuestionGuard::Lock(object.guard), *object.solver, object.games, object.sum};
}

using Ask = Question (*)(lua_State*);

template <Ask ask>
int grundy(lua_State* L) {
  GameResults& results = begin(L);
  {
    Question question = ask(L);
    results.nimber = question.solver.grundy(question.sum);
  }
  if (results.nimber) {
    push_nimber(L, *results.nimber);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

template <Ask ask>
int outcome(lua_State* L) {
  begin(L);
  Outcome answer{};
  {
    Question question = ask(L);
    answer = question.solver.outcome(question.sum);
  }
  push_outcome(L, answer);
  return 1;
}

/// A number of moves that a solver tells.
using Length = std::optional<Remoteness> (Solver::*)(const Sum&);

template <Ask ask, Length length>
int length_of(lua_State* L) {
  begin(L);
  std::optional<Remoteness> answer;
  {
    Question question = ask(L);
    answer = (question.solver.*length)(question.sum);
  }
  if (answer) {
    lua_pushinteger(L, *answer);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

int push_text(lua_State* L, const GameResults& results) {
  lua_pushlstring(L, results.text.data(), results.text.size());
  return 1;
}

/// { parts = { { component = i (counted from 1), label = name or nil, to = position }, ... } }
void push_parts(lua_State* L, const Games& components, const std::vector<MovePart>& parts) {
  lua_createtable(L, 0, 1);
  push_list(L, parts, [&](const MovePart& part) {
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, static_cast<lua_Integer>(part.component) + 1);
    lua_setfield(L, -2, "component");
    if (!part.label.empty()) {
      lua_pushlstring(L, part.label.data(), part.label.size());
      lua_setfield(L, -2, "label");
    }
    push_position(L, *components[part.component], part.to);
    lua_setfield(L, -2, "to");
  });
  lua_setfield(L, -2, "parts");
}

int push_moves(lua_State* L, const GameResults& results) {
  if (!results.components.empty()) {
    push_list(L, results.parts, [&](const std::vector<MovePart>& parts) { push_parts(L, results.components, parts); });
    return 1;
  }
  push_list(L, results.moves, [&](const Move& move) { push_move(L, *results.games[results.sum[move.component].game], move); });
  return 1;
}

template <Ask ask>
int winning_moves(lua_State* L) {
  GameResults& results = begin(L);
  {
    constexpr std::size_t kMostMoves = 1'000'000;
    Question question = ask(L);
    results.moves = question.solver.solve(question.sum, kMostMoves).winning_moves;
    results.games = question.games;
    results.sum = question.sum;
    if (compound_of(question.games, question.sum) != Compound::disjunctive) {
      results.components = components_of(*question.games[0]);
      for (const Move& move : results.moves) results.parts.push_back(parts_of(question.games, question.sum, move));
    }
  }
  return push_moves(L, results);
}

/// g:to_forbid(..): what the player who does not move must forbid; nil in games where nothing is forbidden.
int to_forbid(lua_State* L) {
  GameResults& results = begin(L);
  bool known = false;
  {
    Question question = about_position(L);
    std::optional<std::vector<Move>> forbid = question.solver.solve(question.sum, 0).forbid;
    known = forbid.has_value();
    if (known) results.moves = *std::move(forbid);
    results.games = question.games;
    results.sum = question.sum;
  }
  if (!known) return 0;
  return push_moves(L, results);
}

/// g:blocking(): up to how many options the other player forbids before each move.
int blocking(lua_State* L) {
  lua_pushinteger(L, static_cast<lua_Integer>(object_at<GameObject>(L, 1).game->rules->blocking()));
  return 1;
}

template <Ask ask>
int why(lua_State* L) {
  GameResults& results = begin(L);
  {
    Question question = ask(L);
    results.text = text_of(bouton::why(question.games, question.sum, question.solver, module_context(L).budget), 0);
  }
  return push_text(L, results);
}

int options(lua_State* L) {
  GameResults& results = begin(L);
  {
    const State::Entered entered(L);
    GameObject& object = object_at<GameObject>(L, kObject).of_position(L, kFirstArgument);
    const QuestionGuard::Lock lock(object.guard);
    const Game& game = *object.game;
    results.games = {object.game};
    results.sum = {{0, {}}};
    const std::optional<Position> position = narrow(read_position_arguments(L, game, kFirstArgument));
    if (!position) throw RequestError("the options of a position beyond 64 bits cannot be listed");
    Options found;
    game.rules->options(*position, found);
    const Options unique = found.unique();
    for (std::size_t i = 0; i < unique.size(); ++i) {
      Move move{
          .component = 0, .label = std::string(game.rules->label_name(unique[i].label())), .to = {}, .kind = unique[i].kind()};
      for (std::size_t part = 0; part < unique[i].size(); ++part) move.to.push_back(widen(unique[i][part]));
      results.moves.push_back(std::move(move));
    }
  }
  return push_moves(L, results);
}

int table(lua_State* L) {
  std::unique_ptr<TableObject>& place = push_object<TableObject>(L);
  lua_insert(L, 1);
  const State::Entered entered(L);
  GameObject& object = object_at<GameObject>(L, kObject);
  const QuestionGuard::Lock lock(object.guard);
  const Box box = read_box(L, *object.game, kFirstArgument);
  const ValueKind kind = read_value_kind(L, kFirstArgument + 1, *object.game);
  auto table = std::make_shared<const Table>(object.solver.table(box, kind));
  place = std::make_unique<TableObject>(TableObject{object.game, std::move(table)});
  lua_settop(L, 1);
  return 1;
}

int positions(lua_State* L) {
  GameResults& results = begin(L);
  {
    const State::Entered entered(L);
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const Box box = read_box(L, *object.game, kFirstArgument);
    results.games = {object.game};
    object.solver.positions(box, [&](PositionView position) { results.positions.push_back(widen(position)); });
  }
  push_list(L, results.positions, [&](const BigPosition& position) { push_position(L, *results.games[0], position); });
  return 1;
}

/// The positions that the list at `index` gives an outcome each: { { 100, 1 }, "N" }.
std::vector<std::pair<Position, Outcome>> read_given(lua_State* L, const Game& game, int index) {
  if (!lua_istable(L, index)) throw RequestError("the given outcomes must be a list, such as { { { 100, 1 }, \"N\" } }");
  std::vector<std::pair<Position, Outcome>> given;
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, index));
  for (lua_Integer i = 1; i <= size; ++i) {
    const bool is_list = lua_rawgeti(L, index, i) == LUA_TTABLE;
    const bool named = is_list && lua_rawgeti(L, -1, 2) == LUA_TSTRING && lua_rawgeti(L, -2, 1) == LUA_TTABLE;
    const std::string_view outcome = named ? text_at(L, -2) : "";
    if (outcome != "P" && outcome != "N")
      throw RequestError("each given outcome must be a position and \"P\" or \"N\", such as { { 100, 1 }, \"N\" }");
    const std::optional<Position> position = narrow(read_position(L, game, lua_gettop(L)));
    if (!position) throw RequestError("a given position is beyond 64 bits");
    given.emplace_back(*position, outcome == "P" ? Outcome::P : Outcome::N);
    lua_pop(L, 3);
  }
  return given;
}

/// implied(box, given): a table of outcomes, nil where they do not follow, and how many there are; or nil and a position that
/// would be both P and N.
int implied(lua_State* L) {
  GameResults& results = begin(L);
  std::unique_ptr<TableObject>& place = push_object<TableObject>(L);
  lua_insert(L, 2);
  lua_Integer known = 0;
  {
    const State::Entered entered(L);
    GameObject& object = object_at<GameObject>(L, kObject + 1);
    const QuestionGuard::Lock lock(object.guard);
    const Box box = read_box(L, *object.game, kFirstArgument + 1);
    look_at_claims(object.game->rules, module_context(L).budget);
    Implied found =
        implied_outcomes(*object.game->rules, box, read_given(L, *object.game, kFirstArgument + 2), module_context(L).budget);
    known = static_cast<lua_Integer>(found.known);
    results.games = {object.game};
    if (found.contradiction) results.positions.push_back(widen(*found.contradiction));
    else
      place = std::make_unique<TableObject>(TableObject{object.game, std::make_shared<const Table>(std::move(found.outcomes))});
  }
  if (!results.positions.empty()) {
    lua_pushnil(L);
    push_position(L, *results.games[0], results.positions[0]);
    return 2;
  }
  lua_pushvalue(L, 2);
  lua_pushinteger(L, known);
  return 2;
}

int sequence(lua_State* L) {
  std::unique_ptr<SequenceObject>& place = push_object<SequenceObject>(L);
  lua_insert(L, 1);
  const State::Entered entered(L);
  GameObject& object = object_at<GameObject>(L, kObject);
  const QuestionGuard::Lock lock(object.guard);
  const auto last = static_cast<Coordinate>(read_count(L, kFirstArgument, "the last heap"));
  const ValueKind kind = read_value_kind(L, kFirstArgument + 1, *object.game);
  auto values = std::make_shared<const Table>(
      find_sequence(*object.game, object.solver, {.last = last, .kind = kind}, module_context(L).budget).values);
  place = std::make_unique<SequenceObject>(SequenceObject{object.game, std::move(values)});
  lua_settop(L, 1);
  return 1;
}

/// What came of a claim: { words =, source =, checked =, counterexample =, holds =, as_stated =, proved = }.
void push_verdict(lua_State* L, const Check& check) {
  lua_createtable(L, 0, 7);
  lua_pushlstring(L, check.name.data(), check.name.size());
  lua_setfield(L, -2, "words");
  lua_pushlstring(L, check.verdict->source.data(), check.verdict->source.size());
  lua_setfield(L, -2, "source");
  lua_pushinteger(L, static_cast<lua_Integer>(check.compared));
  lua_setfield(L, -2, "checked");
  const std::optional<Position>& counterexample = check.verdict->counterexample;
  if (counterexample) push_integers(L, *counterexample);
  else lua_pushnil(L);
  lua_setfield(L, -2, "counterexample");
  lua_pushboolean(L, counterexample ? 0 : 1);
  lua_setfield(L, -2, "holds");
  lua_pushboolean(L, check.difference ? 0 : 1);
  lua_setfield(L, -2, "as_stated");
  lua_pushboolean(L, check.verdict->is_proved ? 1 : 0);
  lua_setfield(L, -2, "proved");
}

int claims(lua_State* L) {
  GameResults& results = begin(L);
  {
    const State::Entered entered(L);
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const Game& game = *object.game;
    const Budget& budget = module_context(L).budget;
    const bool all_named = std::ranges::all_of(game.claims, [](const GameClaim& claim) { return claim.box.has_value(); });
    const Box box = !lua_isnoneornil(L, kFirstArgument) ? read_box(L, game, kFirstArgument)
                    : all_named                         ? Box()
                                                        : verification_box(game, budget);
    for (const GameClaim& claim : game.claims) results.checks.push_back(check_claim(game, claim, box, budget));
  }
  push_list(L, results.checks, [L](const Check& check) { push_verdict(L, check); });
  return 1;
}

template <std::string Game::*field>
int text_of(lua_State* L) {
  const std::string& text = (*object_at<GameObject>(L, 1).game).*field;
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

int explain(lua_State* L) {
  GameResults& results = begin(L);
  {
    const State::Entered entered(L);
    GameObject& object = object_at<GameObject>(L, kObject);
    const QuestionGuard::Lock lock(object.guard);
    const Game& game = *object.game;
    TextSink text;
    write_text(text, game, bouton::explain(game, viewpoint(game, {}), {}, module_context(L).budget));
    results.text = text.text();
  }
  return push_text(L, results);
}

int describe_game(lua_State* L) {
  lua_pushfstring(L, "bouton.game(%s)", object_at<GameObject>(L, 1).game->name.c_str());
  return 1;
}

int describe_sum(lua_State* L) {
  const SumObject& object = object_at<SumObject>(L, 1);
  const std::size_t components = object.games.empty() ? 0 : components_of(*object.games[0]).size();
  lua_pushfstring(L, "bouton.sum of %d", static_cast<int>(components > 0 ? components : object.sum.size()));
  return 1;
}

/// Adds one entry { game, position } of bouton.sum, the list at `index`, to `object`.
void add_component(lua_State* L, int index, SumObject& object) {
  if (!lua_istable(L, index)) throw RequestError("bouton.sum takes a list of { game, position }");
  lua_rawgeti(L, index, 1);
  lua_rawgeti(L, index, 2);
  const std::shared_ptr<const Game> game = object_at<GameObject>(L, -2).of_position(L, lua_gettop(L)).game;
  const auto known = static_cast<std::size_t>(std::ranges::find(object.games, game) - object.games.begin());
  if (known == object.games.size()) object.games.push_back(game);
  object.sum.push_back({known, read_position(L, *game, lua_gettop(L))});
  lua_getfield(L, index, "obliged");
  object.sum.back().obliged = lua_toboolean(L, -1) != 0;
  lua_pop(L, 3);
}

}  // namespace

int make_sum(lua_State* L) {
  const bool named = lua_gettop(L) == 2 && lua_type(L, 2) == LUA_TSTRING;
  if ((lua_gettop(L) != 1 && !named) || !lua_istable(L, 1))
    throw RequestError("bouton.sum takes a list of { game, position }, and perhaps the name of a way to play them at once");
  std::unique_ptr<SumObject>& place = push_object<SumObject>(L);
  const State::Entered entered(L);
  auto object = std::make_unique<SumObject>();
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_rawgeti(L, 1, i);
    add_component(L, lua_gettop(L), *object);
    lua_pop(L, 1);
  }
  const Budget& budget = module_context(L).budget;
  if (named) play_as(parse_compound(text_at(L, 2)), object->games, object->sum, budget);
  object->solver = std::make_unique<Solver>(rules_of(object->games), budget);
  place = std::move(object);
  return 1;
}

void open_game_classes(lua_State* L) {
  static const luaL_Reg kResults[] = {{nullptr, nullptr}};
  static const luaL_Reg kGame[] = {{"grundy", &trampoline<grundy<about_position>>},
                                   {"outcome", &trampoline<outcome<about_position>>},
                                   {"remoteness", &trampoline<length_of<about_position, &Solver::remoteness>>},
                                   {"suspense", &trampoline<length_of<about_position, &Solver::suspense>>},
                                   {"longest", &trampoline<length_of<about_position, &Solver::longest>>},
                                   {"winning_moves", &trampoline<winning_moves<about_position>>},
                                   {"to_forbid", &trampoline<to_forbid>},
                                   {"blocking", &trampoline<blocking>},
                                   {"why", &trampoline<why<about_position>>},
                                   {"options", &trampoline<options>},
                                   {"table", &trampoline<table>},
                                   {"positions", &trampoline<positions>},
                                   {"implied", &trampoline<implied>},
                                   {"sequence", &trampoline<sequence>},
                                   {"claims", &trampoline<claims>},
                                   {"explain", &trampoline<explain>},
                                   {"quotient", &trampoline<quotient_of_game>},
                                   {"genus", &trampoline<genus_of_position>},
                                   {"verify", &trampoline<verify_game>},
                                   {"theorem", &trampoline<theorem_of_game>},
                                   {"count", &trampoline<count_of_game>},
                                   {"discover", &trampoline<discover_of_game>},
                                   {"graph", &trampoline<graph_of_position>},
                                   {"match", &trampoline<match_of_game>},
                                   {"play", &trampoline<begin_play>},
                                   {"name", &trampoline<text_of<&Game::name>>},
                                   {"title", &trampoline<text_of<&Game::title>>},
                                   {"source", &trampoline<text_of<&Game::source>>},
                                   {nullptr, nullptr}};
  static const luaL_Reg kSum[] = {{"grundy", &trampoline<grundy<about_sum>>},
                                  {"outcome", &trampoline<outcome<about_sum>>},
                                  {"remoteness", &trampoline<length_of<about_sum, &Solver::remoteness>>},
                                  {"suspense", &trampoline<length_of<about_sum, &Solver::suspense>>},
                                  {"longest", &trampoline<length_of<about_sum, &Solver::longest>>},
                                  {"winning_moves", &trampoline<winning_moves<about_sum>>},
                                  {"why", &trampoline<why<about_sum>>},
                                  {"genus", &trampoline<genus_of_sum>},
                                  {"graph", &trampoline<graph_of_sum>},
                                  {nullptr, nullptr}};
  open_studies(L);
  open_play_class(L);
  set_methods<GameResults>(L, kResults);
  set_methods<GameObject>(L, kGame);
  set_metamethod<GameObject>(L, "__tostring", &trampoline<describe_game>);
  set_methods<SumObject>(L, kSum);
  set_metamethod<SumObject>(L, "__tostring", &trampoline<describe_sum>);
}

}  // namespace bouton::lua
