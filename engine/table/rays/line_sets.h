// The lines of a direction through a box, and the values that are on each of them so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "engine/base/errors.h"
#include "engine/system/large_pages.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/table/rays/ray_sweep.h"
#include "engine/values/resumable_run.h"

namespace bouton {

inline constexpr std::uint64_t kFullWord = ~std::uint64_t{0};

/// The sets of used values of all lines of one direction.
struct LineSet {
  std::size_t words = 0;  ///< of each line
  std::vector<std::uint64_t> bits;
  std::vector<std::uint32_t> first_open;  ///< of each line: its first word that is not full
  std::vector<std::uint16_t> counts;      ///< of windows: how often each value is on the line

  void allocate(std::size_t lines, std::size_t words_each, bool counted) {
    words = words_each;
    const std::size_t size = lines * words + kSweepPadding;
    bits.reserve(size);
    ask_for_large_pages(bits.data(), size * sizeof(std::uint64_t));
    bits.assign(size, 0);
    first_open.assign(lines, 0);
    if (counted) counts.assign(lines * words * 64, 0);
  }
  void clear_all() {
    std::ranges::fill(bits, std::uint64_t{0});
    std::ranges::fill(first_open, 0U);
    std::ranges::fill(counts, std::uint16_t{0});
  }
  void clear(std::size_t line) {
    std::fill_n(bits.begin() + static_cast<std::ptrdiff_t>(line * words), words, std::uint64_t{0});
    first_open[line] = 0;
    if (!counts.empty())
      std::fill_n(counts.begin() + static_cast<std::ptrdiff_t>(line * words * 64), words * 64, std::uint16_t{0});
  }
  void insert(std::size_t line, std::uint32_t value) {
    std::uint64_t* used = bits.data() + line * words;
    const std::uint32_t word = value >> 6U;
    used[word] |= std::uint64_t{1} << (value & 63U);
    if (used[word] == kFullWord && first_open[line] == word) {
      std::uint32_t open = word + 1;
      while (open < words && used[open] == kFullWord) ++open;
      first_open[line] = open;
    }
  }
  /// A line's values as bytes, for one of another LineSet with as many words. Read throws RequestError where the bytes are not.
  void write(std::size_t line, StateWriter& out) const {
    const std::uint64_t* used = bits.data() + line * words;
    std::size_t end = words;
    while (end > first_open[line] && used[end - 1] == 0) --end;
    out.add(first_open[line]);
    out.add(static_cast<std::uint32_t>(end));
    out.add(std::span(used + first_open[line], end - first_open[line]));
    if (!counts.empty()) out.add(std::span(counts.data() + line * words * 64, end * 64));
  }
  void read(std::size_t line, StateReader& in) {
    clear(line);
    const auto open = in.get<std::uint32_t>(), end = in.get<std::uint32_t>();
    if (open > end || end > words) throw RequestError("a line of another table");
    std::uint64_t* used = bits.data() + line * words;
    std::fill_n(used, open, kFullWord);
    in.get(std::span(used + open, end - open));
    if (!counts.empty()) in.get(std::span(counts.data() + line * words * 64, std::size_t{end} * 64));
    first_open[line] = open;
  }
  void insert_counted(std::size_t line, std::uint32_t value) {
    if (counts[line * words * 64 + value]++ == 0) insert(line, value);
  }
  void remove_counted(std::size_t line, std::uint32_t value) {
    if (--counts[line * words * 64 + value] != 0) return;
    const std::uint32_t word = value >> 6U;
    bits[line * words + word] &= ~(std::uint64_t{1} << (value & 63U));
    first_open[line] = std::min(first_open[line], word);
  }
};

/// Lines of one direction over a box, or their mirror images.
class LineMap {
 public:
  /// With `band` not 0 the rows of a plane are met in bands of so many at most, from above, and only the lines through one
  /// band have places of their own: lines that have left the box make room for those that enter.
  LineMap(const BoxRay& ray, const PlaneShape& shape, bool mirrored, std::int64_t band = 0)
      : mirrored_(mirrored), band_(std::min(band, shape.rows)) {
    const std::size_t n = ray.step.size();
    lengths_ = shape.outer;
    lengths_.push_back(shape.rows);
    lengths_.push_back(shape.columns);
    step_ = ray.step;
    lead_ = 0;
    while (step_[lead_] == 0) ++lead_;
    crosses_planes_ = lead_ + 2 < n;
    const std::int64_t by_row = step_[n - 2], by_column = step_[n - 1];
    if (crosses_planes_) {
      // A line is found again in a later plane by following it back to where it came in; lines that have left the
      // box make room for those that enter.
      lines_ = step_[lead_];
      for (std::size_t i = lead_ + 1; i < n; ++i) lines_ *= lengths_[i];
    } else if (by_row == 0) {
      lines_ = (band_ > 0 ? band_ : shape.rows) * by_column;
    } else {
      most_back_ = (shape.rows - 1) / by_row;
      // The first and the last row of a band are at most so many steps apart.
      const std::int64_t apart = band_ > 0 ? std::min(most_back_, (band_ - 1) / by_row + 1) : most_back_;
      span_ = shape.columns + apart * std::abs(by_column);
      lines_ = span_ * by_row;
    }
  }

