// A picture as shapes, before it is pixels or text. Lengths are pixels of the picture, y grows downwards.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "engine/image/colour.h"

namespace bouton {

namespace shape {

struct Rectangle {
  double x, y, width, height;
  Colour fill;
};

struct Line {
  double x0, y0, x1, y1;
  double width;
  Colour colour;
};

/// Where a text stands with respect to its point.
enum class Anchor { start, middle, end };

/// One line of text. The point is on its base line; turned texts read from below upwards.
struct Text {
  double x, y;
  double size;  ///< of the font, in pixels
  Anchor anchor;
  bool turned;
  Colour colour;
  std::string text;  ///< UTF-8
};

/// Dots of one colour and one radius.
struct Dots {
  double radius;
  Colour colour;
  struct Point {
    double x, y;
  };
  std::vector<Point> points;
};

/// A grid of coloured cells without gaps.
struct Cells {
  double x, y, width, height;
  std::size_t columns, rows;
  std::vector<Colour> colours;  ///< row by row from the top, each from the left
};

}  // namespace shape

using Shape = std::variant<shape::Rectangle, shape::Line, shape::Text, shape::Dots, shape::Cells>;

struct Picture {
  std::size_t width = 0, height = 0;
  std::string title;
  std::vector<Shape> shapes;  ///< later ones lie on earlier ones
  Colour paper = {255, 255, 255};
  std::string provenance = {};  ///< for the metadata of its file: a line of text, such as JSON; empty: none
};

}  // namespace bouton
