// Sets of cells as bit masks of a fixed number of words.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace bouton::local {

/// A set of numbers 0..64 W - 1.
template <int W>
struct CellSet {
  std::array<std::uint64_t, W> words{};

  bool contains(std::size_t cell) const { return (words[cell / 64] >> (cell % 64) & 1) != 0; }
  bool empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all == 0;
  }
  int size() const {
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return count;
  }
  /// The least member; the set is not empty.
  std::size_t first() const {
    for (int i = 0; i < W; ++i)
      if (words[i] != 0) return static_cast<std::size_t>(64 * i + std::countr_zero(words[i]));
    return 64 * W;
  }

  CellSet& operator|=(const CellSet& other) {
    for (int i = 0; i < W; ++i) words[i] |= other.words[i];
    return *this;
  }
  CellSet& operator&=(const CellSet& other) {
    for (int i = 0; i < W; ++i) words[i] &= other.words[i];
    return *this;
  }
  friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend bool operator==(const CellSet& a, const CellSet& b) {
    std::uint64_t differs = 0;
    for (int i = 0; i < W; ++i) differs |= a.words[i] ^ b.words[i];
    return differs == 0;
  }
  friend auto operator<=>(const CellSet&, const CellSet&) = default;
};

/// The states of all cells: each has a number, 0 for the background, and plane k has the cells with bit k in theirs.
template <int W, int K>
struct CellStates {
  std::array<CellSet<W>, K> planes{};

  CellSet<W> occupied() const {
    CellSet<W> all = planes[0];
    for (int k = 1; k < K; ++k) all |= planes[k];
    return all;
  }
  bool empty() const { return occupied().empty(); }
  friend bool operator==(const CellStates& a, const CellStates& b) {
    for (int k = 0; k < K; ++k)
      if (!(a.planes[k] == b.planes[k])) return false;
    return true;
  }
  friend auto operator<=>(const CellStates&, const CellStates&) = default;
};

}  // namespace bouton::local
