#include "engine/values/nim_product.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <vector>

namespace bouton {
namespace {

/// By the definition: the least number that is none of a'b ^ ab' ^ a'b'.
std::vector<std::vector<std::uint64_t>> products_below(std::uint64_t end) {
  std::vector<std::vector<std::uint64_t>> products(end, std::vector<std::uint64_t>(end));
  for (std::uint64_t a = 0; a < end; ++a)
    for (std::uint64_t b = 0; b < end; ++b) {
      std::set<std::uint64_t> seen;
      for (std::uint64_t c = 0; c < a; ++c)
        for (std::uint64_t d = 0; d < b; ++d) seen.insert(products[c][b] ^ products[a][d] ^ products[c][d]);
      while (seen.contains(products[a][b])) ++products[a][b];
    }
  return products;
}

TEST(NimProduct, IsThatOfTheDefinition) {
  constexpr std::uint64_t kEnd = 34;  // beyond two Fermat powers
  const std::vector<std::vector<std::uint64_t>> expected = products_below(kEnd);
  for (std::uint64_t a = 0; a < kEnd; ++a)
    for (std::uint64_t b = 0; b < kEnd; ++b) {
      ASSERT_EQ(nim_product(a, b), expected[a][b]) << a << ' ' << b;
      ASSERT_EQ(nim_product(widen_unsigned(a), widen_unsigned(b)), widen_unsigned(expected[a][b])) << a << ' ' << b;
    }
}

/// Of a Fermat power and a smaller number it is the ordinary product, of one and itself 3/2 of it.
TEST(NimProduct, KnowsFermatPowers) {
  for (unsigned k = 0; k < 9; ++k) {
    const Integer F = Integer(1) << (mp_bitcnt_t{1} << k);
    EXPECT_EQ(nim_product(F, F), F + F / 2);
    for (const Integer& less : {Integer(1), Integer(F / 2), Integer(F - 1)}) EXPECT_EQ(nim_product(F, less), F * less);
  }
}

/// With the nim-sum the numbers are a field.
RC_GTEST_PROP(NimProduct, IsThatOfAField, (std::uint64_t a, std::uint64_t b, std::uint64_t c)) {
  RC_ASSERT(nim_product(a, b) == nim_product(b, a));
  RC_ASSERT(nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c));
  RC_ASSERT(nim_product(a, b ^ c) == (nim_product(a, b) ^ nim_product(a, c)));
  RC_ASSERT(nim_product(a, std::uint64_t{1}) == a);
  if (a != 0 && b != 0) RC_ASSERT(nim_product(a, b) != 0U);
}

/// Numbers of several words, and the same product of those of one.
RC_GTEST_PROP(NimProduct, HasInverses, (std::uint64_t a)) {
  const std::uint64_t small = a % 300 + 1;
  RC_ASSERT(nim_product(small, nim_inverse(small)) == 1U);
  if (a != 0) RC_ASSERT(nim_product(a, nim_inverse(a)) == 1U);
}

RC_GTEST_PROP(NimProduct, IsThatOfAFieldBeyondOneWord, ()) {
  const auto number = [] {
    Integer number = 0;
    for (const std::uint64_t word : *rc::gen::container<std::vector<std::uint64_t>>(3, rc::gen::arbitrary<std::uint64_t>()))
      number = (number << 64) + widen_unsigned(word);
    return number;
  };
  const Integer a = number(), b = number(), c = number();
  RC_ASSERT(nim_product(a, b) == nim_product(b, a));
  RC_ASSERT(nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c));
  RC_ASSERT(nim_product(a, Integer(b ^ c)) == Integer(nim_product(a, b) ^ nim_product(a, c)));
  if (a != 0 && b != 0) RC_ASSERT(nim_product(a, b) != 0);
}

}  // namespace
}  // namespace bouton
