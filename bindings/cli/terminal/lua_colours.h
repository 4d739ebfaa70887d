// Lua in colours, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace bouton::cli {

/// The line of Lua with the escape sequences that colour its keywords, numbers, texts and comments, each ended again. The
/// colours are of the terminal's own palette. `before` are the lines before it, which end in a line feed, or nothing: a text or
/// a comment may begin there. `line` has no line feed and is plain text (engine/base/plain_text.h). Costs a walk through both.
std::string coloured_lua(std::string_view line, std::string_view before = {});

}  // namespace bouton::cli
