#include "bindings/output/values/page.h"

#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "engine/image/charts/cell_colour.h"

namespace bouton {
namespace {

/// The nearest colour of the 6 x 6 x 6 cube that terminals of 256 colours have.
int cube_colour(Colour colour) {
  constexpr std::array<int, 6> kLevels = {0, 95, 135, 175, 215, 255};
  const auto level = [&](int channel) {
    int best = 0;
    for (int i = 1; i < 6; ++i)
      if (std::abs(kLevels[static_cast<std::size_t>(i)] - channel) <
          std::abs(kLevels[static_cast<std::size_t>(best)] - channel))
        best = i;
    return best;
  };
  return 16 + 36 * level(colour.red) + 6 * level(colour.green) + level(colour.blue);
}

}  // namespace

std::string background(Colour colour, ColourDepth depth) {
  const bool dark = ink_on(colour) == Colour{255, 255, 255};
  if (depth == ColourDepth::full)
    return fmt::format("\x1b[48;2;{};{};{};38;5;{}m", colour.red, colour.green, colour.blue, dark ? 231 : 16);
  return fmt::format("\x1b[48;5;{};38;5;{}m", cube_colour(colour), dark ? 231 : 16);
}

CellPainter::CellPainter(const Table& table, const Page& page)
    : table_(table),
      colours_(page.colours == ColourDepth::sixteen ? ColourDepth::none : page.colours),
      play_(page.play),
      most_(colours_ == ColourDepth::none ? 0 : greatest_value(table)) {}

std::string CellPainter::painted(std::uint64_t index, const std::string& text) {
  if (colours_ == ColourDepth::none) return text;
  if (!table_.valid(index)) return end() + text;
  const Colour colour = cell_colour(table_, index, play_, most_);
  if (on_ && colour == last_) return text;
  on_ = true;
  last_ = colour;
  return background(colour, colours_) + text;
}

std::string CellPainter::end() { return std::exchange(on_, false) ? "\x1b[0m" : ""; }

}  // namespace bouton
