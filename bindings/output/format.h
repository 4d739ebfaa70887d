// The forms in which results are written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

enum class Format { text, csv, json, npy, bfile, png, svg, dot, graphml };

std::string_view name(Format format);
/// The format with this name.
std::optional<Format> parse_format(std::string_view name);
/// The format that a file's name asks for by its ending: .txt .csv .json .npy .b .bfile .png .svg .dot .gv .graphml,
/// and b000045.txt (any six digits), which is how the OEIS names a b-file.
std::optional<Format> format_of_file(std::string_view file_name);
/// Whether it is a picture.
bool is_picture(Format format);
/// The names joined for a sentence: "text, csv or json".
std::string names(std::span<const Format> formats);

}  // namespace bouton
