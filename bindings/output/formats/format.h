// The forms in which results are written: a table of them, and the names and endings that it gives them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

// clang-format off
/// The forms that tables and sequences have, with the endings of files' names (the first is the usual one) and whether the form
/// is a picture. The encoder of each is write_NAME (bindings/output/values), in a file of its own.
#define BOUTON_VALUE_FORMATS(FORMAT) \
  FORMAT(text, ".txt", false) \
  FORMAT(csv, ".csv", false) \
  FORMAT(json, ".json", false) \
  FORMAT(npy, ".npy", false) \
  FORMAT(bfile, ".b .bfile", false) \
  FORMAT(antidiagonals, ".antidiagonals", false) \
  FORMAT(tex, ".tex", false) \
  FORMAT(png, ".png", true) \
  FORMAT(svg, ".svg", true) \
  FORMAT(pdf, ".pdf", true)

/// All forms; those that are added here are for graphs, for surveys and for reports.
#define BOUTON_FORMATS(FORMAT) \
  BOUTON_VALUE_FORMATS(FORMAT) \
  FORMAT(dot, ".dot .gv", false) \
  FORMAT(graphml, ".graphml", false) \
  FORMAT(sqlite, ".sqlite .sqlite3 .db", false) \
  FORMAT(html, ".html .htm", false) \
  FORMAT(md, ".md .markdown", false)
// clang-format on

#define BOUTON_FORMAT_NAME(name, endings, picture) name,
enum class Format { BOUTON_FORMATS(BOUTON_FORMAT_NAME) };
#undef BOUTON_FORMAT_NAME

std::span<const Format> all_formats();
std::string_view name(Format format);
/// The format with this name.
std::optional<Format> parse_format(std::string_view name);
/// The format that a file's name asks for by its ending; b000045.txt (any six digits) is how the OEIS names a b-file.
std::optional<Format> format_of_file(std::string_view file_name);
/// Whether it is a picture.
bool is_picture(Format format);
/// The names joined for a sentence: "text, csv or json".
std::string names(std::span<const Format> formats, std::string_view last = "or");
/// The usual endings joined for a sentence: ".txt, .csv and .json".
std::string endings(std::span<const Format> formats);

}  // namespace bouton
