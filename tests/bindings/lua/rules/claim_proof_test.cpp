// Claims of rule files that are proved for positions of every size.
#include "engine/verify/claim_proof.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/predicate/claim_predicate.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

constexpr const char* kKing =
    "position = { 'x', 'y' }, moves = function(x, y) if x > 0 then move(x - 1, y) end if y > 0 then move(x, y - 1) end "
    "if x > 0 and y > 0 then move(x - 1, y - 1) end end";
constexpr const char* kNim =
    "position = piles('a'), moves = function(a) for i = 1, #a do for t = 1, a[i] do move(a:with(i, a[i] - t)) end end end";

/// A rule file of these fields with one claim whose check has this body.
std::string file_of(const std::string& rule, const std::string& parameters, const std::string& body) {
  return "local sizes = { 2, 3 }\nlocal function is_even(n) return n % 2 == 0 end\nreturn game { " + rule +
         ", claims = { { 'a claim', check = function(" + parameters + ") " + body + " end } } }";
}

ClaimProof proof_of(const std::string& text, std::size_t dimensions) {
  RuleDirectory rules;
  const auto game = rules.load(text);
  return prove_claim(*game, game->claims.at(0), dimensions, Budget());
}
ClaimProof of_king(const std::string& body) { return proof_of(file_of(kKing, "x, y", body), 2); }

TEST(ClaimProofs, AreOfWhatIsSaidOfEachPosition) {
  for (const char* const body :
       {"return (outcome(x, y) == 'P') == (x % 2 == 0 and y % 2 == 0)", "return outcome(x, y) == 'P' == (x % 2 + y % 2 == 0)",
        "return (outcome(x, y) ~= 'N') == (is_even(x) and is_even(y))",
        "local lost = true; for i = 1, 2 do if ({ x, y })[i] % sizes[1] ~= 0 then lost = false end end "
        "return (grundy(x, y) == 0) == lost",
        "if x % 2 == 0 and y % 2 == 0 then return outcome(x, y) == 'P' end return outcome(x, y) == 'N'"}) {
    const ClaimProof proof = of_king(body);
    EXPECT_TRUE(proof.is_proved) << body << proof.refusal;
    EXPECT_EQ(proof.counterexample, std::nullopt) << body;
  }
  EXPECT_TRUE(proof_of(file_of(kNim, "a", "return grundy(a) == (a[1] > 0 and a[1] ~ a[2] or a[2])"), 2).is_proved);
  EXPECT_TRUE(
      proof_of(file_of(kNim, "a", "local s = 0; for i = 1, #a do s = s ~ a[i] end return grundy(a) == s"), 3).is_proved);
  EXPECT_TRUE(proof_of(file_of(kNim, "a", "return (outcome(a) == 'P') == (a[1] == a[2])"), 2).is_proved);
}

TEST(ClaimProofs, FindWhereAClaimFailsBeyondItsBox) {
  const ClaimProof proof = of_king("return (outcome(x, y) == 'P') == (x % 2 == 0 and y % 2 == 0 and x < 40)");
  EXPECT_FALSE(proof.is_proved);
  ASSERT_TRUE(proof.counterexample);
  EXPECT_EQ(*proof.counterexample, (Position{40, 0}));
  // It holds of the king on a board without an edge, and says nothing of won squares.
  EXPECT_EQ(of_king("return outcome(x, y) == 'N' or x % 2 == 0").counterexample, std::nullopt);
  EXPECT_FALSE(of_king("return outcome(x, y) == 'N' or x % 2 == 0").is_proved);
  // What is said of won squares alone may be wrong as well.
  EXPECT_FALSE(of_king("if x % 2 == 0 and y % 2 == 0 then return outcome(x, y) == 'P' end "
                       "return outcome(x, y) == 'N' and x + y < 1000")
                   .is_proved);
}

