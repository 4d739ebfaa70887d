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

/// The arguments of a player as tables that are made once and filled again and again, for a state in which nobody can keep them
/// from one call to the next: a sandbox, where all that functions captured is frozen. What a player writes over is filled
/// again; if it adds an entry, the tables are forgotten, so that the next call sees none of it.
class KeptArguments {
 public:
  static constexpr std::size_t kMostOptions = 16;

  /// Pushes the position and its options, as run_turn does.
  static void push(lua_State* L, const Turn& turn) {
    const int place = lua_gettop(L) + 1;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key_) != LUA_TTABLE) {
      lua_pop(L, 1);
      make(L, turn);
    }
    const int kept = place;
    add_new_labels(L, kept, turn);
    lua_rawgeti(L, kept, kPosition);
    fill(L, turn.position);
    lua_rawgeti(L, kept, kList);
    const int list = lua_gettop(L);
    for (std::size_t i = 0; i < turn.options.size(); ++i) fill_option(L, kept, list, i, turn);
    for (auto extra = static_cast<lua_Integer>(lua_rawlen(L, list)); extra > static_cast<lua_Integer>(turn.options.size());
         --extra) {
      lua_pushnil(L);
      lua_rawseti(L, list, extra);
    }
    lua_remove(L, kept);
  }

 private:
  // Entries of the table of tables; behind them, for each option, its table and that of its coordinates.
  static constexpr lua_Integer kPosition = 1, kList = 2, kLabels = 3, kFirstOption = 4;

  static void fill(lua_State* L, PositionView position) {
    for (std::size_t i = 0; i < position.size(); ++i) {
      lua_pushinteger(L, position[i]);
      lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
  }

  static void fill_option(lua_State* L, int kept, int list, std::size_t i, const Turn& turn) {
    const auto entry = kFirstOption + 2 * static_cast<lua_Integer>(i);
    const Options::Option option = turn.options[i];
    lua_rawgeti(L, kept, entry);
    lua_pushvalue(L, kLabelKey);
    lua_rawgeti(L, kept, kLabels);
    lua_rawgeti(L, -1, option.label());
    lua_remove(L, -2);
    lua_rawset(L, -3);
    lua_pushvalue(L, kToKey);
    lua_rawgeti(L, kept, entry + 1);
    fill(L, option[0]);
    lua_rawset(L, -3);
    lua_rawseti(L, list, static_cast<lua_Integer>(i) + 1);
  }

  /// Names that are made of values come up as play goes on.
  static void add_new_labels(lua_State* L, int kept, const Turn& turn) {
    lua_rawgeti(L, kept, kLabels);
    for (std::size_t label = lua_rawlen(L, -1) + 1; label < turn.labels.size(); ++label) {
      lua_pushlstring(L, turn.labels[label].data(), turn.labels[label].size());
      lua_rawseti(L, -2, static_cast<lua_Integer>(label));
    }
    lua_pop(L, 1);
  }

  /// Pushes the table of tables, and keeps it.
  static void make(lua_State* L, const Turn& turn) {
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, &forget);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    const auto add = [L](lua_Integer entry, std::size_t size) {
      lua_createtable(L, static_cast<int>(size), 2);
      lua_pushvalue(L, -2);
      lua_setmetatable(L, -2);
      lua_rawseti(L, -3, entry);
    };
    add(kPosition, turn.position.size());
    add(kList, kMostOptions);
    for (std::size_t i = 0; i < kMostOptions; ++i) {
      add(kFirstOption + 2 * static_cast<lua_Integer>(i), 0);
      add(kFirstOption + 2 * static_cast<lua_Integer>(i) + 1, turn.position.size());
    }
    lua_pop(L, 1);
    lua_newtable(L);
    lua_rawseti(L, -2, kLabels);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key_);
  }

  /// __newindex: a new entry.
  static int forget(lua_State* L) {
    lua_settop(L, 3);
    lua_rawset(L, 1);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key_);
    return 0;
  }

  static char key_;  ///< registry: the table of tables
};
char KeptArguments::key_;

/// Arguments: a light userdata with a Turn, and whether arguments may be kept. Returns what the player returns.
int run_turn(lua_State* L) {
  const auto& turn = *static_cast<const Turn*>(lua_touserdata(L, 1));
  const bool keep = lua_toboolean(L, 2) != 0;
  lua_settop(L, 1);
  luaL_checkstack(L, 16, "a player");
  lua_pushliteral(L, "label");
  lua_pushliteral(L, "to");
  lua_rawgeti(L, LUA_REGISTRYINDEX, turn.player.reference);
  if (keep) {
    KeptArguments::push(L, turn);
  } else {
    push_integers(L, turn.position);
    push_list(L, turn.options, [&](const Options::Option& option) { push_option(L, option, turn.labels[option.label()]); });
  }
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

bool keeps_arguments(const RuleFile& file, const Options& options) {
  return file.owned_state && !file.spec.domain.is_piles() && !options.has_split() &&
         options.size() <= KeptArguments::kMostOptions;
}

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
    lua_pushboolean(L, keeps_arguments(file, options) ? 1 : 0);
    file.state.call(2, 1, file.call_limit, Limit::call_time);
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

BigPosition call_random_start(RuleFile& file, Random& random) {
  const Function& function = *file.spec.random_start;
  const Domain& domain = file.spec.domain;
  lua_State* L = file.state.get();
  const int below = lua_gettop(L);
  {
    const Chance chance(file.state, random);
    file.state.set_doing(&function.title);
    lua_checkstack(L, LUA_MINSTACK);
    lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
    file.state.call(0, takes_one_value(domain) ? 1 : static_cast<int>(domain.dimensions()), file.call_limit, Limit::call_time);
  }
  BigPosition position = widen(file.returned_position(function, static_cast<std::size_t>(lua_gettop(L) - below)));
  lua_settop(L, below);
  file.captures.check(file.state, function);
  if (const std::optional<std::string> complaint = domain.complaint(position))
    throw RuleError(fmt::format("{} returned {}, which {}", function.title, bouton::to_string(position), *complaint));
  return position;
}

}  // namespace bouton::lua
