#include "bindings/lua/module/parallel_function.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/module/module.h"
#include "bindings/lua/module/value_checksum.h"
#include "bindings/lua/module/values/packed_values.h"
#include "engine/base/errors.h"
#include "engine/farm/journal.h"

namespace bouton::lua {

/// What outlives Lua's errors: the results of all items, and the one that is being packed.
struct ParallelResults {
  std::vector<std::string> results;
  std::string packed;
  ValueWalk walk;
};
template <>
inline constexpr const char* kClassName<ParallelResults> = "bouton.ParallelResults";

namespace {

// Where the arguments stand once the results are below them.
constexpr int kList = 2, kFunction = 3, kJournal = 4;

/// (light userdata with a text, function, value, number): calls the function and packs its first result.
int call_and_pack(lua_State* L) {
  auto& out = *static_cast<std::string*>(lua_touserdata(L, 1));
  lua_call(L, 2, 1);
  pack_value(L, -1, out);
  return 0;
}

/// The work of an item, in whichever process it is done.
std::string result_of(lua_State* L, ParallelResults& place, std::uint64_t item, const Budget& budget) {
  place.packed.clear();
  const int top = lua_gettop(L);
  const auto number = static_cast<lua_Integer>(item) + 1;
  lua_pushcfunction(L, &call_and_pack);
  lua_pushlightuserdata(L, &place.packed);
  lua_pushvalue(L, kFunction);
  lua_rawgeti(L, kList, number);
  lua_pushinteger(L, number);
  if (lua_pcall(L, 4, 0, 0) != LUA_OK) {
    budget.check_stop();
    const std::string message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error that is not text";
    lua_settop(L, top);
    throw Error(message);
  }
  return place.packed;
}

/// What tells the value at `index` from others. Throws RequestError where nothing does.
std::string told_apart(lua_State* L, ParallelResults& place, int index) {
  place.walk = {};
  lua_pushcfunction(L, &walk_value);
  lua_pushlightuserdata(L, &place.walk);
  lua_pushvalue(L, index);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
    const std::string message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error that is not text";
    lua_pop(L, 1);
    throw RequestError(fmt::format("the journal of bouton.parallel: {}", message));
  }
  return fmt::format("checksum {:016x}", place.walk.checksum.value());
}

/// The journal at its place among the arguments, of these items and of this function.
std::optional<FarmJournal> journal_of(lua_State* L, ParallelResults& place, std::uint64_t count) {
  if (lua_isstring(L, kJournal) == 0) return std::nullopt;
  Work work("bouton.parallel");
  work.add("items", fmt::format("{}, {}", count, told_apart(L, place, kList)));
  work.add("function", told_apart(L, place, kFunction));
  return FarmJournal{path_at(L, kJournal), std::move(work)};
}

}  // namespace

int run_parallel(lua_State* L) {
  ModuleContext& context = module_context(L);
  if (!lua_istable(L, 1) || !lua_isfunction(L, 2))
    throw RequestError(
        "bouton.parallel takes a list and a function: bouton.parallel({ 1, 2, 3 }, function(n) return n * n end)");
  if (!lua_isnoneornil(L, 3) && lua_type(L, 3) != LUA_TSTRING)
    throw RequestError("the journal of bouton.parallel must be the name of a file");
  lua_settop(L, 3);
  std::unique_ptr<ParallelResults>& place = push_object<ParallelResults>(L);
  lua_insert(L, 1);
  place = std::make_unique<ParallelResults>();
  luaL_checkstack(L, 8, "bouton.parallel");
  const auto count = static_cast<std::uint64_t>(lua_rawlen(L, kList));
  {
    const State::Entered entered(L);
    std::unique_ptr<Farm> own;
    if (context.farm == nullptr) own = process_farm(1);
    Farm& farm = own ? *own : *context.farm;
    const std::optional<FarmJournal> journal = journal_of(L, *place, count);
    const auto work = [&](std::uint64_t item) {
      Farm* const farm_outside = std::exchange(context.farm, nullptr);  // a parallel within it is done by the worker alone
      struct Restore {
        Farm*& place;
        Farm* value;
        ~Restore() { place = value; }
      } const restore{context.farm, farm_outside};
      return result_of(L, *place, item, context.budget);
    };
    place->results = farm_results(farm, count, work, journal, context.budget);
  }
  lua_createtable(L, static_cast<int>(count), 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view bytes = place->results[i];
    push_packed(L, bytes);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

}  // namespace bouton::lua
