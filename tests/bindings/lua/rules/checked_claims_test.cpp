// What `verify` makes of the claims of rule files: of boards and of values of any form, for one value of a parameter, of
// variants; and where it asks the rule's own functions.
#include <algorithm>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/under_play.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// What came of the only claim with these words.
Check check_of(const Game& game, const std::string& words) {
  const Budget budget;
  for (const Check& check : verify(game, verification_box(game, budget), budget))
    if (check.name == words) return check;
  ADD_FAILURE() << "no check of: " << words;
  return {};
}

/// Each move fills one of the free cells, so who wins is the parity of their number.
constexpr const char* kFilling =
    "return game { position = board(2, 2, '.X'), moves = function(b)\n"
    "    for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end end,\n"
    "  claims = {\n"
    "    { 'parity', check = function(b)\n"
    "        local free = 0\n"
    "        for r, c in b:cells() do free = free + (b:at(r, c) == 0 and 1 or 0) end\n"
    "        return (outcome(b) == 'P') == (free % 2 == 0) and grundy(b) == free % 2 and remoteness(b) == free\n"
    "          and #options(b) == free end },\n"
    "    { 'options', check = function(b)\n"
    "        for _, option in ipairs(options(b)) do if outcome(option.to) == outcome(b) then return false end end\n"
    "        return true end },\n"
    "    { 'all is lost', check = function(b) return outcome(b) == 'P' end } } }";

TEST(CheckedClaims, AskAboutBoards) {
  RuleDirectory directory;
  const auto game = directory.load(kFilling);
  EXPECT_EQ(check_of(*game, "parity").difference, std::nullopt);
  EXPECT_EQ(check_of(*game, "parity").compared, 16U);
  EXPECT_EQ(check_of(*game, "options").difference, std::nullopt);
  // With four free cells it is lost, with three it is not.
  EXPECT_NE(check_of(*game, "all is lost").difference, std::nullopt);
  EXPECT_EQ(check_of(*game, "all is lost").verdict->counterexample, (Position{0, 0, 0, 1}));
}

TEST(CheckedClaims, RefuseABoardOfAnotherSize) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = board(1, 2, '.X'), moves = function(b) end,\n"
      "  claims = { { 'wrong', check = function(b) return outcome(1, 2) == 'P' end } } }");
  EXPECT_THROW(check_of(*game, "wrong"), RuleError);
}

TEST(CheckedClaims, AskAboutValuesOfAnyForm) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = value(), example = { 2, 3 }, moves = function(v)\n"
      "    for i = 1, #v do for left = 0, v[i] - 1 do\n"
      "      local to = { table.unpack(v) } to[i] = left move(to) end end end,\n"
      "  claims = {\n"
      "    { 'nim-sum', check = function(v) return grundy(v) == v[1] ~ v[2] and (outcome(v) == 'P') == (v[1] == v[2]) end },\n"
      "    { 'options', check = function(v)\n"
      "        for _, option in ipairs(options(v)) do if grundy(option.to) == grundy(v) then return false end end\n"
      "        return #options(v) == v[1] + v[2] end },\n"
      "    { 'no value above 1', check = function(v) return grundy(v) <= 1 end } } }");
  const Check holds = check_of(*game, "nim-sum");
  EXPECT_EQ(holds.difference, std::nullopt);
  EXPECT_GT(holds.compared, 3U);
  EXPECT_EQ(check_of(*game, "options").difference, std::nullopt);
  EXPECT_NE(check_of(*game, "no value above 1").difference, std::nullopt);
}

constexpr const char* kTakeUpToM =
    "local m = param('m', 2, 'the most to take')\n"
    "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, m) do move(n - t) end end,\n"
    "  claims = {\n"
    "    { 'multiples of 3', check = function(n) return (outcome(n) == 'P') == (n % 3 == 0) end },\n"
    "    { 'multiples of 4', params = { m = 3 }, check = function(n) return (outcome(n) == 'P') == (n % 4 == 0) end },\n"
    "    { 'multiples of 6', params = { m = 4 }, check = function(n) return (outcome(n) == 'P') == (n % 6 == 0) end } } }";

