#include "engine/local/board_bits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace bouton::local {
namespace {

using Cells = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< lines and columns

std::uint64_t bits_of(const Cells& cells, std::uint32_t stride) {
  std::uint64_t x = 0;
  for (const auto& [line, column] : cells) x |= std::uint64_t{1} << (line * stride + column);
  return x;
}

/// Every reflection beside the same done cell by cell.
RC_GTEST_PROP(BoardBits, ReflectsAsCellsAreReflected, ()) {
  const auto rows = *rc::gen::inRange(1U, 65U), columns = *rc::gen::inRange(1U, 64 / rows + 1);
  const BoardBits board(rows, columns);
  Cells cells;
  std::uint64_t x = 0;
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (!cells.empty() && *rc::gen::inRange(0, 3) == 0) continue;
      cells.push_back(board.turned() ? std::pair(c, r) : std::pair(r, c));
      x |= std::uint64_t{1} << board.bit(r, c);
    }
  RC_ASSERT(x == bits_of(cells, board.stride()));
  std::uint32_t top = 64, left = 64, lines = 0, across = 0;
  for (const auto& [line, column] : cells) {
    top = std::min(top, line);
    left = std::min(left, column);
  }
  for (auto& [line, column] : cells) {
    lines = std::max(lines, (line -= top) + 1);
    across = std::max(across, (column -= left) + 1);
  }
  BitBox box;
  x >>= board.distance_to_corner(x, box);
  RC_ASSERT(x == bits_of(cells, board.stride()));
  RC_ASSERT(box.lines == lines);
  RC_ASSERT(box.columns == across);
  Cells mirrored, turned, transposed;
  for (const auto& [line, column] : cells) {
    mirrored.emplace_back(line, across - 1 - column);
    turned.emplace_back(lines - 1 - line, across - 1 - column);
    transposed.emplace_back(column, line);
  }
  RC_ASSERT(board.mirrored(x, box) == bits_of(mirrored, board.stride()));
  RC_ASSERT(board.half_turned(x, box) == bits_of(turned, board.stride()));
  if (std::max(lines, across) > std::min(rows, columns)) return;
  RC_ASSERT(board.transposed(x) == bits_of(transposed, board.stride()));
}

}  // namespace
}  // namespace bouton::local
