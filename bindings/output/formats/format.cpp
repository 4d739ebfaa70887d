#include "bindings/output/formats/format.h"

#include <algorithm>
#include <cctype>

namespace bouton {
namespace {

struct Row {
  std::string_view name;
  std::string_view endings;  ///< separated by blanks
  bool picture;
};

#define BOUTON_ROW(name, endings, picture) {#name, endings, picture},
constexpr Row kRows[] = {BOUTON_FORMATS(BOUTON_ROW)};
#undef BOUTON_ROW

#define BOUTON_FORMAT(name, endings, picture) Format::name,
constexpr Format kFormats[] = {BOUTON_FORMATS(BOUTON_FORMAT)};
#undef BOUTON_FORMAT

const Row& row_of(Format format) { return kRows[static_cast<std::size_t>(format)]; }

bool has_ending(std::string_view file_name, std::string_view endings) {
  while (!endings.empty()) {
    const std::string_view ending = endings.substr(0, endings.find(' '));
    if (file_name.size() > ending.size() && file_name.ends_with(ending)) return true;
    endings.remove_prefix(std::min(endings.size(), ending.size() + 1));
  }
  return false;
}

template <class Word>
std::string joined(std::span<const Format> formats, std::string_view last, Word word) {
  std::string text;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (i > 0) text += i + 1 == formats.size() ? " " + std::string(last) + " " : ", ";
    text += word(row_of(formats[i]));
  }
  return text;
}

/// b000045.txt
bool is_oeis_name(std::string_view file_name) {
  return file_name.size() == 11 && file_name.front() == 'b' && file_name.ends_with(".txt") &&
         std::ranges::all_of(file_name.substr(1, 6), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::span<const Format> all_formats() { return kFormats; }

std::string_view name(Format format) { return row_of(format).name; }

std::optional<Format> parse_format(std::string_view name) {
  for (const Format format : kFormats)
    if (row_of(format).name == name) return format;
  return std::nullopt;
}

std::optional<Format> format_of_file(std::string_view file_name) {
  file_name.remove_prefix(file_name.find_last_of("/\\") + 1);  // npos + 1 is 0
  if (is_oeis_name(file_name)) return Format::bfile;
  for (const Format format : kFormats)
    if (has_ending(file_name, row_of(format).endings)) return format;
  return std::nullopt;
}

bool is_picture(Format format) { return row_of(format).picture; }

std::string names(std::span<const Format> formats, std::string_view last) {
  return joined(formats, last, [](const Row& row) { return row.name; });
}

std::string endings(std::span<const Format> formats) {
  return joined(formats, "and", [](const Row& row) { return row.endings.substr(0, row.endings.find(' ')); });
}

}  // namespace bouton
