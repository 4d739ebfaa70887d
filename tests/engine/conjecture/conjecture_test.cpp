// Games whose theorems are known, as tables that plain recursion makes; and tables of which nothing is true.
#include "engine/conjecture/conjecture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

namespace bouton {
namespace {

using Values = std::vector<std::uint32_t>;

/// The least number that is not among these.
std::uint32_t mex(const std::set<std::uint32_t>& values) {
  std::uint32_t least = 0;
  while (values.contains(least)) ++least;
  return least;
}

/// f(a, b) for a, b < size.
ValueGrid grid(std::size_t rows, std::size_t columns, const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& f) {
  ValueGrid grid{{rows, columns}, {}};
  for (std::uint32_t a = 0; a < rows; ++a)
    for (std::uint32_t b = 0; b < columns; ++b) grid.values.push_back(f(a, b));
  return grid;
}

TableEvidence two_heaps(std::size_t size, const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& f) {
  TableEvidence evidence;
  evidence.names = {"a", "b"};
  evidence.low = {0, 0};
  evidence.square = grid(size, size, f);
  evidence.p_bound = static_cast<Coordinate>(size) - 1;
  for (Coordinate a = 0; a <= evidence.p_bound; ++a)
    for (Coordinate b = 0; b <= evidence.p_bound; ++b)
      if (evidence.square.at({static_cast<std::size_t>(a), static_cast<std::size_t>(b)}) == 0)
        evidence.p_positions.push_back({a, b});
  return evidence;
}

const Conjecture* of_kind(const std::vector<Conjecture>& found, std::string_view kind) {
  const auto at = std::ranges::find(found, kind, &Conjecture::kind);
  return at == found.end() ? nullptr : &*at;
}

TEST(Conjectures, NimIsTheNimSum) {
  const auto found = conjectures(two_heaps(40, [](auto a, auto b) { return a ^ b; }));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, "nim-sum of functions");
  EXPECT_EQ(found[0].statement, "the Grundy value is the nim-sum of a, b");
  EXPECT_EQ(found[0].found_to, 19);
  EXPECT_EQ(found[0].check, (ConjectureCheck{39, 40 * 40 - 20 * 20, std::nullopt}));
  EXPECT_EQ(of_kind(found, "function of one number")->statement, "the Grundy value is the nim-sum of a, b");
}

/// Two heaps from each of which 1 to 3 may be taken: (a mod 4) xor (b mod 4).
TEST(Conjectures, SubtractionIsANimSumOfRemainders) {
  const auto found = conjectures(two_heaps(48, [](auto a, auto b) { return (a % 4) ^ (b % 4); }));
  EXPECT_EQ(of_kind(found, "nim-sum of functions")->statement, "the Grundy value is the nim-sum of a mod 4, b mod 4");
  EXPECT_EQ(of_kind(found, "function of remainders")->statement,
            "the Grundy value depends on the remainders mod 4 of a, b alone");
}

TEST(Conjectures, SumsOfMultiplesAreNamed) {
  const auto found = conjectures(two_heaps(48, [](auto a, auto b) { return (a + 2 * b + 1) % 5; }));
  EXPECT_EQ(of_kind(found, "function of remainders")->statement, "the Grundy value is (a + 2 b + 1) mod 5");
  EXPECT_EQ(of_kind(found, "nim-sum of functions"), nullptr);
}

TEST(Conjectures, RemaindersMayBeginLate) {
  const auto found = conjectures(two_heaps(64, [](auto a, auto b) { return std::min(a, b) < 3 ? a + 2 * b : (a + b) % 3; }));
  EXPECT_EQ(of_kind(found, "function of remainders")->statement,
            "the Grundy value depends on the remainders mod 3 of a, b alone, where no number is below 3");
}

/// A table that is the nim-sum as far as the first half, and a little further.
TEST(Conjectures, TheFirstFailureIsNamed) {
  TableEvidence evidence = two_heaps(40, [](auto a, auto b) { return a + b >= 62 ? 1U : a ^ b; });
  evidence.line = Values(200, 1);
  const auto found = conjectures(evidence);
  const Conjecture* const nim_sum = of_kind(found, "nim-sum of functions");
  ASSERT_NE(nim_sum, nullptr);
  EXPECT_EQ(nim_sum->check.failure, (Position{31, 31}));
  EXPECT_EQ(nim_sum->check.holds_to, 30);
  EXPECT_EQ(found[0].check.failure, std::nullopt) << "what fails comes last";
}

ValueGrid wythoff(std::size_t rows, std::size_t columns) {
  ValueGrid values{{rows, columns}, {}};
  for (std::size_t a = 0; a < rows; ++a)
    for (std::size_t b = 0; b < columns; ++b) {
      std::set<std::uint32_t> options;
      for (std::size_t t = 1; t <= std::max(a, b); ++t) {
        if (t <= a) options.insert(values.at({a - t, b}));
        if (t <= b) options.insert(values.at({a, b - t}));
        if (t <= a && t <= b) options.insert(values.at({a - t, b - t}));
      }
      values.values.push_back(mex(options));
    }
  return values;
}

/// Wythoff (1907); the rows are additively periodic (Dress, Flammenkamp and Pink 1999): row 1 with period 3, row 3 with 6.
TEST(Conjectures, WythoffHasPairsAndPeriodicRows) {
  TableEvidence evidence;
  evidence.names = {"a", "b"};
  evidence.low = {0, 0};
  evidence.strips = {wythoff(4, 240)};
  evidence.p_bound = 400;
  const double phi = (1 + std::sqrt(5.0)) / 2;
  for (int n = 0; n < 160; ++n) {
    const auto a = static_cast<Coordinate>(n * phi);
    if (a + n > evidence.p_bound) break;
    evidence.p_positions.push_back({a, a + n});
    if (n > 0) evidence.p_positions.push_back({a + n, a});
  }
  std::ranges::sort(evidence.p_positions);
  const auto found = conjectures(evidence);
  const Conjecture* const pairs = of_kind(found, "Beatty-like pairs");
  ASSERT_NE(pairs, nullptr);
  EXPECT_NE(pairs->statement.find("the least number that is in no P-position before and b(n) = a(n) + n"), std::string::npos);
  EXPECT_EQ(pairs->check.failure, std::nullopt);
  EXPECT_NE((pairs + 1)->statement.find("near (1 + sqrt(5))/2"), std::string::npos) << (pairs + 1)->statement;
  const Conjecture* const rows = of_kind(found, "periodic rows");
  ASSERT_NE(rows, nullptr);
  EXPECT_NE(rows->statement.find("a = 1: period 3, saltus 3, from 0 on"), std::string::npos) << rows->statement;
  EXPECT_NE(rows->statement.find("a = 3: period 6, saltus 6, from 8 on"), std::string::npos) << rows->statement;
  EXPECT_EQ(rows->check.failure, std::nullopt);
  EXPECT_NE(of_kind(found, "density of P"), nullptr);
}

/// Fibonacci nim (Whinihan 1963): the lost heaps are the Fibonacci numbers.
TEST(Conjectures, FibonacciNumbersObeyTheirRecurrence) {
  TableEvidence evidence;
  evidence.grundy = false;
  evidence.line = Values(2000, 1);
  for (std::size_t a = 0, b = 1; a < 2000; std::swap(a, b), b += a) evidence.line[a] = 0;
  const auto found = conjectures(evidence);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, "linear recurrence");
  EXPECT_NE(found[0].statement.find("obey h(i) = h(i-1) + h(i-2) from h(3) = 3 on"), std::string::npos) << found[0].statement;
  EXPECT_EQ(found[0].check.failure, std::nullopt);
  EXPECT_EQ(found[0].check.holds_to, 1999);
  evidence.line[1597] = 1;
  evidence.line[1598] = 0;
  EXPECT_EQ(conjectures(evidence)[0].check.failure, (Position{1598}));
}

