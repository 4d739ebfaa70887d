// How errors cross between C++ and Lua.
//
// Lua raises errors by unwinding in a way that is not ours to catch, and C++ exceptions must not pass through Lua. So:
//  - a C++ function that Lua calls is wrapped in trampoline<>: it may throw any std::exception, which is caught, kept in
//    the State, and raised again as a Lua error once the handler has been left;
//  - inside such a function, no object with a destructor is alive where a Lua call may raise;
//  - the host enters Lua only through State::call and State::protect, which turn Lua errors back into exceptions.
#pragma once

#include <exception>
#include <span>

#include <lua.hpp>

namespace bouton::lua {

/// Writes what `error`, which is being handled, is raised as to `message`, and keeps it for the protected call around, so
/// that its type survives; see State.
void keep_exception(lua_State* L, const std::exception& error, std::span<char> message);

/// Raises `message` as a Lua error, preceded by the file and line of the Lua code that is running unless it begins with
/// some.
[[noreturn]] void raise(lua_State* L, const char* message);

/// The lua_CFunction that runs `Body`.
template <int (*Body)(lua_State*)>
int trampoline(lua_State* L) {
  constexpr std::size_t kLongestMessage = 2000;
  char message[kLongestMessage];
  try {
    return Body(L);
  } catch (const std::exception& error) {
    keep_exception(L, error, message);
  }
  raise(L, message);
}

}  // namespace bouton::lua
