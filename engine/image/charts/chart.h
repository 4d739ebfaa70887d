// What charts have in common: a field between axes, with a title above and a legend beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/image/picture.h"
#include "engine/position/domain.h"

namespace bouton {

/// What stands along one side of the field.
struct ChartAxis {
  std::string name;
  std::int64_t low = 0, high = 0;        ///< the first and the last value, both inside the field
  double start = 0, end = 1;             ///< where their middles stand, as shares of the field's length
  std::vector<std::string> value_names;  ///< names of low, low + 1, ...; empty where the values are numbers
  int decimals = 0;                      ///< the values are in units of so many decimals: 25 of 1 is 2.5
};

/// One line of a legend: a box of a colour, or none, and what it means.
struct LegendEntry {
  std::optional<Colour> box;
  std::string text;
};

/// Colours from the bottom up, with numbers beside them.
struct LegendBar {
  std::string title;
  std::vector<Colour> colours;
  std::int64_t low = 0, high = 0;
  int decimals = 0;  ///< as of an axis
};

/// The colours from `colour(0)` to `colour(1)`, for a LegendBar.
std::vector<Colour> ramp(const std::function<Colour(double)>& colour);

struct Legend {
  std::vector<LegendEntry> entries;
  std::vector<LegendBar> bars;
};

/// Lays out a picture around a field of a given size.
class Chart {
 public:
  /// Lengths in pixels. Lettering grows with fields of more than 1000 pixels.
  Chart(double field_width, double field_height, std::string title, std::string subtitle, ChartAxis across, ChartAxis up,
        Legend legend);

  double left() const { return left_; }
  double top() const { return top_; }
  double right() const { return left_ + field_width_; }
  double bottom() const { return top_ + field_height_; }
  /// The size of the lettering.
  double size() const { return size_; }
  template <class OneShape>
  void add(OneShape shape) {
    picture_.shapes.emplace_back(std::in_place_type<OneShape>, std::move(shape));
  }
  /// The picture with the frame, the axes and the lettering on top of what was added.
  Picture finish();

 private:
  void draw_across();
  void draw_up();
  void draw_legend();
  void text(double x, double y, shape::Anchor anchor, const std::string& text, double size_share = 1,
            Colour colour = {26, 26, 26}, bool turned = false);

  double field_width_, field_height_;
  std::string title_, subtitle_;
  ChartAxis across_, up_;
  Legend legend_;
  double size_ = 0, left_ = 0, top_ = 0;
  double legend_top_ = 0;
  std::vector<std::int64_t> marks_across_, marks_up_;
  Picture picture_;
};

/// The axis's value as people read it.
std::string mark_text(const ChartAxis& axis, std::int64_t value);

}  // namespace bouton
