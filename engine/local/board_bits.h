// Boards of up to 64, 128 or 256 cells as bits of one word (engine/local/word_bits.h), and their reflections.
//
// The cells of a line stand side by side, lines one after another: in a word of 64 bits a line of a board of up to 8 x 8 is a
// row and takes a byte; on other boards a line goes along the shorter side and takes as many bits as there are cells in it. 4 x
// 9 has nine lines of four bits, each a column of the board. Reflections exchange bits by masks and shifts, and a set whose box
// is known is moved to the corner by one shift: upside down and left to right together are the bits in reverse order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "engine/local/word_bits.h"

namespace bouton::local {

inline std::uint64_t reversed_bytes(std::uint64_t x) {
  x = ((x >> 1) & 0x5555555555555555U) | ((x & 0x5555555555555555U) << 1);
  x = ((x >> 2) & 0x3333333333333333U) | ((x & 0x3333333333333333U) << 2);
  return ((x >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((x & 0x0f0f0f0f0f0f0f0fU) << 4);
}
inline std::uint64_t reversed_bits(std::uint64_t x) { return __builtin_bswap64(reversed_bytes(x)); }
template <int W>
CellSet<W> reversed_bits(const CellSet<W>& x) {
  CellSet<W> y;
  for (int i = 0; i < W; ++i) y.words[i] = reversed_bits(x.words[W - 1 - i]);
  return y;
}
/// Of 8 x 8 bits: columns for rows.
inline std::uint64_t transposed_bytes(std::uint64_t x) {
  std::uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aaU;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000cccc0000ccccU;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0U;
  return x ^ t ^ (t << 28);
}

/// The lines and columns that a set takes up.
struct BitBox {
  std::uint32_t lines = 0;
  std::uint32_t columns = 0;
};

template <class Bits>
class BoardBits {
 public:
  BoardBits() : BoardBits(1, 1) {}
  /// rows * columns <= kCellsOf<Bits>.
  BoardBits(std::uint32_t rows, std::uint32_t columns) {
    const bool bytes = kCellsOf<Bits> == 64 && rows <= 8 && columns <= 8;
    turned_ = !bytes && columns > rows;
    stride_ = bytes ? 8 : std::min(rows, columns);
    const std::uint32_t lines = bytes ? 8 : std::max(rows, columns);
    Bits first_column{};
    for (std::uint32_t line = 0; line < lines; ++line) first_column |= single_bit<Bits>(static_cast<int>(line * stride_));
    for (std::uint32_t bit = 0; bit < kCellsOf<Bits>; ++bit) line_[bit] = static_cast<std::uint8_t>(bit / stride_);
    for (std::uint32_t c = 0; 2 * c + 1 < stride_ && !in_bytes(); ++c) swapped_[swaps_++] = first_column << static_cast<int>(c);
    if (stride_ % 2 != 0) middle_ = first_column << static_cast<int>(stride_ / 2);
    for (std::uint32_t span = 1; span < lines; span *= 2) folds_[fold_count_++] = span * stride_;
    line_mask_ = (std::uint64_t{1} << stride_) - 1;
  }

  /// Whether a line is a column of the board.
  bool turned() const { return turned_; }
  std::uint32_t stride() const { return stride_; }
  std::uint32_t bit(std::uint32_t row, std::uint32_t column) const {
    return turned_ ? column * stride_ + row : row * stride_ + column;
  }

  /// The bits by which a set that is not empty has to be shifted down to touch the first line and the first column, and its
  /// box.
  std::uint32_t distance_to_corner(const Bits& x, BitBox& box) const {
    const std::uint32_t first = line_[first_bit(x)];
    Bits folded = x;
    for (std::uint32_t i = 0; i < fold_count_; ++i) folded |= folded >> static_cast<int>(folds_[i]);
    const std::uint64_t columns = low_word(folded) & line_mask_;
    const auto left = static_cast<std::uint32_t>(std::countr_zero(columns));
    box.lines = line_[last_bit(x)] - first + 1U;
    box.columns = static_cast<std::uint32_t>(std::bit_width(columns)) - left;
    return first * stride_ + left;
  }
  /// Of a set in the corner, into the corner: left to right.
  Bits mirrored(const Bits& x, const BitBox& box) const {
    Bits y = x & middle_;
    if (in_bytes()) y = widened<Bits>(reversed_bytes(low_word(x)));
    else
      for (std::uint32_t i = 0; i < swaps_; ++i) {
        const auto distance = static_cast<int>(stride_ - 1 - 2 * i);
        y |= (x & swapped_[i]) << distance | (x >> distance & swapped_[i]);
      }
    return y >> static_cast<int>(stride_ - box.columns);
  }
  /// Of a set in the corner, into the corner: left to right and upside down.
  Bits half_turned(const Bits& x, const BitBox& box) const {
    return reversed_bits(x) >> static_cast<int>(kCellsOf<Bits> - 1 - ((box.lines - 1) * stride_ + box.columns - 1));
  }
  /// Of a set in the corner whose lines have room as columns, and its columns as lines: eight of each at a time.
  Bits transposed(const Bits& x) const {
    if (in_bytes()) return widened<Bits>(transposed_bytes(low_word(x)));
    Bits y{};
    for (std::uint32_t down = 0; down < stride_; down += 8)
      for (std::uint32_t across = 0; across < stride_; across += 8) {
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < 8 && down + i < stride_; ++i)
          bytes |= ((word_from(x, (down + i) * stride_) & line_mask_) >> across & 255) << 8 * i;
        bytes = transposed_bytes(bytes);
        for (std::uint32_t i = 0; i < 8 && across + i < stride_; ++i)
          insert_word(y, bytes >> 8 * i & 255, (across + i) * stride_ + down);
      }
    return y;
  }

 private:
  /// Lines of eight cells in 64 bits; of boards that are longer too.
  bool in_bytes() const { return kCellsOf<Bits> == 64 && stride_ == 8; }

  bool turned_ = false;
  std::uint32_t stride_ = 1;
  std::uint64_t line_mask_ = 1;
  Bits middle_{};
  std::array<Bits, 8> swapped_{};  ///< the columns c that change places with stride - 1 - c
  std::uint32_t swaps_ = 0;
  std::array<std::uint32_t, 8> folds_{};
  std::uint32_t fold_count_ = 0;
  std::array<std::uint8_t, kCellsOf<Bits>> line_{};  ///< by bit
};

}  // namespace bouton::local
