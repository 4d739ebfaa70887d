// Boards of up to 64 cells as bits of one word, and their reflections.
//
// The cells of a line stand side by side, lines one after another: on boards of up to 8 x 8 a line is a row and takes a byte;
// on longer ones a line goes along the shorter side and takes as many bits as there are cells in it. 4 x 9 has nine lines of
// four bits, each a column of the board. Reflections exchange bits by masks and shifts, and a set whose box is known is moved
// to the corner by one shift: upside down and left to right together are the 64 bits in reverse order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace bouton::local {

inline std::uint64_t reversed_bytes(std::uint64_t x) {
  x = ((x >> 1) & 0x5555555555555555U) | ((x & 0x5555555555555555U) << 1);
  x = ((x >> 2) & 0x3333333333333333U) | ((x & 0x3333333333333333U) << 2);
  return ((x >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((x & 0x0f0f0f0f0f0f0f0fU) << 4);
}
inline std::uint64_t reversed_bits(std::uint64_t x) { return __builtin_bswap64(reversed_bytes(x)); }
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

class BoardBits {
 public:
  BoardBits() : BoardBits(1, 1) {}
  /// rows * columns <= 64.
  BoardBits(std::uint32_t rows, std::uint32_t columns) {
    const bool bytes = rows <= 8 && columns <= 8;
    turned_ = !bytes && columns > rows;
    stride_ = bytes ? 8 : std::min(rows, columns);
    const std::uint32_t lines = bytes ? 8 : std::max(rows, columns);
    std::uint64_t first_column = 0;
    for (std::uint32_t line = 0; line < lines; ++line) first_column |= std::uint64_t{1} << line * stride_;
    for (std::uint32_t bit = 0; bit < 64; ++bit) line_[bit] = static_cast<std::uint8_t>(bit / stride_);
    for (std::uint32_t c = 0; 2 * c + 1 < stride_ && stride_ < 8; ++c) swapped_[swaps_++] = first_column << c;
    if (stride_ % 2 != 0) middle_ = first_column << stride_ / 2;
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
  std::uint32_t distance_to_corner(std::uint64_t x, BitBox& box) const {
    const std::uint32_t first = line_[std::countr_zero(x)];
    std::uint64_t columns = x;
    for (std::uint32_t i = 0; i < fold_count_; ++i) columns |= columns >> folds_[i];
    columns &= line_mask_;
    const auto left = static_cast<std::uint32_t>(std::countr_zero(columns));
    box.lines = line_[63 - std::countl_zero(x)] - first + 1U;
    box.columns = static_cast<std::uint32_t>(std::bit_width(columns)) - left;
    return first * stride_ + left;
  }
  /// Of a set in the corner, into the corner: left to right.
  std::uint64_t mirrored(std::uint64_t x, const BitBox& box) const {
    std::uint64_t y = x & middle_;
    if (stride_ == 8) y = reversed_bytes(x);
    else
      for (std::uint32_t i = 0; i < swaps_; ++i) {
        const std::uint32_t distance = stride_ - 1 - 2 * i;
        y |= (x & swapped_[i]) << distance | (x >> distance & swapped_[i]);
      }
    return y >> (stride_ - box.columns);
  }
  /// Of a set in the corner, into the corner: left to right and upside down.
  std::uint64_t half_turned(std::uint64_t x, const BitBox& box) const {
    return reversed_bits(x) >> (63 - ((box.lines - 1) * stride_ + box.columns - 1));
  }
  /// Whether a set with that box has room where lines are columns and columns lines.
  bool can_transpose(const BitBox& box, std::uint32_t square) const { return box.lines <= square && box.columns <= square; }
  /// Of a set in the corner that can be transposed.
  std::uint64_t transposed(std::uint64_t x) const {
    if (stride_ == 8) return transposed_bytes(x);
    std::uint64_t bytes = 0, y = 0;
    for (std::uint32_t i = 0; i < stride_; ++i) bytes |= (x >> i * stride_ & line_mask_) << 8 * i;
    bytes = transposed_bytes(bytes);
    for (std::uint32_t i = 0; i < stride_; ++i) y |= (bytes >> 8 * i & line_mask_) << i * stride_;
    return y;
  }

 private:
  bool turned_ = false;
  std::uint32_t stride_ = 1;
  std::uint64_t line_mask_ = 1, middle_ = 0;
  std::array<std::uint64_t, 4> swapped_{};  ///< the columns c that change places with stride - 1 - c
  std::uint32_t swaps_ = 0;
  std::array<std::uint32_t, 6> folds_{};
  std::uint32_t fold_count_ = 0;
  std::array<std::uint8_t, 64> line_{};  ///< by bit
};

}  // namespace bouton::local
