// Rows of positions solved by several threads that follow each other.
//
// The rows come in an order in which a position's options lie, as a rule, in rows before its own, or before it in its row.
// Either each thread takes a row and stays behind the one that solves the row before (rows in a chain), or all threads share
// each row and wait for each other at its end (rows apart: no position has an option in its own row). Which of the two is a
// guess of the caller's: a piece of a chain that could not be solved is tried again when all rows before it are done; one that
// cannot be solved ends the work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bouton {

/// Positions [from, to) of a row.
struct RowPiece {
  std::size_t row = 0;
  std::int64_t from = 0, to = 0;
  bool is_last_try = true;  ///< or it is tried again if it fails
};

/// Solves a piece on the thread of that number; 0 is the caller's, which alone may throw. Whether it could be solved; if not it
/// may be called again, and solves again what is solved.
using SolvePiece = std::function<bool(unsigned thread, const RowPiece& piece)>;

struct RowTeamwork {
  std::vector<std::int64_t> lengths;  ///< of the rows, each at least 1
  std::int64_t piece = 1;             ///< positions that are solved in one go
  bool is_chain = true;               ///< or rows apart
  unsigned threads = 2;
};

struct RowTeamReport {
  std::size_t done = 0;     ///< rows, from the first on, that are solved
  std::size_t begun = 0;    ///< rows behind these are untouched
  std::size_t retries = 0;  ///< pieces that were tried too early
};

/// Until all rows are done or a piece fails. What `solve` throws is thrown when all threads have ended.
RowTeamReport solve_rows_together(const RowTeamwork& work, const SolvePiece& solve);

}  // namespace bouton
