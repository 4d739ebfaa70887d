// Rules of row shifts, and their rows by the definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/theorem/row_words/local_rows.h"
#include "tests/engine/theorem/programs.h"

namespace bouton::test {

/// In row `from`: to row `to` with so much less along the row, where as much is there.
struct ShiftMove {
  Coordinate from, to, by;
};

/// A game of so many rows with these moves; (p, r).
inline ProgramRules shift_rules(Coordinate rows, const std::vector<ShiftMove>& moves, Play play = Play::normal) {
  ProgramBuilder b(2);
  for (const ShiftMove& move : moves) {
    const ExpressionId here =
        b.binary(Op::logical_and, b.binary(Op::equal, b.x(1), b.c(move.from)), b.binary(Op::less_equal, b.c(move.by), b.x(0)));
    b.program.body.push_back(b.branch(here, {b.option({b.sub(b.x(0), b.c(move.by)), b.c(move.to)})}));
  }
  return {Domain::fixed({{.name = "p"}, {.name = "r", .least = 0, .greatest = rows - 1}}), b.program, play};
}

/// The outcomes of each row for numbers below `length`, as letters.
inline std::vector<std::string> shift_rows(Coordinate rows, const std::vector<ShiftMove>& moves, Coordinate length,
                                           Play play = Play::normal) {
  std::vector<std::string> outcomes(static_cast<std::size_t>(rows));
  for (Coordinate p = 0; p < length; ++p)
    for (Coordinate r = 0; r < rows; ++r) {
      bool any = false, wins = false;
      for (const ShiftMove& move : moves) {
        if (move.from != r || move.by > p) continue;
        any = true;
        wins = wins || outcomes[static_cast<std::size_t>(move.to)][static_cast<std::size_t>(p - move.by)] == 'P';
      }
      const bool lost = any ? !wins : play == Play::normal;
      outcomes[static_cast<std::size_t>(r)] += lost ? 'P' : 'N';
    }
  return outcomes;
}

/// Nimrod: (p, r) to (p - q, q), q one of r - 1, r, r + 1.
inline ProgramRules nimrod_rules() {
  ProgramBuilder b(2);
  for (std::int64_t change = -1; change <= 1; ++change) {
    const ExpressionId q = b.add(b.x(1), b.c(change));
    const ExpressionId allowed =
        b.binary(Op::logical_and, b.binary(Op::less_equal, b.c(1), q), b.binary(Op::less_equal, q, b.x(0)));
    b.program.body.push_back(b.branch(allowed, {b.option({b.sub(b.x(0), q), q})}));
  }
  return {Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}}), b.program};
}

/// Rows 1, 2, ... of Nimrod for numbers below `length`; [0] is empty.
inline std::vector<std::string> nimrod_rows(std::size_t rows, std::size_t length) {
  const std::size_t all = std::max(rows, length) + 2;  // a row beyond the number has no move
  std::vector<std::string> outcomes(all + 1);
  for (std::size_t p = 0; p < length; ++p)
    for (std::size_t r = 1; r <= all; ++r) {
      bool wins = false;
      for (std::size_t q = r - 1; q <= r + 1; ++q) wins = wins || (q >= 1 && q <= p && q <= all && outcomes[q][p - q] == 'P');
      outcomes[r] += wins ? 'N' : 'P';
    }
  outcomes.resize(rows + 1);
  return outcomes;
}

}  // namespace bouton::test
