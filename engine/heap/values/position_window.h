// Where each value occurs among the latest heaps, as bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// For each value below a limit the heaps of the latest that have it: bit i of its plane stands for heap base() + i. Heap 0 is
/// left out: no pair has it. At least the last `reach` heaps are there, if there are so many.
class PositionWindow {
 public:
  /// Bits of a plane past the last heap that may be read; all are 0.
  static constexpr std::size_t kMargin = 1088;

  /// Bytes for one value.
  static constexpr std::size_t bytes_of_plane(std::size_t reach) { return (2 * reach + 2 * kMargin) / 8; }

  PositionWindow() = default;
  /// Takes up the last of the heaps before `end`; their values are below `limit`.
  PositionWindow(const GrundyValues& values, std::uint64_t end, std::size_t limit, std::size_t reach);

  /// The next heaps have these values. O(1) a heap, and O(limit * reach / 8) once in `reach` heaps.
  template <class T>
  void append(std::span<const T> values) {
    make_room(values.size());
    for (const T value : values) add(value);
  }
  /// Takes back the last values that were appended.
  void take_back(std::span<const Grundy> values);

  std::size_t limit() const { return limit_; }
  std::size_t reach() const { return reach_; }
  /// Bytes from one plane to the next.
  std::size_t stride() const { return stride_; }
  const std::uint8_t* planes() const { return planes_.data(); }
  std::uint64_t base() const { return base_; }
  /// One past the last heap.
  std::uint64_t end() const { return end_; }
  /// About which part of the heaps has the value, the latest above all.
  double frequency(Grundy value) const { return recent_[value] / std::max(1.0, recent_total_); }
  std::size_t memory() const { return planes_.capacity() + recent_.capacity() * sizeof(recent_[0]); }

 private:
  void add(Grundy value) {
    const std::uint64_t bit = end_ - base_;
    planes_[value * stride_ + bit / 8] |= static_cast<std::uint8_t>(1 << bit % 8);
    recent_[value] += 1;
    recent_total_ += 1;
    ++end_;
  }
  void make_room(std::size_t heaps);

  std::size_t limit_ = 0;
  std::size_t reach_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> planes_;
  std::uint64_t base_ = 0;
  std::uint64_t end_ = 0;
  std::vector<float> recent_;  ///< heaps of each value; those that were forgotten by half
  double recent_total_ = 0;
};

}  // namespace bouton
