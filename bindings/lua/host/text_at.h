// Texts of scripts and rule files as C++ sees them.
#pragma once

#include <filesystem>
#include <string_view>

#include <lua.hpp>

#include "engine/base/errors.h"

namespace bouton::lua {

/// The string at `index`, which must be one (lua_type), with all its bytes: a zero byte does not end it. As long as the string
/// is on the stack. Does not raise.
inline std::string_view text_at(lua_State* L, int index) {
  std::size_t length = 0;
  const char* const text = lua_tolstring(L, index, &length);
  return {text, length};
}

/// The string at `index` as the path of a file. Throws RequestError where a zero byte would cut it short.
inline std::filesystem::path path_at(lua_State* L, int index) {
  const std::string_view text = text_at(L, index);
  if (text.find('\0') != std::string_view::npos) throw RequestError("no file has a name with a zero byte in it");
  return text;
}

}  // namespace bouton::lua
