// What tostring gives of the module's objects.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <lua.hpp>

#include "bindings/lua/host/object.h"

namespace bouton::lua {

/// A text that is alive while it is pushed, which may raise.
struct ShownText {
  std::string text;
};

template <>
inline constexpr const char* kClassName<ShownText> = "bouton.ShownText";

/// Pushes the std::string that `make()` returns; for metamethods __tostring, as their last call.
template <class Make>
int push_shown(lua_State* L, Make make) {
  std::unique_ptr<ShownText>& place = push_object<ShownText>(L);
  place = std::make_unique<ShownText>(ShownText{make()});
  lua_pushlstring(L, place->text.data(), place->text.size());
  return 1;
}

}  // namespace bouton::lua
