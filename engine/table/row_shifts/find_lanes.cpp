#include "engine/table/row_shifts/find_lanes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>

namespace bouton {
namespace {

/// With fewer rows in lanes it does not pay.
constexpr std::size_t kFewestRows = 64;
/// Rows before those in lanes are computed by steps of 64 places; more of them are better off with longer ones.
constexpr std::uint32_t kMostRowsBefore = 128;
/// So many times as many rows must be in lanes as before them.
constexpr std::size_t kRowsForOneBefore = 2;

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class LaneFinder {
 public:
  LaneFinder(RowMachine& machine, const std::vector<bool>& asked, std::int64_t deepest)
      : machine_(machine),
        asked_(asked),
        deepest_(deepest),
        rows_(static_cast<std::uint32_t>(machine.rows.size())),
        distance_(machine.rows.size(), 0),
        nearest_(machine.rows.size(), kNever) {}

  bool find() {
    if (rows_ < kFewestRows) return false;
    for (const RowOfTaps& row : machine_.rows)
      for (const RowTap& tap : taps_of(row)) nearest_[tap.row] = std::min(nearest_[tap.row], tap.shift);
    std::uint32_t first = rows_;
    while (first > 0 && fits(first - 1)) --first;
    const std::size_t in_lanes = rows_ - first;
    if (in_lanes < kFewestRows || first > kMostRowsBefore || in_lanes < kRowsForOneBefore * first) return false;
    lanes_.first_row = first;
    std::ranges::sort(lanes_.offsets);
    find_groups();
    // Where neighbouring rows are put ahead by very different numbers of words, each is stored for itself.
    if (lanes_.parts.size() > 2 * lanes_.groups.size()) return false;
    if (!find_shown()) return false;
    // Neighbouring rows are never more than two stretches apart, and a row delivers `deepest` ahead.
    lanes_.ring = static_cast<std::uint32_t>((deepest_ + 4 * kStretch - 1) / kStretch * kStretchWords);
    lanes_.live_groups = static_cast<std::uint32_t>(lanes_.groups.size());
    machine_.lanes = std::move(lanes_);
    return true;
  }

 private:
  std::span<const RowTap> taps_of(const RowOfTaps& row) const {
    return std::span(machine_.taps).subspan(row.first_tap, row.taps);
  }
  static int offset(const RowTap& tap, std::uint32_t row) { return static_cast<int>(tap.row) - static_cast<int>(row); }

  /// Whether a row may be in lanes beside those after it; if so, notes what it reads.
  bool fits(std::uint32_t r) {
    const RowOfTaps& row = machine_.rows[r];
    if (asked_[r] || row.taps == 0 || nearest_[r] < 64) return false;
    std::vector<int> offsets = lanes_.offsets;
    std::array<std::int64_t, 2 * kLanes + 1> read{};  // the distances, for each offset
    for (const RowTap& tap : taps_of(row)) {
      const int by = offset(tap, r);
      if (std::abs(by) > static_cast<int>(kLanes)) return false;
      std::int64_t& known = read[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(by) + kLanes)];
      if (known == 0) known = distance_[tap.row] != 0 ? distance_[tap.row] : tap.shift;
      if (tap.shift < 64 || known != tap.shift) return false;
      if (std::ranges::find(offsets, by) == offsets.end()) offsets.push_back(by);
    }
    if (offsets.size() > kMostLaneOffsets) return false;
    for (const RowTap& tap : taps_of(row)) distance_[tap.row] = tap.shift;
    lanes_.offsets = std::move(offsets);
    return true;
  }

  void find_groups() {
    for (const int by : lanes_.offsets) {
      LaneWords own;
      for (int lane = 0; lane < static_cast<int>(kLanes); ++lane)
        own.words[lane] = lane + by >= 0 && lane + by < static_cast<int>(kLanes) ? ~std::uint64_t{0} : 0;
      lanes_.own.push_back(own);
    }
    const std::uint32_t groups = (rows_ - lanes_.first_row + kLanes - 1) / kLanes;
    lanes_.distances.resize((groups + 2) * kLanes);
    for (std::uint32_t r = lanes_.first_row - std::min(lanes_.first_row, RowLanes::kBefore); r < rows_; ++r) {
      // A row that nobody collects from is put ahead all the same.
      const std::int64_t distance = distance_[r] != 0 ? distance_[r] : kStretch;
      lanes_.distances[lanes_.column(r)] = {static_cast<std::uint32_t>(distance / 64),
                                            static_cast<std::uint32_t>(distance % 64)};
    }
    for (std::uint32_t g = 0; g < groups; ++g) lanes_.groups.push_back(group_of(lanes_.first_row + g * kLanes));
    lanes_.far_groups = groups;
    while (lanes_.far_groups > 0 && lanes_.groups[lanes_.far_groups - 1].words == kStretchWords) --lanes_.far_groups;
  }

