// C++ objects as Lua userdata.
//
// A function of a class first looks its object up, then reads its arguments with functions that do not raise (what is
// wrong is thrown as a RequestError), and keeps results that own memory in a userdata while it pushes them: so no object
// with a destructor is alive where Lua may raise.
#pragma once

#include <memory>
#include <string>

#include <fmt/format.h>
#include <lua.hpp>

#include "bindings/lua/host/trampoline.h"
#include "engine/base/errors.h"

namespace bouton::lua {

/// The name of a class's metatable and, after the point, of the class for people. Specialised for each class.
template <class T>
inline constexpr const char* kClassName = nullptr;

template <class T>
int collect_object(lua_State* L) {
  // Only from __gc: scripts cannot reach the metatable. A finalizer of theirs may still reach the userdata, and finds it empty.
  static_cast<std::unique_ptr<T>*>(lua_touserdata(L, 1))->reset();
  return 0;
}

/// Pushes a userdata of class T that holds nothing yet, and returns the place for its object. May raise (memory).
template <class T>
std::unique_ptr<T>& push_object(lua_State* L) {
  void* const memory = lua_newuserdatauv(L, sizeof(std::unique_ptr<T>), 1);
  auto* const place = new (memory) std::unique_ptr<T>();
  if (luaL_newmetatable(L, kClassName<T>) != 0) {
    lua_pushcfunction(L, &trampoline<collect_object<T>>);
    lua_setfield(L, -2, "__gc");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
  }
  lua_setmetatable(L, -2);
  return *place;
}

/// The object at `index`; throws RequestError if it is something else.
template <class T>
T& object_at(lua_State* L, int index) {
  auto* const place = static_cast<std::unique_ptr<T>*>(luaL_testudata(L, index, kClassName<T>));
  if (place != nullptr && *place != nullptr) return **place;
  if (place != nullptr)
    throw RequestError(fmt::format("this {} has been collected", std::string(kClassName<T>).substr(sizeof("bouton.") - 1)));
  throw RequestError(fmt::format("expected a {}, found {}; methods are called with a colon: object:method(...)",
                                 std::string(kClassName<T>).substr(sizeof("bouton.") - 1), luaL_typename(L, index)));
}

/// Sets a field of the class's metatable. May raise (memory).
template <class T>
void set_metamethod(lua_State* L, const char* name, lua_CFunction function) {
  luaL_getmetatable(L, kClassName<T>);
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

/// Makes the class's metatable, with these methods. May raise (memory).
template <class T>
void set_methods(lua_State* L, const luaL_Reg* methods) {
  push_object<T>(L);  // makes the metatable
  lua_pop(L, 1);
  luaL_getmetatable(L, kClassName<T>);
  lua_newtable(L);
  luaL_setfuncs(L, methods, 0);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}

}  // namespace bouton::lua
