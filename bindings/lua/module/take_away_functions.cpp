#include "bindings/lua/module/take_away_functions.h"

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/module/game_class.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/values/values.h"
#include "engine/closed_form/heaps/take_away.h"
#include "engine/position/integer.h"

namespace bouton::lua {

/// A result, kept in a userdata while it is pushed.
struct TakeAwayResult {
  std::vector<TakeAwaySequence::Term> history;
  std::vector<Integer> sum;
};
template <>
inline constexpr const char* kClassName<TakeAwayResult> = "bouton.TakeAwayResult";

namespace {

constexpr std::size_t kMostTerms = 1'000'000;
// Where the arguments stand once the result is at the bottom.
constexpr int kGame = 2, kNumber = 3;

/// Pushes a result that is empty; the arguments follow.
TakeAwayResult& begin_terms(lua_State* L) {
  std::unique_ptr<TakeAwayResult>& place = push_object<TakeAwayResult>(L);
  lua_insert(L, 1);
  place = std::make_unique<TakeAwayResult>();
  return *place;
}

/// The bound of a game whose formula is that of take-away, which `what` takes.
const IntegerFunction& bound_of(const Game& game) {
  const ClosedFormBinding* const form = game.rules->closed_form();
  if (form != nullptr && form->name == "take-away")
    if (const auto f = form->arguments.find("f"); f != form->arguments.end())
      if (const auto* const bound = std::get_if<IntegerFunction>(&f->second)) return *bound;
  throw RequestError("this is not a take-away game: it has no function f that bounds a take by the one before");
}

/// The sequence of the game, ready for numbers up to that of the call.
TakeAwaySequence prepared(lua_State* L, Integer& n) {
  const IntegerFunction& f = bound_of(*object_at<GameObject>(L, kGame).game);
  std::optional<Integer> number = integer_at(L, kNumber);
  if (!number || *number < 1) throw RequestError("the number of things must be an integer >= 1");
  n = *std::move(number);
  TakeAwaySequence sequence([&f](const Integer& x) { return f.call(std::span(&x, 1)); }, module_context(L).budget, f.growth);
  if (const std::optional<Refusal> refusal = sequence.prepare(n)) throw RequestError(refusal->reason);
  return sequence;
}

/// sequence(game, n): the terms up to n, each { H =, added =, m = }.
int list_terms(lua_State* L) {
  TakeAwayResult& result = begin_terms(L);
  {
    const State::Entered entered(L);
    Integer n;
    result.history = prepared(L, n).history(n, kMostTerms);
  }
  push_list(L, result.history, [L](const TakeAwaySequence::Term& term) {
    lua_createtable(L, 0, 3);
    push_narrow_integer(L, term.value);
    lua_setfield(L, -2, "H");
    if (term.index == 0) return;
    push_narrow_integer(L, term.added);
    lua_setfield(L, -2, "added");
    lua_pushinteger(L, static_cast<lua_Integer>(term.index));
    lua_setfield(L, -2, "m");
  });
  return 1;
}

/// sum(game, n): the terms whose sum is n, the greatest first.
int list_sum(lua_State* L) {
  TakeAwayResult& result = begin_terms(L);
  {
    const State::Entered entered(L);
    Integer n;
    for (const TakeAwaySequence::Summand& summand : prepared(L, n).representation(n)) {
      if (summand.times > widen_unsigned(kMostTerms))
        throw RequestError("the sequence ends, and the sum has more than a million terms");
      result.sum.insert(result.sum.end(), summand.times.get_ui(), summand.term);
    }
  }
  push_list(L, result.sum, [L](const Integer& term) { push_narrow_integer(L, term); });
  return 1;
}

}  // namespace

void push_take_away_functions(lua_State* L) {
  static const luaL_Reg kFunctions[] = {
      {"sequence", &trampoline<list_terms>}, {"sum", &trampoline<list_sum>}, {nullptr, nullptr}};
  luaL_newlib(L, kFunctions);
}

}  // namespace bouton::lua
