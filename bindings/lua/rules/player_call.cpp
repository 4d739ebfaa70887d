#include "bindings/lua/rules/player_call.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

struct Turn {
  const Domain& domain;
  const Function& player;
  PositionView position;
  const Options& options;
  const std::vector<std::string>& labels;
};

/// Pushes a position as players see it: a list of its coordinates, or the value that it is.
void push_place(lua_State* L, const Domain& domain, PositionView position) {
  if (domain.is_terms()) push_term(L, position);
  else push_integers(L, position);
}

/// The keys of an option's table stand at these places of the stack.
constexpr int kLabelKey = 2, kToKey = 3;

void push_option(lua_State* L, const Domain& domain, const Options::Option& option, const std::string& label) {
  lua_createtable(L, 0, 2);
  if (!label.empty()) {
    lua_pushvalue(L, kLabelKey);
    lua_pushlstring(L, label.data(), label.size());
    lua_rawset(L, -3);
  }
  lua_pushvalue(L, kToKey);
  if (option.is_split()) push_list(L, option, [&](PositionView part) { push_place(L, domain, part); });
  else push_place(L, domain, option[0]);
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
      lua_pushlstring(L, turn.labels[name_of(label)].data(), turn.labels[name_of(label)].size());
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
    push_place(L, turn.domain, turn.position);
    push_list(L, turn.options, [&](const Options::Option& option) {
      push_option(L, turn.domain, option, turn.labels[name_of(option.label())]);
    });
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

/// Options that are not listed, while a player looks at them.
struct NumberedTurn {
  const Function& player;
  PositionView position;
  const NumberedOptions& options;
  // Of the option that is asked for: kept here, since nothing with a destructor may be alive where Lua raises an error.
  Options option = Options();
  std::string label = {};

  static char key;  ///< registry: the turn that goes on; nothing after it
};
char NumberedTurn::key;

/// The turn that goes on. Raises where there is none.
NumberedTurn& numbered_turn(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &NumberedTurn::key);
  void* const turn = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (turn == nullptr) luaL_error(L, "a player can look at its options only while it chooses among them");
  return *static_cast<NumberedTurn*>(turn);
}

/// __len.
int count_options(lua_State* L) {
  lua_pushinteger(L, static_cast<lua_Integer>(numbered_turn(L).options.size()));
  return 1;
}

void find_option(NumberedTurn& turn, std::uint64_t number) {
  turn.option.clear();
  turn.options.add(number, turn.option);
  turn.label = turn.options.label(number);
}

/// __index: the option as a table that is made for it; nil for what is not a number of an option.
int make_option(lua_State* L) {
  NumberedTurn& turn = numbered_turn(L);
  const lua_Integer number = lua_tointeger(L, 2);
  if (lua_isinteger(L, 2) == 0 || number < 1 || static_cast<std::uint64_t>(number) > turn.options.size()) return 0;
  find_option(turn, static_cast<std::uint64_t>(number) - 1);
  if (turn.option.empty()) return 0;
  lua_createtable(L, 0, 2);
  if (!turn.label.empty()) {
    lua_pushlstring(L, turn.label.data(), turn.label.size());
    lua_setfield(L, -2, "label");
  }
  push_integers(L, turn.option.part(0));
  lua_setfield(L, -2, "to");
  return 1;
}

/// Argument: a light userdata with a NumberedTurn. Returns what the player returns.
int run_numbered_turn(lua_State* L) {
  const auto& turn = *static_cast<const NumberedTurn*>(lua_touserdata(L, 1));
  luaL_checkstack(L, 16, "a player");
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &NumberedTurn::key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, turn.player.reference);
  push_integers(L, turn.position);
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, &trampoline<count_options>);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, &trampoline<make_option>);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_call(L, 2, 1);
  return 1;
}

/// What a player returned: the number of an option, from 1, or where it moves.
struct Choice {
  std::optional<lua_Integer> number = {};
  std::optional<Position> to = {};
  std::string text;
};