  bool crosses_planes() const { return crosses_planes_; }
  /// Whether places are used again, so that a line is cleared where it enters the box.
  bool recycles() const { return crosses_planes_ || (band_ > 0 && step_.back() != 0 && step_[step_.size() - 2] > 0); }
  /// Whether the lines of a band have nothing to do with those of the next one.
  bool is_along_rows() const { return !crosses_planes_ && step_[step_.size() - 2] == 0; }
  std::int64_t lines() const { return lines_; }
  const std::vector<std::int64_t>& step() const { return step_; }

  /// The lines of the row `row` of the plane whose outer coordinates are `outer`; the band begins at row `top`.
  RowMap row(const std::vector<std::int64_t>& outer, std::int64_t row, std::int64_t top = 0) const {
    const std::size_t n = step_.size();
    const std::int64_t by_row = step_[n - 2], by_column = step_[n - 1];
    RowMap map;
    if (crosses_planes_) {
      const std::int64_t back = outer[lead_] / step_[lead_];
      std::int64_t index = outer[lead_] % step_[lead_];
      for (std::size_t i = lead_ + 1; i + 1 < n; ++i) {
        const std::int64_t at = i + 2 < n ? outer[i] : row;
        index = index * lengths_[i] + positive_modulo(at - back * step_[i], lengths_[i]);
      }
      map.kind = RowMap::Kind::cyclic;
      map.period = lengths_[n - 1];
      map.base = index * map.period;
      map.shift = positive_modulo(-back * by_column, map.period);
      return map;
    }
    if (mirrored_) {
      // The line through (row, column) is the mirror image of the one through (column, row) of this direction,
      // which leads along a row or one row back.
      if (by_row == 0) {
        map.slope = 1;
      } else {
        map.slope = -by_column;
        map.base = row + most_back_ * by_column;
      }
      return map;
    }
    if (by_row == 0) {
      map.base = (band_ > 0 ? row - top : row) * by_column;
      if (by_column != 1) {
        map.kind = RowMap::Kind::modulo;
        map.period = by_column;
      }
      return map;
    }
    const std::int64_t back = row / by_row;
    if (band_ > 0 && by_column != 0) {
      map.kind = RowMap::Kind::cyclic;
      map.period = span_;
      map.base = (row % by_row) * span_;
      map.shift = positive_modulo(-back * by_column, span_);
      return map;
    }
    map.slope = 1;
    map.base = (row % by_row) * span_ + (by_column > 0 ? (most_back_ - back) * by_column : -back * by_column);
    return map;
  }

  /// Whether the line enters the box in this row, whatever the column.
  bool enters(const std::vector<std::int64_t>& outer, std::int64_t row) const {
    const std::size_t n = step_.size();
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const std::int64_t before = (i + 2 < n ? outer[i] : row) - step_[i];
      if (before < 0 || before >= lengths_[i]) return true;
    }
    return false;
  }

 private:
  static std::int64_t positive_modulo(std::int64_t a, std::int64_t b) {
    const std::int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
  }

  bool mirrored_;
  std::int64_t band_;  ///< rows; 0: all at once
  std::vector<std::int64_t> lengths_, step_;
  std::size_t lead_ = 0;  ///< the first axis that the step moves along
  bool crosses_planes_ = false;
  std::int64_t lines_ = 0;
  std::int64_t most_back_ = 0, span_ = 0;
};

}  // namespace bouton