  LaneGroup group_of(std::uint32_t first) {
    LaneGroup group;
    RaggedGroup ragged;
    ragged.rows.resize(lanes_.offsets.size());
    bool is_ragged = false;
    std::int64_t nearest = kStretch;
    group.first_part = static_cast<std::uint32_t>(lanes_.parts.size());
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t r = first + lane;
      if (r >= rows_) {
        is_ragged = true;
        lanes_.parts.back().rows.words[lane] = ~std::uint64_t{0};
        continue;
      }
      const RowOfTaps& row = machine_.rows[r];
      nearest = std::min(nearest, nearest_[r]);
      for (const RowTap& tap : taps_of(row)) {
        nearest = std::min(nearest, tap.shift);
        const auto number = std::ranges::find(lanes_.offsets, offset(tap, r)) - lanes_.offsets.begin();
        ragged.rows[static_cast<std::size_t>(number)].words[lane] = ~std::uint64_t{0};
      }
      for (const LaneWords& rows : ragged.rows) is_ragged = is_ragged || rows.words[lane] == 0;
      if (row.unknown_to >= 0) {
        is_ragged = true;
        ragged.open.words[lane] = ~std::uint64_t{0};
      }
      const LaneDistance& distance = lanes_.distances[lanes_.column(r)];
      group.bits.words[lane] = distance.bits;
      part_of(group, distance.whole).rows.words[lane] = ~std::uint64_t{0};
    }
    group.parts = static_cast<std::uint32_t>(lanes_.parts.size()) - group.first_part;
    while (group.words < static_cast<std::uint32_t>(kStretchWords) && nearest >= 128 * static_cast<std::int64_t>(group.words))
      group.words *= 2;
    if (is_ragged) {
      group.ragged = static_cast<std::uint32_t>(lanes_.ragged.size());
      lanes_.ragged.push_back(std::move(ragged));
    }
    return group;
  }

  LanePart& part_of(const LaneGroup& group, std::uint32_t whole) {
    for (std::size_t p = group.first_part; p < lanes_.parts.size(); ++p)
      if (lanes_.parts[p].whole == whole) return lanes_.parts[p];
    lanes_.parts.push_back({{}, whole});
    return lanes_.parts.back();
  }

  /// Notes which rows are in the buffer. A row before those in lanes may read only far groups that the first band always
  /// computes: false if it reads others.
  bool find_shown() {
    for (std::uint32_t r = 0; r < lanes_.first_row; ++r)
      for (const RowTap& tap : taps_of(machine_.rows[r])) {
        if (tap.row < lanes_.first_row) continue;
        const std::uint32_t g = (tap.row - lanes_.first_row) / kLanes;
        if (g > lanes_.far_groups) return false;
        lanes_.groups[g].shown |= 1U << ((tap.row - lanes_.first_row) % kLanes);
      }
    for (std::uint32_t r = lanes_.first_row; r < rows_; ++r) {
      const std::uint32_t lane = r - lanes_.first_row;
      machine_.rows[r].is_lane = machine_.rows[r].is_read_by_lanes = true;
      machine_.rows[r].shown = (lanes_.groups[lane / kLanes].shown >> (lane % kLanes) & 1U) != 0;
    }
    for (std::uint32_t r = 0; r < lanes_.first_row; ++r) machine_.rows[r].is_read_by_lanes = distance_[r] != 0;
    return true;
  }

  RowMachine& machine_;
  const std::vector<bool>& asked_;
  const std::int64_t deepest_;
  const std::uint32_t rows_;
  RowLanes lanes_;
  std::vector<std::int64_t> distance_;  ///< at which rows in lanes read the row; 0 where none does
  std::vector<std::int64_t> nearest_;   ///< at which anybody reads it
};

}  // namespace

bool find_lanes(RowMachine& machine, const std::vector<bool>& asked, std::int64_t deepest) {
  return LaneFinder(machine, asked, deepest).find();
}

}  // namespace bouton
