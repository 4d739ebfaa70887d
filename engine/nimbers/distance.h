// How far a couple of a component and a heap is from an answer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

namespace bouton::nimbers {

/// How much must still be shown of a couple, about; kNever where that cannot be, the other one being 0 then.
struct Distance {
  static constexpr std::uint64_t kNever = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kFar = kNever / 4;  ///< sums are no greater: what several options share counts for each

  std::uint64_t win = 1;   ///< that it is an N-position
  std::uint64_t lose = 1;  ///< that it is a P-position

  static Distance won() { return {0, kNever}; }
  static Distance lost() { return {kNever, 0}; }
  bool is_answer() const { return win == 0 || lose == 0; }
  friend bool operator==(const Distance&, const Distance&) = default;
};

/// The distance of a component with one heap in one word, rounded down to some six digits; 0 where there is none. What a search
/// answers never depends on it.
class PackedDistance {
 public:
  PackedDistance() = default;
  explicit PackedDistance(std::uint64_t word) : word_(word) {}
  /// Nothing is kept for heaps of 255 and more.
  PackedDistance(std::uint32_t heap, const Distance& distance) {
    if (heap < kMostHeaps) word_ = std::uint64_t{heap + 1} << (2 * kBits) | code(distance.win) << kBits | code(distance.lose);
  }

  std::uint64_t word() const { return word_; }
  /// If it is that with this heap.
  std::optional<Distance> with(std::uint32_t heap) const {
    if (word_ >> (2 * kBits) != std::uint64_t{heap} + 1) return std::nullopt;
    return Distance{number_of(word_ >> kBits & kAll), number_of(word_ & kAll)};
  }

 private:
  static constexpr int kBits = 28, kMantissa = 22;
  static constexpr std::uint64_t kAll = (std::uint64_t{1} << kBits) - 1;
  static constexpr std::uint32_t kMostHeaps = 255;

  static std::uint64_t code(std::uint64_t number) {
    const int exponent = std::max(0, static_cast<int>(std::bit_width(number)) - kMantissa);
    return static_cast<std::uint64_t>(exponent) << kMantissa | number >> exponent;
  }
  static std::uint64_t number_of(std::uint64_t code) {
    return (code & ((std::uint64_t{1} << kMantissa) - 1)) << (code >> kMantissa);
  }

  std::uint64_t word_ = 0;
};

}  // namespace bouton::nimbers