TEST(CheckedClaims, AreStatedForTheValueOfAParameter) {
  RuleDirectory directory;
  const auto usual = directory.load(kTakeUpToM);
  EXPECT_EQ(check_of(*usual, "multiples of 3").difference, std::nullopt);
  EXPECT_GT(check_of(*usual, "multiples of 3").compared, 0U);
  EXPECT_EQ(check_of(*usual, "multiples of 4").skipped, "it is claimed for m = 3");
  const auto three = directory.load(kTakeUpToM, {{"m", "3"}});
  EXPECT_EQ(check_of(*three, "multiples of 3").skipped, "it is claimed for the parameters' defaults");
  EXPECT_EQ(check_of(*three, "multiples of 4").difference, std::nullopt);
  EXPECT_GT(check_of(*three, "multiples of 4").compared, 0U);
  EXPECT_NE(check_of(*directory.load(kTakeUpToM, {{"m", "4"}}), "multiples of 6").difference, std::nullopt);
}

TEST(CheckedClaims, NameParametersThatTheGameHas) {
  RuleDirectory directory;
  try {
    (void)directory.load(
        "return game { position = { 'n' }, moves = function(n) end,\n"
        "  claims = { { 'any', params = { m = 3 }, check = function(n) return true end } } }");
    ADD_FAILURE() << "loaded";
  } catch (const RuleError& error) {
    EXPECT_EQ(std::string(error.what()), "bad.lua:1: claims: 1.params: the game has no parameter 'm'");
  }
}

TEST(CheckedClaims, OfOtherRulesAreCounted) {
  RuleDirectory directory;
  directory.write("base.lua", kTakeUpToM);
  const auto variant = directory.load("return variant('base', { params = { m = 5 } })", {}, "mine.lua");
  EXPECT_EQ(variant->claims.size(), 0U);
  EXPECT_EQ(check_of(*variant, "claims about other rules").skipped,
            "3 of the game that this is a variant of, or of its own convention of play");
  const auto misere = game_under_play(directory.load(kTakeUpToM), Play::misere);
  EXPECT_TRUE(check_of(*misere, "claims about other rules").skipped.starts_with("3 of"));
}

/// The functions raise an error where `valid` says that there is no position.
TEST(CheckedClaims, NobodyAsksAboutPositionsThatAreNotValid) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local function exists(a, b) return a >= b end\n"
      "return game { position = { { 'a', max = 6 }, { 'b', max = 6 } }, valid = exists,\n"
      "  normalize = function(a, b) assert(exists(a, b), 'normalize') return a, b end,\n"
      "  moves = function(a, b)\n"
      "    assert(exists(a, b), 'moves')\n"
      "    if b > 0 then move(a, b - 1) end\n"
      "    if a > b then move(a - 1, b) end end }");
  const Budget budget;
  for (const Check& check : verify(*game, Box({0, 0}, {6, 6}), budget)) EXPECT_EQ(check.difference, std::nullopt) << check.name;
}

/// A normal form of a valid position that is not valid itself is a fault of the rule all the same.
TEST(CheckedClaims, ANormalFormIsValid) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { { 'a', max = 4 }, { 'b', max = 4 } }, valid = function(a, b) return a >= b end,\n"
      "  normalize = function(a, b) if a == 3 then return 3, 4 end return a, b end,\n"
      "  moves = function(a, b) if b > 0 then move(a, b - 1) end end }");
  const Check check = check_of(*game, "positions against their normal forms");
  ASSERT_TRUE(check.difference);
  EXPECT_NE(check.difference->find("the normal form is not valid"), std::string::npos) << *check.difference;
}

}  // namespace
}  // namespace bouton
