#include "bindings/lua/module/wythoff_functions.h"

#include <fmt/format.h>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/module/values.h"
#include "engine/closed_form/golden_ratio.h"
#include "engine/closed_form/wythoff_newton.h"
#include "engine/closed_form/wythoff_pairs.h"

namespace bouton::lua {

/// A result, kept in a userdata while it is pushed.
struct WythoffResult {
  Integer number;
  std::vector<WythoffPair> pairs;
};
template <>
inline constexpr const char* kClassName<WythoffResult> = "bouton.WythoffResult";

namespace {

/// Pushes a result that is empty; the arguments follow from index 2.
WythoffResult& begin_pairs(lua_State* L) {
  std::unique_ptr<WythoffResult>& place = push_object<WythoffResult>(L);
  lua_insert(L, 1);
  place = std::make_unique<WythoffResult>();
  return *place;
}

Integer read_index(lua_State* L) {
  std::optional<Integer> n = integer_at(L, 2);
  if (!n || *n < 0) throw RequestError("the number of a pair is an integer >= 0");
  return *std::move(n);
}

int by_square_root(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.number = golden_floor(read_index(L));
  push_narrow_integer(L, result.number);
  return 1;
}

int by_newton(lua_State* L) {
  constexpr std::uint64_t kMostSteps = 40;
  WythoffResult& result = begin_pairs(L);
  unsigned steps = 0;
  {
    const Integer n = read_index(L);
    // n <= 10^k takes 2k + 1 right decimals.
    const std::size_t decimals = 2 * mpz_sizeinbase(n.get_mpz_t(), 10) + 1;
    steps = newton_steps_for(decimals);
    if (!lua_isnoneornil(L, 3)) {
      const std::uint64_t chosen = read_count(L, 3, "the number of steps");
      if (chosen > kMostSteps) throw RequestError(fmt::format("at most {} steps", kMostSteps));
      steps = static_cast<unsigned>(chosen);
    }
    result.number = wythoff_by_newton(n, steps);
  }
  push_narrow_integer(L, result.number);
  lua_pushinteger(L, steps);
  return 2;
}

template <std::vector<WythoffPair> (*generate)(std::size_t)>
int by_generator(lua_State* L) {
  constexpr std::uint64_t kMostPairs = 100'000'000;
  WythoffResult& result = begin_pairs(L);
  const std::uint64_t count = read_count(L, 2, "the number of pairs");
  if (count > kMostPairs) throw RequestError(fmt::format("at most {} pairs", kMostPairs));
  result.pairs = generate(count);
  push_list(L, result.pairs, [L](const WythoffPair& pair) { lua_pushinteger(L, static_cast<lua_Integer>(pair.a)); });
  return 1;
}

}  // namespace

void push_wythoff_functions(lua_State* L) {
  static const luaL_Reg kFunctions[] = {{"a", &trampoline<by_square_root>},
                                        {"newton", &trampoline<by_newton>},
                                        {"sieve", &trampoline<by_generator<wythoff_pairs_by_sieve>>},
                                        {"recurrence", &trampoline<by_generator<wythoff_pairs_by_recurrence>>},
                                        {nullptr, nullptr}};
  luaL_newlib(L, kFunctions);
}

}  // namespace bouton::lua
