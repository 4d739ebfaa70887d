// The minimal excluded value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

/// The Grundy value of a position: the least non-negative integer that no option has.
using Grundy = std::uint32_t;

/// A set of Grundy values that can say the least value it lacks. Made to be used again and again: clear() is O(1).
class MexSet {
 public:
  void clear() {
    if (++stamp_ == 0) forget();
  }
  /// O(1) amortised; memory grows with the greatest value inserted.
  void insert(Grundy value) {
    if (value >= stamps_.size()) grow(value);
    stamps_[value] = stamp_;
  }
  bool contains(Grundy value) const { return value < stamps_.size() && stamps_[value] == stamp_; }
  /// The least value not in the set. O(mex).
  Grundy mex() const {
    Grundy value = 0;
    while (contains(value)) ++value;
    return value;
  }

 private:
  void grow(Grundy value);
  void forget();

  std::vector<std::uint32_t> stamps_;  ///< value v is in the set if stamps_[v] == stamp_
  std::uint32_t stamp_ = 1;
};

}  // namespace bouton
