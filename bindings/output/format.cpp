#include "bindings/output/format.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace bouton {
namespace {

constexpr std::pair<std::string_view, Format> kNames[] = {
    {"text", Format::text}, {"csv", Format::csv},     {"json", Format::json},
    {"npy", Format::npy},   {"bfile", Format::bfile}, {"png", Format::png},
    {"svg", Format::svg},   {"dot", Format::dot},     {"graphml", Format::graphml},
};

constexpr std::pair<std::string_view, Format> kEndings[] = {
    {".txt", Format::text}, {".csv", Format::csv},     {".json", Format::json},       {".npy", Format::npy},
    {".b", Format::bfile},  {".bfile", Format::bfile}, {".png", Format::png},         {".svg", Format::svg},
    {".dot", Format::dot},  {".gv", Format::dot},      {".graphml", Format::graphml},
};

/// b000045.txt
bool is_oeis_name(std::string_view file_name) {
  return file_name.size() == 11 && file_name.front() == 'b' && file_name.ends_with(".txt") &&
         std::ranges::all_of(file_name.substr(1, 6), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::string_view name(Format format) {
  return std::ranges::find(kNames, format, &std::pair<std::string_view, Format>::second)->first;
}

std::optional<Format> parse_format(std::string_view name) {
  for (const auto& [known, format] : kNames)
    if (known == name) return format;
  return std::nullopt;
}

std::optional<Format> format_of_file(std::string_view file_name) {
  file_name.remove_prefix(file_name.rfind('/') + 1);  // npos + 1 is 0
  if (is_oeis_name(file_name)) return Format::bfile;
  for (const auto& [ending, format] : kEndings)
    if (file_name.size() > ending.size() && file_name.ends_with(ending)) return format;
  return std::nullopt;
}

bool is_picture(Format format) { return format == Format::png || format == Format::svg; }

std::string names(std::span<const Format> formats) {
  std::string text;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (i > 0) text += i + 1 == formats.size() ? " or " : ", ";
    text += name(formats[i]);
  }
  return text;
}

}  // namespace bouton
