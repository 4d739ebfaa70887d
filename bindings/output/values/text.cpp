#include "bindings/output/values/text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"
#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"
#include "engine/heap/period/period.h"

namespace bouton {
namespace {

void append_right(std::string& line, std::string_view text, std::size_t width) {
  line.append(width - std::min(width, display_width(text)), ' ');
  line += text;
}

constexpr std::size_t kWidth = 80;  // of lines that are not shown on a terminal

std::string value_text(const Axis& axis, Coordinate value) {
  const auto offset = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(axis.least);
  return offset < axis.value_names.size() ? axis.value_names[offset] : std::to_string(value);
}

std::vector<std::string> axis_texts(const Axis& axis, Coordinate low, std::uint64_t length) {
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < length; ++i) texts.push_back(value_text(axis, low + static_cast<Coordinate>(i)));
  return texts;
}

std::size_t widest(const std::vector<std::string>& texts, std::size_t least) {
  for (const std::string& text : texts) least = std::max(least, display_width(text));
  return least;
}

void write_list(Sink& out, const Table& table, const Domain& domain, CellPainter& painter) {
  const std::string name = domain.coordinate_name(0);
  const std::vector<std::string> indices = axis_texts(domain.axis(0), table.box.low()[0], table.box.length(0));
  const std::size_t width = widest(indices, display_width(name));
  std::string line;
  append_right(line, name, width);
  out.print("{}  {}\n", line, bouton::name(table.kind));
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    line.clear();
    append_right(line, indices[i], width);
    out.print("{}  {}{}\n", line, painter.painted(i, cell_text(table, i)), painter.end());
  }
}

/// What all grids of a table have in common.
struct Grid {
  std::size_t row_axis = 0, column_axis = 0;
  std::string corner;
  std::vector<std::string> rows, columns;
  std::size_t row_width = 0, cell_width = 0;
  std::size_t block = 0;  ///< columns side by side
};

/// The last two coordinates that vary in the box; the last two where fewer do.
std::pair<std::size_t, std::size_t> grid_axes(const Box& box) {
  std::vector<std::size_t> varying;
  for (std::size_t i = box.dimensions(); i-- > 0 && varying.size() < 2;)
    if (box.length(i) > 1) varying.push_back(i);
  if (varying.size() < 2) return {box.dimensions() - 2, box.dimensions() - 1};
  return {varying[1], varying[0]};
}

Grid lay_out(const Table& table, const Domain& domain, std::size_t width) {
  const Box& box = table.box;
  const auto [row_axis, column_axis] = grid_axes(box);
  Grid grid;
  grid.row_axis = row_axis;
  grid.column_axis = column_axis;
  grid.corner = fmt::format("{}\\{}", domain.coordinate_name(row_axis), domain.coordinate_name(column_axis));
  grid.rows = axis_texts(domain.axis(row_axis), box.low()[row_axis], box.length(row_axis));
  grid.columns = axis_texts(domain.axis(column_axis), box.low()[column_axis], box.length(column_axis));
  grid.row_width = widest(grid.rows, display_width(grid.corner));
  grid.cell_width = widest(grid.columns, 1);
  for (std::uint64_t i = 0; i < box.size(); ++i)
    grid.cell_width = std::max(grid.cell_width, display_width(cell_text(table, i)));
  grid.block = grid.columns.size();
  if (width > 0) {
    const std::size_t room = width > grid.row_width ? width - grid.row_width : 0;
    grid.block = std::clamp<std::size_t>(room / (grid.cell_width + 1), 1, grid.columns.size());
  }
  return grid;
}

/// The grid whose first cell is number `start` of the table.
void write_grid(Sink& out, const Table& table, const Grid& grid, std::uint64_t start, CellPainter& painter) {
  for (std::size_t first = 0; first < grid.columns.size(); first += grid.block) {
    const std::size_t last = std::min(first + grid.block, grid.columns.size());
    if (first > 0) out.write("\n");
    std::string line;
    append_right(line, grid.corner, grid.row_width);
    for (std::size_t column = first; column < last; ++column) append_right(line, grid.columns[column], grid.cell_width + 1);
    out.print("{}\n", line);
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
      line.clear();
      append_right(line, grid.rows[row], grid.row_width);
      for (std::size_t column = first; column < last; ++column) {
        const std::uint64_t index = start + row * table.box.stride(grid.row_axis) + column * table.box.stride(grid.column_axis);
        std::string cell;
        append_right(cell, cell_text(table, index), grid.cell_width + 1);
        line += painter.painted(index, cell);
      }
      out.print("{}{}\n", line, painter.end());
    }
  }
}

/// "goal = normal, flips = 1": the coordinates that a grid has in common.
std::string grid_title(const Domain& domain, const Grid& grid, PositionView position) {
  std::string title;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (i == grid.row_axis || i == grid.column_axis) continue;
    title +=
        fmt::format("{}{} = {}", title.empty() ? "" : ", ", domain.coordinate_name(i), value_text(domain.axis(i), position[i]));
  }
  return title;
}

/// The period, in a sentence about heaps.
std::string sentence(Period period, Coordinate low) {
  period.preperiod += static_cast<std::uint64_t>(low);
  period.checked_to += static_cast<std::uint64_t>(low);
  return describe(period);
}

}  // namespace

void write_text(Sink& out, const Table& table, const Domain& domain, const Page& page) {
  const Box& box = table.box;
  CellPainter painter(table, page);
  if (box.dimensions() == 0) {
    out.print("{}\n", cell_text(table, 0));
    return;
  }
  if (box.dimensions() == 1) {
    write_list(out, table, domain, painter);
    return;
  }
  const Grid grid = lay_out(table, domain, page.width);
  Position corners_high = box.high();  // the first cells of the grids are a box of their own
  corners_high[grid.row_axis] = box.low()[grid.row_axis];
  corners_high[grid.column_axis] = box.low()[grid.column_axis];
  const Box corners(box.low(), corners_high);
  Position corner = corners.low();
  bool first = true;
  do {
    if (!first) out.write("\n");
    first = false;
    if (box.dimensions() > 2) out.print("{}\n", grid_title(domain, grid, corner));
    write_grid(out, table, grid, box.index(corner), painter);
  } while (corners.next(corner));
}

void write_sequence_text(Sink& out, const Table& table, std::size_t width) {
  std::size_t column = 0;
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    const std::string cell = cell_text(table, i);
    const std::size_t needed = display_width(cell);
    if (column > 0 && column + 1 + needed > width) {
      out.write("\n");
      column = 0;
    }
    if (column > 0) out.write(" ");
    out.write(cell);
    column += needed + (column > 0 ? 1 : 0);
  }
  out.write("\n");
}

void write_text(Sink& out, const Values& values) {
  const Table& table = values.table;
  if (!values.is_sequence) {
    write_text(out, table, values.game.rules->domain(), values.page);
    return;
  }
  if (!values.only_period) write_sequence_text(out, table, values.page.width > 0 ? values.page.width : kWidth);
  if (values.period) out.print("{}\n", sentence(*values.period, table.box.low()[0]));
}

}  // namespace bouton
