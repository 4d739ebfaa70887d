#include "engine/theorem/forms/linear_words.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_linear_predicates.h"

namespace bouton {
namespace {

class LinearWords : public ::testing::Test {
 protected:
  /// What is said of the set that the expression says, whose formula is the set.
  std::string sentence(std::string_view text, const std::vector<std::string>& names = {"x", "y"}, int base = 2) {
    const Automaton set = automaton_of(read_predicate(text, names), names.size(), Numeration::base(base), workspace_);
    const std::optional<PlainStatement> statement = linear_statement(set, names, workspace_);
    EXPECT_EQ(why_not_linear(set, names, workspace_), std::nullopt) << text;
    if (!statement) return "?";
    EXPECT_EQ(automaton_of(read_predicate(statement->formula, names), names.size(), set.system(), workspace_), set) << text;
    return statement->sentence;
  }
  std::optional<std::string> why_not(std::string_view text, const std::vector<std::string>& names) {
    const Automaton set = automaton_of(read_predicate(text, names), names.size(), Numeration::base(2), workspace_);
    EXPECT_FALSE(linear_statement(set, names, workspace_)) << text;
    return why_not_linear(set, names, workspace_);
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};
};

TEST_F(LinearWords, SayBoundsThatAreReadOffTheAutomaton) {
  EXPECT_EQ(sentence("3*x <= 2*y + 5 or x == y"), "3 x <= 2 y + 5, or x = y");
  EXPECT_EQ(sentence("x == 5*y + 2 or y == 5*x + 2"), "y = 5 x + 2, or x = 5 y + 2");
  EXPECT_EQ(sentence("x <= y + 100"), "x <= y + 100");
  EXPECT_EQ(sentence("x - y <= 7 and y - x <= 7"), "x and y differ by at most 7");
  EXPECT_EQ(sentence("x == y and y == z", {"x", "y", "z"}), "y = z and x = y");
  EXPECT_EQ(sentence("x + 2*y == 3*z + 1", {"x", "y", "z"}, 3), "x + 2 y = 3 z + 1");
}

TEST_F(LinearWords, SayRemainders) {
  EXPECT_EQ(sentence("(x + 2*y) % 5 == 1"), "(x + 2 y) mod 5 is 1");
  EXPECT_EQ(sentence("(x + 2*y) % 5 ~= 1", {"x", "y"}, 3), "(x + 2 y) mod 5 is not 1");
  EXPECT_EQ(sentence("n % 1000 == 1", {"n"}), "n mod 1000 is 1");
  EXPECT_EQ(sentence("n & 5 == 0", {"n"}), "n mod 8 is 0 or 2");
  EXPECT_EQ(sentence("n % 11 >= 4", {"n"}), "n mod 11 >= 4");
}

TEST_F(LinearWords, SayCases) {
  EXPECT_EQ(sentence("(x + y) % 6 == 1 and x <= y or x % 3 == 2 and x > y + 3"),
            "x mod 3 is 2 and y + 4 <= x, or (x + y) mod 6 is 1 and x <= y");
  EXPECT_EQ(sentence("x == y and z == x + 1 or x == y + 2 and z == y + 4 and x % 3 == 1", {"x", "y", "z"}),
            "z = y + 1 and x = y, or z mod 3 is 0 and z = y + 4 and x = y + 2");
  // Four lines, as the nim-sum with 3 tells them.
  EXPECT_NE(sentence("x ~ y == 3"), "?");
}

TEST_F(LinearWords, SayExceptions) {
  EXPECT_EQ(sentence("(5*x <= 3*y and not (x == 0 and y == 1)) or x == 2 and y == 1"), "5 x <= 3 y, but not 0,1, and 2,1");
}

TEST_F(LinearWords, SayThatASetIsNotLinear) {
  EXPECT_TRUE(why_not("exists(function(p) return p & p - 1 == 0 and p == n end)", {"n"}));
  EXPECT_TRUE(why_not("exists(function(p) return p & p - 1 == 0 and p == x + y end)", {"x", "y"}));
  EXPECT_TRUE(why_not("x & y == 0", {"x", "y"}));
  EXPECT_TRUE(why_not("x ~ y == z", {"x", "y", "z"}));
  EXPECT_TRUE(why_not("x // 3 ~ y // 3 == z", {"x", "y", "z"}));
  EXPECT_TRUE(why_not("x | y == x + y and z <= x", {"x", "y", "z"}));
  EXPECT_TRUE(why_not("x == y and exists(function(p) return p & p - 1 == 0 and p == x end)", {"x", "y"}));
}

/// In systems that are no base, and of four numbers, nothing is said.
TEST_F(LinearWords, AreOfBasesAndUpToThreeNumbers) {
  const std::vector<std::string> names = {"x", "y"}, four = {"w", "x", "y", "z"};
  const Automaton pairs = automaton_of(read_predicate("3*x <= 2*y", names), 2, Numeration::recurrence(1), workspace_);
  EXPECT_FALSE(linear_statement(pairs, names, workspace_));
  EXPECT_FALSE(why_not_linear(pairs, names, workspace_));
  const Automaton quadruples = automaton_of(read_predicate("w ~ x == y ~ z", four), 4, Numeration::base(2), workspace_);
  EXPECT_FALSE(linear_statement(quadruples, four, workspace_));
  EXPECT_FALSE(why_not_linear(quadruples, four, workspace_));
}

/// What is said of a set is true of it, by arithmetic that no automaton takes part in, and no linear set is said not to be one.
RC_GTEST_PROP(GeneratedLinearWords, AreTrue, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::arbitrary<std::uint16_t>()));
  const auto variables = static_cast<std::size_t>(1 + draw.below(3));
  const int base = 2 + draw.below(2);
  const std::vector<std::string> all = {"a", "b", "c"},
                                 names(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(variables));
  const Predicate predicate = test::LinearPredicateGenerator(draw, variables).predicate(2);
  RC_LOG() << lua_text(predicate, names) << " in base " << base << "\n";
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 200'000'000);
  std::optional<PlainStatement> statement;
  std::optional<std::string> why;
  const bool within = within_limits([&] {
    const Automaton set = automaton_of(predicate, variables, Numeration::base(base), workspace);
    statement = linear_statement(set, names, workspace);
    why = why_not_linear(set, names, workspace);
  });
  if (!within) RC_DISCARD("too large");
  RC_ASSERT(!why);
  RC_CLASSIFY(statement.has_value(), "said");
  if (!statement) return;
  RC_LOG() << statement->sentence << ": " << statement->formula << "\n";
  const Predicate formula = read_predicate(statement->formula, names);
  const std::int64_t greatest = variables == 1 ? 400 : variables == 2 ? 40 : 14;
  std::vector<std::int64_t> tuple(variables, 0);
  for (bool more = true; more;) {
    RC_ASSERT(*holds(formula, tuple) == *holds(predicate, tuple));
    more = false;
    for (std::int64_t& number : tuple) {
      if (++number <= greatest) {
        more = true;
        break;
      }
      number = 0;
    }
  }
}

