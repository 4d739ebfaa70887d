#include "bindings/lua/rules/integer_call.h"

#include <fmt/format.h>

#include "bindings/lua/integer/integer_class.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

struct Call {
  const Function& function;
  std::span<const Integer> arguments;
};

/// Argument: a light userdata with a Call. Returns what the function returns.
int run_call(lua_State* L) {
  const auto& call = *static_cast<const Call*>(lua_touserdata(L, 1));
  luaL_checkstack(L, static_cast<int>(call.arguments.size()) + 4, "too many arguments");
  lua_rawgeti(L, LUA_REGISTRYINDEX, call.function.reference);
  for (const Integer& argument : call.arguments) push_integer(L, argument);
  lua_call(L, static_cast<int>(call.arguments.size()), LUA_MULTRET);
  return lua_gettop(L) - 1;
}

std::vector<Integer> results_of(RuleFile& file, const Call& call, SmallIntegers small) {
  const SmallIntegersAre mode(small);
  State& state = file.state;
  lua_State* L = state.get();
  const int below = lua_gettop(L);
  state.set_doing(&call.function.title);
  lua_pushcfunction(L, &run_call);
  lua_pushlightuserdata(L, const_cast<Call*>(&call));
  state.call(1, LUA_MULTRET, file.call_limit, Limit::call_time);
  std::vector<Integer> results;
  for (int i = below + 1; i <= lua_gettop(L); ++i) {
    std::optional<Integer> value = integer_at(L, i);
    if (lua_isboolean(L, i)) value = lua_toboolean(L, i);
    if (!value && lua_type(L, i) == LUA_TNUMBER) value = whole_number_at(L, i);
    if (!value) {
      const char* const type = lua_type(L, i) == LUA_TNUMBER ? "a float" : luaL_typename(L, i);
      lua_settop(L, below);
      throw RuleError(fmt::format("{} returned {}, expected an integer", call.function.title, type));
    }
    results.push_back(std::move(*value));
  }
  lua_settop(L, below);
  file.captures.check(state, call.function);
  return results;
}

}  // namespace

std::vector<Integer> call_on_integers(RuleFile& file, const Function& function, std::span<const Integer> arguments) {
  const Call call{function, arguments};
  std::vector<Integer> results = results_of(file, call, SmallIntegers::of_any_size);
  if (results != results_of(file, call, SmallIntegers::of_lua))
    throw RequestError(
        fmt::format("{}: the function means something else on integers of any size (they never wrap around, "
                    "and are never == to Lua's)",
                    function.title));
  return results;
}

}  // namespace bouton::lua
