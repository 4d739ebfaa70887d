#include "engine/closed_form/heaps/euclid.h"

#include <gtest/gtest.h>

#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;

TEST(Euclid, AgreesWithTheRules) {
  const auto closed = form("euclid");
  BruteForce game([](const Cell& at) {
    std::vector<Option> options;
    const long a = at[0], b = at[1];
    if (a > 0 && b > 0) {
      for (long q = 1; q <= a / b; ++q) options.push_back({"a", {a - q * b, b}});
      for (long q = 1; q <= b / a; ++q) options.push_back({"b", {a, b - q * a}});
    }
    return options;
  });
  for (long a = 0; a <= 100; ++a)
    for (long b = 0; b <= 100; ++b) {
      expect_agreement(*closed, game, {a, b});
      const Result<Integer> grundy = closed->grundy({a, b});
      EXPECT_EQ(bool{grundy}, game.grundy({a, b}) == 0);
    }
}

TEST(Euclid, NeighboursOfTheGoldenSectionOfEverySize) {
  const auto closed = form("euclid");
  for (const unsigned long digits : {18, 19, 20, 1000, 100000}) {
    const Integer y = number_of_digits(digits, 5);
    const Integer x = (y + sqrt(Integer(5 * y * y))) / 2;  // the greatest x < phi y
    EXPECT_TRUE(is_P(*closed, {x, y}));
    EXPECT_TRUE(is_P(*closed, {y, x}));
    EXPECT_FALSE(is_P(*closed, {x + 1, y}));
    EXPECT_TRUE(is_P(*closed, winning_moves(*closed, {x + 1, y}).at(0).to));
    EXPECT_TRUE(is_P(*closed, winning_moves(*closed, {y, 7 * x}).at(0).to));
  }
}

}  // namespace
}  // namespace bouton
