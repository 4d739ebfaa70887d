// Several algorithms for the Wythoff pairs, for scripts that compare them.
#pragma once

#include <lua.hpp>

namespace bouton::lua {

/// Pushes the table `bouton.wythoff`:
///   a(n)            floor(n phi) by the integer square root
///   newton(n)       the same by Newton steps for phi, and how many it took; newton(n, steps): by so many, right or not
///   sieve(count)    the a_n for n = 0..count - 1 (entry n + 1), by the sieve
///   recurrence(count)  the same by the recurrence
///   pairs(count)    { a =, b = } for n = 1..count
///   sieve_steps(count)  { a =, b =, first =, last =, u = } for n = 1..count: J = {first, ..., last} is empty where last <
///   first recurrence_steps(count)  { a =, b =, c =, j = } for n = 1..count place(number)   "a" and k where the number is a_k,
///   else "b" and k, as it is b_k read(S, L)      how the direct algorithm reads a position: { S =, L =, m =, a =, state = "A"
///   to "E", S_is = "a" | "b", S_index =,
///                   L_is =, L_index =, to = { S, L } }; no `to` where it is a pair
/// May raise (memory).
void push_wythoff_functions(lua_State* L);

}  // namespace bouton::lua