/// Taking 1, 3 or 4: the known period is 7; lost with 0 and 2.
/// Schwenk's sequences for f(x) = c x, as far as 4095: h(k+1) = h(k) + h(m) with the least m that has c h(m) >= h(k).
TEST(Conjectures, TakeAwayGamesObeyTheirRecurrences) {
  const std::pair<std::uint32_t, const char*> kRecurrences[] = {
      {3, "h(i) = h(i-1) + h(i-4)"}, {4, "h(i) = h(i-1) + h(i-6)"}, {5, "h(i) = h(i-1) + h(i-8)"}};
  for (const auto& [c, recurrence] : kRecurrences) {
    TableEvidence evidence;
    evidence.grundy = false;
    evidence.line.assign(4096, 1);
    std::vector<std::uint32_t> h = {1};
    while (h.back() < evidence.line.size()) {
      evidence.line[h.back()] = 0;
      const auto source = std::ranges::find_if(h, [&, c = c](std::uint32_t x) { return c * x >= h.back(); });
      h.push_back(h.back() + *source);
    }
    const std::vector<Conjecture> found = conjectures(evidence);
    ASSERT_FALSE(found.empty()) << c;
    EXPECT_NE(found[0].statement.find(recurrence), std::string::npos) << found[0].statement;
    EXPECT_FALSE(found[0].check.failure) << c;
    EXPECT_TRUE(found[0].about_p_alone);
  }
}

TEST(Conjectures, SequencesWithAPeriod) {
  TableEvidence evidence;
  for (std::size_t n = 0; n < 200; ++n) {
    std::set<std::uint32_t> options;
    for (const std::size_t t : {1, 3, 4})
      if (t <= n) options.insert(evidence.line[n - t]);
    evidence.line.push_back(mex(options));
  }
  const auto found = conjectures(evidence);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].statement, "the Grundy values of heaps have period 7 from 0 on");
  EXPECT_EQ(found[0].check, (ConjectureCheck{199, 100, std::nullopt}));
  evidence.line[150] = 9;
  EXPECT_EQ(conjectures(evidence)[0].check.failure, (Position{150}));
}

/// Coins at random obey nothing; all that may be said of them is how many there are.
TEST(Conjectures, NothingIsTrueOfNoise) {
  std::mt19937 random(7);
  TableEvidence evidence = two_heaps(40, [&](auto, auto) { return random() % 5; });
  evidence.strips = {grid(5, 200, [&](auto, auto) { return random() % 5; })};
  for (int n = 0; n < 400; ++n) evidence.line.push_back(random() % 3);
  for (const Conjecture& conjecture : conjectures(evidence)) EXPECT_EQ(conjecture.kind, "density of P");
}

TEST(Conjectures, OfNothingAreNone) { EXPECT_TRUE(conjectures({}).empty()); }

}  // namespace
}  // namespace bouton
