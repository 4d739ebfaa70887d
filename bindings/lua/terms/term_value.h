// What a rule function of a game of terms receives and returns: integers, strings and tables that are lists of such.
#pragma once

#include <optional>
#include <string>

#include <lua.hpp>

#include "engine/term/term.h"

namespace bouton::lua {

/// Pushes the value, made anew, so that the rule may change it. May raise (memory, steps; `code` is none of a term).
void push_term(lua_State* L, term::CodeView code);

/// Appends the code of the value at `index` to `out`. Returns what keeps it from being a term, as the end of a sentence that
/// begins with "a position" ("has the float 2.5 in it"); `out` is of no use then. Does not raise and leaves the stack as it is.
std::optional<std::string> read_term(lua_State* L, int index, term::Code& out);

/// The word `value`: value(), a table that the field position reads. A lua_CFunction once wrapped in a trampoline.
int word_term(lua_State* L);

}  // namespace bouton::lua
