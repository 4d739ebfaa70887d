// The inner loops of ray_grundy: the first value that several lines lack, for many positions in flight.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton {

/// Which line of its direction each cell of one row is on.
struct RowMap {
  enum class Kind : std::uint8_t {
    linear,  ///< base + slope * column
    cyclic,  ///< base + (column + shift) modulo `period`, 0 <= shift < period
    modulo   ///< base + column modulo `period`
  };
  Kind kind = Kind::linear;
  std::int64_t base = 0, slope = 0, shift = 0, period = 1;

  std::size_t operator()(std::int64_t column) const {
    switch (kind) {
      case Kind::linear: return static_cast<std::size_t>(base + slope * column);
      case Kind::cyclic: {
        const std::int64_t at = column + shift;
        return static_cast<std::size_t>(base + (at >= period ? at - period : at));
      }
      case Kind::modulo: return static_cast<std::size_t>(base + column % period);
    }
    return 0;
  }
};

/// Rows that are swept together, each one column behind the one above it, so that the cells of one step do not
/// depend on each other.
inline constexpr std::size_t kSweepRows = 8;
inline constexpr std::size_t kMostSweepLines = 8;
/// Words that may be read past the last line.
inline constexpr std::size_t kSweepPadding = 24;

struct SweepGroup {
  std::size_t lines = 0;  ///< through each cell, at most kMostSweepLines
  std::size_t words = 0;  ///< of each line's set of used values
  std::uint64_t* bits[kMostSweepLines];
  std::uint32_t* first_open[kMostSweepLines];  ///< of each line, its first word that is not full
  std::size_t rows = 0;                        ///< at most kSweepRows
  /// Row i meets its columns at steps left[i] .. right[i] - 1, column `step - behind[i]` at `step`.
  std::int64_t left[kSweepRows], right[kSweepRows], behind[kSweepRows];
  std::uint32_t* cells[kSweepRows];  ///< cells[i][step] is where the value goes
  RowMap maps[kSweepRows][kMostSweepLines];
};

/// Fills the cells of the group and enters them into their lines, whose sets must hold the values before them.
/// Returns false if a value needs more words than there are; then the contents of the sets are unspecified.
bool sweep(const SweepGroup& group);

/// The least value from word `word` on that is neither in one of the lines nor in `extra`, or `words` * 64 if there
/// is none.
std::uint32_t least_unused(const std::uint64_t* const* lines, std::size_t count, std::size_t word, std::size_t words,
                           const std::uint32_t* extra, std::size_t extras);

}  // namespace bouton
