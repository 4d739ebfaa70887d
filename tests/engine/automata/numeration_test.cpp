#include "engine/automata/numeration.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace bouton {
namespace {

std::vector<Numeration> all_systems() {
  std::vector<Numeration> systems;
  for (const int b : {2, 3, 10}) systems.push_back(Numeration::base(b));
  for (const int k : {1, 2, 3, 4, 9}) systems.push_back(Numeration::recurrence(k));
  return systems;
}

TEST(Numeration, WordsAndNumbersGoToAndFro) {
  for (const Numeration& system : all_systems()) {
    std::set<std::vector<Digit>> seen;
    for (int n = 0; n < 2000; ++n) {
      const std::vector<Digit> digits = system.digits_of(n);
      EXPECT_EQ(system.value_of(digits), n) << system.key();
      EXPECT_TRUE(seen.insert(digits).second);
      EXPECT_TRUE(digits.empty() || digits.front() != 0);
      for (std::size_t i = 0; i + 1 < digits.size(); ++i) EXPECT_TRUE(system.may_follow(digits[i], digits[i + 1]));
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
}

TEST(Numeration, KeysNameSystems) {
  for (const Numeration& system : all_systems()) {
    if (system.parameter() >= 10) continue;
    EXPECT_EQ(Numeration::from_key(system.key()), system);
  }
  for (const char* wrong : {"", "base", "base 1", "base 0", "base 23", "recurrence 0", "fibonacci", "base x"})
    EXPECT_FALSE(Numeration::from_key(wrong)) << wrong;
}

/// What is decided is so for every number of digits that may follow.
TEST(Numeration, DecisionsHoldForAllContinuations) {
  using Sign = Numeration::Sign;
  std::map<Sign, int> said;
  for (const Numeration& system :
       {Numeration::base(2), Numeration::base(3), Numeration::recurrence(1), Numeration::recurrence(3)})
    for (std::int64_t u = -6; u <= 6; ++u)
      for (std::int64_t v = system.is_base() ? 0 : -5; v <= (system.is_base() ? 0 : 5); ++v)
        for (const std::int64_t negative : {0, 1, 2})
          for (const std::int64_t positive : {0, 1, 2})
            for (const std::int64_t more : {-40, -2, 0, 3}) {
              const Sign sign = system.decide({u, v}, negative, positive, more);
              ++said[sign];
              for (std::size_t places = 0; places < 14; ++places) {
                Numeration::Prefix read{u, v};
                for (std::size_t i = 0; i < places; ++i) read = system.extended(read, 0);
                const std::int64_t most = *system.weight(places) - 1;  // what so many digits can be worth
                const std::int64_t least = system.value(read) - negative * most + more;
                const std::int64_t greatest = system.value(read) + positive * most + more;
                if (sign == Sign::positive) {
                  EXPECT_GT(least, 0) << system.key() << " " << u << " " << v;
                }
                if (sign == Sign::negative) {
                  EXPECT_LT(greatest, 0) << system.key() << " " << u << " " << v;
                }
                if (sign == Sign::not_zero) {
                  EXPECT_TRUE(least > 0 || greatest < 0) << system.key() << " " << u << " " << v;
                }
              }
            }
  for (const Sign sign : {Sign::positive, Sign::negative, Sign::not_zero, Sign::open}) EXPECT_GT(said[sign], 50);
}

}  // namespace
}  // namespace bouton
