#include "engine/image/charts/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/image/charts/ticks.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kBarWidth = 1.1, kBarHeight = 9;  // sizes of the lettering
constexpr std::size_t kMostBarMarks = 6;
constexpr double kBox = 0.85;
constexpr double kLineHeight = 1.5;
// Text is laid out by our own lettering; the fonts that SVG readers take are up to so much wider.
constexpr double kWider = 1.12;

ChartAxis axis_of(const LegendBar& bar) {
  return {.name = {}, .low = bar.low, .high = bar.high, .start = 0, .end = 1, .value_names = {}, .decimals = bar.decimals};
}

double widest(const ChartAxis& axis, const std::vector<std::int64_t>& marks) {
  double width = 0;
  for (const std::int64_t mark : marks) width = std::max(width, text_width(mark_text(axis, mark)));
  return width;
}

std::vector<std::int64_t> marks_of(const ChartAxis& axis, double length, double spacing) {
  const auto most = static_cast<std::size_t>(std::max(1.0, std::floor(length / spacing)));
  return ticks(axis.low, axis.high, most);
}

double place(const ChartAxis& axis, std::int64_t value) {
  if (axis.low == axis.high) return (axis.start + axis.end) / 2;
  const double share = (static_cast<double>(value) - static_cast<double>(axis.low)) /
                       (static_cast<double>(axis.high) - static_cast<double>(axis.low));
  return axis.start + share * (axis.end - axis.start);
}

double legend_width(const Legend& legend) {
  double width = 0;
  for (const LegendEntry& entry : legend.entries)
    width = std::max(width, text_width(entry.text) + (entry.box ? kBox + 0.5 : 0));
  for (const LegendBar& bar : legend.bars) {
    const ChartAxis axis = axis_of(bar);
    width = std::max({width, text_width(bar.title), kBarWidth + 0.7 + widest(axis, ticks(bar.low, bar.high, kMostBarMarks))});
  }
  return width;
}

double legend_height(const Legend& legend) {
  return static_cast<double>(legend.entries.size()) * kLineHeight +
         static_cast<double>(legend.bars.size()) * (kBarHeight + 2 * kLineHeight);
}

}  // namespace

std::vector<Colour> ramp(const std::function<Colour(double)>& colour) {
  constexpr int kPieces = 180;
  std::vector<Colour> colours;
  for (int i = 0; i < kPieces; ++i) colours.push_back(colour(i / (kPieces - 1.0)));
  return colours;
}

