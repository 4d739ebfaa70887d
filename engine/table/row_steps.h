// The inner loops of row_shift_outcomes: steps that compute some bits of a row from shifted rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

/// Positions along the axis that are computed before the next ones are begun.
inline constexpr std::int64_t kStretch = 512;
inline constexpr std::int64_t kStretchWords = kStretch / 64;

/// A move of a row: its source is `shift` places before, in the buffer row that begins at `source` (in words).
struct RowTap {
  std::size_t source = 0;
  std::int64_t shift = 0;
  std::int64_t from = 0, to = 0;  ///< positions that have the move, both included, counted from the axis' least value
  bool natural = false;           ///< from <= shift and no end: before `from` the source is empty anyway
};

struct RowOfTaps {
  std::size_t place = 0;  ///< first word of the row in the buffer
  std::uint32_t first_tap = 0, taps = 0;
  /// Positions for which a move leads above the cap.
  std::int64_t unknown_from = 0, unknown_to = -1;
  /// Positions before this one have no move and are N (misère play); 0 under normal play.
  std::int64_t terminal_before = 0;
};

/// Compute bits [bit, bit + bits) of the stretch of a row; bits is a power of two, bit a multiple of it.
struct RowStep {
  std::uint32_t row = 0;
  std::uint16_t bit = 0, bits = 0;
};

/// Each buffer word is two: 64 bits "certainly P", 64 bits "possibly P". Words are numbered so that word 2 w of a row
/// holds positions 64 w and on.
struct RowMachine {
  std::vector<RowTap> taps;
  std::vector<RowOfTaps> rows;
  std::vector<RowStep> steps;  ///< of one stretch
  std::vector<std::uint64_t> buffer;
  std::size_t row_words = 0;   ///< pairs of words of each row
  /// Only stretches inside [plain_from, plain_to] may skip the looks at where each move exists.
  std::int64_t plain_from = 0, plain_to = -1;
};

/// Runs all steps for the stretch that begins at `position` (from the axis' least value), which lies in the buffer
/// from word pair `word` on.
void run_steps(RowMachine& machine, std::size_t word, std::int64_t position);

}  // namespace bouton
