#include "engine/theorem/forms/plain.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/position/box.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

class PlainStatements : public ::testing::Test {
 protected:
  /// What is said of the set that the expression says.
  std::optional<PlainStatement> about(std::string_view text, const std::vector<std::string>& names) {
    const Predicate predicate = read_predicate(text, names);
    return PlainWords(names).about(automaton_of(predicate, names.size(), *system_of(predicate), workspace_), workspace_);
  }
  std::string sentence(std::string_view text, const std::vector<std::string>& names = {"a", "b"}) {
    return about(text, names).value_or(PlainStatement{"?", ""}).sentence;
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};
};

TEST_F(PlainStatements, SayLinearConditionsWithRemainders) {
  EXPECT_EQ(sentence("a - b <= 1 and b - a <= 1"), "a and b differ by at most 1");
  EXPECT_EQ(sentence("not (a % 2 == 1 or b % 2 == 1)"), "a and b are even");
  EXPECT_EQ(sentence("a % 5 == 0 and b % 5 == 0"), "a and b are multiples of 5");
  EXPECT_EQ(sentence("(a - b) % 3 == 0"), "a = b mod 3");
  EXPECT_EQ(sentence("2*a == 2*b"), "a = b");
  EXPECT_EQ(sentence("a == b and a ~= 3 or a == 7 and b == 1"), "a = b, but not 3,3, and 7,1");
  EXPECT_EQ(sentence("a == 1 and b == 2 or a == 40 and b == 0"), "1,2; 40,0");
  EXPECT_EQ(sentence("false"), "none");
  EXPECT_EQ(sentence("a >= 0"), "all");
  EXPECT_EQ(sentence("a < b and b % 3 == 2"), "b mod 3 is 2 and a < b");
  EXPECT_EQ(sentence("b == 0 and a % 2 == 0 or b == 1 and a % 3 == 0"), "a is even and b = 0, or a mod 3 is 0 and b = 1");
  EXPECT_EQ(sentence("a == b and b >= c or a == c and c >= b or b == c and c >= a", {"a", "b", "c"}),
            "the two greatest are equal");
}

TEST_F(PlainStatements, SayWhatSingleNumbersAre) {
  EXPECT_EQ(sentence("n % 4 == 0 or n % 4 == 3", {"n"}), "n mod 4 is 0 or 3");
  EXPECT_EQ(sentence("n % 2 == 0 and n >= 6", {"n"}), "n is even, for n >= 6");
  EXPECT_EQ(sentence("exists(function(p) return p & p - 1 == 0 and p % 3 == 1 and n & 2*p - 1 == p end)", {"n"}),
            "the binary form of n ends in an even number of zeros");
  EXPECT_EQ(sentence("exists(function(m) return m > 0 and n == floor_phi(m) end)", {"n"}), "n = floor(n phi) for some n >= 1");
}

TEST_F(PlainStatements, SayDigitsAndMultiplesOfIrrationalNumbers) {
  EXPECT_EQ(sentence("a ~ b == 1"), "the nim-sum of a and b is 1");
  EXPECT_EQ(sentence("a | b == a + b"), "no two of the binary forms of a and b have a 1 at the same place");
  EXPECT_EQ(sentence("a == floor_phi(b - a) or b == floor_phi(a - b)"),
            "a and b are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0");
  EXPECT_EQ(sentence("a == floor_phi(b - a)"), "a = floor(n phi) and b = floor(n phi) + n for some n >= 0");
  EXPECT_EQ(sentence("a == 0 or exists(function(p) return p & p - 1 == 0 and p > b and a & 2*p - 1 == p end)"),
            "a is 0, or the least power of 2 in its sum is greater than b");
}

/// Of Fraenkel's pairs the formula says, by whole parts alone, what the words of the pairs say.
TEST_F(PlainStatements, HaveFormulasForAllPairsOfFraenkel) {
  const std::vector<std::string> names = {"a", "b"};
  for (int k = 1; k <= 5; ++k) {
    const Numeration system = Numeration::recurrence(k);
    const Predicate apart = read_predicate("math.abs(a - b) % " + std::to_string(k) + " == 0", names);
    // (2 - k + sqrt(k^2 + 4)) / 2, by twice the number and one root.
    const std::string n = "(math.abs(a - b) // " + std::to_string(k) + ")";
    const Predicate pair = read_predicate("math.min(a, b) == (floor_sqrt(" + std::to_string(k * k + 4) + ", " + n + ") - " +
                                              std::to_string(k - 2) + "*" + n + ") // 2",
                                          names);
    const Automaton set = automaton_of(Predicate::both({apart, pair}), 2, system, workspace_);
    const std::optional<PlainStatement> statement = PlainWords(names).about(set, workspace_);
    ASSERT_TRUE(statement) << k;
    EXPECT_TRUE(statement->sentence.starts_with("a and b are, in some order, floor(n ")) << statement->sentence;
    EXPECT_EQ(automaton_of(read_predicate(statement->formula, names), 2, system, workspace_), set) << k;
  }
}

