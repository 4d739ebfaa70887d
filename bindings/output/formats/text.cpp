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

namespace {

/// A line that is too long, broken between words: below where it begins or, where blanks part a name from what is said of it,
/// below that.
std::string folded_line(std::string_view line, std::size_t width) {
  constexpr std::size_t kLeastRoom = 36, kDeeper = 4;
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", start);
  const std::size_t column = gap == line.npos ? start : std::min(line.find_first_not_of(' ', gap), line.size());
  std::string lines;
  if (column <= start || column + kLeastRoom <= width)
    lines = hanging(std::string(line.substr(0, column)), line.substr(column), width);
  else lines = std::string(line.substr(0, gap)) + '\n' + wrapped(line.substr(column), width, std::string(start + kDeeper, ' '));
  lines.pop_back();
  return lines;
}

/// An example, or several side by side, with the blanks before it.
std::string example(std::string_view line, std::size_t width) {
  std::string text;
  while (!line.empty()) {
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t end = display_width(line) <= width ? line.size() : std::min(line.find("  ", start), line.size());
    if (end > start)
      text += (text.empty() ? std::string(start, ' ') : "  ") + std::string(line.substr(start, end - start)) + '\n';
    line.remove_prefix(end);
  }
  return text;
}

}  // namespace

std::string folded(std::string_view text, std::size_t width) {
  std::string result;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    result += width > 0 && display_width(line) > width ? folded_line(line, width) : std::string(line);
    if (end == text.size()) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string reflowed(std::string_view text, std::size_t width) {
  std::string result, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += wrapped(paragraph, width);
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && !line.starts_with("  ")) {
      if (!paragraph.empty()) paragraph += ' ';
      paragraph += line;
      continue;
    }
    end_paragraph();
    result += line.empty() ? "\n" : example(line, width == 0 ? line.size() : width);
  }
  end_paragraph();
  return result;
}

std::string described(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t width) {
  constexpr std::size_t kLeastRoom = 36;
  std::size_t names = 0;
  for (const auto& row : rows) names = std::max(names, display_width(row.first));
  const bool below = width > 0 && names + kLeastRoom > width;
  std::string text;
  for (const auto& [name, doc] : rows) {
    if (below) text += "  " + name + '\n' + wrapped(doc, width, "      ");
    else text += hanging("  " + name + std::string(names - display_width(name) + 2, ' '), doc, width);
  }
  return text;
}

}  // namespace bouton
