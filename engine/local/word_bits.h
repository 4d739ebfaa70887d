// Sets of cells as single words: what the searches of boards do with all cells at once, for a word of 64 bits and for longer
// ones, which are CellSets.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/local/cell_set.h"

namespace bouton::local {

/// Two words that are shifted as one: compilers make vectors of the same written by words, which takes twice the time.
__extension__ using TwoWords = unsigned __int128;
inline TwoWords two_words(std::uint64_t high, std::uint64_t low) { return static_cast<TwoWords>(high) << 64 | low; }

/// `distance` from 0 to 64 W - 1. What is shifted out is gone.
template <int W>
CellSet<W> operator<<(const CellSet<W>& x, int distance) {
  CellSet<W> y;
  if (distance < 64) {
    for (int i = 1; i < W; ++i)
      y.words[i] = static_cast<std::uint64_t>(two_words(x.words[i], x.words[i - 1]) << distance >> 64);
    y.words[0] = x.words[0] << distance;
  } else {
    const CellSet<W> rest = x << (distance % 64);
    for (int i = distance / 64, from = 0; i < W; ++i, ++from) y.words[i] = rest.words[from];
  }
  return y;
}
template <int W>
CellSet<W> operator>>(const CellSet<W>& x, int distance) {
  CellSet<W> y;
  if (distance < 64) {
    for (int i = 0; i + 1 < W; ++i) y.words[i] = static_cast<std::uint64_t>(two_words(x.words[i + 1], x.words[i]) >> distance);
    y.words[W - 1] = x.words[W - 1] >> distance;
  } else {
    const CellSet<W> rest = x >> (distance % 64);
    for (int i = 0, from = distance / 64; from < W; ++i, ++from) y.words[i] = rest.words[from];
  }
  return y;
}
// Most boards that have more than 64 cells take two words.
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
template <int W>
CellSet<W> operator~(const CellSet<W>& x) {
  CellSet<W> y;
  for (int i = 0; i < W; ++i) y.words[i] = ~x.words[i];
  return y;
}

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
  else return Bits{{word}};
}
template <class Bits>
Bits single_bit(int bit) {
  return widened<Bits>(1) << bit;
}

inline std::uint64_t low_word(std::uint64_t x) { return x; }
template <int W>
std::uint64_t low_word(const CellSet<W>& x) {
  return x.words[0];
}
/// The 64 cells from one on, as far as there are any.
inline std::uint64_t word_from(std::uint64_t x, std::uint32_t bit) { return x >> bit; }
template <int W>
std::uint64_t word_from(const CellSet<W>& x, std::uint32_t bit) {
  const std::uint32_t at = bit / 64;
  const std::uint64_t word = x.words[at] >> bit % 64;
  return bit % 64 == 0 || at + 1 == W ? word : word | x.words[at + 1] << (64 - bit % 64);
}
/// Adds the cells of `word`, moved up by `bit`.
inline void insert_word(std::uint64_t& x, std::uint64_t word, std::uint32_t bit) { x |= word << bit; }
template <int W>
void insert_word(CellSet<W>& x, std::uint64_t word, std::uint32_t bit) {
  const std::uint32_t at = bit / 64;
  x.words[at] |= word << bit % 64;
  if (bit % 64 != 0 && at + 1 < W) x.words[at + 1] |= word >> (64 - bit % 64);
}

inline bool is_empty(std::uint64_t x) { return x == 0; }
template <int W>
bool is_empty(const CellSet<W>& x) {
  return x.empty();
}

inline bool has_bit(std::uint64_t x, int bit) { return (x >> bit & 1) != 0; }
template <int W>
bool has_bit(const CellSet<W>& x, int bit) {
  return x.contains(static_cast<std::size_t>(bit));
}

inline std::uint32_t count_bits(std::uint64_t x) { return static_cast<std::uint32_t>(std::popcount(x)); }
template <int W>
std::uint32_t count_bits(const CellSet<W>& x) {
  return static_cast<std::uint32_t>(x.size());
}

/// Of a set that is not empty.
inline int first_bit(std::uint64_t x) { return std::countr_zero(x); }
template <int W>
int first_bit(const CellSet<W>& x) {
  return static_cast<int>(x.first());
}
inline int last_bit(std::uint64_t x) { return 63 - std::countl_zero(x); }
template <int W>
int last_bit(const CellSet<W>& x) {
  for (int i = W - 1; i > 0; --i)
    if (x.words[i] != 0) return 64 * i + last_bit(x.words[i]);
  return last_bit(x.words[0]);
}
inline std::uint64_t without_first(std::uint64_t x) { return x & (x - 1); }
template <int W>
CellSet<W> without_first(CellSet<W> x) {
  for (int i = 0; i < W; ++i) {
    if (x.words[i] == 0) continue;
    x.words[i] &= x.words[i] - 1;
    break;
  }
  return x;
}

}  // namespace bouton::local
