// Claims of rule files.
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// Take 1 to 3, with one claim whose fields after the words are `fields`.
std::string subtraction_with(const std::string& fields) {
  return "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, 3) do move.take(n - t) end end,\n"
         "claims = { { 'a claim', " +
         fields + " } } }";
}

/// What comes of that claim up to 20.
Check checked(const std::string& fields) {
  RuleDirectory rules;
  const auto game = rules.load(subtraction_with(fields));
  return check_claim(*game, game->claims.at(0), Box({0}, {20}), {});
}

TEST(Claims, AskForValues) {
  EXPECT_EQ(checked("check = function(n) return (outcome(n) == 'P') == (n % 4 == 0) end").difference, std::nullopt);
  EXPECT_EQ(checked("check = function(n) return grundy(n) == n % 4 end").difference, std::nullopt);
  EXPECT_EQ(checked("check = function(n) return grundy(n) == grundy(n + 40) end").difference, std::nullopt);
  EXPECT_EQ(checked("check = function(n) return remoteness({ n }) < 5 end").difference, "9 is the least counterexample");
  EXPECT_EQ(checked("source = 'a book', box = { { 2, 7 } }, fails = { 5 }, check = function(n) return n < 5 end").difference,
            std::nullopt);
}

TEST(Claims, AskForOptions) {
  EXPECT_EQ(checked("check = function(n)\n"
                    "  for i, option in ipairs(options(n)) do\n"
                    "    if option.label ~= 'take' or option.to[1] ~= n - i then return false end\n"
                    "  end\n"
                    "  return #options(n) == math.min(n, 3)\n"
                    "end")
                .difference,
            std::nullopt);
  RuleDirectory rules;
  const auto game = rules.load(
      "return game { position = piles('a'), moves = function(a) for i = 1, #a do\n"
      "  if a[i] > 0 then split(a:with(i, 0), { 1 }) end end end,\n"
      "claims = { { 'x', check = function(a) return #a == 2 and options(a)[1].to[1]:with(1, 7)[1] == 7 and\n"
      "  options(a)[2].to[2][1] == 1 end } } }");
  const Check check = check_claim(*game, game->claims.at(0), Box({1, 1}, {1, 1}), {});
  EXPECT_EQ(check.difference, std::nullopt);
}

TEST(Claims, SayWhatIsWrongWithThem) {
  const auto error = [](const std::string& fields) -> std::string {
    try {
      checked(fields);
    } catch (const RuleError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error("check = function(n) return n end"),
            "bad.lua:2: claims: 1.check returned number at 0, expected true or false");
  EXPECT_EQ(error("check = function(n) return outcome(-1) == 'P' end"),
            "bad.lua:2: outcome(-1) has n = -1, the least value is 0, in check(0)");
  EXPECT_EQ(error("check = function(n) return outcome(1.5) == 'P' end"),
            "bad.lua:2: outcome: a coordinate is not an integer, in check(0)");
  EXPECT_EQ(error("check = 7"), "bad.lua:1: claims: 1.check is 7, expected a function");
  EXPECT_EQ(error("chek = 7"), "bad.lua:1: claims: 1 has no field 'chek'; did you mean 'check'?");
  EXPECT_EQ(error("box = { 1, 2 }, check = function() end"),
            "bad.lua:1: claims: 1.box is a table, expected a range for each of n, such as { 40, { 1, 9 } }");
  EXPECT_NE(error("box = { { 5, 2 } }, check = function() end").find("claims: 1.box: "), std::string::npos);
  EXPECT_EQ(error("fails = { -3 }, check = function() end"), "bad.lua:1: claims: 1.fails: -3 has n = -3, the least value is 0");
}

TEST(Claims, HaveWordsOfTheirOwn) {
  RuleDirectory rules;
  const auto game = rules.load(
      "return game { position = { 'n' }, moves = function(n) if n > 0 and outcome(n - 1) == 'P' then move(n - 1) end end }");
  Options options;
  try {
    game->rules->options(Position{3}, options);
    FAIL() << "moves asked for an outcome";
  } catch (const RuleError& error) {
    EXPECT_STREQ(error.what(), "bad.lua:1: outcome is for the checks of claims only, in moves(3)");
  }
}

TEST(Claims, AreNotThoseOfAVariant) {
  RuleDirectory rules;
  rules.write("other.lua", subtraction_with("check = function(n) return false end"));
  EXPECT_TRUE(rules.load("return variant('other', { play = 'misere' })")->claims.empty());
}

}  // namespace
}  // namespace bouton
