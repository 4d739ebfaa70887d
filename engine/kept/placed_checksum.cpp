#include "engine/kept/placed_checksum.h"

#include <cstddef>

#include "engine/base/little_endian.h"

namespace bouton {
namespace {

/// The j-th output of the generator SplitMix64 (Steele, Lea, Flood, 2014), made odd.
std::uint64_t factor_of_place(std::uint64_t j) {
  std::uint64_t mixed = (j + 1) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return (mixed ^ mixed >> 31) | 1;
}

}  // namespace

void PlacedChecksum::add(std::uint64_t offset, std::string_view bytes) {
  const auto add_byte = [&](char byte) {
    sum_ += (std::uint64_t{static_cast<unsigned char>(byte)} << 8 * (offset % 4)) * factor_of_place(offset / 4);
    ++offset;
  };
  std::size_t i = 0;
  while (i < bytes.size() && offset % 4 != 0) add_byte(bytes[i++]);
  for (; i + 4 <= bytes.size(); i += 4, offset += 4)
    sum_ += std::uint64_t{little_endian_at<std::uint32_t>(bytes, i)} * factor_of_place(offset / 4);
  while (i < bytes.size()) add_byte(bytes[i++]);
}

}  // namespace bouton
