// Closed sets of heaps: games whose positions are sums of heaps, each heap with a list of options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bouton {

/// The number of a heap in a HeapGame.
using Heap = std::uint32_t;
/// A sum of heaps: their numbers, ascending. Empty: nothing is left.
using HeapSum = std::vector<Heap>;

/// Heaps 0, 1, 2, ..., the options of each a sum of heaps before it. Nothing is said of the play convention.
/// A heap need not be a heap of tokens: any position of any loop-free game will do.
class HeapGame {
 public:
  /// The next heap. Heaps without moves are left out of its options, and an option that is named twice is kept once.
  /// Throws RequestError if an option names a heap that does not come before.
  void add(std::vector<HeapSum> options);

  std::size_t size() const { return options_.size(); }
  std::span<const HeapSum> options(Heap heap) const { return options_[heap]; }
  /// The most moves that can be made in a heap; 0 if it has no option. Additive over sums.
  std::uint32_t depth(Heap heap) const { return depths_[heap]; }
  /// `sum` in order, without the heaps that have no moves.
  HeapSum tidy(HeapSum sum) const;

 private:
  std::vector<std::vector<HeapSum>> options_;
  std::vector<std::uint32_t> depths_;
};

}  // namespace bouton
