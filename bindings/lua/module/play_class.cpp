#include "bindings/lua/module/play_class.h"

#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/shown_text.h"
#include "bindings/lua/module/values/values.h"
#include "engine/base/random.h"
#include "engine/closed_form/wording.h"
#include "engine/plan/claims.h"
#include "engine/play/player.h"
#include "engine/question/parts.h"

namespace bouton::lua {
namespace {

/// p:position(): the components, each a list of coordinates.
int position(lua_State* L) {
  const PlayObject& play = object_at<PlayObject>(L, 1);
  push_list(L, play.session.position(), [&](const Component& component) { push_position(L, *play.game, component.position); });
  return 1;
}

int moves(lua_State* L) {
  const PlayObject& play = object_at<PlayObject>(L, 1);
  push_list(L, play.session.moves(), [&](const Move& move) { push_move(L, *play.game, move); });
  return 1;
}

/// p:move(i): makes move number i of p:moves(), which may be one of more than can be listed.
int make_move(lua_State* L) {
  PlayObject& play = object_at<PlayObject>(L, 1);
  const std::optional<Integer> any_size = lua_isuserdata(L, 2) != 0 ? integer_at(L, 2) : std::nullopt;
  const Integer number = any_size ? *any_size : widen_unsigned(read_count(L, 2, "the number of a move"));
  const Integer& count = play.session.all_moves().count();
  if (number < 1 || number > count)
    throw RequestError(fmt::format("there is no move {}; there are {}", brief(number), brief(count)));
  const State::Entered entered(L);
  play.session.play(Integer(number - 1));
  return 0;
}

/// p:may_forbid(): up to how many moves the player who is not to move may forbid now.
int may_forbid(lua_State* L) {
  lua_pushinteger(L, static_cast<lua_Integer>(object_at<PlayObject>(L, 1).session.may_forbid()));
  return 1;
}

/// p:forbid{ i, .. }: forbids the moves of these numbers of p:moves().
int forbid(lua_State* L) {
  PlayObject& play = object_at<PlayObject>(L, 1);
  if (lua_isnoneornil(L, 2) == 0 && !lua_istable(L, 2)) throw RequestError("forbid takes a list of move numbers");
  std::vector<std::size_t> numbers;
  const lua_Integer count = lua_istable(L, 2) ? static_cast<lua_Integer>(lua_rawlen(L, 2)) : 0;
  for (lua_Integer i = 1; i <= count; ++i) {
    lua_rawgeti(L, 2, i);
    const std::uint64_t number = read_count(L, -1, "the number of a move");
    lua_pop(L, 1);
    if (number < 1) throw RequestError("there is no move 0; moves are counted from 1");
    numbers.push_back(static_cast<std::size_t>(number - 1));
  }
  const State::Entered entered(L);
  play.session.forbid(std::move(numbers));
  return 0;
}

/// p:forbidden(): the moves that are forbidden now.
int forbidden(lua_State* L) {
  const PlayObject& play = object_at<PlayObject>(L, 1);
  push_list(L, play.session.forbidden(play.session.moves_made()), [&](const Move& move) { push_move(L, *play.game, move); });
  return 1;
}

/// p:choose_forbidden(player [, seed]): the numbers of the moves that a player would forbid.
int choose_forbidden(lua_State* L) {
  PlayObject& play = object_at<PlayObject>(L, 1);
  const std::string_view name = lua_isnoneornil(L, 2) ? "perfect" : lua_type(L, 2) == LUA_TSTRING ? text_at(L, 2) : "";
  const std::uint64_t seed = lua_isnoneornil(L, 3) ? play.session.moves_made() : read_count(L, 3, "the seed");
  play.forbidden.clear();
  if (play.session.may_forbid() > 0) {
    const State::Entered entered(L);
    const std::unique_ptr<Player> player = make_player(name, {play.game}, module_context(L).budget, play.solver);
    Board board({play.game->rules});
    board.set_up(play.session.position(), play.session.began_large());
    Random random(seed);
    for (const std::size_t number : player->forbid(board, random)) play.forbidden.push_back(number + 1);
  }
  push_integers(L, play.forbidden);
  return 1;
}

/// p:undo([count]): takes back moves.
int undo(lua_State* L) {
  PlayObject& play = object_at<PlayObject>(L, 1);
  const std::uint64_t count = lua_isnoneornil(L, 2) ? 1 : read_count(L, 2, "the number of moves");
  if (count > play.session.moves_made())
    throw RequestError(fmt::format("{} moves were made, {} cannot be taken back", play.session.moves_made(), count));
  const State::Entered entered(L);
  play.session.undo(count);
  return 0;
}

/// p:choose(player [, seed]): the number of the move that a player would make; nil where the game is over.
int choose(lua_State* L) {
  PlayObject& play = object_at<PlayObject>(L, 1);
  if (play.session.over()) return 0;
  const std::string_view name = lua_isnoneornil(L, 2) ? "perfect" : lua_type(L, 2) == LUA_TSTRING ? text_at(L, 2) : "";
  const std::uint64_t seed = lua_isnoneornil(L, 3) ? play.session.moves_made() : read_count(L, 3, "the seed");
  {
    const State::Entered entered(L);
    const std::unique_ptr<Player> player = make_player(name, {play.game}, module_context(L).budget, play.solver);
    Board board({play.game->rules});
    board.set_up(play.session.position(), play.session.began_large());
    if (const auto& left_out = play.session.forbidden(play.session.moves_made()); !left_out.empty()) board.forbid(left_out);
    Random random(seed);
    play.chosen = player->choose(board, random) + 1;
  }
  push_narrow_integer(L, play.chosen);
  return 1;
}

/// p:to_move(): "first" or "second".
int to_move(lua_State* L) {
  lua_pushstring(L, object_at<PlayObject>(L, 1).session.to_move() == Session::Player::first ? "first" : "second");
  return 1;
}

/// p:winner(): "first", "second" or "draw"; nil while there are moves.
int winner(lua_State* L) {
  const Session& session = object_at<PlayObject>(L, 1).session;
  if (!session.over()) return 0;
  Outcome outcome{};
  {
    const State::Entered entered(L);
    outcome = session.result();
  }
  const bool first_moves = session.to_move() == Session::Player::first;
  lua_pushstring(L, outcome == Outcome::draw ? "draw" : (outcome == Outcome::N) == first_moves ? "first" : "second");
  return 1;
}

/// Where the game is, and who is to move or has won.
int describe_play(lua_State* L) {
  return push_shown(L, [L] {
    const PlayObject& play = object_at<PlayObject>(L, 1);
    std::string text = fmt::format("bouton.play({}", play.game->name);
    for (const Component& component : play.session.position())
      text += fmt::format("{}{}", &component == play.session.position().data() ? ", " : " + ",
                          position_text(*play.game, component.position));
    const char* const mover = play.session.to_move() == Session::Player::first ? "first" : "second";
    return text + (play.session.over() ? ", over)" : fmt::format(", {} to move)", mover));
  });
}

}  // namespace

int begin_play(lua_State* L) {
  std::unique_ptr<PlayObject>& place = push_object<PlayObject>(L);
  lua_insert(L, 1);
  const State::Entered entered(L);
  const std::shared_ptr<const Game> shared = object_at<GameObject>(L, 2).of_position(L, 3).game;
  const Game& game = *shared;
  look_at_claims(game.rules, module_context(L).budget);
  const bool from_example = lua_gettop(L) == 2 && game.start_arity != std::size_t{0};
  if (from_example && !game.example) throw RequestError(fmt::format("{} has no example to start from", game.name));
  Sum start;
  if (!from_example) start.push_back({0, read_position_arguments(L, game, 3)});
  else
    for (BigPosition& position : example_positions(game)) start.push_back({0, std::move(position)});
  place = std::make_unique<PlayObject>(shared, start, module_context(L).budget);
  lua_settop(L, 1);
  return 1;
}

void open_play_class(lua_State* L) {
  static const luaL_Reg kPlay[] = {{"position", &trampoline<position>},
                                   {"moves", &trampoline<moves>},
                                   {"move", &trampoline<make_move>},
                                   {"undo", &trampoline<undo>},
                                   {"choose", &trampoline<choose>},
                                   {"to_move", &trampoline<to_move>},
                                   {"winner", &trampoline<winner>},
                                   {"may_forbid", &trampoline<may_forbid>},
                                   {"forbid", &trampoline<forbid>},
                                   {"forbidden", &trampoline<forbidden>},
                                   {"choose_forbidden", &trampoline<choose_forbidden>},
                                   {nullptr, nullptr}};
  set_methods<PlayObject>(L, kPlay);
  set_metamethod<PlayObject>(L, "__tostring", &trampoline<describe_play>);
}

}  // namespace bouton::lua
