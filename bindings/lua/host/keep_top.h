// The height of a Lua stack, kept.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Restores the height of a stack.
class KeepTop {
 public:
  explicit KeepTop(lua_State* L) : L_(L), top_(lua_gettop(L)) {}
  ~KeepTop() { lua_settop(L_, top_); }
  KeepTop(const KeepTop&) = delete;
  KeepTop& operator=(const KeepTop&) = delete;

 private:
  lua_State* L_;
  int top_;
};

}  // namespace bouton::lua
