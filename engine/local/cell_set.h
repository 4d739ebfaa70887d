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

  static CellSet of(std::size_t cell) {
    CellSet set;
    set.insert(cell);
    return set;
  }
  void insert(std::size_t cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }
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
  bool meets(const CellSet& other) const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= words[i] & other.words[i];
    return all != 0;
  }
  /// Whether every member of this set is one of `other`.
  bool within(const CellSet& other) const {
    std::uint64_t rest = 0;
    for (int i = 0; i < W; ++i) rest |= words[i] & ~other.words[i];
    return rest == 0;
  }
  CellSet without(const CellSet& other) const {
    CellSet result;
    for (int i = 0; i < W; ++i) result.words[i] = words[i] & ~other.words[i];
    return result;
  }
  /// The least member; the set is not empty.
  std::size_t first() const {
    for (int i = 0; i < W; ++i)
      if (words[i] != 0) return static_cast<std::size_t>(64 * i + std::countr_zero(words[i]));
    return 64 * W;
  }
  /// Calls `visit` with every member, ascending.
  template <class Visit>
  void each(Visit visit) const {
    for (int i = 0; i < W; ++i)
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
        visit(static_cast<std::size_t>(64 * i + std::countr_zero(rest)));
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

/// The states of all cells: plane k has the cells in the k-th state that is not the background; a cell in no plane is in the
/// background.
template <int W, int K>
struct CellStates {
  std::array<CellSet<W>, K> planes{};

  CellSet<W> occupied() const {
    CellSet<W> all = planes[0];
    for (int k = 1; k < K; ++k) all |= planes[k];
    return all;
  }
  bool empty() const { return occupied().empty(); }
  CellStates restricted_to(const CellSet<W>& cells) const {
    CellStates result;
    for (int k = 0; k < K; ++k) result.planes[k] = planes[k] & cells;
    return result;
  }
  friend bool operator==(const CellStates& a, const CellStates& b) {
    for (int k = 0; k < K; ++k)
      if (!(a.planes[k] == b.planes[k])) return false;
    return true;
  }
  friend auto operator<=>(const CellStates&, const CellStates&) = default;
};

}  // namespace bouton::local
