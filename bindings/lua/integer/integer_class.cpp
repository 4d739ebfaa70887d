#include "bindings/lua/integer/integer_class.h"

#include <cmath>

#include "engine/budget.h"

namespace bouton::lua {
namespace {

thread_local SmallIntegers small_integers = SmallIntegers::of_any_size;

/// Replaces the integer on top of the stack by Lua's own, where small ones are to be Lua's.
void simplify_top(lua_State* L, const Integer& value) {
  constexpr long kSmall = 1L << 20;
  if (small_integers != SmallIntegers::of_lua || value >= kSmall || value <= -kSmall) return;
  const long small = value.get_si();
  lua_pop(L, 1);
  lua_pushinteger(L, small);
}

/// Larger results are refused: GMP ends the process when memory runs out.
constexpr std::size_t kMostBits = std::size_t{1} << 33;

std::size_t bits(const Integer& value) { return mpz_sizeinbase(value.get_mpz_t(), 2); }

void check_size(std::size_t wanted) {
  if (wanted > kMostBits)
    throw RequestError(fmt::format("an integer of more than {} is refused", format_bytes(kMostBits / 8)));
}

/// An operand; throws if it is no integer. `/` and floats are the usual mistakes.
Integer operand(lua_State* L, int index) {
  if (const std::optional<Integer> value = integer_at(L, index)) return *value;
  throw RequestError(fmt::format("arithmetic of an integer with {}; integers mix with integers only",
                                 lua_type(L, index) == LUA_TNUMBER ? "a float" : luaL_typename(L, index)));
}

unsigned long small_operand(const Integer& value, const char* what) {
  if (value < 0 || !value.fits_ulong_p()) throw RequestError(fmt::format("{} must be an integer from 0 to 2^64 - 1", what));
  return value.get_ui();
}

struct Add {
  static Integer of(const Integer& a, const Integer& b) { return a + b; }
};
struct Subtract {
  static Integer of(const Integer& a, const Integer& b) { return a - b; }
};
struct Multiply {
  static Integer of(const Integer& a, const Integer& b) {
    check_size(bits(a) + bits(b));
    return a * b;
  }
};
struct FloorDivide {
  static Integer of(const Integer& a, const Integer& b) {
    if (b == 0) throw RequestError("attempt to divide by zero");
    Integer quotient;
    mpz_fdiv_q(quotient.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    return quotient;
  }
};
struct FloorModulo {
  static Integer of(const Integer& a, const Integer& b) {
    if (b == 0) throw RequestError("attempt to perform 'n%%0'");
    Integer remainder;
    mpz_fdiv_r(remainder.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    return remainder;
  }
};
struct Power {
  static Integer of(const Integer& a, const Integer& b) {
    unsigned long exponent = small_operand(b, "an exponent");
    if (a >= -1 && a <= 1) {
      exponent = exponent == 0 ? 0 : 2 - exponent % 2;  // the powers of -1, 0 and 1 alternate
    } else {
      check_size(exponent);
      check_size(bits(a) * exponent);
    }
    Integer power;
    mpz_pow_ui(power.get_mpz_t(), a.get_mpz_t(), exponent);
    return power;
  }
};
struct And {
  static Integer of(const Integer& a, const Integer& b) { return a & b; }
};
struct Or {
  static Integer of(const Integer& a, const Integer& b) { return a | b; }
};
struct Xor {
  static Integer of(const Integer& a, const Integer& b) { return a ^ b; }
};
struct ShiftLeft {
  static Integer of(const Integer& a, const Integer& b) {
    const unsigned long count = small_operand(b, "the width of a shift");
    check_size(count);
    check_size(bits(a) + count);
    return a << count;
  }
};
struct ShiftRight {
  static Integer of(const Integer& a, const Integer& b) { return a >> small_operand(b, "the width of a shift"); }
};
struct Negate {
  static Integer of(const Integer& a, const Integer&) { return -a; }
};
struct Complement {
  static Integer of(const Integer& a, const Integer&) { return ~a; }
};

/// A metamethod of two operands (a unary one is given its operand twice).
template <class Operation>
int arithmetic(lua_State* L) {
  Integer& result = push_new_integer(L);
  result = Operation::of(operand(L, 1), operand(L, 2));
  simplify_top(L, result);
  return 1;
}

int divide(lua_State*) { throw RequestError("/ makes floats; integers are divided by //"); }

/// Negative, zero or positive as the operand at 1 is less than, equal to or greater than the one at 2.
int compare_operands(lua_State* L) { return cmp(operand(L, 1), operand(L, 2)); }

int equal(lua_State* L) {
  const bool answer = compare_operands(L) == 0;
  lua_pushboolean(L, answer ? 1 : 0);
  return 1;
}
int less(lua_State* L) {
  const bool answer = compare_operands(L) < 0;
  lua_pushboolean(L, answer ? 1 : 0);
  return 1;
}
int less_equal(lua_State* L) {
  const bool answer = compare_operands(L) <= 0;
  lua_pushboolean(L, answer ? 1 : 0);
  return 1;
}

void push_digits(lua_State* L, const Integer& value) {
  luaL_Buffer buffer;
  char* const digits = luaL_buffinitsize(L, &buffer, mpz_sizeinbase(value.get_mpz_t(), 10) + 2);
  mpz_get_str(digits, 10, value.get_mpz_t());
  luaL_pushresultsize(&buffer, std::char_traits<char>::length(digits));
}

int to_text(lua_State* L) {
  push_digits(L, object_at<Integer>(L, 1));
  return 1;
}

int concatenate(lua_State* L) {
  luaL_tolstring(L, 1, nullptr);
  luaL_tolstring(L, 2, nullptr);
  lua_concat(L, 2);
  return 1;
}

/// n:isqrt(): the greatest integer whose square is at most n.
int integer_square_root(lua_State* L) {
  Integer& result = push_new_integer(L);
  const Integer value = operand(L, 1);
  if (value < 0) throw RequestError("isqrt of a negative integer");
  result = sqrt(value);
  return 1;
}

/// n:tointeger(): the same as a Lua integer, or nil if it has more than 64 bits.
int to_lua_integer(lua_State* L) {
  std::optional<Coordinate> value;
  if (const std::optional<Integer> integer = integer_at(L, 1)) value = narrow(*integer);
  if (value) {
    lua_pushinteger(L, *value);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

bool is_big(lua_State* L, int index) { return luaL_testudata(L, index, kClassName<Integer>) != nullptr; }

/// Raises unless the argument is a number or one of ours.
void check_number(lua_State* L, int index) {
  if (!is_big(L, index)) luaL_checknumber(L, index);
}

template <bool want_greater>
int extreme(lua_State* L) {
  const int count = lua_gettop(L);
  luaL_argcheck(L, count >= 1, 1, "number expected");
  int best = 1;
  for (int i = 1; i <= count; ++i) {
    check_number(L, i);
    const bool better = want_greater ? lua_compare(L, best, i, LUA_OPLT) != 0 : lua_compare(L, i, best, LUA_OPLT) != 0;
    if (better) best = i;
  }
  lua_pushvalue(L, best);
  return 1;
}

int absolute(lua_State* L) {
  if (!is_big(L, 1)) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
  }
  Integer& result = push_new_integer(L);
  result = abs(object_at<Integer>(L, 1));
  return 1;
}

/// floor and ceil: one of ours is its own; everything else goes to Lua's function.
int round_number(lua_State* L) {
  if (is_big(L, 1)) {
    lua_settop(L, 1);
    return 1;
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

/// tointeger: one of ours as a Lua integer or nil; everything else goes to Lua's function.
int convert_number(lua_State* L) { return is_big(L, 1) ? to_lua_integer(L) : round_number(L); }

void wrap(lua_State* L, int table, const char* name, lua_CFunction function) {
  lua_getfield(L, table, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, table, name);
}

}  // namespace

void open_integer_class(lua_State* L) {
  static const luaL_Reg kMethods[] = {{"isqrt", &trampoline<integer_square_root>},
                                      {"tointeger", &trampoline<to_lua_integer>},
                                      {nullptr, nullptr}};
  static const luaL_Reg kMetamethods[] = {{"__add", &trampoline<arithmetic<Add>>},
                                          {"__sub", &trampoline<arithmetic<Subtract>>},
                                          {"__mul", &trampoline<arithmetic<Multiply>>},
                                          {"__idiv", &trampoline<arithmetic<FloorDivide>>},
                                          {"__mod", &trampoline<arithmetic<FloorModulo>>},
                                          {"__pow", &trampoline<arithmetic<Power>>},
                                          {"__band", &trampoline<arithmetic<And>>},
                                          {"__bor", &trampoline<arithmetic<Or>>},
                                          {"__bxor", &trampoline<arithmetic<Xor>>},
                                          {"__shl", &trampoline<arithmetic<ShiftLeft>>},
                                          {"__shr", &trampoline<arithmetic<ShiftRight>>},
                                          {"__unm", &trampoline<arithmetic<Negate>>},
                                          {"__bnot", &trampoline<arithmetic<Complement>>},
                                          {"__div", &trampoline<divide>},
                                          {"__eq", &trampoline<equal>},
                                          {"__lt", &trampoline<less>},
                                          {"__le", &trampoline<less_equal>},
                                          {"__tostring", &trampoline<to_text>},
                                          {"__concat", &trampoline<concatenate>},
                                          {nullptr, nullptr}};
  set_methods<Integer>(L, kMethods);
  for (const luaL_Reg* entry = kMetamethods; entry->name != nullptr; ++entry)
    set_metamethod<Integer>(L, entry->name, entry->func);
}

Integer& push_new_integer(lua_State* L) {
  std::unique_ptr<Integer>& place = push_object<Integer>(L);
  place = std::make_unique<Integer>();
  return *place;
}

void push_integer(lua_State* L, const Integer& value) {
  Integer& pushed = push_new_integer(L);
  pushed = value;
  simplify_top(L, value);
}

SmallIntegersAre::SmallIntegersAre(SmallIntegers mode) : before_(small_integers) { small_integers = mode; }
SmallIntegersAre::~SmallIntegersAre() { small_integers = before_; }

std::optional<Integer> whole_number_at(lua_State* L, int index) {
  const double number = lua_tonumber(L, index);
  if (!std::isfinite(number) || number != std::floor(number)) return std::nullopt;
  return Integer(number);
}

std::optional<Integer> integer_at(lua_State* L, int index) {
  if (lua_isinteger(L, index) != 0) return widen(static_cast<Coordinate>(lua_tointeger(L, index)));
  if (auto* const place = static_cast<std::unique_ptr<Integer>*>(luaL_testudata(L, index, kClassName<Integer>));
      place != nullptr && *place != nullptr)
    return **place;
  return std::nullopt;
}

int make_integer(lua_State* L) {
  Integer& result = push_new_integer(L);
  std::optional<Integer> value = integer_at(L, 1);
  if (!value && lua_type(L, 1) == LUA_TSTRING) value = parse_integer(lua_tostring(L, 1));
  if (!value) throw RequestError("bouton.int takes an integer or its decimal digits");
  result = std::move(*value);
  return 1;
}

void set_integer_math(lua_State* L, int math_table) {
  math_table = lua_absindex(L, math_table);
  lua_pushcfunction(L, &trampoline<extreme<true>>);
  lua_setfield(L, math_table, "max");
  lua_pushcfunction(L, &trampoline<extreme<false>>);
  lua_setfield(L, math_table, "min");
  wrap(L, math_table, "abs", &trampoline<absolute>);
  wrap(L, math_table, "floor", &trampoline<round_number>);
  wrap(L, math_table, "ceil", &trampoline<round_number>);
  wrap(L, math_table, "tointeger", &trampoline<convert_number>);
}

}  // namespace bouton::lua
