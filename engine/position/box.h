// A box of positions: every coordinate between a least and a greatest value, both included.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position/position.h"

namespace bouton {

/// The positions of a box are numbered from 0 in row-major order, the last coordinate fastest.
class Box {
 public:
  Box() = default;
  /// Throws RequestError if the sizes differ, a range is empty, or there are 2^63 positions or more.
  Box(Position low, Position high);

  friend bool operator==(const Box& a, const Box& b) { return a.low_ == b.low_ && a.high_ == b.high_; }

  std::size_t dimensions() const { return low_.size(); }
  const Position& low() const { return low_; }
  const Position& high() const { return high_; }
  /// How many values coordinate `i` takes.
  std::uint64_t length(std::size_t i) const { return lengths_[i]; }
  /// How many positions the box holds; 1 for a box of no dimension.
  std::uint64_t size() const { return size_; }
  /// How far apart in the numbering two neighbours along coordinate `i` are.
  std::uint64_t stride(std::size_t i) const { return strides_[i]; }

  bool contains(PositionView position) const {
    if (position.size() != low_.size()) return false;
    for (std::size_t i = 0; i < position.size(); ++i)
      if (position[i] < low_[i] || position[i] > high_[i]) return false;
    return true;
  }
  /// The number of a position that the box contains. O(dimensions).
  std::uint64_t index(PositionView position) const {
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) index += static_cast<std::uint64_t>(position[i] - low_[i]) * strides_[i];
    return index;
  }
  /// Sets `index` to the number of a position of dimensions() coordinates; false if the box does not contain it.
  bool locate(PositionView position, std::uint64_t& index) const {
    index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
      const std::uint64_t offset = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(low_[i]);
      if (offset >= lengths_[i]) return false;
      index += offset * strides_[i];
    }
    return true;
  }
  /// The position with number `index` < size(). O(dimensions).
  Position position(std::uint64_t index) const;
  /// Changes a contained position to the one that follows in the numbering; false, and back to low(), after the last.
  bool next(Position& position) const;

 private:
  Position low_, high_;
  std::vector<std::uint64_t> lengths_, strides_;
  std::uint64_t size_ = 1;
};

}  // namespace bouton
