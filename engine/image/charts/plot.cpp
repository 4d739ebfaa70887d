#include "engine/image/charts/plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/image/charts/captions.h"
#include "engine/image/charts/chart.h"
#include "engine/image/charts/grid.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kPlotWidth = 1000, kPlotHeight = 560;  // of a plot without a map

struct Shades {
  double least = 0, greatest = 0;
  bool any = false, in_hues = false, alone = false;

  double place(double shade) const { return greatest > least ? (shade - least) / (greatest - least) : 0.5; }
};

Shades shades_of(const Plot& plot) {
  Shades shades;
  for (const Plot::Cell& cell : plot.cells) {
    if (!std::isfinite(cell.shade)) continue;
    shades.least = shades.any ? std::min(shades.least, cell.shade) : cell.shade;
    shades.greatest = shades.any ? std::max(shades.greatest, cell.shade) : cell.shade;
    shades.any = true;
    (cell.outcome ? shades.in_hues : shades.alone) = true;
  }
  return shades;
}

Colour colour_of(const Plot::Cell& cell, const Shades& shades) {
  if (std::isfinite(cell.shade)) {
    const double place = shades.place(cell.shade);
    return cell.outcome ? palette::shade(*cell.outcome, place) : palette::sequential(place);
  }
  if (cell.outcome) return palette::of_outcome(*cell.outcome);
  return cell.colour.value_or(palette::kNothing);
}

/// How many decimals tell the marks of such a range apart.
int decimals_for(double low, double high) {
  constexpr int kMost = 9;
  return std::clamp(static_cast<int>(std::ceil(1.7 - std::log10(high - low))), 0, kMost);
}

void check_axis(const Plot::Axis& axis) {
  constexpr double kGreatest = 1e15;
  const bool fits = std::abs(axis.low) <= kGreatest && std::abs(axis.high) <= kGreatest;  // false of what is not a number
  if (!fits || axis.low > axis.high)
    throw RequestError(fmt::format("the axis {} cannot go from {} to {}", axis.name, axis.low, axis.high));
}

/// An axis on which numbers stand at their places; of a map, each in the middle of its cell.
class Scale {
 public:
  Scale(const Plot::Axis& axis, bool map) : margin_(map ? 0.5 : 0), low_(axis.low - margin_), high_(axis.high + margin_) {
    if (low_ == high_) high_ = low_ + 1;
    const int decimals = map ? 0 : decimals_for(low_, high_);
    const double unit = std::pow(10.0, decimals);
    const auto first = static_cast<std::int64_t>(std::ceil(axis.low * unit - 1e-9));
    const auto last = std::max(first, static_cast<std::int64_t>(std::floor(axis.high * unit + 1e-9)));
    chart_ = {.name = axis.name, .low = first, .high = last, .start = 0, .end = 1, .value_names = {}, .decimals = decimals};
    chart_.start = share(static_cast<double>(first) / unit);
    chart_.end = share(static_cast<double>(last) / unit);
  }

  /// Where a value stands, as a share of the field's length.
  double share(double value) const { return (value - low_) / (high_ - low_); }
  const ChartAxis& chart() const { return chart_; }

 private:
  double margin_, low_, high_;
  ChartAxis chart_;
};

constexpr std::array<Colour, 5> kInks = {{{26, 26, 26}, {190, 0, 120}, {0, 120, 90}, {120, 70, 0}, {80, 60, 200}}};

