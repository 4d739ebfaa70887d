#include "bindings/lua/rules/player_call.h"

#include <fmt/format.h>

#include "bindings/lua/host/push_list.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

struct Turn {
  const Function& player;
  PositionView position;
  const Options& options;
  const std::vector<std::string>& labels;
};

/// The keys of an option's table stand at these places of the stack.
constexpr int kLabelKey = 2, kToKey = 3;

void push_option(lua_State* L, const Options::Option& option, const std::string& label) {
  lua_createtable(L, 0, 2);
  if (!label.empty()) {
    lua_pushvalue(L, kLabelKey);
    lua_pushlstring(L, label.data(), label.size());
    lua_rawset(L, -3);
  }
  lua_pushvalue(L, kToKey);
  if (option.is_split()) push_list(L, option, [L](PositionView part) { push_integers(L, part); });
  else push_integers(L, option[0]);
  lua_rawset(L, -3);
}

/// Argument: a light userdata with a Turn. Returns what the player returns.
int run_turn(lua_State* L) {
  const auto& turn = *static_cast<const Turn*>(lua_touserdata(L, 1));
  luaL_checkstack(L, 12, "a player");
  lua_pushliteral(L, "label");
  lua_pushliteral(L, "to");
  lua_rawgeti(L, LUA_REGISTRYINDEX, turn.player.reference);
  push_integers(L, turn.position);
  push_list(L, turn.options, [&](const Options::Option& option) { push_option(L, option, turn.labels[option.label()]); });
  lua_call(L, 2, 1);
  return 1;
}

/// Lets players have random numbers while it lives.
class Chance {
 public:
  Chance(State& state, Random& random) : state_(state) { state_.set_random(&random); }
  ~Chance() { state_.set_random(nullptr); }
  Chance(const Chance&) = delete;
  Chance& operator=(const Chance&) = delete;

 private:
  State& state_;
};

}  // namespace

std::size_t call_player(RuleFile& file, const Function& player, PositionView position, const Options& options, Random& random) {
  const Turn turn{player, position, options, file.sink.label_names()};
  lua_State* L = file.state.get();
  {
    const Chance chance(file.state, random);
    file.state.set_doing(&player.title);
    lua_checkstack(L, LUA_MINSTACK);
    lua_pushcfunction(L, &run_turn);
    lua_pushlightuserdata(L, const_cast<Turn*>(&turn));
    file.state.call(1, 1, file.call_limit, Limit::call_time);
  }
  const bool is_integer = lua_isinteger(L, -1) != 0;
  const lua_Integer index = lua_tointeger(L, -1);
  const char* const type = lua_type(L, -1) == LUA_TNUMBER ? "a float" : luaL_typename(L, -1);
  lua_pop(L, 1);
  file.captures.check(file.state, player);
  if (!is_integer || index < 1 || static_cast<std::size_t>(index) > options.size())
    throw RuleError(fmt::format("{} returned {} at {}, expected the number of an option, from 1 to {}", player.title,
                                is_integer ? std::to_string(index) : type, bouton::to_string(position), options.size()));
  return static_cast<std::size_t>(index) - 1;
}

}  // namespace bouton::lua
