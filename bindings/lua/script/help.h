// What `help` tells: the reference of the module (docs/module.lua), and the rules of games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lua.hpp>

namespace bouton::lua {

/// A function or method of the module, as the reference has it.
struct HelpEntry {
  std::string group;      ///< "bouton", or the class: "Game"
  std::string name;       ///< "table"
  std::string signature;  ///< "Game:table(box, kind)"
  std::string text;       ///< sentences, and a line for each parameter
};

/// The reference, in its order.
const std::vector<HelpEntry>& help_entries();

/// Pushes what is the global `help`: shown it is the overview, called it tells about its argument: a value of the module, or
/// the name of a function, a class or a game. The state is that of a ScriptState.
void push_help(lua_State* L);

}  // namespace bouton::lua
