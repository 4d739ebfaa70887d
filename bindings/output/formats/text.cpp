#include "bindings/output/formats/text.h"

#include <algorithm>

namespace bouton {

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths[i] == 0) continue;
      line += row[i];
      line.append(widths[i] - display_width(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

namespace {

/// Up to the first blank, but that of a pair in brackets.
std::string_view first_word(std::string_view prose) {
  constexpr std::size_t kLongestPair = 24;
  const std::size_t end = prose.starts_with('(') ? prose.substr(0, kLongestPair).find(')') : prose.npos;
  return prose.substr(0, prose.find(' ', end == prose.npos ? 0 : end));
}

}  // namespace

std::string wrapped(std::string_view prose, std::size_t width, std::string_view indent) {
  std::string text(indent);
  std::size_t column = display_width(indent);
  const std::size_t start = column;
  while (!prose.empty()) {
    const std::string_view word = first_word(prose);
    prose.remove_prefix(std::min(word.size() + 1, prose.size()));
    const std::size_t needed = display_width(word) + (column > start ? 1 : 0);
    if (width > 0 && column > start && column + needed > width) {
      text += '\n';
      text += indent;
      column = start + display_width(word);
    } else {
      if (column > start) text += ' ';
      column += needed;
    }
    text += word;
  }
  return text + '\n';
}

std::string hanging(std::string_view head, std::string_view prose, std::size_t width) {
  const std::string indent(display_width(head), ' ');
  return std::string(head) + wrapped(prose, width, indent).substr(indent.size());
}

}  // namespace bouton
