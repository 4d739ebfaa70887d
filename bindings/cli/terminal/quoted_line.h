// The line that a message is about, for those who read the message on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace bouton::cli {

/// The line of a rule file that stands below a message which begins with the file and the line, "mine.lua:7: ...": its number,
/// the line in the colours of Lua where `colours` says so, and a line feed. Empty where the message names no line of a file of
/// Lua that can be read. `typed` is what stands under the name "typed", as at the prompt. Throws std::bad_alloc alone.
std::string quoted_line(std::string_view message, bool colours, std::string_view typed = {});

/// Whether standard error is a terminal.
bool errors_are_read_on_a_terminal();

}  // namespace bouton::cli
