#include "engine/automata/numeration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace bouton {
namespace {

const std::vector<std::vector<int>> kQuotients = {{1, 1, 3}, {3, 1, 1}, {1, 2}, {9, 1, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};

/// Of three and four terms: Narayana's, the least Pisot number of degree four, and others.
const std::vector<std::vector<int>> kRecurrences = {{1, 0, 1}, {1, 0, 0, 1}, {3, 1, 1},   {2, 1, 2},
                                                    {3, 2, 2}, {1, 1, 1, 1}, {2, 0, 0, 1}};

std::vector<Numeration> all_systems() {
  std::vector<Numeration> systems;
  for (const int b : {2, 3, 10}) systems.push_back(Numeration::base(b));
  for (const int k : {1, 2, 3, 4, 9, 10}) systems.push_back(Numeration::recurrence(k));
  for (const auto& [k, l] : {std::pair(2, 2), std::pair(3, 2), std::pair(3, 3), std::pair(9, 4), std::pair(10, 10)})
    systems.push_back(Numeration::recurrence(k, l));
  for (const std::vector<int>& quotients : kQuotients) systems.push_back(Numeration::ostrowski(quotients));
  systems.push_back(Numeration::tribonacci());
  for (const std::vector<int>& coefficients : kRecurrences) systems.push_back(*Numeration::recurrence(coefficients));
  return systems;
}

/// While it lives, GMP's memory is counted.
class CountedGmp {
 public:
  CountedGmp() {
    mp_get_memory_functions(&allocate_, &reallocate_, &free_);
    now = peak = 0;
    mp_set_memory_functions(
        [](std::size_t size) {
          add(size);
          return std::malloc(size);
        },
        [](void* block, std::size_t before, std::size_t size) {
          now -= before;
          add(size);
          return std::realloc(block, size);
        },
        [](void* block, std::size_t size) {
          now -= size;
          std::free(block);
        });
  }
  ~CountedGmp() { mp_set_memory_functions(allocate_, reallocate_, free_); }
  CountedGmp(const CountedGmp&) = delete;
  CountedGmp& operator=(const CountedGmp&) = delete;

  inline static std::size_t now = 0, peak = 0;  ///< bytes

 private:
  static void add(std::size_t size) { peak = std::max(peak, now += size); }

  void* (*allocate_)(std::size_t);
  void* (*reallocate_)(void*, std::size_t, std::size_t);
  void (*free_)(void*, std::size_t);
};

/// To keep all weights would take a thousand times as much as the number.
TEST(Numeration, DigitsTakeNoMoreThanAFewNumbersOfTheirSize) {
  for (const Numeration& system : all_systems()) {
    const CountedGmp gmp;
    const Integer n = Integer(1) << 5000;
    const std::size_t size = mpz_size(n.get_mpz_t()) * sizeof(mp_limb_t);
    const std::vector<Digit> digits = system.digits_of(n);
    EXPECT_LE(CountedGmp::peak, 20 * size) << system.key();
    EXPECT_EQ(system.value_of(digits), n);
  }
}

TEST(Numeration, WordsAndNumbersGoToAndFro) {
  for (const Numeration& system : all_systems()) {
    std::set<std::vector<Digit>> seen;
    for (int n = 0; n < 2000; ++n) {
      const std::vector<Digit> digits = system.digits_of(n);
      EXPECT_EQ(system.value_of(digits), n) << system.key();
      EXPECT_TRUE(seen.insert(digits).second);
      EXPECT_TRUE(digits.empty() || digits.front() != 0);
      EXPECT_TRUE(system.is_word(digits));
      for (const Digit digit : digits) EXPECT_LT(digit, system.digits());
    }
  }
}

TEST(Numeration, OfThousandDigits) {
  const Integer n("1" + std::string(999, '7') + "3");
  for (const Numeration& system : all_systems()) EXPECT_EQ(system.value_of(system.digits_of(n)), n);
}

/// Zeckendorf (1972): 100 = 89 + 8 + 3. Halves of Pell numbers and more: 1, 3, 7, 17, 41, 99; 100 = 99 + 1.
TEST(Numeration, Examples) {
  EXPECT_EQ(Numeration::recurrence(1).digits_of(100), (std::vector<Digit>{1, 0, 0, 0, 0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(Numeration::recurrence(2).digits_of(100), (std::vector<Digit>{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(Numeration::base(2).digits_of(10), (std::vector<Digit>{1, 0, 1, 0}));
  EXPECT_EQ(Numeration::recurrence(2).weight(5), 99);
  // U(n+1) = 3 U(n) + 2 U(n-1) from 1, 4: 1, 4, 14, 50, 178; 27 = 14 + 3 * 4 + 1, where after a 3 comes 0 or 1.
  EXPECT_EQ(Numeration::recurrence(3, 2).weight(4), 178);
  EXPECT_EQ(Numeration::recurrence(3, 2).digits_of(27), (std::vector<Digit>{1, 3, 1}));
  EXPECT_FALSE(Numeration::recurrence(3, 2).is_word(std::vector<Digit>{3, 2}));
  EXPECT_EQ(Numeration::recurrence(3, 1), Numeration::recurrence(3));
  // Tribonacci numbers: 1, 2, 4, 7, 13, 24, 44, 81; 100 = 81 + 13 + 4 + 2.
  EXPECT_EQ(Numeration::tribonacci().digits_of(100), (std::vector<Digit>{1, 0, 0, 1, 0, 1, 1, 0}));
  // Narayana's cows: 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 88, 129; 100 = 88 + 9 + 3, and between two 1s are two 0s at least.
  const Numeration cows = *Numeration::recurrence(std::array{1, 0, 1});
  EXPECT_EQ(cows.weight(12), 129);
  EXPECT_EQ(cows.digits_of(100), (std::vector<Digit>{1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_FALSE(cows.is_word(std::vector<Digit>{1, 0, 1}));
  EXPECT_EQ(Numeration::recurrence(std::array{1, 1, 1}), Numeration::tribonacci());
  EXPECT_EQ(Numeration::recurrence(std::array{3, 2}), Numeration::recurrence(3, 2));
  // Denominators of (3 + sqrt 17)/4 = [1; 1, 3, 1, 1, 3, ...] are 1, 1, 4, 5, 9, 32, ...; from the second on: 1, 4, 5, 9, 32.
  const Numeration denominators = Numeration::ostrowski(std::array{3, 1, 1});
  EXPECT_EQ(denominators.weight(1), 4);
  EXPECT_EQ(denominators.weight(2), 5);
  EXPECT_EQ(denominators.weight(4), 32);
  EXPECT_EQ(denominators.digits_of(31), (std::vector<Digit>{3, 0, 1, 0}));
}

TEST(Numeration, KeysNameSystems) {
  for (const Numeration& system : all_systems()) {
    EXPECT_EQ(Numeration::from_key(system.key()), system);
  }
  for (const char* wrong : {"",
                            "base",
                            "base 1",
                            "base 0",
                            "base 23",
                            "recurrence 0",
                            "fibonacci",
                            "base x",
                            "base 1,2",
                            "base 11",
                            "recurrence 1,2",
                            "recurrence 11",
                            "recurrence 3,1",
                            "recurrence 3,4",
                            "recurrence 1,1,1",
                            "recurrence 1,1,2",
                            "recurrence 1,0,2",
                            "recurrence 1,0",
                            "recurrence 0,1,1",
                            "recurrence 1,1,0,1",
                            "recurrence 1,0,0,0,1",
                            "recurrence 3,",
                            "recurrence 3,-2",
                            "recurrence 03",
                            "ostrowski 3,2 ",
                            "ostrowski 1",
                            "ostrowski 1,1",
                            "ostrowski 1,2,",
                            "ostrowski 1,0",
                            "ostrowski 1,2,1,2",
                            "ostrowski 1 2",
                            "ostrowski 1,2,3,4,5,6,7,8,9",
                            "tribonacci 1"})
    EXPECT_FALSE(Numeration::from_key(wrong)) << wrong;
}

/// All words that may be read are different numbers, in the order of the words.
TEST(Numeration, NumbersAreInTheOrderOfTheirWords) {
  for (const Numeration& system : all_systems()) {
    const std::size_t length = 5;
    std::vector<Digit> digits(length, 0);
    Integer last = -1;
    for (bool more = true; more;) {
      if (system.is_word(digits)) {
        EXPECT_EQ(system.value_of(digits), last + 1) << system.key();
        last = system.value_of(digits);
      }
      std::size_t at = length;
      while (at > 0 && digits[at - 1] + 1 == system.digits()) digits[--at] = 0;
      more = at > 0 && last < 5000;
      if (more) ++digits[at - 1];
    }
    EXPECT_TRUE(last >= 5000 || last + 1 == widen(*system.weight(length))) << system.key();
  }
}

/// The roots of x^m = d(1) x^(m-1) + ... + d(m), all at once (Weierstrass 1891, Durand, Kerner).
std::vector<std::complex<double>> roots_of(std::span<const int> coefficients) {
  std::vector<std::complex<double>> roots;
  for (std::size_t i = 0; i < coefficients.size(); ++i) roots.push_back(std::pow(std::complex<double>(0.4, 0.9), i + 1));
  for (int step = 0; step < 1000; ++step)
    for (std::size_t i = 0; i < roots.size(); ++i) {
      std::complex<double> value = 1, others = 1;
      for (const int coefficient : coefficients) value = value * roots[i] - static_cast<double>(coefficient);
      for (std::size_t j = 0; j < roots.size(); ++j)
        if (j != i) others *= roots[i] - roots[j];
      roots[i] -= value / others;
    }
  return roots;
}

/// Of x^4 = x^3 + x^2 + 1 one root is -1.
TEST(Numeration, RecurrencesHaveOneRootThatIsNotInsideTheUnitCircle) {
  int found = 0;
  for (int number = 0; number < 256; ++number) {
    const std::array coefficients{number % 4, number / 4 % 4, number / 16 % 4, number / 64};
    if (coefficients[3] == 0 || !std::ranges::lexicographical_compare(std::span(coefficients).subspan(1), coefficients) ||
        !std::ranges::lexicographical_compare(std::span(coefficients).subspan(2), coefficients) ||
        coefficients[3] > coefficients[0])
      continue;
    const auto outside =
        std::ranges::count_if(roots_of(coefficients), [](std::complex<double> root) { return std::abs(root) > 1 - 1e-9; });
    EXPECT_EQ(Numeration::is_recurrence(coefficients), outside == 1) << number;
    found += outside == 1 ? 1 : 0;
  }
  EXPECT_GT(found, 20);
  for (const std::vector<int>& wrong : {std::vector{1, 1, 0, 1}, {1, 0, 2}, {1, 2, 1}, {1, 0, 0, 0, 1}, {2}, {1, 1, 0}})
    EXPECT_FALSE(Numeration::is_recurrence(wrong));
}

/// What is decided is so for every number of digits that may follow.
TEST(Numeration, DecisionsHoldForAllContinuations) {
  using Sign = Numeration::Sign;
  std::map<Sign, int> said;
  std::vector<Numeration> systems = {Numeration::base(2),       Numeration::base(3),          Numeration::recurrence(1),
                                     Numeration::recurrence(3), Numeration::recurrence(2, 2), Numeration::recurrence(4, 3),
                                     Numeration::tribonacci()};
  for (std::size_t i : {0, 1, 3}) systems.push_back(*Numeration::recurrence(kRecurrences[i]));
  for (std::size_t i : {0, 2, 3}) systems.push_back(Numeration::ostrowski(kQuotients[i]));
  const auto check = [&](const Numeration& system, Numeration::Prefix prefix, std::size_t first, std::int64_t negative,
                         std::int64_t positive, std::int64_t more) {
    const Sign sign = system.decide(prefix, negative, positive, more, first);
    ++said[sign];
    for (std::size_t places = first; places < 14; places += system.period()) {
      Numeration::Prefix read = prefix;
      for (std::size_t i = places; i-- > 0;) read = system.extended(read, 0, i);
      const std::int64_t most = *system.weight(places) - 1;  // what so many digits can be worth
      const std::int64_t least = system.value(read) - negative * most + more;
      const std::int64_t greatest = system.value(read) + positive * most + more;
      const bool right = sign == Sign::positive   ? least > 0
                         : sign == Sign::negative ? greatest < 0
                         : sign == Sign::not_zero ? least > 0 || greatest < 0
                                                  : true;
      EXPECT_TRUE(right) << system.key() << " " << prefix[0] << " " << prefix[1] << " " << prefix[2] << " " << prefix[3] << " "
                         << places;
    }
  };
  for (const Numeration& system : systems) {
    const auto most = [&](std::size_t tail, std::int64_t usual) { return tail < system.order() ? usual : 0; };
    for (std::int64_t u = -6; u <= 6; ++u)
      for (std::int64_t v = -most(1, 5); v <= most(1, 5); ++v)
        for (std::int64_t w = -most(2, 4); w <= most(2, 4); w += 2)
          for (std::int64_t x = -most(3, 3); x <= most(3, 3); x += 3)
            for (const std::int64_t negative : {0, 1, 2})
              for (const std::int64_t positive : {0, 1, 2})
                for (const std::int64_t more : {-40, -2, 0, 3})
                  for (std::size_t first = 0; first < system.period(); ++first)
                    check(system, {u, v, w, x}, first, negative, positive, more);
  }
  for (const Sign sign : {Sign::positive, Sign::negative, Sign::not_zero, Sign::open}) EXPECT_GT(said[sign], 50);
}

}  // namespace
}  // namespace bouton
