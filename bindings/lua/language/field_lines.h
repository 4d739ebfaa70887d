// On which lines of a rule file the fields of its game stand.
//
// A Lua table does not remember where its fields were written, so the text is read for it: the words of the table
// constructor that follows `game` or `variant`, as far as fields are written out. What a file computes has no line
// here.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace bouton::lua {

/// Lines by path: "closed_form", "known.outcome", and "known.outcome.2" for the second entry of that list.
using FieldLines = std::map<std::string, int, std::less<>>;

/// The lines of the fields in the first table constructor, from line `line` on, that follows a word `game` or `variant`; none
/// if there is no such constructor. Text that is not Lua gives some lines or none. Cost: one pass over the text.
FieldLines field_lines(std::string_view text, int line);

}  // namespace bouton::lua
