// A checksum of bytes at their places in a file, in whatever order and pieces they are written, by whichever process.
//
// The file is taken as numbers w(0), w(1), ... of four bytes each, the lowest first, and the checksum is the sum of w(j) h(j)
// modulo 2^64, where h(j) are odd numbers without a pattern. So it is the sum of the checksums of all pieces: a piece that
// begins or ends within four bytes counts as if the bytes beside it were 0. One byte that has changed always changes it, others
// but by a chance of 2^-32. It detects accidents, not forgeries.
#pragma once

#include <cstdint>
#include <string_view>

namespace bouton {

class PlacedChecksum {
 public:
  /// Bytes that nothing was written to before, from the place `offset` on.
  void add(std::uint64_t offset, std::string_view bytes);
  void add(const PlacedChecksum& others) { sum_ += others.sum_; }
  std::uint64_t value() const { return sum_; }
  static PlacedChecksum of_value(std::uint64_t value) {
    PlacedChecksum checksum;
    checksum.sum_ = value;
    return checksum;
  }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace bouton
