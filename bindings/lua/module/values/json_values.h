// Answers that the output has as JSON, as Lua tables.
#pragma once

#include <lua.hpp>

#include "bindings/output/formats/json.h"

namespace bouton::lua {

/// Pushes a table, list, text, number or boolean; nil for null. Integers are Lua's. May raise (memory): `json` must be owned by
/// something that a raise does not leak.
void push_json(lua_State* L, const Json& json);

}  // namespace bouton::lua
