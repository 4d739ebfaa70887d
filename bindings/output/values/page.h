// What a text is written for: a terminal with its width and its colours, or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/image/colour.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton {

/// How many colours a terminal has; none: no colours are wanted.
enum class ColourDepth { none, sixteen, palette, full };

struct Page {
  Page() = default;
  Page(std::size_t width, ColourDepth colours = ColourDepth::none, Play play = Play::normal)  // NOLINT: a width is a page
      : width(width), colours(colours), play(play) {}

  std::size_t width = 0;  ///< of lines; 0: as long as it takes
  ColourDepth colours = ColourDepth::none;
  Play play = Play::normal;  ///< of the game, which says what remotenesses mean
};

/// Gives the cells of a table the colours that they have in pictures, on terminals that have enough of them.
class CellPainter {
 public:
  CellPainter(const Table& table, const Page& page);

  /// `text` on the background of cell `index`. What has the same background as the text before is not told again.
  std::string painted(std::uint64_t index, const std::string& text);
  /// What ends the colours of a line; perhaps empty.
  std::string end();

 private:
  const Table& table_;
  ColourDepth colours_;
  Play play_;
  std::uint32_t most_ = 0;
  bool on_ = false;  ///< whether last_ is in force
  Colour last_;
};

/// The escape sequence that sets the background, and the ink that reads on it. `depth` is palette or full.
std::string background(Colour colour, ColourDepth depth);

}  // namespace bouton
