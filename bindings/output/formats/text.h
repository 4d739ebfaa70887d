// Text for people: columns that line up, prose that is broken between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

/// Lines that are wider than `width` columns, broken between words; 0: none. What follows stands below where the line begins
/// or, where two blanks or more part a name from what is said of it, below that.
std::string folded(std::string_view text, std::size_t width);

/// Paragraphs, each broken anew. Lines that begin with two blanks are examples: they stay, but that those which are wider are
/// broken where two blanks or more part them.
std::string reflowed(std::string_view text, std::size_t width);

/// Names with what there is to say of each, beside it, or below it where a narrow terminal has no room for that.
std::string described(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t width);

}  // namespace bouton
