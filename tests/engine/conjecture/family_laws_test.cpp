#include "engine/conjecture/family_laws.h"

#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "engine/conjecture/family_classes.h"

namespace bouton {
namespace {

using Quantity = std::function<std::optional<std::int64_t>(std::int64_t)>;

FamilyEvidence family_of(std::int64_t low, std::int64_t high, std::int64_t step, const Quantity& value) {
  FamilyEvidence evidence{"m", {}, {{"Q", {}}}, {}};
  for (std::int64_t m = low; m <= high; m += step) {
    evidence.numbers.push_back(m);
    evidence.quantities[0].values.push_back(value(m));
  }
  return evidence;
}

std::vector<std::string> statements(const FamilyEvidence& evidence) {
  std::vector<std::string> all;
  for (const FamilyLaw& law : family_laws(evidence)) all.push_back(law.statement("m"));
  return all;
}

using Statements = std::vector<std::string>;

TEST(FamilyLaws, OfAllMembers) {
  const FamilyEvidence evidence = family_of(1, 20, 1, [](std::int64_t m) { return 3 * m - 2; });
  const std::vector<FamilyLaw> laws = family_laws(evidence);
  ASSERT_EQ(laws.size(), 1U);
  EXPECT_EQ(laws[0].statement("m"), "Q is 3 m - 2 for all m, from m = 1 on");
  EXPECT_EQ(laws[0].found_to, 10);
  EXPECT_EQ(laws[0].holds_to, 20);
  EXPECT_EQ(laws[0].found, 10U);
  EXPECT_EQ(laws[0].checked, 10U);
  EXPECT_EQ(laws[0].members, 20U);
  EXPECT_EQ(statements(family_of(1, 20, 1, [](std::int64_t) { return 7; })), Statements{"Q is 7 for all m, from m = 1 on"});
  EXPECT_EQ(statements(family_of(1, 20, 1, [](std::int64_t) { return 0; })), Statements());
}

TEST(FamilyLaws, OfResidueClasses) {
  EXPECT_EQ(statements(family_of(0, 40, 1, [](std::int64_t m) { return m / 2; })),
            (Statements{"Q is m/2 exactly where m = 0 mod 2, from m = 0 on",
                        "Q is (m - 1)/2 exactly where m = 1 mod 2, from m = 1 on"}));
  // Squares elsewhere: no law of this kind.
  EXPECT_EQ(statements(family_of(0, 80, 1, [](std::int64_t m) { return m % 5 == 3 ? 4 * m + 1 : m * m + 1000; })),
            Statements{"Q is 4 m + 1 exactly where m = 3 mod 5, from m = 3 on"});
}

/// Some members elsewhere have what the formula says: 17 is 4 m + 1 of no m = 3 mod 5.
TEST(FamilyLaws, AreNotExactWhereOthersHaveWhatTheySay) {
  EXPECT_EQ(statements(family_of(0, 80, 1, [](std::int64_t m) { return m % 5 == 3 || m == 4 ? 4 * m + 1 : m * m + 1000; })),
            Statements{"Q is 4 m + 1 where m = 3 mod 5, from m = 3 on"});
}

TEST(FamilyLaws, OfTheExponentOfTwo) {
  const auto even = [](std::int64_t m) { return std::countr_zero(static_cast<std::uint64_t>(m + 1)) % 2 == 0; };
  EXPECT_EQ(statements(family_of(3, 201, 2, [&](std::int64_t m) { return even(m) ? m + 1 : m * m; })),
            Statements{"Q is m + 1 exactly where the exponent of 2 in m + 1 is even, from m = 3 on"});
}

TEST(FamilyLaws, OfPowersOfTwo) {
  EXPECT_EQ(statements(family_of(
                1, 100, 1,
                [](std::int64_t m) { return 2 * static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(m))); })),
            Statements{"Q is 2 (the least power of 2 from m on) for all m, from m = 1 on"});
  EXPECT_EQ(statements(family_of(1, 100, 1, [](std::int64_t m) { return m + 3 - (m & -m); })),
            Statements{"Q is m - (the greatest power of 2 that divides m) + 3 for all m, from m = 1 on"});
}

