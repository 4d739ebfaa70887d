// Rule functions keep nothing from one call to the next, whatever they captured.

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

constexpr const char* kGame =
    "return game { position = { 'n' }, moves = function(n) if n > 0 and step() % 2 == 1 then move(n - 1) end end }";

std::string complaint_about_options(const std::string& text) {
  RuleDirectory directory;
  try {
    const std::shared_ptr<const Game> game = directory.load(text);
    (void)option_texts(*game, "3");
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

TEST(Iterator, OfPairsCannotBeCaptured) {
  const std::string expected =
      "bad.lua:2: moves: an iterator of pairs is captured and would go on from call to call; call pairs where it is used";
  EXPECT_EQ(complaint_about_options("local it = pairs { 1, 2, 3 }\n"
                                    "return game { position = { 'n' }, moves = function(n) if it() then move(0) end end }"),
            expected);
  EXPECT_EQ(complaint_about_options("local deep = { { it = pairs { { 0 } } } }\n"
                                    "return game { position = { 'n' }, moves = function(n) deep[1].it()[1] = 1 end }"),
            expected);
  EXPECT_EQ(complaint_about_options("it = pairs { 1, 2, 3 }\n"
                                    "return game { position = { 'n' }, moves = function(n) if it() then move(0) end end }"),
            expected);
}

TEST(Iterator, OfIpairsHasNoMemory) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local list = { 5, 6 }\nlocal it, l, i = ipairs(list)\n"
      "return game { position = { 'n' }, moves = function(n) local _, v = it(l, i) move(v) end }");
  EXPECT_EQ(option_texts(*game, "9"), (std::vector<std::string>{"(5)"}));
  EXPECT_EQ(option_texts(*game, "9"), (std::vector<std::string>{"(5)"}));
  EXPECT_EQ(
      complaint_about_options("local list = { { 5 } }\nlocal it, l, i = ipairs(list)\n"
                              "return game { position = { 'n' }, moves = function(n) local _, v = it(l, i) v[1] = 6 end }"),
      "bad.lua:3: a captured list cannot be changed: after loading, a rule file's values are frozen, in moves(3)");
}

TEST(Captured, VariablesAreWatchedWhereverTheFunctionStands) {
  const std::string expected =
      "bad.lua:3: moves changed the captured variable 'count'; rule functions may not change anything, in moves(3)";
  const std::string counter = "local count = 0 local function next_count() count = count + 1 return count end\n";
  const std::string game = "\n" + std::string(kGame);
  EXPECT_EQ(complaint_about_options(counter + "local step = next_count" + game), expected);
  EXPECT_EQ(complaint_about_options(counter + "step = next_count" + game), expected);
  const auto through = [&](const std::string& table, const std::string& call) {
    return complaint_about_options(counter + table + "\nreturn game { position = { 'n' }, moves = function(n) if " + call +
                                   " % 2 == 1 then move(0) end end }");
  };
  EXPECT_EQ(through("local t = { step = next_count }", "t.step()"), expected);
  EXPECT_EQ(through("local t = { { { next_count } } }", "t[1][1][1]()"), expected);
  EXPECT_EQ(through("t = { step = next_count }", "t.step()"), expected);
}

TEST(Captured, EnvironmentsCannotBeExchanged) {
  EXPECT_EQ(complaint_about_options(
                "return game { position = { 'n' }, moves = function(n) local e = _ENV _ENV = { move = e.move } end }"),
            "bad.lua:1: moves changed the captured variable '_ENV'; rule functions may not change anything, in moves(3)");
}

TEST(Captured, VariablesAreAllPutBackAlsoAfterAnError) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local a, b = 0, 0\nreturn game { position = { 'n' }, moves = function(n)\n"
      "  if n == 1 then a = 1 b = 1 error('oh') end\n"
      "  if n == 2 then a = 1 b = 1 end\n"
      "  if n == 3 then move(a) move(b) end\nend }");
  EXPECT_THROW((void)option_texts(*game, "1"), RuleError);
  EXPECT_EQ(option_texts(*game, "3"), (std::vector<std::string>{"(0)", "(0)"}));
  EXPECT_THROW((void)option_texts(*game, "2"), RuleError);
  EXPECT_EQ(option_texts(*game, "3"), (std::vector<std::string>{"(0)", "(0)"}));
}

}  // namespace
}  // namespace bouton
