#include "bindings/lua/rules/claim_call.h"

#include <fmt/format.h>

#include "bindings/lua/language/claim_words.h"
#include "engine/base/errors.h"

namespace bouton::lua {

bool call_check(RuleFile& file, const Function& check, PositionView position, ClaimValues& values) {
  lua_State* L = file.state.get();
  const Asking asking(L, values);
  file.call(check, position, 1);
  const bool is_verdict = lua_isboolean(L, -1);
  const bool verdict = lua_toboolean(L, -1) != 0;
  const char* const type = luaL_typename(L, -1);
  lua_pop(L, 1);
  if (!is_verdict)
    throw RuleError(
        fmt::format("{} returned {} at {}, expected true or false", check.title, type, bouton::to_string(position)));
  return verdict;
}

}  // namespace bouton::lua
