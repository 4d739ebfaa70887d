#include "engine/image/graph/graph_picture.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/image/graph/layered_layout.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kMargin = 28, kTitleSize = 20, kTextSize = 14, kValueSize = 11, kLine = 1.3;
constexpr double kRow = 64, kBoxHeight = 38, kPadding = 9, kGap = 90;
/// How far the bends of arrows that pass one column in a row are from it; those that pass more go farther round.
constexpr double kBow = 0.62 * kRow;
/// How much of that the curve itself reaches.
constexpr double kReach = 0.75;

using Point = shape::Dots::Point;

double wide(const std::string& text, double size) { return 1.06 * text_width(text) * size; }

/// A cubic curve.
struct Arrow {
  Point start, first, second, end;
  Point at(double t) const {
    const double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * start.x + b * first.x + c * second.x + d * end.x, a * start.y + b * first.y + c * second.y + d * end.y};
  }
};

class Drawing {
 public:
  explicit Drawing(const DrawnGraph& graph) : graph_(graph) {
    Successors successors(graph.nodes.size());
    for (const DrawnGraph::Edge& edge : graph.edges) {
      successors[edge.from].push_back(edge.to);
      colours_.try_emplace(edge.label, palette::kFaintInk);
    }
    const std::optional<Columns> onwards = columns_by_longest_way(successors);
    layout_ = layered_layout(successors, onwards ? *onwards : columns_by_distance(successors));
    choose_colours();
    place_columns();
    for (const DrawnGraph::Edge& edge : graph.edges)
      highest_ = std::max(highest_, bow_of(edge) - layout_.places[edge.from].row * kRow / kReach);
  }

