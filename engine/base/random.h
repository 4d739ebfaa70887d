// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace bouton {

/// A generator of 64 bits of state (SplitMix64; G. L. Steele, D. Lea, C. H. Flood, 2014). Not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// The generator of item `number` among those of a seed: independent of the others, so that the result does not depend on
  /// which thread runs which item.
  Random(std::uint64_t seed, std::uint64_t number) : state_(scrambled(scrambled(seed) + number)) {}

  std::uint64_t next() { return scrambled(state_ += kStep); }
  /// Uniform in 0..n - 1; n >= 1.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t uneven = -n % n;  // 2^64 mod n: so many of the least numbers would favour some results
    std::uint64_t number = next();
    while (number < uneven) number = next();
    return number % n;
  }
  /// Uniform in [0, 1), a multiple of 2^-53.
  double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

  static constexpr std::uint64_t scrambled(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace bouton
