#include "engine/values/nim_product.h"

#include <algorithm>
#include <array>

namespace bouton {
namespace {

constexpr unsigned kTableBits = 8;

/// Numbers below 2^(2 half) are x F + y with F = 2^half, and F F = F + F/2: one step down, `product` tells those of the halves.
template <class Product>
std::uint64_t by_halves(std::uint64_t a, std::uint64_t b, unsigned half, Product product) {
  const std::uint64_t F = std::uint64_t{1} << half;
  const std::uint64_t a_high = a >> half, a_low = a & (F - 1);
  const std::uint64_t b_high = b >> half, b_low = b & (F - 1);
  const std::uint64_t high = product(a_high, b_high), low = product(a_low, b_low);
  const std::uint64_t crossed = product(a_high ^ a_low, b_high ^ b_low);  // high, low and the two mixed products
  return (crossed ^ low) << half ^ low ^ product(high, F >> 1);
}

std::uint64_t slow_product(std::uint64_t a, std::uint64_t b, unsigned bits) {
  if (a < 2 || b < 2) return a * b;
  const unsigned half = bits / 2;
  return by_halves(a, b, half, [half](std::uint64_t x, std::uint64_t y) { return slow_product(x, y, half); });
}

using Products = std::array<std::array<std::uint8_t, 1U << kTableBits>, 1U << kTableBits>;

const Products& small_products() {
  static const Products kTable = [] {
    Products table = {};
    for (std::size_t a = 0; a < table.size(); ++a)
      for (std::size_t b = 0; b < table.size(); ++b) table[a][b] = static_cast<std::uint8_t>(slow_product(a, b, kTableBits));
    return table;
  }();
  return kTable;
}

/// Of numbers of so many bits, 8, 16, 32 or 64.
std::uint64_t product_of(std::uint64_t a, std::uint64_t b, unsigned bits, const Products& small) {
  if (a < 2 || b < 2) return a * b;
  if (bits == kTableBits) return small[a][b];
  const unsigned half = bits / 2;
  return by_halves(a, b, half, [&](std::uint64_t x, std::uint64_t y) { return product_of(x, y, half, small); });
}

Integer product_of(const Integer& a, const Integer& b, mp_bitcnt_t bits) {
  if (a < 2 || b < 2) return a * b;
  constexpr mp_bitcnt_t kOfWords = 64;
  if (bits <= kOfWords) return widen_unsigned(nim_product(*narrow_unsigned(a), *narrow_unsigned(b)));
  const mp_bitcnt_t half = bits / 2;
  const Integer F = Integer(1) << half;
  const Integer a_high = a >> half, a_low = a % F;
  const Integer b_high = b >> half, b_low = b % F;
  const Integer high = product_of(a_high, b_high, half), low = product_of(a_low, b_low, half);
  const Integer crossed = product_of(a_high ^ a_low, b_high ^ b_low, half);
  return ((crossed ^ low) << half) ^ low ^ product_of(high, F >> 1, half);
}

}  // namespace

std::uint64_t nim_product(std::uint64_t a, std::uint64_t b) {
  unsigned bits = kTableBits;
  while (bits < 64 && std::max(a, b) >> bits != 0) bits *= 2;
  return product_of(a, b, bits, small_products());
}

std::uint64_t nim_inverse(std::uint64_t a) {
  unsigned bits = 1;  // numbers of so many bits, 1, 2, 4, ..., are a field, in which a to the power 2^bits - 1 is 1
  while (bits < 64 && a >> bits != 0) bits *= 2;
  std::uint64_t inverse = 1, square = a;
  for (unsigned i = 1; i < bits; ++i) {
    square = nim_product(square, square);
    inverse = nim_product(inverse, square);
  }
  return inverse;
}

Integer nim_product(const Integer& a, const Integer& b) {
  const auto size = static_cast<mp_bitcnt_t>(std::max(mpz_sizeinbase(a.get_mpz_t(), 2), mpz_sizeinbase(b.get_mpz_t(), 2)));
  mp_bitcnt_t bits = 64;
  while (bits < size) bits *= 2;
  return product_of(a, b, bits);
}

}  // namespace bouton
