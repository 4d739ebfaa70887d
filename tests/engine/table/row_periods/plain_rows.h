// The values of the rows of a table by their definition, for comparisons.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/engine/table/programs.h"

namespace bouton::table_test {

/// Least option that is missing, cell by cell: of rows 0..row along coordinate `axis`, and of so many columns. Rows and columns
/// begin at 0, and no move leads to a higher row or a later column. By row.
inline std::vector<std::vector<std::uint32_t>> plain_rows(const MoveProgram& program, std::size_t axis, Coordinate row,
                                                          std::uint64_t columns) {
  std::vector<std::vector<std::uint32_t>> values(static_cast<std::size_t>(row) + 1);
  for (std::uint64_t column = 0; column < columns; ++column)
    for (std::size_t y = 0; y < values.size(); ++y) {
      Position position{0, 0};
      position[axis] = static_cast<Coordinate>(y);
      position[1 - axis] = static_cast<Coordinate>(column);
      std::vector<bool> used;
      for (const Position& to : run(program, position).options) {
        const std::uint32_t value = values.at(static_cast<std::size_t>(to[axis])).at(static_cast<std::size_t>(to[1 - axis]));
        if (used.size() <= value) used.resize(value + 1);
        used[value] = true;
      }
      values[y].push_back(static_cast<std::uint32_t>(std::ranges::find(used, false) - used.begin()));
    }
  return values;
}

/// Wythoff's game where from both together s and t with |s - t| < k may be taken (Fraenkel, 1982).
inline MoveProgram band_rule(std::int64_t k) {
  Builder b(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const ExpressionId t = b.loop(b.c(1), b.x(i));
    b.move({i == 0 ? b.sub(b.x(0), t) : b.x(0), i == 1 ? b.sub(b.x(1), t) : b.x(1)});
    b.end();
  }
  const ExpressionId s = b.loop(b.c(1), b.x(0));
  const ExpressionId t = b.loop(b.max(b.c(1), b.sub(s, b.c(k - 1))), b.min(b.x(1), b.add(s, b.c(k - 1))));
  b.move({b.sub(b.x(0), s), b.sub(b.x(1), t)});
  return b.program;
}

/// Nim with two heaps, and besides one may take i and j from both with 0 < i + j < k.
inline MoveProgram nimhoff_rule(std::int64_t k) {
  Builder b(2);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const ExpressionId t = b.loop(b.c(1), b.x(axis));
    b.move({axis == 0 ? b.sub(b.x(0), t) : b.x(0), axis == 1 ? b.sub(b.x(1), t) : b.x(1)});
    b.end();
  }
  for (std::int64_t i = 1; i < k; ++i)
    for (std::int64_t j = 1; i + j < k; ++j) {
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(i), b.x(0)), b.op(Op::less_equal, b.c(j), b.x(1))));
      b.move({b.sub(b.x(0), b.c(i)), b.sub(b.x(1), b.c(j))});
      b.end();
    }
  return b.program;
}

}  // namespace bouton::table_test
