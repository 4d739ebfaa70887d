// Letters as strokes of a pen, for pictures that are made of pixels.
#pragma once

#include <string_view>
#include <vector>

namespace bouton {

/// A piece of a stroke, in units of the font's size, from the start of the text's base line; y grows upwards.
struct PenLine {
  double x0, y0, x1, y1;
};

/// The pen's width, of a font of size 1.
inline constexpr double kPenWidth = 0.082;

/// How wide a text is, of a font of size 1. UTF-8; a letter that the font does not have is as wide as its empty box.
double text_width(std::string_view text);

/// The strokes of a text.
std::vector<PenLine> text_strokes(std::string_view text);

}  // namespace bouton
