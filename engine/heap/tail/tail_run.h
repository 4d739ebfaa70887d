// Values from window to window, a block at a time, in memory that does not grow.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/heap/tail/tail_kernels.h"
#include "engine/heap/tail/tail_rules.h"

namespace bouton {

/// Some nanoseconds a heap; some hundred thousand bytes. Values are reduced ones where that is said.
class TailRun {
 public:
  /// Goes on from a window of these rules, which must outlive this object.
  TailRun(const TailRules& rules, const TailWindow& window);

  /// One past the last heap that is found.
  std::uint64_t end() const { return end_; }
  /// Finds the next heaps: kTailBlock of them, or fewer where the value of one does not follow from the window or is too great.
  /// Then it is stuck, and finds none any more.
  void advance();
  bool stuck() const { return stuck_; }

  /// The reduced values of the heaps that advance() found last; at least kTailBlock + 256 others stand before them.
  std::span<const std::uint8_t> latest() const { return {heaps_.data() + at_ - latest_, latest_}; }
  /// The value of a heap of the latest, or of a window's length before them.
  std::uint8_t value(std::uint64_t heap) const {
    return rules_.common_value(heaps_[at_ - static_cast<std::size_t>(end_ - heap)], heap);
  }
  /// The window before a heap, the first of the latest or one of those that follow, end() among them.
  TailWindow window(std::uint64_t heap) const;
  /// Whether the windows before two heaps are the same, as states. Each is among the latest of its run or one past them.
  static bool same_state(const TailRun& a, std::uint64_t heap_a, const TailRun& b, std::uint64_t heap_b);
  std::size_t memory() const { return heaps_.capacity() + planes_.capacity(); }

 private:
  void begin(const TailWindow& window, unsigned limit);
  void list_shifts();
  void list_pairs();
  void list_pairs_of(std::uint8_t target, const std::vector<TailShift>& candidates);
  void make_room();
  std::size_t checked(std::size_t found);
  bool has_witness(std::size_t index, std::uint8_t target) const;

  const TailRules& rules_;
  unsigned limit_ = 0;  ///< 16, 32 or 64, above all reduced values
  TailShifts shifts_;
  TailPairs pairs_;
  std::vector<std::uint8_t> small_;             ///< the reduced values of heaps 1 to the reach; nothing adds up with rare ones
  std::array<std::uint8_t, kTailLimit> own_{};  ///< as covers_tail() takes it
  std::vector<std::uint8_t> heaps_;             ///< reduced
  std::size_t at_ = 0;                          ///< where the next one goes
  std::vector<std::uint8_t> planes_;
  std::size_t plane_at_ = 0;  ///< the byte of each plane where the next block begins
  std::array<std::uint8_t, kTailLimit * kTailBytes> left_;
  std::uint64_t end_ = 0;
  std::size_t latest_ = 0;
  std::uint64_t searched_ = 0;  ///< rare values whose witness the pairs of the lists were not, since these were made
  std::uint64_t listed_at_ = 0;
  bool stuck_ = false;
};

}  // namespace bouton