TEST(FamilyLaws, MayHaveSmallExceptionsAndGaps) {
  EXPECT_EQ(statements(family_of(1, 30, 1,
                                 [](std::int64_t m) -> std::optional<std::int64_t> {
                                   if (m % 7 == 0) return std::nullopt;
                                   return m < 4 ? 100 : m + 5;
                                 })),
            Statements{"Q is m + 5 for all m for which it is known, from m = 4 on"});
}

TEST(FamilyLaws, ThatFailWhereTheyAreCheckedAreNotClaimed) {
  for (const std::int64_t last : {50, 60, 75, 90, 98})
    EXPECT_EQ(statements(family_of(1, 100, 1, [&](std::int64_t m) { return m <= last ? m + 1 : m + 2 + m * m % 7; })),
              Statements())
        << last;
  // All members of a class but one of the last.
  EXPECT_EQ(statements(family_of(0, 80, 1, [](std::int64_t m) { return m % 5 == 3 && m != 78 ? 4 * m + 1 : m * m + 1000; })),
            Statements());
}

/// Of hundreds of sequences without a law, with values from few and from many.
TEST(FamilyLaws, AreNotFoundInNoise) {
  std::mt19937 random(1);
  std::size_t claimed = 0;
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t values = round % 2 == 0 ? 2 : 2 + static_cast<std::uint32_t>(round) % 50;
    claimed +=
        family_laws(family_of(1, 60, 1, [&](std::int64_t) { return static_cast<std::int64_t>(random() % values); })).size();
  }
  EXPECT_EQ(claimed, 0U);
}

TEST(FamilyLaws, NeedEnoughMembers) {
  EXPECT_EQ(statements(family_of(1, 4, 1, [](std::int64_t m) { return m; })), Statements());
  EXPECT_EQ(statements(family_of(1, 1, 1, [](std::int64_t m) { return m; })), Statements());
  EXPECT_EQ(statements(family_of(1, 8, 1, [](std::int64_t m) { return m; })), Statements{"Q is m for all m, from m = 1 on"});
}

FamilyEvidence slopes_of(std::int64_t high, const std::function<double(double)>& slope) {
  FamilyEvidence evidence{"k", {}, {}, {{"S", {}}}};
  for (std::int64_t k = 1; k <= high; ++k) {
    evidence.numbers.push_back(k);
    const double value = slope(static_cast<double>(k));
    evidence.slopes[0].ranges.push_back(SlopeRange{value - 0.002, value + 0.001});
  }
  return evidence;
}

/// A. S. Fraenkel (1982): of k-Wythoff (2 - k + sqrt(k^2 + 4))/2, and k more.
TEST(FamilyLaws, OfSlopes) {
  const auto lesser = [](double k) { return (2 - k + std::sqrt(k * k + 4)) / 2; };
  EXPECT_EQ(family_laws(slopes_of(8, lesser)).at(0).formula, "(2 - k + sqrt(k^2 + 4))/2");
  EXPECT_EQ(family_laws(slopes_of(8, [&](double k) { return lesser(k) + k; })).at(0).formula, "(k + 2 + sqrt(k^2 + 4))/2");
  EXPECT_EQ(family_laws(slopes_of(8, [](double k) { return 3 * k - 1; })).at(0).formula, "3 k - 1");
  EXPECT_TRUE(family_laws(slopes_of(8, [](double k) { return std::exp(1 / k) + std::sin(k); })).empty());
  EXPECT_TRUE(family_laws(slopes_of(8, [&](double k) { return k < 7 ? lesser(k) : lesser(k) + 0.01; })).empty());
  EXPECT_TRUE(family_laws(slopes_of(5, lesser)).empty());
}

TEST(FamilyClasses, HaveEachSetOfMembersOnceTheLargestFirst) {
  const std::vector<FamilyClass> classes = family_classes("m", {3, 5, 7, 9, 11, 13, 15, 17}, 4);
  std::vector<std::string> names;
  for (const FamilyClass& one : classes) names.push_back(one.where);
  // m + 1 = 4, 6, 8, 10, 12, 14, 16, 18: of 4, 12 and 16 the exponent is even; of m - 1 that of 4, 12, 16 likewise.
  EXPECT_EQ(names, (std::vector<std::string>{"", "the exponent of 2 in m + 1 is odd", "the exponent of 2 in m - 1 is odd",
                                             "m = 1 mod 4", "m = 3 mod 4"}));
  EXPECT_EQ(classes[1].members, (std::vector<std::size_t>{1, 2, 3, 5, 7}));
}

}  // namespace
}  // namespace bouton
