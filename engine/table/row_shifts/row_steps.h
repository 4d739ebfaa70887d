// The inner loops of row_shift_outcomes: steps that compute some bits of a row from shifted rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/table/row_shifts/row_lanes.h"
#include "engine/table/row_shifts/row_slice.h"

namespace bouton {

/// Positions along the axis that are computed before the next ones are begun.
inline constexpr std::int64_t kStretch = 512;
inline constexpr std::int64_t kStretchWords = kStretch / 64;
/// Stretches that are computed at once.
inline constexpr std::int64_t kRunStretches = 8;

/// A move of a row: its source is `shift` places before, in the row numbered `row`, which begins at `source` (in words) of the
/// buffer, if it is there.
struct RowTap {
  std::uint32_t row = 0;
  std::size_t source = 0;
  std::int64_t shift = 0;
  std::int64_t from = 0, to = 0;  ///< positions that have the move, both included, counted from the axis' least value
  bool natural = false;           ///< from <= shift and no end: before `from` the source is empty anyway
  /// source and shift for whole words: pair w is read from word `whole` + 2 w on, `bits` bits further.
  std::int64_t whole = 0;
  std::uint64_t bits = 0;
};

struct RowOfTaps {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::size_t place = 0;  ///< first word of the row in the buffer
  bool shown = true;      ///< whether it is in the buffer
  bool is_lane = false;
  bool is_read_by_lanes = false;
  std::uint32_t collector = kNone;
  std::uint32_t delivery = kNone;
  std::uint32_t first_tap = 0, taps = 0;
  /// Positions for which a move leads above the cap.
  std::int64_t unknown_from = 0, unknown_to = -1;
  /// Positions before this one have no move and are N (misère play); 0 under normal play.
  std::int64_t terminal_before = 0;
};

/// A line of the cache: four pairs of words.
struct alignas(64) Line {
  static constexpr std::uint32_t kPairs = 4;
  std::uint64_t words[2 * kPairs] = {};
};

/// Where the bits of a row are put for the rows that collect: shifted by the one distance at which all of them read it. A ring
/// of pairs, a stretch more, which holds what is put across the end, and the last stretch as it is, of which the end counts.
struct Delivery {
  std::uint32_t first = 0;  ///< line
  std::uint32_t whole = 0;  ///< the distance: words
  std::uint32_t bits = 0;   ///< and bits
};

/// A row that is computed from deliveries, and delivers: no shift is less than 64.
struct Collector {
  Delivery delivery;
  std::uint32_t first_source = 0, sources = 0;  ///< one for each tap; at least one
  bool is_open = false;                         ///< whether a move leads above the cap
  bool is_shown = false;
  std::size_t place = 0;  ///< in the buffer
};

/// Compute bits [bit, bit + bits) of the stretch of a row; bits is a power of two, bit a multiple of it.
/// Or, of the slice `row` - kSliceStep, all rows; or of the row `row` - kOwnStep, which reads itself over less than a word, and
/// of the others nothing that comes later; then bits is 64. Or, of the group `row` - kGroupStep, all rows. Or, where row is
/// kLaneStep, the groups of lanes that are not far and end there; then bits is 64.
struct RowStep {
  std::uint32_t row = 0;
  std::uint16_t bit = 0, bits = 0;
};
/// More than there are rows.
inline constexpr std::uint32_t kSliceStep = std::uint32_t{1} << 31, kGroupStep = std::uint32_t{1} << 30,
                               kOwnStep = std::uint32_t{1} << 29, kLaneStep = std::uint32_t{1} << 28;

/// Collecting rows that compute the same bits, one after the other.
struct CollectorGroup {
  std::uint32_t first = 0, count = 0;  ///< of grouped rows
};

/// Each buffer word is two: 64 bits "certainly P", 64 bits "possibly P". Words are numbered so that pair w of a row
/// holds 64 positions.
struct RowMachine {
  std::vector<RowTap> taps;
  std::vector<RowOfTaps> rows;
  std::vector<RowSlice> slices;
  std::vector<SliceState> states;
  /// The steps of one stretch, in order: without slices, and with them but without the far rows.
  std::vector<RowStep> careful_steps, fast_steps;
  /// Rows from this one on read nothing less than a stretch away, and no row further than `reach` rows off. They are
  /// computed in bands for several stretches at once, so that a band's history stays in the cache.
  std::uint32_t far_rows = 0;
  std::uint32_t reach = 0;
  std::uint32_t live_rows = 0;  ///< those after them are not computed by plain runs
  /// Where the bands begin, the first at far_rows, and where the last one ends. Of groups, if there are lanes.
  std::vector<std::uint32_t> bands;
  std::vector<std::uint64_t> buffer;
  std::size_t row_words = 0;  ///< pairs of words of each row
  std::vector<Line> delivered;
  std::uint32_t ring = 0;  ///< pairs; a multiple of those of a stretch
  std::vector<Delivery> deliveries;
  std::vector<Collector> collectors;
  std::vector<std::uint32_t> sources;  ///< first lines of deliveries
  std::vector<CollectorGroup> groups;
  std::vector<std::uint32_t> grouped;  ///< numbers of collectors
  RowLanes lanes;                      ///< if not empty, nobody collects
  /// Only stretches inside [plain_from, plain_to] may skip the looks at where each move exists.
  std::int64_t plain_from = 0, plain_to = -1;
};

/// Computes kRunStretches stretches, a run, from `position` (counted from the axis' least value) on, which lie in the buffer
/// from word pair `word` on.
void run_stretches(RowMachine& machine, std::size_t word, std::int64_t position);

/// Whether the run may skip the looks at where each move exists. If so, run_stretches is run_band for each band, in order.
bool is_plain_run(const RowMachine& machine, std::int64_t position);
/// Band number `band` of a plain run. A band of the next run may be computed as soon as this one and the one after it are
/// there.
void run_band(RowMachine& machine, std::size_t band, std::size_t word, std::int64_t position);

}  // namespace bouton