/// Takes it from the stack.
Choice take_choice(lua_State* L) {
  Choice choice;
  choice.text = lua_type(L, -1) == LUA_TNUMBER ? "a float" : luaL_typename(L, -1);
  if (lua_isinteger(L, -1) != 0) {
    choice.number = lua_tointeger(L, -1);
    choice.text = std::to_string(*choice.number);
  } else if (lua_istable(L, -1)) {
    constexpr lua_Unsigned kMostCoordinates = 1000;
    Position to;
    const lua_Unsigned size = lua_rawlen(L, -1);
    bool integers = size <= kMostCoordinates;
    for (lua_Unsigned i = 1; i <= size && integers; ++i) {
      lua_rawgeti(L, -1, static_cast<lua_Integer>(i));
      integers = lua_isinteger(L, -1) != 0;
      to.push_back(lua_tointeger(L, -1));
      lua_pop(L, 1);
    }
    if (integers) {
      choice.text = fmt::format("{{{}}}", bouton::to_string(PositionView(to)));
      choice.to = std::move(to);
    }
  }
  lua_pop(L, 1);
  return choice;
}

/// Calls `run` with a turn as its argument, and another if there is one, and takes what the player returns.
Choice choice_of(RuleFile& file, const Function& player, Random& random, lua_CFunction run, const void* turn, bool flag) {
  lua_State* L = file.state.get();
  {
    const Chance chance(file.state, random);
    file.state.set_doing(&player.title);
    lua_checkstack(L, LUA_MINSTACK);
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, const_cast<void*>(turn));
    lua_pushboolean(L, flag ? 1 : 0);
    file.state.call(2, 1, file.call_limit, Limit::call_time);
  }
  Choice choice = take_choice(L);
  file.captures.check(file.state, player);
  return choice;
}

/// The first option that leads to a position.
std::optional<std::uint64_t> option_to(const Options& options, const Position& to) {
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].size() == 1 && std::ranges::equal(options[i][0], to)) return i;
  return std::nullopt;
}

/// The number of the option that a player chose among so many; `find` knows where they lead.
template <class Find>
std::uint64_t chosen(const Function& player, PositionView position, const Choice& choice, std::uint64_t options,
                     const Find& find) {
  if (choice.number && *choice.number >= 1 && static_cast<std::uint64_t>(*choice.number) <= options)
    return static_cast<std::uint64_t>(*choice.number) - 1;
  if (choice.to)
    if (const std::optional<std::uint64_t> number = find(*choice.to)) return *number;
  throw RuleError(fmt::format("{} returned {} at {}, expected the number of an option, from 1 to {}, or where one leads",
                              player.title, choice.text, bouton::to_string(position), options));
}

/// Ends a turn: what is left of its options in Lua is of no use from now on.
class EndOfTurn {
 public:
  explicit EndOfTurn(lua_State* L) : L_(L) {}
  ~EndOfTurn() {
    // The entry is there, so that this takes no memory and raises nothing.
    lua_pushlightuserdata(L_, nullptr);
    lua_rawsetp(L_, LUA_REGISTRYINDEX, &NumberedTurn::key);
  }
  EndOfTurn(const EndOfTurn&) = delete;
  EndOfTurn& operator=(const EndOfTurn&) = delete;

 private:
  lua_State* L_;
};

}  // namespace

std::size_t call_player(RuleFile& file, const Function& player, PositionView position, const Options& options, Random& random) {
  const Turn turn{file.spec.domain, player, position, options, file.sink.label_names()};
  const Choice choice = choice_of(file, player, random, &run_turn, &turn, keeps_arguments(file, options));
  return static_cast<std::size_t>(
      chosen(player, position, choice, options.size(), [&](const Position& to) { return option_to(options, to); }));
}

std::uint64_t call_player(RuleFile& file, const Function& player, PositionView position, const NumberedOptions& options,
                          Random& random) {
  const NumberedTurn turn{player, position, options};
  const EndOfTurn end(file.state.get());
  const Choice choice = choice_of(file, player, random, &run_numbered_turn, &turn, false);
  return chosen(player, position, choice, options.size(), [&](const Position& to) { return options.find(to); });
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
