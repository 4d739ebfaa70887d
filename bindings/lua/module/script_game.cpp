#include "bindings/lua/module/script_game.h"

#include <cstring>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/language/claim_words.h"
#include "bindings/lua/rules/game_of_file.h"
#include "bindings/lua/rules/shaped_games.h"
#include "bindings/lua/rules/strips.h"

namespace bouton::lua {
namespace {

/// Argument: a light userdata with a Domain of cells.
int keep_shape_of(lua_State* L) {
  keep_shape(L, static_cast<const Domain*>(lua_touserdata(L, 1))->shared_shape());
  return 0;
}

constexpr const char* kWords[] = {"move", "split",   "again",  "again_split", "entail",
                                  "turn", "outcome", "grundy", "remoteness",  "options"};
char script_words_key;  // registry: table with these words

/// Pushes a function whose only upvalue is the table on top of the stack, which it replaces: the words of the language,
/// and behind them the environment at index `environment`.
void push_environment_holder(lua_State* L, int environment) {
  lua_newtable(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &script_words_key);
  for (const char* word : kWords) {
    lua_getfield(L, -1, word);
    lua_setfield(L, -3, word);
  }
  lua_pop(L, 1);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, environment);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, environment);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  if (luaL_loadstring(L, "return _ENV") != LUA_OK) lua_error(L);
  lua_insert(L, -2);
  lua_setupvalue(L, -2, 1);
}

/// Gives the function at `function` an environment with the words, unless it has none or has them already.
void add_words(lua_State* L, int function, int upvalue, int seen) {
  const int environment = lua_gettop(L);
  lua_pushvalue(L, environment);
  const bool ours = lua_rawget(L, seen) != LUA_TNIL;  // environments that were made here
  lua_pop(L, 1);
  if (ours) return;
  push_environment_holder(L, environment);
  lua_upvaluejoin(L, function, upvalue, lua_gettop(L), 1);
  lua_getupvalue(L, -1, 1);
  lua_pushboolean(L, 1);
  lua_rawset(L, seen);
  lua_pop(L, 1);
}

bool leads_to_functions(const char* field) { return std::strcmp(field, "claims") == 0 || std::strcmp(field, "product") == 0; }

/// Adds the functions among the fields of the table at `index`, and of its fields `claims` and `product`, to the queue at 3.
void queue_functions(lua_State* L, int index, int depth, lua_Integer& queued) {
  constexpr int kDepthOfChecks = 2;  // claims, a claim; product, a strip
  luaL_checkstack(L, 8, "the fields of a game");
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    if (lua_isfunction(L, -1) && lua_iscfunction(L, -1) == 0) {
      lua_rawseti(L, 3, ++queued);
      continue;
    }
    const bool leads_on = depth > 0 || (lua_type(L, -2) == LUA_TSTRING && leads_to_functions(lua_tostring(L, -2)));
    if (leads_on && depth < kDepthOfChecks && lua_istable(L, -1)) queue_functions(L, lua_gettop(L), depth + 1, queued);
    lua_pop(L, 1);
  }
}

/// Argument: a table of fields. Gives the words to all functions in it and to those that they captured.
int give_words(lua_State* L) {
  lua_newtable(L);  // 2: seen
  lua_newtable(L);  // 3: queue
  lua_Integer queued = 0;
  queue_functions(L, 1, 0, queued);
  for (lua_Integer next = 1; next <= queued; ++next) {
    lua_settop(L, 3);
    lua_rawgeti(L, 3, next);
    lua_pushvalue(L, 4);
    if (lua_rawget(L, 2) != LUA_TNIL) continue;
    lua_pushvalue(L, 4);
    lua_pushboolean(L, 1);
    lua_rawset(L, 2);
    const char* name = nullptr;
    for (int i = 1; (name = lua_getupvalue(L, 4, i)) != nullptr; ++i) {
      if (std::strcmp(name, "_ENV") == 0 && lua_istable(L, -1)) {
        add_words(L, 4, i, 2);
      } else if (lua_isfunction(L, -1) && lua_iscfunction(L, -1) == 0) {
        lua_pushvalue(L, -1);
        lua_rawseti(L, 3, ++queued);
      }
      lua_settop(L, 5);
    }
  }
  return 0;
}

int push_where_result(lua_State* L) {
  push_where(L);
  return 1;
}

}  // namespace

void open_script_games(lua_State* L, ModuleContext& context) {
  lua_newtable(L);
  set_move_words(L, context.sink);
  set_claim_words(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &script_words_key);
}

std::shared_ptr<const Game> script_game(lua_State* L, int index, ModuleContext& context) {
  State& state = State::of(L);
  const int top = lua_gettop(L);
  index = lua_absindex(L, index);
  lua_pushcfunction(L, &push_where_result);
  state.call(0, 1, Seconds(0), Limit::fixed);
  const std::string where = lua_tostring(L, -1);
  lua_pushcfunction(L, &give_words);
  lua_pushvalue(L, index);
  state.call(1, 0, Seconds(0), Limit::fixed);
  lua_pushvalue(L, index);
  const Datum datum = read_datum(state, where);
  lua_settop(L, top);
  return shaped_game([=, &state, &context](const CellShape* shape) {
    auto file =
        std::make_shared<RuleFile>(state, context.sink, context.loader.limits.call, options_limit_of(context.loader.limits));
    file->spec = read_rule_spec(datum, where, "game", {}, shape);
    if (file->spec.domain.shape() != nullptr) state.protect(&keep_shape_of, &file->spec.domain, 0);
    file->obliges = file->spec.strips.empty() && reaches_obliging_word(state, file->spec.moves);
    check_obligations(*file);
    make_strips(*file, Seconds(0), Seconds(0));
    return game_of_file(file, "", Lift::never);
  });
}

}  // namespace bouton::lua
