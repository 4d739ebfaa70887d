// Detects whether bytes have changed.
#pragma once

#include <cstdint>
#include <string_view>

namespace bouton {

/// A checksum of bytes that are added piece by piece: 64-bit FNV-1a over words of 8 bytes, the last one filled up with zeros.
/// Detects accidents, not forgeries.
class Checksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  void add_word(std::uint64_t word);

  std::uint64_t hash_ = 0xCBF29CE484222325;
  std::uint64_t pending_ = 0;  ///< the bytes that do not fill a word yet, the first one lowest
  unsigned bytes_ = 0;         ///< how many these are
  std::uint64_t length_ = 0;
};

}  // namespace bouton
