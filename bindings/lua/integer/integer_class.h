// Integers of any size in Lua: immutable values with the arithmetic of Lua's own.
//
// + - * // % unary - and the bit operations mix with Lua's integers and never wrap around; ^ takes an exponent >= 0; / is
// an error. < and <= compare with Lua's integers too, but == only with each other: Lua does not ask a metamethod for
// values of different types. tostring and .. give decimal digits.
//
// A value is a userdata that holds its digits itself: it needs no finalizer, and Lua's memory limit counts it.
#pragma once

#include <optional>

#include <lua.hpp>

#include "engine/position/integer.h"

namespace bouton::lua {

/// Makes the class's metatable. May raise (memory).
void open_integer_class(lua_State* L);

/// What small results of arithmetic, and small numbers that are pushed, become.
enum class SmallIntegers {
  of_any_size,  ///< they stay in this class: nothing wraps around
  of_lua        ///< below 2^20 in size they are Lua's: == works
};

/// Sets the mode of its thread as long as it lives. Without one it is of_any_size.
class SmallIntegersAre {
 public:
  explicit SmallIntegersAre(SmallIntegers mode);
  ~SmallIntegersAre();
  SmallIntegersAre(const SmallIntegersAre&) = delete;
  SmallIntegersAre& operator=(const SmallIntegersAre&) = delete;

 private:
  SmallIntegers before_;
};

/// Pushes `value`. May raise (memory): `value` must be owned by something that is freed nevertheless.
void push_integer(lua_State* L, const Integer& value);

/// The whole number that the float at `index` is, if it is one. Does not raise.
std::optional<Integer> whole_number_at(lua_State* L, int index);

/// The integer at `index`: a Lua integer or one of this class. Does not raise.
std::optional<Integer> integer_at(lua_State* L, int index);

/// bouton.int(value): from a Lua integer, from decimal digits, or from one of this class.
int make_integer(lua_State* L);

/// bouton.nim_product(a, b): of two integers of either kind, at least 0.
int make_nim_product(lua_State* L);

/// math.max, min, abs, floor, ceil and tointeger for both kinds of integers and for floats: a lua_CFunction each.
void set_integer_math(lua_State* L, int math_table);

}  // namespace bouton::lua