/// Of generated sets with digits in them: what is said is true, and of linear ones it is not said that they are none. Here a
/// set is known to be linear where it is that of the same condition without digits.
RC_GTEST_PROP(GeneratedLinearWords, OfDigitsAreTrue, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::arbitrary<std::uint16_t>()));
  const std::vector<std::string> names = {"a", "b"};
  const Predicate linear = test::LinearPredicateGenerator(draw, 2).predicate(1);
  const Predicate digits = Predicate::equal(Term::bits(8, Term::variable(0), Term::variable(1)), Term::of(draw.below(3)));
  const bool either = draw.one_in(2);
  const Predicate predicate = either ? Predicate::either({linear, digits}) : Predicate::both({linear, digits});
  RC_LOG() << lua_text(predicate, names) << "\n";
  const Budget budget;
  AutomataWorkspace workspace(budget, 50'000, 200'000'000);
  std::optional<PlainStatement> statement;
  std::optional<std::string> why;
  const bool within = within_limits([&] {
    const Automaton set = automaton_of(predicate, 2, Numeration::base(2), workspace);
    statement = linear_statement(set, names, workspace);
    why = why_not_linear(set, names, workspace);
  });
  if (!within) RC_DISCARD("too large");
  RC_ASSERT(!(statement && why));
  RC_CLASSIFY(why.has_value(), "not linear");
  if (!statement) return;
  const Predicate formula = read_predicate(statement->formula, names);
  for (std::int64_t a = 0; a <= 40; ++a)
    for (std::int64_t b = 0; b <= 40; ++b)
      RC_ASSERT(*holds(formula, std::vector{a, b}) == *holds(predicate, std::vector{a, b}));
}

}  // namespace
}  // namespace bouton
