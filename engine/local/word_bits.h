// Sets of cells as single words: what the searches of boards do with all cells at once, for a word of 64 bits and for one of
// 128, which is a CellSet of two words.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/local/cell_set.h"

namespace bouton::local {

/// `distance` from 0 to 127. What is shifted out is gone.
inline CellSet<2> operator<<(const CellSet<2>& x, int distance) {
  if (distance == 0) return x;
  if (distance >= 64) return {{0, x.words[0] << (distance - 64)}};
  return {{x.words[0] << distance, x.words[1] << distance | x.words[0] >> (64 - distance)}};
}
inline CellSet<2> operator>>(const CellSet<2>& x, int distance) {
  if (distance == 0) return x;
  if (distance >= 64) return {{x.words[1] >> (distance - 64), 0}};
  return {{x.words[0] >> distance | x.words[1] << (64 - distance), x.words[1] >> distance}};
}
inline CellSet<2> operator~(const CellSet<2>& x) { return {{~x.words[0], ~x.words[1]}}; }

/// How many cells there can be.
template <class Bits>
inline constexpr int kCellsOf = static_cast<int>(8 * sizeof(Bits));

/// Words in a position of such a game, a plane of it.
template <class Bits>
inline constexpr int kWordsOf = static_cast<int>(sizeof(Bits) / sizeof(std::uint64_t));

/// With these for its first 64 cells.
template <class Bits>
Bits widened(std::uint64_t word) {
  if constexpr (kWordsOf<Bits> == 1) return word;
  else return {{word, 0}};
}
template <class Bits>
Bits single_bit(int bit) {
  return widened<Bits>(1) << bit;
}

inline std::uint64_t low_word(std::uint64_t x) { return x; }
inline std::uint64_t low_word(const CellSet<2>& x) { return x.words[0]; }

inline bool is_empty(std::uint64_t x) { return x == 0; }
inline bool is_empty(const CellSet<2>& x) { return (x.words[0] | x.words[1]) == 0; }

inline bool has_bit(std::uint64_t x, int bit) { return (x >> bit & 1) != 0; }
inline bool has_bit(const CellSet<2>& x, int bit) { return x.contains(static_cast<std::size_t>(bit)); }

inline std::uint32_t count_bits(std::uint64_t x) { return static_cast<std::uint32_t>(std::popcount(x)); }
inline std::uint32_t count_bits(const CellSet<2>& x) { return static_cast<std::uint32_t>(x.size()); }

/// Of a set that is not empty.
inline int first_bit(std::uint64_t x) { return std::countr_zero(x); }
inline int first_bit(const CellSet<2>& x) {
  return x.words[0] != 0 ? std::countr_zero(x.words[0]) : 64 + std::countr_zero(x.words[1]);
}
inline int last_bit(std::uint64_t x) { return 63 - std::countl_zero(x); }
inline int last_bit(const CellSet<2>& x) {
  return x.words[1] != 0 ? 127 - std::countl_zero(x.words[1]) : 63 - std::countl_zero(x.words[0]);
}
inline std::uint64_t without_first(std::uint64_t x) { return x & (x - 1); }
inline CellSet<2> without_first(const CellSet<2>& x) {
  return x.words[0] != 0 ? CellSet<2>{{x.words[0] & (x.words[0] - 1), x.words[1]}}
                         : CellSet<2>{{0, x.words[1] & (x.words[1] - 1)}};
}

}  // namespace bouton::local