Legend legend_of(const Plot& plot, const Shades& shades) {
  Legend legend;
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    if (!plot.curves[i].name.empty()) legend.entries.push_back({kInks[i % kInks.size()], plot.curves[i].name});
  for (const Outcome outcome : {Outcome::P, Outcome::N, Outcome::draw}) {
    const bool flat = std::ranges::any_of(
        plot.cells, [&](const Plot::Cell& cell) { return cell.outcome == outcome && !std::isfinite(cell.shade); });
    const bool shaded = std::ranges::any_of(
        plot.cells, [&](const Plot::Cell& cell) { return cell.outcome == outcome && std::isfinite(cell.shade); });
    if (flat || shaded)
      legend.entries.push_back({flat ? palette::of_outcome(outcome) : palette::shade(outcome, 0.5), meaning(outcome)});
  }
  const bool some_empty = std::ranges::any_of(
      plot.cells, [](const Plot::Cell& cell) { return !cell.outcome && !cell.colour && !std::isfinite(cell.shade); });
  if (some_empty) legend.entries.push_back({palette::kNothing, "no value"});
  if (!shades.any) return legend;
  const int decimals = decimals_for(shades.least, std::max(shades.greatest, shades.least + 1e-6));
  const double unit = std::pow(10.0, decimals);
  const auto bar = [&](const std::string& title, Colour (*colour)(double)) {
    legend.bars.push_back(
        {title, ramp(colour), std::llround(shades.least * unit), std::llround(shades.greatest * unit), decimals});
  };
  if (shades.alone) bar(plot.shade_name, palette::sequential);
  if (shades.in_hues) {
    bar(fmt::format("{}, P", plot.shade_name), [](double place) { return palette::shade(Outcome::P, place); });
    bar(fmt::format("{}, N", plot.shade_name), [](double place) { return palette::shade(Outcome::N, place); });
  }
  return legend;
}

void check_cells(const Plot& plot) {
  const double columns = plot.across.high - plot.across.low + 1, rows = plot.up.high - plot.up.low + 1;
  if (columns > static_cast<double>(kMostCells) || rows > static_cast<double>(kMostCells))
    throw RequestError(fmt::format("a map of {} by {} cells; at most {} lie along a side", columns, rows, kMostCells));
  if (columns * rows != static_cast<double>(plot.cells.size()))
    throw RequestError("a map needs a cell for each pair of whole numbers");
}

void draw_map(Chart& chart, const Plot& plot, const Grid& grid, const Shades& shades) {
  shape::Cells map{chart.left(), chart.top(), grid.width(), grid.height(), grid.columns, grid.rows, {}};
  for (std::size_t row = grid.rows; row-- > 0;)
    for (std::size_t column = 0; column < grid.columns; ++column)
      map.colours.push_back(colour_of(plot.cells[row * grid.columns + column], shades));
  chart.add(std::move(map));
}

void draw_curve(Chart& chart, const Plot::Curve& curve, Colour ink, const Scale& across, const Scale& up) {
  const double width = chart.right() - chart.left(), height = chart.bottom() - chart.top();
  const double pen = std::max(2.0, chart.size() / 7);
  shape::Dots dots{curve.joined ? pen / 2 : std::max(2.5, chart.size() / 6), ink, {}};
  bool joins = false;  // to `before`
  shape::Dots::Point before{};
  for (const auto& [x, y] : curve.points) {
    const double right = across.share(x), high = up.share(y);
    if (!(right >= 0 && right <= 1 && high >= 0 && high <= 1)) {
      joins = false;
      continue;
    }
    const shape::Dots::Point here{chart.left() + right * width, chart.bottom() - high * height};
    if (!curve.joined || !joins) dots.points.push_back(here);
    else chart.add(shape::Line{before.x, before.y, here.x, here.y, pen, ink});
    before = here;
    joins = true;
  }
  if (!dots.points.empty()) chart.add(std::move(dots));
}

}  // namespace

Picture plot_picture(const Plot& plot) {
  check_axis(plot.across);
  check_axis(plot.up);
  const bool map = !plot.cells.empty();
  if (map) check_cells(plot);
  const Grid grid = map ? lay_out(static_cast<std::uint64_t>(plot.across.high - plot.across.low) + 1,
                                  static_cast<std::uint64_t>(plot.up.high - plot.up.low) + 1)
                        : Grid();
  const Shades shades = shades_of(plot);
  const Scale across(plot.across, map), up(plot.up, map);
  Chart chart(map ? grid.width() : kPlotWidth, map ? grid.height() : kPlotHeight, plot.title, plot.subtitle, across.chart(),
              up.chart(), legend_of(plot, shades));
  if (map) draw_map(chart, plot, grid, shades);
  for (std::size_t i = 0; i < plot.curves.size(); ++i) draw_curve(chart, plot.curves[i], kInks[i % kInks.size()], across, up);
  return chart.finish();
}

}  // namespace bouton
