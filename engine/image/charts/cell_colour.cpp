#include "engine/image/charts/cell_colour.h"

#include <algorithm>

#include "engine/image/palette.h"

namespace bouton {

std::uint32_t greatest_value(const Table& table) {
  std::uint32_t most = 0;
  for (const std::uint32_t cell : table.cells)
    if (cell < Table::kInfinite) most = std::max(most, cell);
  return most;
}

Colour cell_colour(const Table& table, std::uint64_t index, Play play, std::uint32_t most) {
  if (!table.valid(index)) return palette::kNothing;
  const std::uint32_t cell = table.cells[index];
  if (table.kind == ValueKind::outcome) return palette::of_outcome(table.outcome(index));
  if (cell == Table::kInfinite) return palette::kInfinite;
  if (table.kind == ValueKind::grundy) {
    if (cell == 0) return palette::kPosition_P;
    return palette::sequential(most > 1 ? (cell - 1.0) / (most - 1.0) : 0);
  }
  const bool P = play != Play::by_position && cell % 2 == (play == Play::misere ? 1U : 0U);
  return palette::shade(P ? Outcome::P : Outcome::N, most > 0 ? static_cast<double>(cell) / most : 0);
}

}  // namespace bouton
