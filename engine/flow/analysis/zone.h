// What is known of the values of some variables: bounds of each, and of the difference of any two.
//
// The domain of zones: for every pair of variables the least known c with x - y <= c, one of the variables being 0. It is kept
// closed: x - z <= c + d is known where x - y <= c and y - z <= d are. Source: A. Mine, A new numerical abstract domain based
// on difference-bound matrices (2001).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace bouton {

class Zone {
 public:
  /// Nothing is known.
  static constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();
  /// Bounds that are greater are none; so no sum of two overflows.
  static constexpr std::int64_t kGreatestBound = std::int64_t{1} << 61;

  /// Of the variables 1 to `variables`; 0 is the number 0.
  explicit Zone(std::size_t variables) : size_(variables + 1), bounds_(size_ * size_, kNoBound) {
    for (std::size_t i = 0; i < size_; ++i) at(i, i) = 0;
  }

  bool is_empty() const { return empty_; }
  /// x - y is at most this.
  std::int64_t bound(std::size_t x, std::size_t y) const { return bounds_[x * size_ + y]; }
  /// kNoBound where there is none.
  std::int64_t greatest(std::size_t x) const { return bound(x, 0); }
  /// -kNoBound where there is none.
  std::int64_t least(std::size_t x) const { return bound(0, x) == kNoBound ? -kNoBound : -bound(0, x); }

  /// Now x - y <= c. O(variables squared).
  void constrain(std::size_t x, std::size_t y, std::int64_t c) {
    if (empty_ || c > kGreatestBound) return;
    c = c < -kGreatestBound ? -kGreatestBound : c;
    if (c >= bound(x, y)) return;
    if (x == y || sum(c, bound(y, x)) < 0) {
      empty_ = true;
      return;
    }
    at(x, y) = c;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::int64_t first = i == x ? c : sum(bound(i, x), c);
      if (first == kNoBound) continue;
      for (std::size_t j = 0; j < size_; ++j) {
        const std::int64_t all = j == y ? first : sum(first, bound(y, j));
        if (all < at(i, j)) at(i, j) = all;
      }
    }
    for (std::size_t i = 0; i < size_; ++i)
      if (bound(i, i) < 0) empty_ = true;
  }
  void forget(std::size_t x) {
    for (std::size_t i = 0; i < size_; ++i) at(i, x) = at(x, i) = kNoBound;
    at(x, x) = 0;
  }
  /// What is known of `from` is known of `to`; `from` is forgotten.
  void rename(std::size_t from, std::size_t to) {
    forget(to);
    for (std::size_t i = 0; i < size_; ++i) {
      if (i == from || i == to) continue;
      at(to, i) = bound(from, i);
      at(i, to) = bound(i, from);
    }
    forget(from);
  }
  /// Bounds that hold here and there. With `widen`, those of single variables that would grow become the next of these numbers,
  /// which ascend, and other bounds that would grow are given up. Whether any grew.
  bool join(const Zone& other, const std::vector<std::int64_t>* widen) {
    if (other.empty_) return false;
    if (empty_) {
      *this = other;
      return true;
    }
    bool grew = false;
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) {
        const std::int64_t c = other.bound(i, j);
        if (c <= bound(i, j)) continue;
        at(i, j) = widen == nullptr ? c : i == 0 || j == 0 ? next_of(*widen, c) : kNoBound;
        grew = true;
      }
    return grew;
  }
  /// What follows from the bounds. O(variables cubed).
  void close() {
    for (std::size_t k = 0; k < size_; ++k)
      for (std::size_t i = 0; i < size_; ++i) {
        if (bound(i, k) == kNoBound) continue;
        for (std::size_t j = 0; j < size_; ++j) {
          const std::int64_t through = sum(bound(i, k), bound(k, j));
          if (through < at(i, j)) at(i, j) = through;
        }
      }
  }

 private:
  std::int64_t& at(std::size_t x, std::size_t y) { return bounds_[x * size_ + y]; }
  static std::int64_t sum(std::int64_t c, std::int64_t d) {
    if (c == kNoBound || d == kNoBound || c + d > kGreatestBound) return kNoBound;
    return c + d < -kGreatestBound ? -kGreatestBound : c + d;
  }
  static std::int64_t next_of(const std::vector<std::int64_t>& thresholds, std::int64_t c) {
    const auto next = std::ranges::lower_bound(thresholds, c);
    return next == thresholds.end() ? kNoBound : *next;
  }

  std::size_t size_;
  std::vector<std::int64_t> bounds_;
  bool empty_ = false;
};

}  // namespace bouton
