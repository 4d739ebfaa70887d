// Hashing of positions for tables in memory. Not stable between runs of different builds; never written to a file.
#pragma once

#include <cstdint>

#include "engine/position/position.h"

namespace bouton {

/// A bijection of 64 bits in which every input bit reaches every output bit (a xor-shift-multiply finaliser).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  return x;
}

inline std::uint64_t hash(PositionView position) {
  std::uint64_t hash = position.size();
  for (const Coordinate coordinate : position) hash = mix(hash + 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(coordinate));
  return hash;
}

}  // namespace bouton
