#include "bindings/lua/integer/integer_class.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/host/trampoline.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/position/powers_and_roots.h"
#include "engine/values/nim_product.h"

namespace bouton::lua {
namespace {

thread_local SmallIntegers small_integers = SmallIntegers::of_any_size;

constexpr const char* kMetatable = "bouton.Integer";

/// What a userdata holds: this, and then the limbs of the absolute value.
struct Stored {
  std::ptrdiff_t signed_size;  ///< the number of limbs, negative for a negative integer

  mp_limb_t* limbs() { return reinterpret_cast<mp_limb_t*>(this + 1); }
};
static_assert(sizeof(Stored) % alignof(mp_limb_t) == 0);

Stored* stored_at(lua_State* L, int index) { return static_cast<Stored*>(luaL_testudata(L, index, kMetatable)); }

/// Results of arithmetic on this thread. They outlive the function that computes them, so that a raise leaks nothing.
thread_local Integer result;

bool is_lua_small(const Integer& value) {
  constexpr long kSmall = 1L << 20;
  return small_integers == SmallIntegers::of_lua && value < kSmall && value > -kSmall;
}

/// Larger results are refused: two and a half million digits. No limit interrupts GMP, and with numbers of this size no
/// operation takes long; it ends the process, besides, when memory runs out.
constexpr std::size_t kMostBits = std::size_t{1} << 23;

std::size_t bits(const Integer& value) { return mpz_sizeinbase(value.get_mpz_t(), 2); }

void check_size(std::uint64_t wanted) {
  if (wanted > kMostBits) throw RequestError(fmt::format("an integer must not take more than {}", format_bytes(kMostBits / 8)));
}

/// An operand; throws if it is not an integer. `/` and floats are the usual mistakes.
Integer operand(lua_State* L, int index) {
  if (const std::optional<Integer> value = integer_at(L, index)) return *value;
  throw RequestError(fmt::format("arithmetic on an integer and {}; integers mix with integers only",
                                 lua_type(L, index) == LUA_TNUMBER ? "a float" : luaL_typename(L, index)));
}

std::uint64_t small_operand(const Integer& value, const char* what) {
  const std::optional<std::uint64_t> small = narrow_unsigned(value);
  if (!small) throw RequestError(fmt::format("{} must be an integer from 0 to 2^64 - 1", what));
  return *small;
}

Integer add(const Integer& a, const Integer& b) { return a + b; }
Integer subtract(const Integer& a, const Integer& b) { return a - b; }
Integer multiply(const Integer& a, const Integer& b) {
  check_size(bits(a) + bits(b));
  return a * b;
}
Integer floor_divide(const Integer& a, const Integer& b) {
  if (b == 0) throw RequestError("attempt to divide by zero");
  Integer quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return quotient;
}
Integer floor_modulo(const Integer& a, const Integer& b) {
  if (b == 0) throw RequestError("attempt to perform 'n%%0'");
  Integer remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return remainder;
}
Integer power(const Integer& a, const Integer& b) {
  std::uint64_t exponent = small_operand(b, "an exponent");
  if (a >= -1 && a <= 1) {
    exponent = exponent == 0 ? 0 : 2 - exponent % 2;  // the powers of -1, 0 and 1 alternate
  } else {
    check_size(exponent);
    check_size(bits(a) * exponent);
  }
  return bouton::power(a, exponent);
}
Integer bit_and(const Integer& a, const Integer& b) { return a & b; }
Integer bit_or(const Integer& a, const Integer& b) { return a | b; }
Integer bit_xor(const Integer& a, const Integer& b) { return a ^ b; }
Integer shift_left(const Integer& a, const Integer& b) {
  const std::uint64_t count = small_operand(b, "the width of a shift");
  check_size(count);
  check_size(bits(a) + count);
  return a << static_cast<mp_bitcnt_t>(count);
}
Integer shift_right(const Integer& a, const Integer& b) {
  const std::uint64_t count = std::min<std::uint64_t>(small_operand(b, "the width of a shift"), kMostBits);
  return a >> static_cast<mp_bitcnt_t>(count);
}
Integer multiply_as_nimbers(const Integer& a, const Integer& b) {
  constexpr std::size_t kMostBitsOfNimbers = std::size_t{1} << 16;  // for which it takes some tenths of a second
  if (a < 0 || b < 0) throw RequestError("bouton.nim_product takes two integers >= 0");
  if (std::max(bits(a), bits(b)) > kMostBitsOfNimbers)
    throw RequestError(fmt::format("bouton.nim_product takes numbers of up to {} bits", kMostBitsOfNimbers));
  return nim_product(a, b);
}
Integer negate(const Integer& a, const Integer&) { return -a; }
Integer complement(const Integer& a, const Integer&) { return ~a; }

/// Pushes a value of `size` limbs at `limbs`. May raise (memory).
void push_limbs(lua_State* L, const mp_limb_t* limbs, std::size_t size, bool negative) {
  auto* const stored = static_cast<Stored*>(lua_newuserdatauv(L, sizeof(Stored) + size * sizeof(mp_limb_t), 0));
  stored->signed_size = negative ? -static_cast<std::ptrdiff_t>(size) : static_cast<std::ptrdiff_t>(size);
  std::copy_n(limbs, size, stored->limbs());
  luaL_setmetatable(L, kMetatable);
}

/// Pushes `result`. In a script, a finalizer that runs while memory is taken may compute, too: `result` is put aside. (Where
/// memory ends just then, its digits are lost; rule files, which can catch that as often as they like, have no finalizers.)
void push_result(lua_State* L) {
  const State* const state = State::find(L);
  if (is_lua_small(result) || state == nullptr || !state->runs_scripts()) {
    push_integer(L, result);
    return;
  }
  mpz_t aside;
  mpz_init(aside);
  mpz_swap(aside, result.get_mpz_t());
  push_limbs(L, mpz_limbs_read(aside), mpz_size(aside), mpz_sgn(aside) < 0);
  mpz_swap(aside, result.get_mpz_t());
  mpz_clear(aside);
}

/// A metamethod of two operands (a unary one is given its operand twice).
template <Integer (*operation)(const Integer&, const Integer&)>
int arithmetic(lua_State* L) {
  State::spend(L, lua_rawlen(L, 1) + lua_rawlen(L, 2));
  result = operation(operand(L, 1), operand(L, 2));
  push_result(L);
  return 1;
}

int divide(lua_State*) { throw RequestError("/ makes floats; integers are divided by //"); }

template <class Compare>
int comparison(lua_State* L) {
  const bool answer = Compare()(cmp(operand(L, 1), operand(L, 2)), 0);
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
  State::spend(L, 64 * lua_rawlen(L, 1));
  result = operand(L, 1);
  push_digits(L, result);
  return 1;
}

/// The operands as texts; what has none cannot be concatenated, as in Lua.
int concatenate_integers(lua_State* L) {
  for (const int index : {1, 2}) {
    if (lua_isstring(L, index) == 0 && stored_at(L, index) == nullptr)
      return luaL_error(L, "attempt to concatenate a %s value", luaL_typename(L, index));
    luaL_tolstring(L, index, nullptr);
  }
  lua_concat(L, 2);
  return 1;
}

/// n:isqrt(): the greatest integer whose square is at most n.
int integer_square_root(lua_State* L) {
  result = operand(L, 1);
  if (result < 0) throw RequestError("isqrt of a negative integer");
  result = sqrt(result);
  push_result(L);
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

bool is_big(lua_State* L, int index) { return stored_at(L, index) != nullptr; }

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

/// Calls Lua's function, which this one stands for, with the same arguments.
int call_original(lua_State* L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

int absolute(lua_State* L) {
  if (!is_big(L, 1)) return call_original(L);
  result = abs(operand(L, 1));
  push_result(L);
  return 1;
}

/// floor and ceil: one of ours is its own; everything else goes to Lua's function.
int round_number(lua_State* L) {
  if (!is_big(L, 1)) return call_original(L);
  lua_settop(L, 1);
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
  static const luaL_Reg kMethods[] = {
      {"isqrt", &trampoline<integer_square_root>}, {"tointeger", &trampoline<to_lua_integer>}, {nullptr, nullptr}};
  static const luaL_Reg kMetamethods[] = {{"__add", &trampoline<arithmetic<add>>},
                                          {"__sub", &trampoline<arithmetic<subtract>>},
                                          {"__mul", &trampoline<arithmetic<multiply>>},
                                          {"__idiv", &trampoline<arithmetic<floor_divide>>},
                                          {"__mod", &trampoline<arithmetic<floor_modulo>>},
                                          {"__pow", &trampoline<arithmetic<power>>},
                                          {"__band", &trampoline<arithmetic<bit_and>>},
                                          {"__bor", &trampoline<arithmetic<bit_or>>},
                                          {"__bxor", &trampoline<arithmetic<bit_xor>>},
                                          {"__shl", &trampoline<arithmetic<shift_left>>},
                                          {"__shr", &trampoline<arithmetic<shift_right>>},
                                          {"__unm", &trampoline<arithmetic<negate>>},
                                          {"__bnot", &trampoline<arithmetic<complement>>},
                                          {"__div", &trampoline<divide>},
                                          {"__eq", &trampoline<comparison<std::equal_to<int>>>},
                                          {"__lt", &trampoline<comparison<std::less<int>>>},
                                          {"__le", &trampoline<comparison<std::less_equal<int>>>},
                                          {"__tostring", &trampoline<to_text>},
                                          {"__concat", &trampoline<concatenate_integers>},
                                          {nullptr, nullptr}};
  if (luaL_newmetatable(L, kMetatable) != 0) {
    luaL_setfuncs(L, kMetamethods, 0);
    luaL_newlib(L, kMethods);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
  }
  lua_pop(L, 1);
}

void push_integer(lua_State* L, const Integer& value) {
  if (is_lua_small(value)) {
    lua_pushinteger(L, *narrow(value));
    return;
  }
  push_limbs(L, mpz_limbs_read(value.get_mpz_t()), mpz_size(value.get_mpz_t()), value < 0);
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
  Stored* const stored = stored_at(L, index);
  if (stored == nullptr) return std::nullopt;
  mpz_t view;
  return Integer(mpz_roinit_n(view, stored->limbs(), stored->signed_size));
}

int make_integer(lua_State* L) {
  {
    std::optional<Integer> value = integer_at(L, 1);
    if (!value && lua_type(L, 1) == LUA_TSTRING) {
      constexpr std::size_t kBitsOfTwoDigits = 6;  // at least
      check_size(lua_rawlen(L, 1) / 2 * kBitsOfTwoDigits);
      value = parse_integer(text_at(L, 1));
    }
    if (!value) throw RequestError("bouton.int takes an integer or its decimal digits");
    result = std::move(*value);
  }
  push_result(L);
  return 1;
}

int make_nim_product(lua_State* L) { return arithmetic<multiply_as_nimbers>(L); }

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
