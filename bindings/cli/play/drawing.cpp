#include "bindings/cli/play/drawing.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"
#include "engine/position/integer.h"

namespace bouton::cli {
namespace {

constexpr Coordinate kTallest = 24;  // rows of a board
// Red and magenta, which can be read on light and on dark terminals; red is the colour of P, to which winning moves lead.
constexpr const char* kCounterColour = "35";
constexpr const char* kQueenColour = "1;35";

std::string repeated(const char* sign, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += sign;
  return text;
}

std::string value_text(const Axis& axis, const Integer& value) {
  const std::optional<Coordinate> narrowed = narrow(value);
  if (narrowed) {
    const auto offset = static_cast<std::uint64_t>(*narrowed) - static_cast<std::uint64_t>(axis.least);
    if (offset < axis.value_names.size()) return axis.value_names[offset];
  }
  return value.get_str();
}

/// How many columns each square takes; 0 where the board does not fit.
std::size_t square_width(Coordinate across, Coordinate up, std::size_t width) {
  if (up + 1 > kTallest) return 0;
  const auto columns = static_cast<std::size_t>(across) + 1;
  const std::size_t room = width > 6 ? width - 6 : 0;
  if (across < 100 && columns * 3 <= room) return 3;
  if (columns * 2 <= room) return 2;
  return columns <= room ? 1 : 0;
}

/// The last square along an axis: that of the board, where it has an end.
Coordinate edge(const Axis& axis, Coordinate at) { return axis.greatest < kGreatestCoordinate ? axis.greatest : at; }

/// The board up to (across, up), with the queen at `queen`.
std::vector<std::string> board(const Game& game, PositionView queen, Coordinate across, Coordinate up, std::size_t square,
                               const Pen& pen, const std::vector<Mark>& marks) {
  std::map<std::pair<Coordinate, Coordinate>, char> signs;
  for (const Mark& mark : marks) signs[{mark.across, mark.up}] = mark.sign;
  const Domain& domain = game.rules->domain();
  const std::size_t margin = std::max(std::to_string(up).size(), domain.coordinate_name(1).size()) + 1;
  const std::string pad(square - 1, ' ');
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{:>{}}", domain.coordinate_name(1), margin));
  for (Coordinate y = up; y >= 0; --y) {
    std::string line = fmt::format("{:>{}} ", y, margin);
    for (Coordinate x = 0; x <= across; ++x) {
      const auto mark = signs.find({x, y});
      std::string sign = pen.utf8 ? "·" : ".";
      if (x == queen[0] && y == queen[1]) sign = pen.coloured("Q", kQueenColour);
      else if (mark != signs.end())
        sign = pen.coloured(std::string(1, mark->second), mark->second == '+' ? "1;31" : mark->second == '-' ? "0" : "35");
      else if (x == 0 && y == 0) sign = "x";
      line += sign + pad;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  std::string numbers(margin + 1, ' ');
  for (Coordinate x = 0; x <= across; ++x) {
    if (square == 3) numbers += fmt::format("{:<3}", x);
    else numbers += fmt::format("{:<{}}", x % 10, square);
  }
  numbers.erase(numbers.find_last_not_of(' ') + 1);
  lines.push_back(fmt::format("{}  {}", numbers, domain.coordinate_name(0)));
  return lines;
}

}  // namespace

std::string Pen::coloured(const std::string& text, const char* code) const {
  return colours == ColourDepth::none ? text : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string row_of(const Integer& heap, const Pen& pen, std::size_t indent) {
  const std::string number = heap.get_str();
  const std::size_t room = pen.width > indent + number.size() + 3 ? pen.width - indent - number.size() - 3 : 0;
  if (heap < 0 || heap > widen_unsigned(room)) return number;
  std::string row = number;
  if (heap > 0) row += fmt::format("  {}", pen.coloured(repeated(pen.counter(), heap.get_ui()), kCounterColour));
  return row;
}

bool is_board(const Game& game) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.shape() != nullptr || domain.dimensions() < 2) return false;
  for (std::size_t i = 0; i < 2; ++i)
    if (domain.axis(i).least != 0 || !domain.axis(i).value_names.empty()) return false;
  return domain.dimensions() == 2 ? !game.start_arity || *game.start_arity == 2 : game.start_arity == std::size_t{2};
}

namespace {

/// A graph: each vertex with its state and its neighbours; where the edges have states, each edge with its own.
std::vector<std::string> drawn_graph(const CellShape& shape, const Position& position) {
  constexpr std::uint32_t kMost = 40;
  if (shape.cells() > kMost) return {shape.text(position)};
  const auto state = [&](std::uint32_t cell) { return shape.states[static_cast<std::size_t>(position[cell])]; };
  std::vector<std::string> lines;
  if (shape.kind == CellShape::Kind::edges) {
    for (std::uint32_t i = 0; i < shape.edges.size(); ++i)
      lines.push_back(fmt::format("{:>3} {}  {}-{}", i + 1, state(i), shape.edges[i].first + 1, shape.edges[i].second + 1));
    return lines;
  }
  for (std::uint32_t vertex = 0; vertex < shape.vertices; ++vertex) {
    std::string neighbours;
    for (const auto& [a, b] : shape.edges)
      if (a == vertex || b == vertex) neighbours += fmt::format(" {}", (a == vertex ? b : a) + 1);
    lines.push_back(fmt::format("{:>3} {}{}{}", vertex + 1, state(vertex), neighbours.empty() ? "" : "  beside", neighbours));
  }
  return lines;
}

/// A board of squares with the names of its columns and rows.
std::vector<std::string> drawn_cells(const CellShape& shape, const Position& position) {
  if (!shape.is_board()) return drawn_graph(shape, position);
  std::vector<std::string> lines(1, std::string(4, ' '));
  for (std::uint32_t column = 0; column < shape.columns; ++column) {
    const std::string name = shape.cell_name(column);
    lines[0] += fmt::format("{:<3}", name.substr(0, name.size() - 1));
  }
  for (std::uint32_t row = 0; row < shape.rows; ++row) {
    lines.push_back(fmt::format("{:>3} ", row + 1));
    for (std::uint32_t column = 0; column < shape.columns; ++column)
      lines.back() += fmt::format("{:<3}", shape.states[static_cast<std::size_t>(position[row * shape.columns + column])]);
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace

std::vector<std::string> drawing(const Game& game, const BigPosition& position, const Pen& pen,
                                 const std::vector<Mark>& marks) {
  std::vector<std::string> lines;
  const std::optional<Position> small = narrow(position);
  if (game.show && small) {
    const std::string text = game.show(*small);
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      lines.push_back(text.substr(start, end - start));
      start = end + 1;
    }
    return lines;
  }
  const Domain& domain = game.rules->domain();
  if (domain.shape() != nullptr && small) return drawn_cells(*domain.shape(), *small);
  if (is_board(game) && small && !pen.piles) {
    const Coordinate across = edge(domain.axis(0), (*small)[0]), up = edge(domain.axis(1), (*small)[1]);
    if (const std::size_t square = square_width(across, up, pen.width)) {
      lines = board(game, *small, across, up, square, pen, marks);
      for (std::size_t i = 2; i < position.size(); ++i)
        lines.push_back(fmt::format("{} {}", domain.coordinate_name(i), value_text(domain.axis(i), position[i])));
      return lines;
    }
  }
  // A coordinate that start works out, or whose values have names, is a circumstance; the others are heaps.
  const std::size_t heaps =
      domain.is_piles() || !game.start_arity || *game.start_arity == 0 ? position.size() : *game.start_arity;
  std::size_t width = 0;
  for (std::size_t i = 0; i < position.size(); ++i) width = std::max(width, domain.coordinate_name(i).size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    const Axis& axis = domain.axis(i);
    const std::string name = fmt::format("{:<{}}  ", domain.coordinate_name(i), width);
    const bool bounded =
        !domain.is_piles() && axis.greatest <= 60 && axis.value_names.empty() && axis.least == 0 && small && !pen.piles;
    if (i < heaps && bounded) {
      const auto full = static_cast<std::size_t>((*small)[i]), all = static_cast<std::size_t>(axis.greatest);
      lines.push_back(fmt::format("{}{}  {}{}", name, full, pen.coloured(repeated(pen.counter(), full), kCounterColour),
                                  repeated(pen.gap(), all - full)));
    } else {
      lines.push_back(
          name + (i < heaps && axis.value_names.empty() ? row_of(position[i], pen, width + 4) : value_text(axis, position[i])));
    }
  }
  return lines;
}

}  // namespace bouton::cli
