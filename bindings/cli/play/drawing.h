// Positions as drawings made of characters.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bindings/output/values/page.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// What drawings are made of.
struct Pen {
  ColourDepth colours = ColourDepth::none;
  bool utf8 = false;
  std::size_t width = 80;  ///< columns that there are
  bool piles = false;      ///< heaps as rows of counters, where there might be a board

  /// `text` in the colour of escape code `code` (as "36"), where there are colours.
  std::string coloured(const std::string& text, const char* code) const;
  const char* counter() const { return utf8 ? "●" : "o"; }
  const char* gap() const { return utf8 ? "○" : "."; }
};

/// The squares of the queen's board that are of interest: the coordinates of the board, and how to mark them.
struct Mark {
  Coordinate across = 0, up = 0;
  char sign = '*';
};

/// Whether the game is drawn as a queen's board: two coordinates, or two that a position is given by, others being
/// circumstances.
bool is_board(const Game& game);

/// The position in lines: as the game shows it itself; a board; heaps as rows of counters. One line without a drawing where
/// nothing could be drawn. `marks`: squares of the board.
std::vector<std::string> drawing(const Game& game, const BigPosition& position, const Pen& pen,
                                 const std::vector<Mark>& marks = {});

/// A heap on one line: "5  ooooo"; the number alone where the row would be too long.
std::string row_of(const Integer& heap, const Pen& pen, std::size_t indent);

}  // namespace bouton::cli
