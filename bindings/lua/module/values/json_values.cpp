#include "bindings/lua/module/values/json_values.h"

namespace bouton::lua {

void push_json(lua_State* L, const Json& json) {
  luaL_checkstack(L, 6, "an answer");
  if (json.is_object()) {
    lua_createtable(L, 0, static_cast<int>(json.size()));
    for (auto field = json.begin(); field != json.end(); ++field) {
      lua_pushlstring(L, field.key().data(), field.key().size());
      push_json(L, field.value());
      lua_rawset(L, -3);
    }
  } else if (json.is_array()) {
    lua_createtable(L, static_cast<int>(json.size()), 0);
    lua_Integer i = 0;
    for (const Json& entry : json) {
      push_json(L, entry);
      lua_rawseti(L, -2, ++i);
    }
  } else if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    lua_pushlstring(L, text.data(), text.size());
  } else if (json.is_boolean()) {
    lua_pushboolean(L, json.get<bool>() ? 1 : 0);
  } else if (json.is_number_integer()) {
    lua_pushinteger(L, json.get<lua_Integer>());
  } else if (json.is_number()) {
    lua_pushnumber(L, json.get<lua_Number>());
  } else {
    lua_pushnil(L);
  }
}

}  // namespace bouton::lua
