#include "engine/image/position/position_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kSquare = 30, kCounter = 13, kRow = 22, kLetters = 13, kGap = 14;
constexpr Coordinate kMostCounters = 60;
constexpr std::uint32_t kMostAcross = 20;

/// Draws one component below the other.
class PositionDrawing {
 public:
  bool add(const Game& game, const BigPosition& big) {
    const std::optional<Position> position = narrow(big);
    if (!position || game.show) return false;
    const Domain& domain = game.rules->domain();
    if (domain.is_terms()) return false;
    if (domain.shape() != nullptr) return add_board(*domain.shape(), *position);
    return add_heaps(game, *position);
  }

  Picture finish() {
    picture_.width = static_cast<std::size_t>(std::ceil(right_ + 2));
    picture_.height = static_cast<std::size_t>(std::ceil(bottom_ + 2));
    return std::move(picture_);
  }

 private:
  template <class OneShape>
  void draw(OneShape shape) {
    picture_.shapes.emplace_back(std::in_place_type<OneShape>, std::move(shape));
  }

  void letters(double x, double y, shape::Anchor anchor, const std::string& text, Colour colour = palette::kInk) {
    draw(shape::Text{x, y, kLetters, anchor, false, colour, text});
  }

  bool add_board(const CellShape& shape, const Position& position) {
    if (!shape.is_board() || shape.columns > kMostAcross || shape.rows > kMostAcross) return false;
    const double left = 24, top = bottom_ + (bottom_ > 0 ? kGap : 0) + 20;
    for (std::uint32_t column = 0; column < shape.columns; ++column) {
      const std::string name = shape.cell_name(column);  // of the first row: "b1"
      letters(left + (column + 0.5) * kSquare, top - 6, shape::Anchor::middle, name.substr(0, name.size() - 1),
              palette::kFaintInk);
    }
    for (std::uint32_t row = 0; row < shape.rows; ++row) {
      letters(left - 7, top + (row + 0.5) * kSquare + 5, shape::Anchor::end, std::to_string(row + 1), palette::kFaintInk);
      for (std::uint32_t column = 0; column < shape.columns; ++column)
        add_square(shape, position[row * shape.columns + column], left + column * kSquare, top + row * kSquare);
    }
    const double right = left + shape.columns * kSquare, bottom = top + shape.rows * kSquare;
    for (std::uint32_t row = 0; row <= shape.rows; ++row)
      draw(shape::Line{left, top + row * kSquare, right, top + row * kSquare, 1, palette::kInk});
    for (std::uint32_t column = 0; column <= shape.columns; ++column)
      draw(shape::Line{left + column * kSquare, top, left + column * kSquare, bottom, 1, palette::kInk});
    grow(right, bottom);
    return true;
  }

  void add_square(const CellShape& shape, Coordinate state, double x, double y) {
    if (state == 0) return;
    if (state == 1 && shape.states.size() == 2) {
      draw(shape::Rectangle{x, y, kSquare, kSquare, palette::kFaintInk});
      return;
    }
    letters(x + kSquare / 2, y + kSquare / 2 + 5, shape::Anchor::middle,
            std::string(1, shape.states[static_cast<std::size_t>(state)]));
  }

  bool add_heaps(const Game& game, const Position& position) {
    const Domain& domain = game.rules->domain();
    const std::size_t heaps =
        domain.is_piles() || !game.start_arity || *game.start_arity == 0 ? position.size() : *game.start_arity;
    for (std::size_t i = 0; i < std::min(heaps, position.size()); ++i)
      if (position[i] < 0 || position[i] > kMostCounters) return false;
    double widest = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
      widest = std::max(widest, text_width(domain.coordinate_name(i)) * kLetters);
    for (std::size_t i = 0; i < position.size(); ++i) {
      const double base = bottom_ + kRow;
      letters(2, base - 5, shape::Anchor::start, domain.coordinate_name(i), palette::kFaintInk);
      const Axis& axis = domain.axis(i);
      const auto offset = static_cast<std::size_t>(position[i] - axis.least);
      const bool is_named = offset < axis.value_names.size();
      const double left = widest + 14;
      letters(left, base - 5, shape::Anchor::start, is_named ? axis.value_names[offset] : std::to_string(position[i]));
      grow(left + 60, base);
      if (i < heaps && !is_named) add_counters(left + 28, base - 10, position[i]);
    }
    return true;
  }

  /// In groups of five, so that they can be counted.
  void add_counters(double left, double y, Coordinate count) {
    shape::Dots dots{kCounter / 2 - 1.5, {70, 90, 150}, {}};
    double x = left + kCounter / 2;
    for (Coordinate i = 0; i < count; ++i) {
      if (i > 0) x += kCounter * (i % 5 == 0 ? 1.5 : 1);
      dots.points.push_back({x, y});
    }
    if (count == 0) return;
    draw(std::move(dots));
    grow(x + kCounter, bottom_);
  }

  void grow(double right, double bottom) {
    right_ = std::max(right_, right);
    bottom_ = std::max(bottom_, bottom);
  }

  Picture picture_;
  double right_ = 0, bottom_ = 0;
};

}  // namespace

std::optional<Picture> position_picture(const Games& games, const Sum& sum) {
  PositionDrawing drawing;
  for (const Component& component : sum)
    if (!drawing.add(*games[component.game], component.position)) return std::nullopt;
  if (sum.empty()) return std::nullopt;
  Picture picture = drawing.finish();
  picture.title = "a position";
  return picture;
}

}  // namespace bouton
