#include "bindings/lua/module/wythoff_functions.h"

#include <fmt/format.h>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/module/values/values.h"
#include "engine/closed_form/wythoff/golden_ratio.h"
#include "engine/closed_form/wythoff/wythoff_newton.h"
#include "engine/closed_form/wythoff/wythoff_pairs.h"
#include "engine/closed_form/wythoff/wythoff_states.h"

namespace bouton::lua {

/// A result, kept in a userdata while it is pushed.
struct WythoffResult {
  Integer number;
  std::vector<WythoffPair> pairs;
  std::vector<SieveStep> sieve;
  std::vector<RecurrenceStep> recurrence;
  WythoffReading reading;
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

Integer read_natural(lua_State* L, int index, const char* what) {
  std::optional<Integer> n = integer_at(L, index);
  if (!n || *n < 0) throw RequestError(fmt::format("{} is an integer >= 0", what));
  return *std::move(n);
}
Integer read_index(lua_State* L) { return read_natural(L, 2, "the number of a pair"); }

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

std::uint64_t read_pair_count(lua_State* L) {
  constexpr std::uint64_t kMostPairs = 100'000'000;
  const std::uint64_t count = read_count(L, 2, "the number of pairs");
  if (count > kMostPairs) throw RequestError(fmt::format("at most {} pairs", kMostPairs));
  return count;
}

template <std::vector<WythoffPair> (*generate)(std::size_t)>
int by_generator(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.pairs = generate(read_pair_count(L));
  push_list(L, result.pairs, [L](const WythoffPair& pair) { lua_pushinteger(L, static_cast<lua_Integer>(pair.a)); });
  return 1;
}

/// Sets a field of the table on top.
void set_count(lua_State* L, const char* name, std::uint64_t value) {
  lua_pushinteger(L, static_cast<lua_Integer>(value));
  lua_setfield(L, -2, name);
}
void set_integer(lua_State* L, const char* name, const Integer& value) {
  push_narrow_integer(L, value);
  lua_setfield(L, -2, name);
}
void set_text(lua_State* L, const char* name, const char* value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

/// Pushes { a =, b = } with room for more.
void push_pair(lua_State* L, const WythoffPair& pair) {
  lua_createtable(L, 0, 5);
  set_count(L, "a", pair.a);
  set_count(L, "b", pair.b);
}

int list_pairs(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.pairs = wythoff_pairs_by_sieve(read_pair_count(L) + 1);
  result.pairs.erase(result.pairs.begin());
  push_list(L, result.pairs, [L](const WythoffPair& pair) { push_pair(L, pair); });
  return 1;
}

int sieve_steps(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.sieve = wythoff_sieve_steps(read_pair_count(L));
  lua_Integer before = 0;
  push_list(L, result.sieve, [&](const SieveStep& step) {
    push_pair(L, step.pair);
    set_count(L, "first", step.first);
    lua_pushinteger(L, before++);
    lua_setfield(L, -2, "last");
    set_count(L, "u", step.pair.a);
  });
  return 1;
}

int recurrence_steps(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.recurrence = wythoff_recurrence_steps(read_pair_count(L));
  push_list(L, result.recurrence, [L](const RecurrenceStep& step) {
    push_pair(L, step.pair);
    set_count(L, "c", step.covered);
    set_count(L, "j", step.passed);
  });
  return 1;
}

const char* column_of(const WythoffPlace& place) { return place.lower ? "a" : "b"; }

int find_place(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.reading.of_S = wythoff_place(read_natural(L, 2, "the number to find the place of"));
  lua_pushstring(L, column_of(result.reading.of_S));
  push_narrow_integer(L, result.reading.of_S.k);
  return 2;
}

int position_of_pair(lua_State* L) {
  WythoffResult& result = begin_pairs(L);
  result.reading = read_wythoff(read_natural(L, 2, "a heap"), read_natural(L, 3, "a heap"));
  const WythoffReading& reading = result.reading;
  lua_createtable(L, 0, 10);
  set_integer(L, "S", reading.S);
  set_integer(L, "L", reading.L);
  set_integer(L, "m", reading.m);
  set_integer(L, "a", reading.a_m);
  const char state[] = {letter(reading.state), 0};
  set_text(L, "state", state);
  set_text(L, "S_is", column_of(reading.of_S));
  set_integer(L, "S_index", reading.of_S.k);
  set_text(L, "L_is", column_of(reading.of_L));
  set_integer(L, "L_index", reading.of_L.k);
  if (!reading.to) return 1;
  lua_createtable(L, 2, 0);
  push_narrow_integer(L, reading.to->first);
  lua_rawseti(L, -2, 1);
  push_narrow_integer(L, reading.to->second);
  lua_rawseti(L, -2, 2);
  lua_setfield(L, -2, "to");
  return 1;
}

}  // namespace

void push_wythoff_functions(lua_State* L) {
  static const luaL_Reg kFunctions[] = {{"a", &trampoline<by_square_root>},
                                        {"newton", &trampoline<by_newton>},
                                        {"sieve", &trampoline<by_generator<wythoff_pairs_by_sieve>>},
                                        {"recurrence", &trampoline<by_generator<wythoff_pairs_by_recurrence>>},
                                        {"pairs", &trampoline<list_pairs>},
                                        {"sieve_steps", &trampoline<sieve_steps>},
                                        {"recurrence_steps", &trampoline<recurrence_steps>},
                                        {"place", &trampoline<find_place>},
                                        {"read", &trampoline<position_of_pair>},
                                        {nullptr, nullptr}};
  luaL_newlib(L, kFunctions);
}

}  // namespace bouton::lua
