#include "engine/theorem/predicate/predicate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/base/errors.h"
#include "engine/position/box.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

const std::vector<std::string> kNames = {"a", "b"};

class Predicates : public ::testing::Test {
 protected:
  /// The automaton and the definition say the same of small numbers; `exact`, in a system of the automaton's own choice.
  void expect_alike(std::string_view text, const std::function<bool(std::int64_t, std::int64_t)>& expected) {
    const Predicate predicate = read_predicate(text, kNames);
    const Result<Numeration> system = system_of(predicate);
    ASSERT_TRUE(system) << text << ": " << system.reason();
    const Automaton set = automaton_of(predicate, 2, *system, workspace_);
    EXPECT_TRUE(is_well_formed(set, workspace_)) << text;
    for (std::int64_t a = 0; a <= 60; ++a)
      for (std::int64_t b = 0; b <= 60; ++b) {
        ASSERT_EQ(set.contains({widen(a), widen(b)}), expected(a, b)) << text << " at " << a << "," << b;
        if (const std::optional<bool> seen = holds(predicate, std::vector{a, b})) {
          ASSERT_EQ(*seen, expected(a, b)) << text << " at " << a << "," << b;
        }
      }
  }
  std::string message(std::string_view text) {
    try {
      (void)read_predicate(text, kNames);
    } catch (const RequestError& error) {
      return error.what();
    }
    return "";
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 200'000, 2'000'000'000};
};

/// By squares alone: y <= n sqrt(d) < y + 1.
std::int64_t floor_sqrt(std::int64_t d, std::int64_t n) {
  std::int64_t y = 0;
  while ((y + 1) * (y + 1) <= d * n * n) ++y;
  return y;
}
/// (2 y - n)^2 <= 5 n^2 < (2 y + 2 - n)^2
std::int64_t floor_phi(std::int64_t n) {
  std::int64_t y = n;
  while ((2 * y + 2 - n) * (2 * y + 2 - n) <= 5 * n * n) ++y;
  return y;
}

TEST_F(Predicates, OfLinearArithmetic) {
  expect_alike("a % 5 == 0 and b % 5 == 0", [](auto a, auto b) { return a % 5 == 0 && b % 5 == 0; });
  expect_alike("math.abs(a - b) <= 1", [](auto a, auto b) { return std::abs(a - b) <= 1; });
  expect_alike("(a - b) // 3 == -2 or not (a < 2*b)", [](auto a, auto b) {
    const std::int64_t d = a - b;
    return (d >= 0 ? d / 3 : -((-d + 2) / 3)) == -2 || a >= 2 * b;
  });
  expect_alike("(b - a) % 4 ~= 1 and math.min(a, b, 7) >= 3", [](auto a, auto b) {
    return ((b - a) % 4 + 4) % 4 != 1 && std::min({a, b, std::int64_t{7}}) >= 3;
  });
  expect_alike("exists(function(n) return a == 3*n + 1 and n <= b end)",
               [](auto a, auto b) { return a % 3 == 1 && a / 3 <= b; });
  expect_alike("not exists(function(n, m) return n + m == a and 2*n + 3*m == b end)", [](auto a, auto b) {
    for (std::int64_t n = 0; n <= a; ++n)
      if (2 * n + 3 * (a - n) == b) return false;
    return true;
  });
  expect_alike("true", [](auto, auto) { return true; });
  expect_alike("a < -1 or false", [](auto, auto) { return false; });
}

TEST_F(Predicates, OfBinaryDigits) {
  expect_alike("a ~ b == 1", [](auto a, auto b) { return (a ^ b) == 1; });
  expect_alike("a & b == 0", [](auto a, auto b) { return (a & b) == 0; });
  expect_alike("a | 1 == b + 2 ~ 3", [](auto a, auto b) { return (a | 1) == ((b + 2) ^ 3); });
  // A digit of a number below 0 is none, and what compares it does not hold.
  expect_alike("(a - b) & 1 == 0", [](auto a, auto b) { return a >= b && (a - b) % 2 == 0; });
  expect_alike("3*(a // 3 ~ b // 3) + (a + b) % 3 == 5",
               [](auto a, auto b) { return 3 * ((a / 3) ^ (b / 3)) + (a + b) % 3 == 5; });
  expect_alike("exists(function(p) return p & p - 1 == 0 and p % 3 == 1 and a & 2*p - 1 == p end)",
               [](auto a, auto) { return a > 0 && __builtin_ctzll(static_cast<unsigned long long>(a)) % 2 == 0; });
}

