// What tells values of Lua apart: functions by what they do.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <lua.hpp>

#include "engine/base/checksum.h"

namespace bouton::lua {

/// The walk through a value and all that it reaches, object by object in an order that depends on nothing but the value. Owns
/// what it needs, so that errors of Lua leave nothing behind.
///
/// A plain value counts by what it is; a table by its keys and values (but keys that are objects by their number alone) and its
/// metatable; a function of Lua by its code, without names and lines, by what it captured, and by the global variables whose
/// names occur in its code; a function of C by its name among the loaded libraries; a Game by its rules, what is set in them
/// and the play.
struct ValueWalk {
  /// A key of a table that is no object.
  struct Key {
    int type;
    lua_Integer integer;
    lua_Number number;
    const char* text;
    std::size_t length;
  };

  Checksum checksum;
  std::map<const void*, std::string> names;  ///< of functions of C
  std::vector<Key> keys;
  std::vector<std::string> globals;  ///< names in the code of the function that is looked at
  std::string text;                  ///< of an object that is looked at
  std::string refusal;               ///< what cannot be told from others
  std::size_t queued = 0;
};

/// lua_CFunction. Arguments: a light userdata with a ValueWalk, and a value, which is added to its checksum. Raises where
/// something that is reached cannot be told from others: objects of this module but games that have a rule file.
int walk_value(lua_State* L);

}  // namespace bouton::lua
