// Several algorithms for the Wythoff pairs, for scripts that compare them.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Pushes the table `bouton.wythoff`:
///   a(n)            floor(n phi) by the integer square root
///   newton(n)       the same by Newton steps for phi, and how many it took; newton(n, steps): by so many, right or not
///   sieve(count)    the a_n for n = 0..count - 1 (entry n + 1), by the sieve
///   recurrence(count)  the same by the recurrence
/// May raise (memory).
void push_wythoff_functions(lua_State* L);

}  // namespace bouton::lua
