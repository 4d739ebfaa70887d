#include "bindings/lua/rules/captures.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/sandbox/freeze.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// Whether the function, or one that is made in it, assigns to a variable that it captured.
bool assigns_captured(const FunctionPrototype& function) {
  return std::ranges::any_of(function.code, [](const Instruction& i) { return i.op == Opcode::SETUPVAL; }) ||
         std::ranges::any_of(function.functions, assigns_captured);
}

/// Whether the function, or one that is made in it, names a word that obliges as a global.
bool names_obliging_word(const FunctionPrototype& function) {
  const auto names_one = [&](const Instruction& i) {
    if (i.op != Opcode::GETTABUP || function.upvalues[i.b].name != "_ENV") return false;
    const auto* const name = std::get_if<std::string>(&function.constants[i.c]);
    return name != nullptr && std::ranges::find(kObligingWords, *name) != std::end(kObligingWords);
  };
  return std::ranges::any_of(function.code, names_one) || std::ranges::any_of(function.functions, names_obliging_word);
}

/// The walk through everything that rule functions reach. Places of the stack hold its tables.
struct CaptureWalk {
  static constexpr int kResult = 2;  ///< { function, index, name, function, index, name, ... }: its upvalues
  static constexpr int kSeen = 3;    ///< functions, tables, ids of upvalues
  static constexpr int kQueue = 4;   ///< functions and tables
  static constexpr int kItem = 5;    ///< the one that is visited

  lua_State* L;
  lua_Integer queued = 0;
  lua_Integer results = 0;
  bool assigns = false;  ///< whether one of the functions may assign to a captured variable
  bool obliges = false;  ///< whether one of the functions uses a word that obliges

  /// Queues the value on top if something is reached through it; the value stays.
  void enqueue() {
    unwrap(L, -1);
    const bool leads_on = lua_istable(L, -1) || (lua_isfunction(L, -1) && lua_iscfunction(L, -1) == 0);
    if (!leads_on) return;
    lua_pushvalue(L, -1);
    const bool seen = lua_rawget(L, kSeen) != LUA_TNIL;
    lua_pop(L, 1);
    if (seen) return;
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, kSeen);
    lua_pushvalue(L, -1);
    lua_rawseti(L, kQueue, ++queued);
  }

  /// Notes the upvalue of the item, unless another function shares it.
  void add_result(int upvalue, const char* name) {
    void* const id = lua_upvalueid(L, kItem, upvalue);
    const bool seen = lua_rawgetp(L, kSeen, id) != LUA_TNIL;
    lua_pop(L, 1);
    if (seen) return;
    lua_pushboolean(L, 1);
    lua_rawsetp(L, kSeen, id);
    lua_pushvalue(L, kItem);
    lua_rawseti(L, kResult, ++results);
    lua_pushinteger(L, upvalue);
    lua_rawseti(L, kResult, ++results);
    lua_pushstring(L, name);
    lua_rawseti(L, kResult, ++results);
  }

  void visit() {
    if (lua_istable(L, kItem)) {
      lua_pushnil(L);
      while (lua_next(L, kItem) != 0) {
        State::spend(L, 16);
        enqueue();
        lua_pop(L, 1);
      }
      return;
    }
    // Code that cannot be read may assign anything.
    const std::optional<FunctionPrototype> function = read_function(L, kItem);
    assigns = assigns || !function || assigns_captured(*function);
    obliges = obliges || (function && names_obliging_word(*function));
    const char* name = nullptr;
    for (int i = 1; (name = lua_getupvalue(L, kItem, i)) != nullptr; ++i) {
      obliges = obliges || is_obliging_word(L, -1);
      enqueue();
      lua_pop(L, 1);
      add_result(i, name);
    }
  }
};

/// What a walk is about.
struct WalkRequest {
  const std::vector<Function>& functions;
  bool obliges = false;  ///< found out
};

/// Argument: light userdata with a WalkRequest. Returns a list of the upvalues of all Lua functions that are reachable from
/// them, CaptureWalk::kResult; an empty one where none of them assigns to any.
int list_captures(lua_State* L) {
  auto* const request = static_cast<WalkRequest*>(lua_touserdata(L, 1));
  luaL_checkstack(L, 12, "captured variables");
  for (int place = CaptureWalk::kResult; place <= CaptureWalk::kQueue; ++place) lua_newtable(L);
  CaptureWalk walk{L};
  for (const Function& function : request->functions) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
    walk.enqueue();
    lua_pop(L, 1);
  }
  for (lua_Integer next = 1; next <= walk.queued; ++next) {
    lua_rawgeti(L, CaptureWalk::kQueue, next);
    walk.visit();
    lua_settop(L, CaptureWalk::kQueue);
  }
  lua_settop(L, CaptureWalk::kResult);
  if (!walk.assigns) lua_newtable(L);
  request->obliges = walk.obliges;
  return 1;
}

/// Argument: a value. Returns a new reference to it.
int make_reference(lua_State* L) {
  lua_settop(L, 1);
  lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
  return 1;
}

/// A new reference to the value on top, which is popped.
int reference_to_top(State& state) {
  lua_State* L = state.get();
  lua_pushcfunction(L, &make_reference);
  lua_insert(L, -2);
  state.call(1, 1, Seconds(0), Limit::fixed);
  const int reference = static_cast<int>(lua_tointeger(L, -1));
  lua_pop(L, 1);
  return reference;
}

}  // namespace

void Captures::remember(State& state, const std::vector<Function>& functions, Seconds limit, Seconds spent) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  lua_checkstack(L, 10);
  WalkRequest request{functions};
  lua_pushcfunction(L, &list_captures);
  lua_pushlightuserdata(L, &request);
  state.call(1, 1, limit, Limit::load_time, spent);
  const int list = lua_gettop(L);
  for (lua_Integer i = 1; lua_rawgeti(L, list, i) != LUA_TNIL; i += 3) {
    const int function_index = lua_gettop(L);
    lua_rawgeti(L, list, i + 1);
    lua_rawgeti(L, list, i + 2);
    Capture capture{};
    capture.upvalue = static_cast<int>(lua_tointeger(L, -2));
    capture.name = lua_tostring(L, -1);
    lua_getupvalue(L, function_index, capture.upvalue);
    capture.value = reference_to_top(state);
    lua_pushvalue(L, function_index);
    capture.function = reference_to_top(state);
    captures_.push_back(std::move(capture));
    lua_settop(L, list);
  }
}

bool reaches_obliging_word(State& state, const Function& function) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  const std::vector<Function> functions = {function};
  WalkRequest request{functions};
  lua_checkstack(L, 10);
  lua_pushcfunction(L, &list_captures);
  lua_pushlightuserdata(L, &request);
  state.call(1, 1, Seconds(0), Limit::fixed);
  return request.obliges;
}

const std::string* Captures::restore(State& state) const {
  lua_State* L = state.get();
  const std::string* changed = nullptr;
  for (const Capture& capture : captures_) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, capture.function);
    lua_getupvalue(L, -1, capture.upvalue);
    lua_rawgeti(L, LUA_REGISTRYINDEX, capture.value);
    if (lua_rawequal(L, -1, -2) == 0) {
      if (changed == nullptr) changed = &capture.name;
      lua_setupvalue(L, -3, capture.upvalue);
      lua_pop(L, 2);
    } else {
      lua_pop(L, 3);
    }
  }
  return changed;
}

void Captures::check(State& state, const Function& ran) const {
  if (const std::string* const changed = restore(state))
    throw RuleError(
        fmt::format("{} changed the captured variable '{}'; rule functions may not change anything", ran.title, *changed));
}

}  // namespace bouton::lua
