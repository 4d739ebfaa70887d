// Text for people: columns that line up, prose that is broken between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bouton {

/// How many columns of a terminal UTF-8 text takes, counted as one for each character.
std::size_t display_width(std::string_view text);

/// Rows of cells, padded so that columns line up two blanks apart, each line after `indent`. No blanks at line ends.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view indent = "  ");

/// Prose in lines of at most `width` columns where its words allow that, each after `indent` and ended; 0: one line.
std::string wrapped(std::string_view prose, std::size_t width, std::string_view indent = "");

/// The same behind `head`, with all lines but the first indented by the width of that.
std::string hanging(std::string_view head, std::string_view prose, std::size_t width);

}  // namespace bouton
