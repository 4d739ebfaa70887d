#include "engine/image/charts/table_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/image/charts/captions.h"
#include "engine/image/charts/cell_colour.h"
#include "engine/image/charts/chart.h"
#include "engine/image/charts/grid.h"
#include "engine/image/charts/sequence_picture.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

std::vector<std::size_t> varying(const Box& box) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (box.length(i) > 1) axes.push_back(i);
  return axes;
}

/// The two coordinates of the map, across and up.
std::pair<std::size_t, std::size_t> map_axes(const Game& game, const Box& box) {
  const std::vector<std::size_t> axes = varying(box);
  if (axes.size() > 2) {
    std::string names;
    for (const std::size_t axis : axes)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", game.rules->domain().coordinate_name(axis));
    throw RequestError(
        fmt::format("a picture shows two coordinates, and {} vary here; fix the others by ranges of one value, "
                    "such as {}:{}",
                    names, box.low()[axes[2]], box.low()[axes[2]]));
  }
  if (axes.size() == 2) return {axes[0], axes[1]};
  const std::size_t one = axes.empty() ? 0 : axes[0];
  return one == 0 ? std::pair{std::size_t{0}, std::size_t{1}} : std::pair{std::size_t{0}, one};
}

/// The colours of a map's cells, from the top row down.
class Cells {
 public:
  Cells(const Table& table, Play play, std::size_t across, std::size_t up)
      : table_(table),
        play_(play),
        most_(greatest_value(table)),
        across_(table.box.stride(across)),
        up_(table.box.stride(up)) {}

  std::uint64_t index(std::uint64_t x, std::uint64_t y) const { return x * across_ + y * up_; }
  Colour colour(std::uint64_t x, std::uint64_t y) const { return cell_colour(table_, index(x, y), play_, most_); }

  /// The mean of a square of positions, in a space in which light adds up to what the eye sees.
  Colour mean(const Grid& grid, std::uint64_t column, std::uint64_t row) const {
    if (grid.shared == 1) return colour(column, row);
    double red = 0, green = 0, blue = 0, count = 0;
    for (std::uint64_t x = column * grid.shared; x < std::min((column + 1) * grid.shared, grid.across); ++x) {
      for (std::uint64_t y = row * grid.shared; y < std::min((row + 1) * grid.shared, grid.up); ++y) {
        const Colour one = colour(x, y);
        red += one.red * one.red;
        green += one.green * one.green;
        blue += one.blue * one.blue;
        ++count;
      }
    }
    const auto root = [count](double sum) { return static_cast<std::uint8_t>(std::lround(std::sqrt(sum / count))); };
    return {root(red), root(green), root(blue)};
  }

 private:
  const Table& table_;
  Play play_;
  std::uint32_t most_;
  std::uint64_t across_, up_;
};

ChartAxis chart_axis(const Domain& domain, const Box& box, std::size_t axis, double cells) {
  const Axis& values = domain.axis(axis);
  ChartAxis result{.name = domain.coordinate_name(axis),
                   .low = box.low()[axis],
                   .high = box.high()[axis],
                   .start = 0.5 / cells,
                   .end = 1 - 0.5 / cells,
                   .value_names = {}};
  const auto offset = static_cast<std::size_t>(box.low()[axis] - values.least);
  if (offset < values.value_names.size())
    result.value_names.assign(values.value_names.begin() + static_cast<std::ptrdiff_t>(offset), values.value_names.end());
  return result;
}

struct Contents {
  bool P = false, N = false, draw = false, infinite = false, nothing = false;
};

Contents contents_of(const Table& table, Play play) {
  Contents contents;
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    if (!table.valid(i)) contents.nothing = true;
    else if (table.kind == ValueKind::outcome) {
      contents.P |= table.outcome(i) == Outcome::P;
      contents.N |= table.outcome(i) == Outcome::N;
      contents.draw |= table.outcome(i) == Outcome::draw;
    } else if (table.cells[i] == Table::kInfinite) contents.infinite = true;
    else if (table.kind == ValueKind::grundy) (table.cells[i] == 0 ? contents.P : contents.N) = true;
    else (table.cells[i] % 2 == (play == Play::misere ? 1U : 0U) ? contents.P : contents.N) = true;
  }
  return contents;
}

/// Whether the values that are not numbers are loony, and not infinite: moves that oblige and play without end do not meet in
/// one game.
bool are_loony(const Table& table) { return !table.loopy.empty() && table.loopy.begin()->second.is_loony(); }

