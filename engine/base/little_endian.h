// Integers as bytes, the lowest first: as files have them on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bouton {

/// Appends sizeof(T) bytes; of a negative number its two's complement.
template <class T>
void append_little_endian(std::string& bytes, T value) {
  for (unsigned byte = 0; byte < sizeof(T); ++byte)
    bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * byte & 0xFF));
}

/// The number whose bytes begin at `at`; all of them are there.
template <class T>
T little_endian_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned byte = 0; byte < sizeof(T); ++byte)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + byte])) << 8 * byte;
  return static_cast<T>(value);
}

}  // namespace bouton
