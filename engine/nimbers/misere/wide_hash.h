// Hashes of 128 bits, for what is never compared in full: the same on all machines and in all builds, so that files may hold
// them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace bouton::nimbers {

/// Of n different things two have the same hash with a probability of n^2 / 2^129: of 10^9 things 10^-21.
///
/// Sums are hashes of multisets, where what is added is a hash of one thing: the order does not matter, and how often does.
struct WideHash {
  std::array<std::uint64_t, 2> words{};

  WideHash& operator+=(const WideHash& other) {
    for (std::size_t i = 0; i < 2; ++i) words[i] += other.words[i];
    return *this;
  }
  friend WideHash operator+(WideHash a, const WideHash& b) { return a += b; }
  friend bool operator==(const WideHash&, const WideHash&) = default;
  friend auto operator<=>(const WideHash&, const WideHash&) = default;
};

/// Of a list of words. `kind` tells lists apart that mean different things.
inline WideHash wide_hash(std::span<const std::uint64_t> list, std::uint64_t kind) {
  constexpr std::array<std::uint64_t, 2> kFirst = {0x9e3779b97f4a7c15U, 0xc2b2ae3d27d4eb4fU};
  constexpr std::array<std::uint64_t, 2> kFactor = {0xbf58476d1ce4e5b9U, 0xff51afd7ed558ccdU};
  const auto mixed = [&](std::uint64_t x, std::size_t i) {
    x = (x ^ x >> 30) * kFactor[i];
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
  };
  WideHash hash;
  for (std::size_t i = 0; i < 2; ++i) {
    std::uint64_t& word = hash.words[i];
    word = mixed(kind * kFirst[i] + list.size(), i);
    for (const std::uint64_t one : list) word = mixed(word + kFirst[i] + mixed(one, 1 - i), i);
  }
  return hash;
}

}  // namespace bouton::nimbers