Legend legend_of(const Table& table, Play play) {
  constexpr std::uint32_t kMostBoxes = 12;
  const Contents contents = contents_of(table, play);
  const std::uint32_t most = greatest_value(table);
  Legend legend;
  const auto entry = [&](bool wanted, Colour colour, std::string text) {
    if (wanted) legend.entries.push_back({colour, std::move(text)});
  };
  switch (table.kind) {
    case ValueKind::outcome:
      entry(contents.P, palette::of_outcome(Outcome::P), meaning(Outcome::P));
      entry(contents.N, palette::of_outcome(Outcome::N), meaning(Outcome::N));
      entry(contents.draw, palette::of_outcome(Outcome::draw), meaning(Outcome::draw));
      break;
    case ValueKind::grundy:
      entry(contents.P, palette::kPosition_P, "0: P, the player to move loses");
      entry(contents.infinite, palette::kInfinite, are_loony(table) ? "L: loony" : "∞");
      if (most <= kMostBoxes) {
        for (std::uint32_t value = 1; value <= most; ++value)
          entry(true, palette::sequential(most > 1 ? (value - 1.0) / (most - 1.0) : 0), std::to_string(value));
      } else {
        legend.bars.push_back({"Grundy value", ramp(palette::sequential), 1, most});
      }
      break;
    case ValueKind::remoteness:
    case ValueKind::suspense:
    case ValueKind::longest: {
      // Whether the number of moves tells the outcome.
      const bool tells = play != Play::by_position && table.kind != ValueKind::longest;
      const std::string lengths(name(table.kind));
      entry(contents.infinite, palette::kInfinite, table.kind == ValueKind::longest ? "without end" : "draw");
      if (tells && contents.P)
        legend.bars.push_back(
            {lengths + ", P-positions", ramp([](double t) { return palette::shade(Outcome::P, t); }), 0, most});
      if (!tells || contents.N)
        legend.bars.push_back({tells ? lengths + ", N-positions" : lengths,
                               ramp([](double t) { return palette::shade(Outcome::N, t); }), 0, most});
    }
  }
  entry(contents.nothing, palette::kNothing, "no position");
  return legend;
}

/// The values as numbers in their cells, where there is room.
void write_values(Chart& chart, const Table& table, const Grid& grid, const Cells& cells) {
  if (grid.shared > 1 || table.kind == ValueKind::outcome) return;
  const double size = std::min(grid.cell_height * 0.42, 17.0);
  const double widest = text_width(std::to_string(greatest_value(table))) * size;
  if (size < 9.5 || widest > grid.cell_width * 0.86) return;
  for (std::size_t x = 0; x < grid.columns; ++x) {
    for (std::size_t y = 0; y < grid.rows; ++y) {
      const std::uint64_t index = cells.index(x, y);
      if (!table.valid(index)) continue;
      const std::string text = table.cells[index] != Table::kInfinite ? std::to_string(table.cells[index])
                               : are_loony(table)                     ? "L"
                                                                      : "∞";
      chart.add(shape::Text{chart.left() + (static_cast<double>(x) + 0.5) * grid.cell_width,
                            chart.bottom() - (static_cast<double>(y) + 0.5) * grid.cell_height + size * 0.35, size,
                            shape::Anchor::middle, false, ink_on(cells.colour(x, y)), text});
    }
  }
}

}  // namespace

void require_map(const Game& game, const Box& box) {
  if (varying(box).size() > 2) map_axes(game, box);
}

Picture table_picture(const Game& game, const Table& table, const std::optional<std::string>& title) {
  const Domain& domain = game.rules->domain();
  // Where a player may move twice, the number of moves that remain does not say who wins.
  const Play play = game.rules->obliges() ? Play::by_position : game.rules->play();
  const Box& box = table.box;
  if (box.dimensions() < 2 || varying(box).size() == 1) {
    const std::vector<std::size_t> axes = varying(box);
    Table row = table;
    const std::size_t axis = axes.empty() ? 0 : axes[0];
    if (box.dimensions() > 1) row.box = Box({box.low()[axis]}, {box.high()[axis]});
    Game named = game;  // what is fixed goes into the title
    if (const std::string fixed = circumstances(game, box); !fixed.empty() && box.dimensions() > 1)
      named.title += fmt::format(", {}", fixed);
    named.parameters.clear();
    return sequence_picture(named, row, box.dimensions() == 0 ? "" : domain.coordinate_name(axis), title);
  }
  const auto [across, up] = map_axes(game, box);
  const Grid grid = lay_out(box.length(across), box.length(up));
  const Cells cells(table, play, across, up);
  // Where cells are shared, the last one may be filled in part: the axes count cells.
  Chart chart(grid.width(), grid.height(), title.value_or(fmt::format("{}: {}", game.title, plural(table.kind))),
              circumstances(game, box), chart_axis(domain, box, across, static_cast<double>(grid.columns)),
              chart_axis(domain, box, up, static_cast<double>(grid.rows)), legend_of(table, play));
  shape::Cells map{chart.left(), chart.top(), grid.width(), grid.height(), grid.columns, grid.rows, {}};
  map.colours.reserve(grid.columns * grid.rows);
  for (std::size_t row = grid.rows; row-- > 0;)
    for (std::size_t column = 0; column < grid.columns; ++column) map.colours.push_back(cells.mean(grid, column, row));
  chart.add(std::move(map));
  write_values(chart, table, grid, cells);
  return chart.finish();
}

}  // namespace bouton