  Picture drawn() {
    picture_.title = graph_.title;
    write({kMargin, kMargin + kTitleSize}, graph_.title, kTitleSize, shape::Anchor::start, palette::kInk);
    for (const DrawnGraph::Edge& edge : graph_.edges) stroke(arrow_of(edge), colours_.at(edge.label));
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) box(node);
    const double bottom = top() + static_cast<double>(layout_.rows) * kRow + kBow;
    const double right = std::max({right_, kMargin + wide(graph_.title, kTitleSize), legend(bottom)});
    picture_.width = static_cast<std::size_t>(std::ceil(right + kMargin));
    picture_.height = static_cast<std::size_t>(std::ceil(bottom + kValueSize + kMargin));
    return std::move(picture_);
  }

 private:
  double top() const { return 2 * kMargin + kTitleSize + kReach * highest_; }

  /// Moves of one kind need no colour.
  void choose_colours() {
    if (colours_.size() < 2) return;
    std::size_t number = 0;
    for (auto& [label, colour] : colours_)
      colour = palette::sequential(0.8 * static_cast<double>(number++) / static_cast<double>(colours_.size() - 1));
  }

  double width_of(std::size_t node) const {
    const DrawnGraph::Node& drawn = graph_.nodes[node];
    return std::max({wide(drawn.text, kTextSize), wide(drawn.value, kValueSize), kBoxHeight / 2}) + 2 * kPadding;
  }

  void place_columns() {
    std::vector<double> widths(layout_.columns, 0);
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      double& width = widths[layout_.places[node].column];
      width = std::max(width, width_of(node));
    }
    right_ = kMargin;
    for (const double width : widths) {
      middles_.push_back(right_ + width / 2);
      right_ += width + kGap;
    }
    right_ -= kGap;
  }

  /// How far the arrow's bends are above its ends.
  double bow_of(const DrawnGraph::Edge& edge) const {
    const NodePlace &from = layout_.places[edge.from], &to = layout_.places[edge.to];
    if (from.row != to.row || to.column <= from.column + 1) return 0;
    return kBow * std::sqrt(static_cast<double>(to.column - from.column - 1));
  }

  Point place(std::size_t node) const {
    const NodePlace& place = layout_.places[node];
    return {middles_[place.column], top() + (place.row + 0.5) * kRow};
  }

  /// From the right side of a box to the left side of another in a later column, round what stands between; else from below to
  /// below.
  Arrow arrow_of(const DrawnGraph::Edge& edge) const {
    Point a = place(edge.from), b = place(edge.to);
    const auto columns =
        static_cast<double>(layout_.places[edge.to].column) - static_cast<double>(layout_.places[edge.from].column);
    if (columns > 0) {
      a.x += width_of(edge.from) / 2;
      b.x -= width_of(edge.to) / 2;
      const double ease = (b.x - a.x) * 0.4, bow = bow_of(edge);
      return {a, {a.x + ease, a.y - bow}, {b.x - ease, b.y - bow}, b};
    }
    a.y += kBoxHeight / 2;
    b.y += kBoxHeight / 2;
    const double aside = edge.from == edge.to ? kBoxHeight / 2 : 0;
    return {{a.x + aside / 2, a.y}, {a.x + 2 * aside, a.y + kBow}, {b.x - 2 * aside, b.y + kBow}, {b.x - aside / 2, b.y}};
  }

  void stroke(const Arrow& arrow, Colour colour) {
    constexpr int kPieces = 20;
    const auto line = [&](Point a, Point b) { picture_.shapes.emplace_back(shape::Line{a.x, a.y, b.x, b.y, kLine, colour}); };
    for (int i = 0; i < kPieces; ++i)
      line(arrow.at(static_cast<double>(i) / kPieces), arrow.at(static_cast<double>(i + 1) / kPieces));
    // The head: lines from the tip to points across the shaft.
    const Point tip = arrow.end, before = arrow.at(0.94);
    const double length = std::max(std::hypot(before.x - tip.x, before.y - tip.y), 1e-9);
    const Point back = {(before.x - tip.x) / length, (before.y - tip.y) / length};
    for (int i = -3; i <= 3; ++i) line(tip, {tip.x + 8 * back.x + 1.1 * i * back.y, tip.y + 8 * back.y - 1.1 * i * back.x});
  }

  void rectangle(Point middle, double width, double height, Colour fill) {
    picture_.shapes.emplace_back(shape::Rectangle{middle.x - width / 2, middle.y - height / 2, width, height, fill});
  }

  void write(Point at, const std::string& text, double size, shape::Anchor anchor, Colour colour) {
    picture_.shapes.emplace_back(shape::Text{at.x, at.y, size, anchor, false, colour, text});
  }

  void box(std::size_t node) {
    const DrawnGraph::Node& drawn = graph_.nodes[node];
    const Point p = place(node);
    const double width = width_of(node);
    const bool lost = drawn.outcome == Outcome::P;
    const Colour paper = drawn.outcome == Outcome::draw ? palette::kBand : palette::kPaper;
    rectangle(p, width, kBoxHeight, palette::kInk);
    rectangle(p, width - 2 * kLine, kBoxHeight - 2 * kLine, lost ? palette::kPosition_P : paper);
    const double lower = drawn.value.empty() ? 0.36 * kTextSize : -1;
    write({p.x, p.y + lower}, drawn.text, kTextSize, shape::Anchor::middle, lost ? palette::kPaper : palette::kInk);
    if (drawn.value.empty()) return;
    write({p.x, p.y + 1.15 * kValueSize}, drawn.value, kValueSize, shape::Anchor::middle,
          lost ? palette::kPaper : palette::kFaintInk);
  }

  /// The kinds of moves; where it ends at the right.
  double legend(double y) {
    double x = kMargin;
    if (colours_.size() < 2) return x;
    for (const auto& [label, colour] : colours_) {
      picture_.shapes.emplace_back(shape::Line{x, y - 0.36 * kValueSize, x + 22, y - 0.36 * kValueSize, 2 * kLine, colour});
      const std::string name = label.empty() ? "without a name" : label;
      write({x + 28, y}, name, kValueSize, shape::Anchor::start, palette::kInk);
      x += 28 + wide(name, kValueSize) + 20;
    }
    return x - 20;
  }

  const DrawnGraph& graph_;
  LayeredLayout layout_;
  std::map<std::string, Colour> colours_;  ///< by label
  std::vector<double> middles_;            ///< of the columns
  double right_ = 0;
  double highest_ = 0;  ///< of the bows above the first row
  Picture picture_;
};

}  // namespace

Picture graph_picture(const DrawnGraph& graph) {
  if (graph.nodes.empty()) throw RequestError("there is no position to draw");
  if (graph.nodes.size() > kMostDrawnNodes)
    throw RequestError(
        fmt::format("{} positions are too many for a picture, which shows at most {}", graph.nodes.size(), kMostDrawnNodes));
  return Drawing(graph).drawn();
}

}  // namespace bouton
