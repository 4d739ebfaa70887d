// Iterates over a box row by row along rays; shared by ray_outcomes and ray_remoteness.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/position/box.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/values/resumable_run.h"

namespace bouton {

/// Families over a box, windows written out.
std::vector<BoxRay> written_out(const Rays& rays, const Box& box);
/// The same of a slab: see slab_rays.
std::vector<BoxRay> written_out(const Rays& rays, const Box& box, const Slab& slab);

/// The rows of a box in order: all axes but the last count up.
class Rows {
 public:
  Rows(const Box& box, std::size_t extra) : lengths_(extra, 1) {
    for (std::size_t i = 0; i < box.dimensions(); ++i) lengths_.push_back(static_cast<std::int64_t>(box.length(i)));
    columns = lengths_.back();
    lengths_.pop_back();
    at.assign(lengths_.size(), 0);
    for (const std::int64_t length : lengths_) count *= static_cast<std::uint64_t>(length);
  }
  void next() {
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < lengths_[i]) return;
      at[i] = 0;
    }
  }
  /// To the row with this number.
  void go_to(std::uint64_t number) {
    for (std::size_t i = at.size(); i-- > 0;) {
      const auto length = static_cast<std::uint64_t>(lengths_[i]);
      at[i] = static_cast<std::int64_t>(number % length);
      number /= length;
    }
  }
  const std::vector<std::int64_t>& lengths() const { return lengths_; }

  std::vector<std::int64_t> at;  ///< the present row, each axis counted from 0
  std::int64_t columns = 1;
  std::uint64_t count = 1;

 private:
  std::vector<std::int64_t> lengths_;
};

/// Something kept for the latest rows, as far back as a step of `back` on axis `lead` reaches.
template <class T>
class RowRing {
 public:
  RowRing() = default;
  RowRing(const Rows& rows, std::size_t lead, std::int64_t back, std::size_t width, T fill)
      : lead_(lead), slabs_(back + 1), width_(width) {
    rows_in_slab_ = 1;
    for (std::size_t i = lead + 1; i < rows.lengths().size(); ++i) rows_in_slab_ *= rows.lengths()[i];
    lengths_ = rows.lengths();
    data_.assign(static_cast<std::size_t>(slabs_ * rows_in_slab_) * width, fill);
  }
  static std::size_t bytes(const Rows& rows, std::size_t lead, std::int64_t back, std::size_t width) {
    std::int64_t in_slab = 1;
    for (std::size_t i = lead + 1; i < rows.lengths().size(); ++i) in_slab *= rows.lengths()[i];
    return static_cast<std::size_t>((back + 1) * in_slab) * width * sizeof(T);
  }

  /// All that is kept.
  std::span<T> data() { return data_; }
  std::span<const T> data() const { return data_; }
  /// The place of a row, which is kept from now on.
  T* row(const std::vector<std::int64_t>& at) { return data_.data() + place(at) * width_; }
  /// The same for the row `step` (its last part is not looked at) before, or null if that is outside the box.
  const T* before(const std::vector<std::int64_t>& at, const std::vector<std::int64_t>& step) {
    before_.resize(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      before_[i] = at[i] - step[i];
      if (before_[i] < 0 || before_[i] >= lengths_[i]) return nullptr;
    }
    return row(before_);
  }

 private:
  std::size_t place(const std::vector<std::int64_t>& at) const {
    std::int64_t place = at.empty() ? 0 : at[lead_] % slabs_;
    for (std::size_t i = lead_ + 1; i < at.size(); ++i) place = place * lengths_[i] + at[i];
    return static_cast<std::size_t>(place);
  }

  std::size_t lead_ = 0;
  std::int64_t slabs_ = 1, rows_in_slab_ = 1;
  std::size_t width_ = 0;
  std::vector<std::int64_t> lengths_, before_;
  std::vector<T> data_;
};

/// A run over the rows of a box that another can go on with.
struct ResumableRows {
  std::string state = {};  ///< what an earlier run goes on from; empty at the beginning
  /// Called before the row `next` is begun, but not before each of very short rows; `state()` is what goes on with it. May be
  /// empty.
  std::function<void(std::uint64_t next, const std::function<std::string()>& state)> reached = {};

  bool stops_before(std::uint64_t row, std::int64_t columns) const { return reached && (columns >= 64 || row % 64 == 0); }
};

/// From a position to the one in the next row of the box, in its order, with the same last coordinate; back to the first row
/// after the last.
void to_next_row(const Box& box, Position& position);

/// The first axis but the last along which the vector moves; nothing if it stays in the row.
std::optional<std::size_t> lead_of(const std::vector<std::int64_t>& vector);

/// Which positions of the present row have the family's first option, as columns [from, to).
std::pair<std::int64_t, std::int64_t> columns_with_option(const BoxRay& ray, const std::vector<std::int64_t>& at,
                                                          std::int64_t columns);

/// The same for any option of the family, not the first alone: a target may be met late on the ray. As stretches [from, to) of
/// columns, which may overlap. O(1) where the stretches of neighbouring options touch, else O(columns / step).
std::vector<std::pair<std::int64_t, std::int64_t>> columns_with_any_option(const BoxRay& ray,
                                                                           const std::vector<std::int64_t>& at,
                                                                           std::int64_t columns);

/// Bits of guards, evaluated for many rows at a time.
class GuardRows {
 public:
  GuardRows(const MoveProgram& program, const std::vector<Guard>& guards, const Box& box);
  std::size_t words() const { return words_; }

  /// Of the row with this number; rows are asked for in order. Null if a guard has no value there.
  const std::uint64_t* row(std::uint64_t number) {
    if (number < first_ || number >= first_ + have_) {
      if (!evaluate(number)) return nullptr;
    }
    return bits_.data() + (number - first_) * words_;
  }

 private:
  bool evaluate(std::uint64_t number);

  MoveProgram program_;
  const Box& box_;
  std::size_t words_ = 0;
  std::uint64_t rows_at_once_ = 1, first_ = 0, have_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace bouton
