#include "engine/image/style.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "engine/image/palette.h"

namespace bouton {
namespace {

Colour in_the_dark(Colour colour) {
  static const std::pair<Colour, Colour> kPlaces[] = {
      {palette::kPaper, {22, 24, 29}},
      {palette::kInk, {228, 230, 235}},
      {palette::kFaintInk, {150, 154, 163}},
      {palette::kBand, {40, 43, 50}},
      {palette::of_outcome(Outcome::N), {52, 58, 70}},
      {palette::of_outcome(Outcome::draw), {164, 170, 184}},
  };
  for (const auto& [light, dark] : kPlaces)
    if (colour == light) return dark;
  return colour;
}

struct Darken {
  void operator()(shape::Rectangle& rectangle) const { rectangle.fill = in_the_dark(rectangle.fill); }
  void operator()(shape::Line& line) const { line.colour = in_the_dark(line.colour); }
  void operator()(shape::Text& text) const { text.colour = in_the_dark(text.colour); }
  void operator()(shape::Dots& dots) const { dots.colour = in_the_dark(dots.colour); }
  void operator()(shape::Cells& cells) const {
    for (Colour& colour : cells.colours) colour = in_the_dark(colour);
  }
};

struct Enlarge {
  double factor;

  template <class... Lengths>
  void grow(Lengths&... lengths) const {
    ((lengths *= factor), ...);
  }
  void operator()(shape::Rectangle& r) const { grow(r.x, r.y, r.width, r.height); }
  void operator()(shape::Line& line) const { grow(line.x0, line.y0, line.x1, line.y1, line.width); }
  void operator()(shape::Text& text) const { grow(text.x, text.y, text.size); }
  void operator()(shape::Dots& dots) const {
    grow(dots.radius);
    for (shape::Dots::Point& point : dots.points) grow(point.x, point.y);
  }
  void operator()(shape::Cells& cells) const {
    const double right = std::round((cells.x + cells.width) * factor), bottom = std::round((cells.y + cells.height) * factor);
    cells.x = std::round(cells.x * factor);
    cells.y = std::round(cells.y * factor);
    cells.width = std::max(1.0, right - cells.x);
    cells.height = std::max(1.0, bottom - cells.y);
  }
};

/// Numbers on cells: black or white, whichever reads on what the cells have become.
void ink_cells_anew(Picture& picture) {
  const shape::Cells* cells = nullptr;
  for (Shape& shape : picture.shapes) {
    if (const auto* const grid = std::get_if<shape::Cells>(&shape)) cells = grid;
    auto* const text = std::get_if<shape::Text>(&shape);
    if (text == nullptr || cells == nullptr) continue;
    const double column = (text->x - cells->x) / cells->width * static_cast<double>(cells->columns);
    const double row = (text->y - cells->y) / cells->height * static_cast<double>(cells->rows);
    if (column < 0 || row < 0 || column >= static_cast<double>(cells->columns) || row >= static_cast<double>(cells->rows))
      continue;
    text->colour = ink_on(cells->colours[static_cast<std::size_t>(row) * cells->columns + static_cast<std::size_t>(column)]);
  }
}

}  // namespace

Picture styled(Picture picture, const PictureStyle& style) {
  if (style.theme == Theme::dark) {
    for (Shape& shape : picture.shapes) std::visit(Darken{}, shape);
    picture.paper = in_the_dark(picture.paper);
    ink_cells_anew(picture);
  }
  if (style.size) {
    const double factor = static_cast<double>(*style.size) / static_cast<double>(std::max(picture.width, picture.height));
    for (Shape& shape : picture.shapes) std::visit(Enlarge{factor}, shape);
    const auto scaled = [&](std::size_t length) {
      return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(static_cast<double>(length) * factor)));
    };
    picture.width = scaled(picture.width);
    picture.height = scaled(picture.height);
  }
  return picture;
}

}  // namespace bouton
