#include "engine/image/raster.h"

#include <algorithm>
#include <cmath>

#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

/// How much of the pixels of a part of the raster something covers, from 0 to 1. Overlapping strokes of one thing are not
/// counted twice.
class Coverage {
 public:
  Coverage(const Raster& raster, double left, double top, double right, double bottom)
      : x0_(clamped(left - 1, raster.width)),
        y0_(clamped(top - 1, raster.height)),
        x1_(clamped(right + 2, raster.width)),
        y1_(clamped(bottom + 2, raster.height)),
        cover_((x1_ - x0_) * (y1_ - y0_)) {}

  /// A line with round ends.
  void line(double ax, double ay, double bx, double by, double width) {
    const double half = width / 2;
    const double reach = half + 1;
    const std::size_t left = within(std::min(ax, bx) - reach, x0_, x1_), right = within(std::max(ax, bx) + reach + 1, x0_, x1_);
    const std::size_t top = within(std::min(ay, by) - reach, y0_, y1_), bottom = within(std::max(ay, by) + reach + 1, y0_, y1_);
    const double dx = bx - ax, dy = by - ay;
    const double length = dx * dx + dy * dy;
    for (std::size_t y = top; y < bottom; ++y) {
      for (std::size_t x = left; x < right; ++x) {
        const double px = static_cast<double>(x) + 0.5 - ax, py = static_cast<double>(y) + 0.5 - ay;
        const double along = length > 0 ? std::clamp((px * dx + py * dy) / length, 0.0, 1.0) : 0;
        const double away = std::hypot(px - along * dx, py - along * dy);
        // A pen thinner than a pixel is paler rather than thinner.
        const double covered = std::clamp(half + 0.5 - away, 0.0, std::min(1.0, width));
        auto& cover = cover_[(y - y0_) * (x1_ - x0_) + (x - x0_)];
        cover = std::max(cover, static_cast<float>(covered));
      }
    }
  }

  void paint(Raster& raster, Colour colour) const {
    for (std::size_t y = y0_; y < y1_; ++y) {
      for (std::size_t x = x0_; x < x1_; ++x) {
        const float cover = cover_[(y - y0_) * (x1_ - x0_) + (x - x0_)];
        if (cover <= 0) continue;
        Colour& pixel = raster.pixels[y * raster.width + x];
        pixel = blend(pixel, colour, cover);
      }
    }
  }

 private:
  static std::size_t clamped(double value, std::size_t end) {
    return static_cast<std::size_t>(std::clamp(value, 0.0, static_cast<double>(end)));
  }
  static std::size_t within(double value, std::size_t first, std::size_t last) {
    return static_cast<std::size_t>(std::clamp(value, static_cast<double>(first), static_cast<double>(last)));
  }

  std::size_t x0_, y0_, x1_, y1_;
  std::vector<float> cover_;
};

struct Painter {
  Raster& raster;

  void operator()(const shape::Rectangle& rectangle) const {
    const auto edge = [](double value, std::size_t end) {
      return static_cast<std::size_t>(std::clamp(std::round(value), 0.0, static_cast<double>(end)));
    };
    const std::size_t left = edge(rectangle.x, raster.width), right = edge(rectangle.x + rectangle.width, raster.width);
    const std::size_t top = edge(rectangle.y, raster.height), bottom = edge(rectangle.y + rectangle.height, raster.height);
    for (std::size_t y = top; y < bottom; ++y)
      std::fill_n(raster.pixels.begin() + static_cast<std::ptrdiff_t>(y * raster.width + left), right - left, rectangle.fill);
  }

  void operator()(const shape::Line& line) const {
    const double half = line.width / 2;
    if (line.x0 == line.x1 || line.y0 == line.y1) {  // upright and level lines are sharp
      const double width = std::max(1.0, std::round(line.width));
      const auto start = [width](double at) { return std::round(at - width / 2); };
      if (line.x0 == line.x1)
        (*this)(shape::Rectangle{start(line.x0), std::min(line.y0, line.y1), width, std::abs(line.y1 - line.y0), line.colour});
      else
        (*this)(shape::Rectangle{std::min(line.x0, line.x1), start(line.y0), std::abs(line.x1 - line.x0), width, line.colour});
      return;
    }
    Coverage cover(raster, std::min(line.x0, line.x1) - half, std::min(line.y0, line.y1) - half,
                   std::max(line.x0, line.x1) + half, std::max(line.y0, line.y1) + half);
    cover.line(line.x0, line.y0, line.x1, line.y1, line.width);
    cover.paint(raster, line.colour);
  }

  void operator()(const shape::Text& text) const {
    const double length = text_width(text.text) * text.size;
    const double shift = text.anchor == shape::Anchor::start ? 0 : text.anchor == shape::Anchor::middle ? length / 2 : length;
    const double size = text.size;
    Coverage cover =
        text.turned
            ? Coverage(raster, text.x - size, text.y - length + shift - size / 4, text.x + size / 2, text.y + shift + size / 4)
            : Coverage(raster, text.x - shift - size / 4, text.y - size, text.x - shift + length + size / 4, text.y + size / 2);
    for (const PenLine& line : text_strokes(text.text)) {
      if (text.turned)
        cover.line(text.x - line.y0 * size, text.y + shift - line.x0 * size, text.x - line.y1 * size,
                   text.y + shift - line.x1 * size, kPenWidth * size);
      else
        cover.line(text.x - shift + line.x0 * size, text.y - line.y0 * size, text.x - shift + line.x1 * size,
                   text.y - line.y1 * size, kPenWidth * size);
    }
    cover.paint(raster, text.colour);
  }

  void operator()(const shape::Dots& dots) const {
    for (const auto& [x, y] : dots.points) {
      Coverage cover(raster, x - dots.radius, y - dots.radius, x + dots.radius, y + dots.radius);
      cover.line(x, y, x, y, 2 * dots.radius);
      cover.paint(raster, dots.colour);
    }
  }

  void operator()(const shape::Cells& cells) const {
    const auto left = static_cast<std::size_t>(cells.x), top = static_cast<std::size_t>(cells.y);
    const auto width = static_cast<std::size_t>(cells.width), height = static_cast<std::size_t>(cells.height);
    for (std::size_t y = 0; y < height && top + y < raster.height; ++y) {
      const Colour* const row = &cells.colours[y * cells.rows / height * cells.columns];
      Colour* const pixels = &raster.pixels[(top + y) * raster.width + left];
      for (std::size_t x = 0; x < width && left + x < raster.width; ++x) pixels[x] = row[x * cells.columns / width];
    }
  }
};

}  // namespace

Raster draw(const Picture& picture) {
  Raster raster{picture.width, picture.height, std::vector<Colour>(picture.width * picture.height, picture.paper)};
  for (const Shape& shape : picture.shapes) std::visit(Painter{raster}, shape);
  return raster;
}

}  // namespace bouton
