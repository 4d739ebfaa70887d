#include "engine/automata/long_words.h"

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "tests/extent.h"

namespace bouton {
namespace {

std::vector<Numeration> systems_of_long_words() {
  std::vector<Numeration> systems = {Numeration::tribonacci()};
  for (const int k : {1, 2, 9}) systems.push_back(Numeration::recurrence(k));
  systems.push_back(Numeration::recurrence(2, 2));
  systems.push_back(*Numeration::recurrence(std::array{1, 0, 1}));
  systems.push_back(*Numeration::recurrence(std::array{1, 0, 0, 1}));
  systems.push_back(*Numeration::recurrence(std::array{3, 2, 2}));
  systems.push_back(Numeration::recurrence(9, 4));
  systems.push_back(Numeration::ostrowski(std::array{1, 1, 3}));
  systems.push_back(Numeration::ostrowski(std::array{9, 1, 1, 2}));
  systems.push_back(Numeration::ostrowski(std::array{1, 2, 3, 4, 5, 6, 7, 8}));
  return systems;
}

/// Those of numbers that are short enough for the plain way, which passes all weights.
// Takes some 4 s: the plain way goes down all weights of a number, thousands of digits long, in twelve systems 300 times; it is
// what is compared with, and shorter numbers are not cut in parts.
TEST(LongWords, AreThoseOfThePlainWay) {
  std::mt19937_64 random(1);
  for (const Numeration& system : systems_of_long_words()) {
    LongWords words(system);
    for (int round = 0; round < static_cast<int>(test::cases(300, 300)); ++round) {
      Integer n = 0;
      for (std::uint64_t word = random() % 60; word > 0; --word) n = (n << 64) + widen_unsigned(random());
      if (round % 3 == 1) n = (Integer(1) << static_cast<unsigned>(round * 40)) - static_cast<int>(random() % 3);
      const std::vector<Digit> digits = system.digits_of(n);
      ASSERT_EQ(words.digits_of(n), digits) << system.key() << ", " << n;
      ASSERT_EQ(words.value_of(digits), n) << system.key();
    }
  }
}

/// The weights themselves, and the numbers beside them: their words are a 1 and zeros, or as great as can be.
TEST(LongWords, OfWeights) {
  for (const Numeration& system : systems_of_long_words()) {
    LongWords words(system);
    for (const std::size_t places : {127U, 128U, 255U, 256U, 257U, 511U, 512U, 513U, 1024U, 2000U}) {
      std::vector<Digit> one(places + 1, 0);
      one[0] = 1;
      const Integer weight = system.value_of(one);
      for (const int more : {-1, 0, 1})
        ASSERT_EQ(words.digits_of(weight + more), system.digits_of(weight + more)) << system.key();
    }
  }
}

TEST(LongWords, OfAHundredThousandDigits) {
  Integer n;
  mpz_ui_pow_ui(n.get_mpz_t(), 7, 118'000);
  for (const Numeration& system : systems_of_long_words()) {
    const std::vector<Digit> digits = system.digits_of(n);
    EXPECT_TRUE(system.is_word(digits)) << system.key();
    EXPECT_EQ(system.value_of(digits), n) << system.key();
  }
}

}  // namespace
}  // namespace bouton
