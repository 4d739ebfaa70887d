#include "bindings/lua/module/module.h"

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/language/words.h"
#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/parallel_function.h"
#include "bindings/lua/module/plot_function.h"
#include "bindings/lua/module/script_game.h"
#include "bindings/lua/module/table_class.h"
#include "bindings/lua/module/take_away_functions.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/lua/module/wythoff_functions.h"
#include "bindings/lua/terms/term_value.h"

namespace bouton::lua {
namespace {

char context_key;  // registry: the ModuleContext

/// What the table at `index` sets parameters to; nothing where there is no table.
Settings read_settings(lua_State* L, int index) {
  Settings settings;
  if (lua_isnoneornil(L, index)) return settings;
  if (!lua_istable(L, index)) throw RequestError("parameters are a table, such as { m = 5 }");
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    if (lua_type(L, -2) != LUA_TSTRING) throw RequestError("parameters are set by name, as in { m = 5 }");
    const std::string name(text_at(L, -2));
    std::string text;
    if (lua_type(L, -1) == LUA_TSTRING) {
      text = text_at(L, -1);
    } else if (lua_isinteger(L, -1) != 0) {
      text = std::to_string(lua_tointeger(L, -1));
    } else if (lua_istable(L, -1)) {
      const auto size = static_cast<lua_Integer>(lua_rawlen(L, -1));
      for (lua_Integer i = 1; i <= size; ++i) {
        lua_rawgeti(L, -1, i);
        if (lua_isinteger(L, -1) == 0) throw RequestError(fmt::format("parameter {}: expected a list of integers", name));
        text += fmt::format("{}{}", i > 1 ? "," : "", lua_tointeger(L, -1));
        lua_pop(L, 1);
      }
    } else {
      throw RequestError(
          fmt::format("parameter {} is {}; an integer, a list or a text is expected (a function is given as a "
                      "text, such as \"3*x\")",
                      name, luaL_typename(L, -1)));
    }
    settings.emplace_back(name, text);
    lua_pop(L, 1);
  }
  return settings;
}

/// bouton.game(name [, parameters]) or bouton.game{ fields }
int make_game(lua_State* L) {
  std::unique_ptr<GameObject>& place = push_object<GameObject>(L);
  lua_insert(L, 1);
  ModuleContext& context = module_context(L);
  const State::Entered entered(L);
  std::shared_ptr<const Game> game;
  if (lua_istable(L, 2)) {
    game = script_game(L, 2, context);
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    game = load_game(text_at(L, 2), read_settings(L, 3), context.loader);
  } else {
    throw RequestError("bouton.game takes the name of a game, or a table of its fields");
  }
  place = std::make_unique<GameObject>(std::move(game), context.budget);
  lua_settop(L, 1);
  return 1;
}

/// bouton.games(): the names of all games.
struct Names {
  std::vector<std::string> names;
};
}  // namespace

template <>
inline constexpr const char* kClassName<Names> = "bouton.Names";

namespace {

int list_game_names(lua_State* L) {
  std::unique_ptr<Names>& place = push_object<Names>(L);
  place = std::make_unique<Names>(Names{list_games(module_context(L).loader.rule_directories)});
  push_list(L, place->names, [L](const std::string& name) { lua_pushlstring(L, name.data(), name.size()); });
  return 1;
}

}  // namespace

ModuleContext& module_context(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  auto* const context = static_cast<ModuleContext*>(lua_touserdata(L, -1));
  lua_pop(L, 1);
  if (context == nullptr || context->closed) throw RequestError("the module is closed, since the interpreter is ending");
  return *context;
}

void push_module(lua_State* L, ModuleContext& context) {
  lua_pushlightuserdata(L, &context);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &context_key);
  open_integer_class(L);
  open_game_classes(L);
  open_table_classes(L);
  static const luaL_Reg kFunctions[] = {{"game", &trampoline<make_game>},        {"games", &trampoline<list_game_names>},
                                        {"int", &trampoline<make_integer>},      {"nim_product", &trampoline<make_nim_product>},
                                        {"sum", &trampoline<make_sum>},          {"piles", &trampoline<word_piles>},
                                        {"board", &trampoline<word_board>},      {"graph", &trampoline<word_graph>},
                                        {"value", &trampoline<word_term>},       {"plot", &trampoline<draw_plot>},
                                        {"parallel", &trampoline<run_parallel>}, {nullptr, nullptr}};
  luaL_newlib(L, kFunctions);
  lua_pushliteral(L, "loony");
  lua_setfield(L, -2, "LOONY");
  push_wythoff_functions(L);
  lua_setfield(L, -2, "wythoff");
  push_take_away_functions(L);
  lua_setfield(L, -2, "take_away");
  open_script_games(L, context);
}

}  // namespace bouton::lua