TEST_F(PlainStatements, OfGrundyFunctionsNameTheValue) {
  const std::vector<std::string> names = {"a", "b", "G"};
  for (const auto& [text, expected] : {std::pair("G == a ~ b", "G is the nim-sum of a and b"),
                                       {"G == (a + b) % 3", "G is (a + b) mod 3"},
                                       {"G == 3*(a // 3 ~ b // 3) + (a + b) % 3",
                                        "G is 3 times the nim-sum of floor(a/3) and floor(b/3), plus (a + b) mod 3"}}) {
    const Automaton function = automaton_of(read_predicate(text, names), 3, Numeration::base(2), workspace_);
    const std::optional<PlainStatement> statement = plain_function(function, names, workspace_);
    ASSERT_TRUE(statement) << text;
    EXPECT_EQ(statement->sentence, expected);
    EXPECT_EQ(automaton_of(read_predicate(statement->formula, names), 3, Numeration::base(2), workspace_), function);
  }
  const std::vector<std::string> heap = {"n", "G"};
  const Automaton growing = automaton_of(read_predicate("n < 2 and G == 0 or n >= 2 and G == (n - 2) // 3 + 1", heap), 2,
                                         Numeration::base(2), workspace_);
  EXPECT_EQ(plain_function(growing, heap, workspace_)->sentence,
            "G for n = 0, 1, ... is 0, 0, 1, and from n = 0 on 1 greater 3 later");
}

/// The formula is what --guess reads with --value all, and says the same again.
TEST_F(PlainStatements, OfGrundyFunctionsNameCases) {
  const std::vector<std::string> names = {"x", "y", "G"};
  const std::string by_parity =
      "G == 0 and x % 2 == 0 and y % 2 == 0 or G == 2 and x % 2 == 1 and y % 2 == 1 or "
      "(x + y) % 2 == 1 and (G == 1 and math.min(x, y) % 2 == 0 or G == 3 and math.min(x, y) % 2 == 1)";
  for (const auto& [text, expected] :
       {std::pair<std::string, std::string>(by_parity,
                                            "G is (x + y) mod 2 where the lesser is even, 3 where x + y is odd, else 2"),
        {"x <= y and G == x + y or x > y and G == x ~ y", "G is the nim-sum of x and y where y < x, else x + y"},
        {"x == y and G == 0 or x ~= y and G == 1", "G is 0 where x = y, else 1"},
        {"G == 5", "G is 5"}}) {
    const Automaton function = automaton_of(read_predicate(text, names), 3, Numeration::base(2), workspace_);
    const std::optional<PlainStatement> statement = plain_function(function, names, workspace_);
    ASSERT_TRUE(statement) << text;
    EXPECT_EQ(statement->sentence, expected);
    EXPECT_EQ(automaton_of(read_predicate(statement->formula, names), 3, Numeration::base(2), workspace_), function);
  }
  // Five cases by the remainder of x are too many.
  const std::string five =
      "x % 5 == 0 and G == 4 or x % 5 == 1 and G == 2 or x % 5 == 2 and G == 0 or x % 5 == 3 and G == y or "
      "x % 5 == 4 and G == 7";
  const Automaton function = automaton_of(read_predicate(five, names), 3, Numeration::base(2), workspace_);
  EXPECT_FALSE(plain_function(function, names, workspace_));
}

/// Whatever is said of a set is true of it, by arithmetic that no automaton takes part in.
RC_GTEST_PROP(GeneratedPlainStatements, AreTrue, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::arbitrary<std::uint16_t>()));
  const bool roots = draw.one_in(4);
  const Predicate predicate = test::PredicateGenerator(draw, roots).predicate(1);
  const std::vector<std::string> names = {"a", "b"};
  RC_LOG() << lua_text(predicate, names) << "\n";
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 200'000'000);
  std::optional<PlainStatement> statement;
  std::optional<Automaton> set;
  const bool within = within_limits([&] {
    set = automaton_of(predicate, 2, *system_of(predicate), workspace);
    statement = PlainWords(names).about(*set, workspace);
  });
  if (!within) RC_DISCARD("too large");
  RC_CLASSIFY(statement.has_value(), "said");
  if (!statement || statement->formula.empty()) return;
  RC_LOG() << statement->sentence << ": " << statement->formula << "\n";
  const Predicate formula = read_predicate(statement->formula, names);
  for (std::int64_t a = 0; a <= 45; ++a)
    for (std::int64_t b = 0; b <= 45; ++b)
      if (const std::optional<bool> said = holds(formula, std::vector{a, b}))
        RC_ASSERT(*said == *holds(predicate, std::vector{a, b}));
}

}  // namespace
}  // namespace bouton