std::string mark_text(const ChartAxis& axis, std::int64_t value) {
  const auto offset = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(axis.low);
  if (offset < axis.value_names.size()) return axis.value_names[offset];
  std::string text = std::to_string(value);
  if (axis.decimals > 0) {
    text = fmt::format("{:.{}f}", static_cast<double>(value) * std::pow(10.0, -axis.decimals), axis.decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  if (value < 0) text.replace(0, 1, "−");
  return text;
}

Chart::Chart(double field_width, double field_height, std::string title, std::string subtitle, ChartAxis across, ChartAxis up,
             Legend legend)
    : field_width_(field_width),
      field_height_(field_height),
      title_(std::move(title)),
      subtitle_(std::move(subtitle)),
      across_(std::move(across)),
      up_(std::move(up)),
      legend_(std::move(legend)) {
  size_ = std::round(std::max(17.0, std::max(field_width_, field_height_) / 58));
  const double mark = std::max(text_width(mark_text(across_, across_.high)), text_width(mark_text(across_, across_.low)));
  marks_across_ = marks_of(across_, field_width_, size_ * std::max(3.4, mark + 1.4));
  marks_up_ = marks_of(up_, field_height_, size_ * 2.4);
  left_ = std::ceil(size_ * (1 + 1.3 + 0.9 + widest(up_, marks_up_)));
  top_ = std::ceil(size_ * (subtitle_.empty() ? 2.7 : 4));
  legend_top_ = top_;
  const double beside = legend_.entries.empty() && legend_.bars.empty() ? 0.7 : 1.2 + kWider * legend_width(legend_) + 0.7;
  const double lettering = kWider * std::max(text_width(title_) * 1.2, text_width(subtitle_)) * size_ + left_ + size_;
  const double low = bottom() + size_ * 3.8;
  picture_.width = static_cast<std::size_t>(std::ceil(std::max(right() + beside * size_, lettering)));
  picture_.height = static_cast<std::size_t>(std::ceil(std::max(low, legend_top_ + (legend_height(legend_) + 1) * size_)));
  picture_.title = title_;
}

void Chart::text(double x, double y, shape::Anchor anchor, const std::string& text, double size_share, Colour colour,
                 bool turned) {
  add(shape::Text{x, y, size_ * size_share, anchor, turned, colour, text});
}

void Chart::draw_across() {
  const double thin = std::max(1.0, std::round(size_ / 14));
  for (const std::int64_t mark : marks_across_) {
    const double x = left_ + place(across_, mark) * field_width_;
    add(shape::Line{x, bottom(), x, bottom() + size_ * 0.4, thin, palette::kInk});
    text(x, bottom() + size_ * 1.45, shape::Anchor::middle, mark_text(across_, mark));
  }
  text(left_ + field_width_ / 2, bottom() + size_ * 3, shape::Anchor::middle, across_.name, 1.1);
}

void Chart::draw_up() {
  const double thin = std::max(1.0, std::round(size_ / 14));
  for (const std::int64_t mark : marks_up_) {
    const double y = bottom() - place(up_, mark) * field_height_;
    add(shape::Line{left_ - size_ * 0.4, y, left_, y, thin, palette::kInk});
    text(left_ - size_ * 0.7, y + size_ * 0.35, shape::Anchor::end, mark_text(up_, mark));
  }
  text(size_ * 1.5, top_ + field_height_ / 2, shape::Anchor::middle, up_.name, 1.1, palette::kInk, true);
}

void Chart::draw_legend() {
  const double x = right() + size_ * 1.2;
  const double thin = std::max(1.0, std::round(size_ / 14));
  double y = legend_top_;
  const auto frame = [&](double at, double width, double height) {
    for (const double side : {x, x + width}) add(shape::Line{side, at, side, at + height, thin, palette::kFaintInk});
    for (const double edge : {at, at + height}) add(shape::Line{x, edge, x + width, edge, thin, palette::kFaintInk});
  };
  for (const LegendEntry& entry : legend_.entries) {
    const double box = std::round(size_ * kBox);
    if (entry.box) {
      add(shape::Rectangle{x, y, box, box, *entry.box});
      frame(y, box, box);
    }
    text(x + (entry.box ? size_ * (kBox + 0.5) : 0), y + size_ * 0.78, shape::Anchor::start, entry.text);
    y += size_ * kLineHeight;
  }
  for (const LegendBar& bar : legend_.bars) {
    text(x, y + size_ * 0.8, shape::Anchor::start, bar.title);
    y += size_ * kLineHeight;
    const double width = std::round(size_ * kBarWidth), height = std::round(size_ * kBarHeight);
    std::vector<Colour> colours(bar.colours.rbegin(), bar.colours.rend());
    const std::size_t rows = colours.size();
    add(shape::Cells{std::round(x), std::round(y), width, height, 1, rows, std::move(colours)});
    frame(std::round(y), width, height);
    const ChartAxis axis = axis_of(bar);
    for (const std::int64_t mark : ticks(bar.low, bar.high, kMostBarMarks)) {
      const double at = std::round(y) + height * (1 - place(axis, mark));
      add(shape::Line{x + width, at, x + width + size_ * 0.3, at, thin, palette::kFaintInk});
      text(x + width + size_ * 0.6, at + size_ * 0.35, shape::Anchor::start, mark_text(axis, mark));
    }
    y += height + size_ * kLineHeight;
  }
}

Picture Chart::finish() {
  const double thin = std::max(1.0, std::round(size_ / 14));
  for (const double x : {left_ - thin / 2, right() + thin / 2})
    add(shape::Line{x, top_ - thin, x, bottom() + thin, thin, palette::kInk});
  for (const double y : {top_ - thin / 2, bottom() + thin / 2})
    add(shape::Line{left_ - thin, y, right() + thin, y, thin, palette::kInk});
  text(left_, size_ * 1.75, shape::Anchor::start, title_, 1.2);
  if (!subtitle_.empty()) text(left_, size_ * 3.2, shape::Anchor::start, subtitle_, 1, palette::kFaintInk);
  draw_across();
  draw_up();
  draw_legend();
  return std::move(picture_);
}

}  // namespace bouton