TEST(ClaimProofs, SayWhyThereIsNone) {
  EXPECT_EQ(of_king("return x * y >= 0").refusal, "check, line 3: a product of two numbers that depend on the position");
  EXPECT_EQ(of_king("return outcome(x, y) == outcome(y, x)").refusal, "check, line 3: the value of another position");
  EXPECT_EQ(of_king("return remoteness(x, y) <= x + y").refusal, "check, line 3: a call to remoteness");
  EXPECT_EQ(of_king("return #options(x, y) < 4").refusal, "check, line 3: a call to options");
  EXPECT_EQ(of_king("return outcome(x, y) == 'N' or x % 2 == 0").refusal,
            "it does not say of each position which outcome or value it has");
}

TEST(ClaimProofs, AreNotAboutWhatABoxLeavesOut) {
  const ClaimProof proof = proof_of(
      "return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end, "
      "claims = { { 'a claim', box = { { 5, 30 } }, check = function(n) "
      "return (outcome(n) == 'P') == (n % 2 == 0 and n > 0) end } } }",
      1);
  EXPECT_FALSE(proof.is_proved);
  EXPECT_EQ(proof.counterexample, std::nullopt);
  EXPECT_EQ(proof.refusal, "it is about positions from 5 on");
}

TEST(ClaimProofs, AreToldByVerify) {
  RuleDirectory rules;
  const auto game =
      rules.load(file_of(kKing, "x, y", "return (outcome(x, y) == 'P') == (x % 2 == 0 and y % 2 == 0 and x < 40)"));
  const Check check = check_claim(*game, game->claims.at(0), Box({0, 0}, {9, 9}), Budget());
  EXPECT_EQ(check.difference, std::nullopt);
  EXPECT_FALSE(check.verdict->is_proved);
  EXPECT_EQ(check.verdict->beyond, (Position{40, 0}));
}

/// Whether binary digits of a number below 0 are asked for, of which Lua and conditions say different things.
bool is_of_negative_digits(const Term& term, std::span<const std::int64_t> numbers) {
  for (const Term& part : term.parts) {
    if (is_of_negative_digits(part, numbers)) return true;
    const std::optional<std::int64_t> value = value_of(part, numbers);
    if (term.kind == Term::Kind::bits && (!value || *value < 0)) return true;
  }
  return false;
}
bool is_of_negative_digits(const Predicate& predicate, std::span<const std::int64_t> numbers) {
  return std::ranges::any_of(predicate.terms, [&](const Term& term) { return is_of_negative_digits(term, numbers); }) ||
         std::ranges::any_of(predicate.parts, [&](const Predicate& part) { return is_of_negative_digits(part, numbers); });
}

RC_GTEST_PROP(GeneratedClaims, AreReadAsTheConditionsThatTheyState, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::inRange<std::uint16_t>(0, 5040)));
  const Predicate stated = test::PredicateGenerator(draw, false).predicate(2);
  RuleDirectory rules;
  const auto game =
      rules.load(file_of(kKing, "x, y", "return (outcome(x, y) == 'P') == (" + lua_text(stated, {"x", "y"}) + ")"));
  const Result<FlowProgram> program = game->claims.at(0).program(2);
  if (!program) RC_FAIL(program.reason());
  const Result<Predicate> condition = condition_of_claim(*program);
  if (!condition) RC_FAIL(condition.reason());
  RC_ASSERT(only_compares_with_zero(*condition, 2));
  for (std::int64_t x = 0; x < 12; ++x)
    for (std::int64_t y = 0; y < 12; ++y) {
      const std::array<std::int64_t, 2> at = {x, y};
      if (is_of_negative_digits(stated, at)) continue;
      const bool is_p = holds(stated, at).value();
      for (const std::int64_t value : {0, 1, 2}) {
        const std::array<std::int64_t, 3> tuple = {x, y, value};
        RC_ASSERT(holds(*condition, tuple).value() == (is_p == (value == 0)));
      }
      RC_ASSERT(holds(with_zero_decided(*condition, 2, true), at).value() == is_p);
      RC_ASSERT(holds(with_zero_decided(*condition, 2, false), at).value() == !is_p);
    }
}

}  // namespace
}  // namespace bouton
