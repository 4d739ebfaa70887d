// What to write in the place of what Lua does not have: for those who write rule files and come from other languages.
#pragma once

#include <string>
#include <string_view>

namespace bouton::lua {

/// The end of the message of a syntax error: "; in Lua 'not equal' is ~=". `text` is that of the file, `line` the one that the
/// message names, from 1. Empty where nothing usual is wrong. Costs a walk through the text.
std::string advice_on_syntax(std::string_view message, std::string_view text, int line);

}  // namespace bouton::lua
