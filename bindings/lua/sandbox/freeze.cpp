#include "bindings/lua/sandbox/freeze.h"

#include "bindings/lua/host/state.h"
#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/sandbox/iteration.h"

namespace bouton::lua {
namespace {

// Addresses of these are keys that no rule file can name.
char proxies_key;   // registry: original -> proxy, and Lua function -> true once visited
char original_key;  // in a proxy's metatable: the original

int write_frozen(lua_State* L) {
  if (lua_type(L, 2) == LUA_TSTRING)
    return luaL_error(L, "'%s' cannot be changed: after loading, a rule file's globals and captured values are frozen",
                      lua_tostring(L, 2));
  return luaL_error(L, "a captured list cannot be changed: after loading, a rule file's values are frozen");
}

int frozen_length(lua_State* L) {
  unwrap(L, 1);
  lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, 1)));
  return 1;
}

/// Pushes a proxy of the table on top of the stack.
void push_proxy(lua_State* L) {
  const int original = lua_gettop(L);
  lua_createtable(L, 0, 0);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, original);
  lua_rawsetp(L, -2, &original_key);
  lua_pushvalue(L, original);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, &write_frozen);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, &frozen_length);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, &ordered_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

bool is_proxy(lua_State* L, int index) {
  if (lua_getmetatable(L, index) == 0) return false;
  const bool found = lua_rawgetp(L, -1, &original_key) == LUA_TTABLE;
  lua_pop(L, 2);
  return found;
}

/// The breadth-first walk: `queue` holds originals and functions that are still to be visited.
struct Walk {
  lua_State* L;
  int proxies;
  int queue;
  lua_Integer last = 0;

  void enqueue_top() {
    lua_pushvalue(L, -1);
    lua_rawseti(L, queue, ++last);
  }

  /// Replaces the value on top by its frozen form, and puts it in the queue when it is met for the first time.
  void replace_top() {
    const int type = lua_type(L, -1);
    State::spend(L, 16);
    if (is_iterator(L, -1))
      luaL_error(L, "an iterator of pairs is captured and would go on from call to call; call pairs where it is used");
    if (type == LUA_TTABLE) {
      if (lua_getmetatable(L, -1) != 0) {  // a proxy already, or a list of ours: not for rule files to write
        lua_pop(L, 1);
        return;
      }
      lua_pushvalue(L, -1);
      if (lua_rawget(L, proxies) == LUA_TNIL) {
        lua_pop(L, 1);
        enqueue_top();
        push_proxy(L);
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, proxies);
      }
      lua_remove(L, -2);
    } else if (type == LUA_TFUNCTION && lua_iscfunction(L, -1) == 0) {
      lua_pushvalue(L, -1);
      const bool visited = lua_rawget(L, proxies) != LUA_TNIL;
      lua_pop(L, 1);
      if (visited) return;
      enqueue_top();
      lua_pushvalue(L, -1);
      lua_pushboolean(L, 1);
      lua_rawset(L, proxies);
    }
  }

  void visit_table(int table) {
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
      replace_top();
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, table);  // an existing key: allowed while the table is traversed
    }
  }

  void visit_function(int function) {
    for (int i = 1; lua_getupvalue(L, function, i) != nullptr; ++i) {
      replace_top();
      lua_setupvalue(L, function, i);
    }
  }

  void run() {
    for (lua_Integer first = 1; first <= last; ++first) {
      lua_rawgeti(L, queue, first);
      const int item = lua_gettop(L);
      if (lua_istable(L, item)) {
        visit_table(item);
      } else {
        visit_function(item);
      }
      lua_pop(L, 1);
    }
  }
};

}  // namespace

void freeze(lua_State* L) {
  luaL_checkstack(L, 12, "freeze");
  const int value = lua_gettop(L);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &proxies_key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &proxies_key);
  }
  lua_newtable(L);
  Walk walk{L, value + 1, value + 2};
  lua_pushvalue(L, value);
  walk.replace_top();
  walk.run();
  lua_replace(L, value);
  lua_settop(L, value);
}

void unwrap(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !is_proxy(L, index)) return;
  index = lua_absindex(L, index);
  lua_getmetatable(L, index);
  lua_rawgetp(L, -1, &original_key);
  lua_replace(L, index);
  lua_pop(L, 1);
}

}  // namespace bouton::lua