TEST_F(Predicates, OfWholePartsOfMultiplesOfIrrationalNumbers) {
  expect_alike("floor_phi(a) == b", [](auto a, auto b) { return floor_phi(a) == b; });
  expect_alike("math.min(a, b) == floor_phi(math.abs(a - b))",
               [](auto a, auto b) { return std::min(a, b) == floor_phi(std::abs(a - b)); });
  for (const int d : {2, 3, 6, 7, 8, 11})
    expect_alike("floor_sqrt(" + std::to_string(d) + ", a) == b", [d](auto a, auto b) { return floor_sqrt(d, a) == b; });
  expect_alike("floor_sqrt(4, a) == b", [](auto a, auto b) { return 2 * a == b; });
  expect_alike("floor_sqrt(5, a) + a == 2*b or floor_phi(b + 1) == a",
               [](auto a, auto b) { return floor_sqrt(5, a) + a == 2 * b || floor_phi(b + 1) == a; });
  // The same number in systems of its field.
  const Predicate phi = read_predicate("floor_phi(a) == b", kNames);
  for (const int k : {1, 4}) {
    ASSERT_TRUE(can_speak_of(Numeration::recurrence(k), phi));
    const Automaton set = automaton_of(phi, 2, Numeration::recurrence(k), workspace_);
    for (std::int64_t n = 0; n <= 200; ++n) {
      EXPECT_TRUE(set.contains({widen(n), widen(floor_phi(n))})) << k << " " << n;
      EXPECT_FALSE(set.contains({widen(n), widen(floor_phi(n) + 1)})) << k << " " << n;
    }
  }
  EXPECT_FALSE(can_speak_of(Numeration::recurrence(2), phi));
  EXPECT_FALSE(system_of(read_predicate("floor_phi(a) == a ~ b", kNames)));
  EXPECT_FALSE(system_of(read_predicate("floor_phi(a) == floor_sqrt(2, b)", kNames)));
}

TEST_F(Predicates, NameThePlaceOfWhatIsWrong) {
  EXPECT_EQ(message("a % 5 = 0"), "character 7, at '= 0': values are compared by '=='");
  EXPECT_EQ(message("a * b == 4"), "character 1, at 'a * b == 4': one factor of a product has to be a constant");
  EXPECT_EQ(message("a % b == 4"), "character 5, at 'b == 4': the divisor has to be a constant");
  EXPECT_EQ(message("a / 2 == b"), "character 3, at '/ 2 == b': numbers are divided by '//', which leaves out the remainder");
  EXPECT_EQ(message("a // 0 == b"), "character 6, at '0 == b': the divisor has to be at least 1");
  EXPECT_EQ(message("a + 1"), "character 1, at 'a + 1': a condition is expected here, not a number; compare it with something");
  EXPECT_EQ(message("a == b and c == 1"), "character 12, at 'c == 1': there is no 'c'; the numbers are a, b");
  EXPECT_EQ(message("a == b or"), "character 10, at the end: something is missing");
  EXPECT_EQ(message("a < b < 3"), "character 7, at '< 3': comparisons are joined by 'and'");
  EXPECT_EQ(message("(a == b"), "character 8, at the end: ')' is expected here");
  EXPECT_EQ(message("a == 0.5"), "character 7, at '.5': the expression should end here");
  EXPECT_EQ(message("a == 99999999999"), "character 6, at '99999999999': constants are at most 1073741824");
  EXPECT_EQ(message("math.sin(a) == b"), "character 6, at 'sin(a) == b': of math there are min, max and abs");
  EXPECT_EQ(message("exists(function(n) return n + 1 end)"),
            "character 27, at 'n + 1 end)': a condition is expected here, not a number; compare it with something");
  EXPECT_EQ(message("a == n and exists(function(n) return a == n end)"),
            "character 6, at 'n and exists(functio': there is no 'n'; the numbers are a, b");
  EXPECT_NE(message(std::string(1000, '(')).find("too deep"), std::string::npos);
  EXPECT_NE(message("").find("something is missing"), std::string::npos);
}

RC_GTEST_PROP(GeneratedPredicates, AreTheSameAsTextAndAsAutomaton, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::arbitrary<std::uint16_t>()));
  const bool roots = draw.one_in(3);
  const Predicate predicate = test::PredicateGenerator(draw, roots).predicate(2);
  const std::string text = lua_text(predicate, kNames);
  RC_LOG() << text << "\n";
  const Predicate again = read_predicate(text, kNames);
  RC_ASSERT(read_predicate(lua_text(again, kNames), kNames) == again);
  const Result<Numeration> system = system_of(predicate);
  RC_ASSERT(system);
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 300'000'000);
  std::optional<Automaton> set;
  if (!within_limits([&] { set = automaton_of(again, 2, *system, workspace); })) RC_DISCARD("too large");
  for (std::int64_t a = 0; a <= 25; ++a)
    for (std::int64_t b = 0; b <= 25; ++b) {
      RC_ASSERT(holds(predicate, std::vector{a, b}) == holds(again, std::vector{a, b}));
      RC_ASSERT(*holds(predicate, std::vector{a, b}) == set->contains({widen(a), widen(b)}));
    }
}

}  // namespace
}  // namespace bouton
