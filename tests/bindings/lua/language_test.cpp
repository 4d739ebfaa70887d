// The words of the rule language, each doing what it says.

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

using Texts = std::vector<std::string>;

TEST(Language, MovesAreListedInTheOrderOfTheCallsWithTheirLabels) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'S', 'L' }, moves = function(S, L)\n"
      "  for t = 1, S do move.left(S - t, L) end\n  if L > 0 then move(S, L - 1) end end }");
  EXPECT_EQ(option_texts(*game, "2,1"), (Texts{"left(1,1)", "left(0,1)", "(2,0)"}));
}

TEST(Language, SplitsTakeBareIntegersInGamesOfOneCoordinateAndListsElsewhere) {
  RuleDirectory directory;
  const auto heap =
      directory.load("return game { position = { 'n' }, moves = function(n) split.cut(1, n - 1) split({ 2 }, n) end }");
  EXPECT_EQ(option_texts(*heap, "5"), (Texts{"cut(1)(4)", "(2)(5)"}));
  const auto pair =
      directory.load("return game { position = { 'a', 'b' }, moves = function(a, b) split({ a, 0 }, { 0, b }) end }");
  EXPECT_EQ(option_texts(*pair, "5,6"), (Texts{"(5,0)(0,6)"}));
  const auto none = directory.load("return game { position = { 'n' }, moves = function(n) split() end }");
  EXPECT_EQ(option_texts(*none, "5"), (Texts{""}));
}

TEST(Language, PilesAreAListWithChangedCopies) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = piles('a'), moves = function(a)\n"
      "  move(a:with(1, 9)) move(a:without(2)) move(a:insert(1, 8)) move(a:insert(#a + 1, 0)) move({ #a, a[1] })\n"
      "  local sum = 0 for i, v in ipairs(a) do sum = sum + v end move({ sum }) end }");
  EXPECT_EQ(option_texts(*game, "3,4"), (Texts{"(9,4)", "(3)", "(8,3,4)", "(3,4,0)", "(2,3)", "(7)"}));
}

TEST(Language, SeveralPilesAreChangedAtOnce) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = piles('a'), moves = function(a)\n"
      "  move(a:with(1, 9, 2, 8)) move(a:with(2, a[1], 1, a[2])) move(a:with(1, 5, 1, 6)) end }");
  EXPECT_EQ(option_texts(*game, "3,4"), (Texts{"(9,8)", "(4,3)", "(6,4)"}));
  const auto complaint = [](const std::string& changed) -> std::string {
    RuleDirectory bad;
    try {
      option_texts(*bad.load("return game { position = piles('a'), moves = function(a) move(" + changed + ") end }"), "3,4");
    } catch (const RuleError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(complaint("a:with(1, 9, 2)").find("with: pile 2 has no value beside it"), std::string::npos);
  EXPECT_NE(complaint("a:with(1)").find("with: pile 1 has no value beside it"), std::string::npos);
  EXPECT_NE(complaint("a:with(1, 9, 3, 1)").find("with: there is no pile 3"), std::string::npos);
}

TEST(Language, ValuesHaveNames) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n', { 'goal', values = { 'normal', 'attrition' } } }, moves = function(n, goal) move(n, 1 - "
      "goal) end }");
  EXPECT_EQ(option_texts(*game, "5,attrition"), (Texts{"(5,0)"}));
  EXPECT_EQ(show_position(*game, parse_position(*game, "5,1")), "5,attrition");
  EXPECT_THROW(parse_position(*game, "5,2"), RequestError);
}

TEST(Language, StartTakesFewerNumbers) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n', 'limit' }, moves = function() end, start = function(n) return n, n - 1 end }");
  EXPECT_EQ(to_string(parse_position(*game, "7")), "7,6");
  EXPECT_EQ(to_string(parse_position(*game, "7,2")), "7,2");
  EXPECT_THROW(parse_position(*game, "0"), RequestError);
  const auto alone =
      directory.load("return game { position = { 'n' }, moves = function() end, start = function() return 4 end }");
  EXPECT_EQ(to_string(parse_position(*alone, "")), "4");
}

TEST(Language, ReadIsTheWayBackOfShow) {
  RuleDirectory directory;
  const auto row = directory.load(
      "return game { position = piles('coin', { max = 1 }), moves = function() end,\n"
      "  show = function(a) return table.concat(a) end,\n"
      "  read = function(text) local a = {} for i = 1, #text do local c = text:byte(i) - 48\n"
      "    if c ~= 0 and c ~= 1 then return nil, 'coins are 0 or 1' end a[i] = c end return a end }");
  EXPECT_EQ(parse_position(*row, "0110"), (BigPosition{0, 1, 1, 0}));
  EXPECT_EQ(parse_position(*row, "(0,1)"), (BigPosition{0, 1}));
  EXPECT_EQ(show_position(*row, parse_position(*row, "101")), "101");
  EXPECT_EQ(parse_coordinates(*row, "1"), BigPosition{1});
  try {
    parse_position(*row, "01a");
    FAIL();
  } catch (const RequestError& error) {
    EXPECT_STREQ(error.what(), "position 01a: coins are 0 or 1");
  }
  const auto pair = directory.load(
      "return game { position = { 'a', 'b' }, moves = function() end, read = function(text)\n"
      "  if text == 'twice' then return 2, 2 elseif text == 'huge' then return 1, '100000000000000000000'\n"
      "  elseif text == 'list' then return { 3, 4 } elseif text == 'one' then return 1 elseif text == 'half' then return 1, "
      "0.5\n"
      "  elseif text == 'oops' then error('no') end end }");
  EXPECT_EQ(to_string(parse_position(*pair, "twice")), "2,2");
  EXPECT_EQ(to_string(parse_position(*pair, "huge")), "1,100000000000000000000");
  EXPECT_EQ(to_string(parse_position(*pair, "list")), "3,4");
  EXPECT_EQ(to_string(parse_position(*pair, "5,6")), "5,6");
  EXPECT_THROW(parse_position(*pair, "one"), RequestError);
  EXPECT_THROW(parse_position(*pair, "twin"), RequestError);
  EXPECT_THROW(parse_position(*pair, "half"), RuleError);
  try {
    parse_position(*pair, "oops");
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_NE(std::string(error.what()).find("bad.lua:4: no, in read('oops')"), std::string::npos) << error.what();
  }
}

TEST(Language, ParametersAreIntegersStringsListsAndFunctions) {
  RuleDirectory directory;
  const std::string text =
      "local m = param('m', 3, 'how many')\nlocal word = param('word', 'x')\nlocal set = param('set', {})\n"
      "local f = param('f', function(x, y) return x + y end)\n"
      "return game { position = { 'n' }, moves = function(n)\n"
      "  move(m) move(#word) move(f(n, 10)) for _, s in ipairs(set) do move(s) end end }";
  EXPECT_EQ(option_texts(*directory.load(text), "1"), (Texts{"(3)", "(1)", "(11)"}));
  const auto set = directory.load(text, {{"m", "-5"}, {"m", "5"}, {"word", "1,2"}, {"set", "7,8"}, {"f", "x*y"}});
  EXPECT_EQ(option_texts(*set, "1"), (Texts{"(5)", "(3)", "(10)", "(7)", "(8)"}));
  ASSERT_EQ(set->parameters.size(), 4U);
  EXPECT_EQ(set->parameters[0].doc, "how many");
  EXPECT_EQ(to_string(set->parameters[2].value), "7,8");
  EXPECT_EQ(to_string(set->parameters[3].value), "x*y");
  const auto whole = directory.load(text, {{"f", "function(a, b) if a > b then return a end return b end"}});
  EXPECT_EQ(option_texts(*whole, "1"), (Texts{"(3)", "(1)", "(10)"}));
}

TEST(Language, IncludeReadsTheFileBeside) {
  RuleDirectory directory;
  directory.write("shared.lua", "local shared = {}\nfunction shared.half(n) return n // 2 end\nreturn shared");
  const auto game = directory.load(
      "local shared = include('shared')\nreturn game { position = { 'n' }, moves = function(n) move(shared.half(n)) end }");
  EXPECT_EQ(option_texts(*game, "9"), (Texts{"(4)"}));
}

TEST(Language, AVariantChangesSomeFields) {
  RuleDirectory directory;
  const auto misere = directory.load("return variant('wythoff', { play = 'misere' })", {}, "lost.lua");
  EXPECT_EQ(misere->name, "lost");
  EXPECT_EQ(misere->rules->play(), Play::misere);
  EXPECT_TRUE(misere->known.empty());
  const auto triple = directory.load("return variant('take-away', { params = { f = function(x) return 3 * x end } })");
  EXPECT_EQ(option_texts(*triple, "3"), (Texts{"(2,3)", "(1,6)"}));
  EXPECT_TRUE(triple->parameters.empty());
  EXPECT_THROW(directory.load("return variant('copycat', { params = { m = 'x' } })"), RuleError);
}

TEST(Language, SymmetricPositionsHaveOneForm) {
  RuleDirectory directory;
  const auto normal = [&](const std::string& field, Position position) {
    directory.load("return game { position = { 'a', 'b', 'c' }, moves = function() end, " + field + " }")
        ->rules->normalize(position);
    return to_string(position);
  };
  EXPECT_EQ(normal("symmetric = true", {3, 1, 2}), "1,2,3");
  EXPECT_EQ(normal("symmetric = { 'a', 'c' }", {3, 1, 2}), "2,1,3");
  EXPECT_EQ(normal("normalize = function(a, b, c) return b, c, a end", {3, 1, 2}), "1,2,3");
}

TEST(Language, PairsGoesThroughKeysInAFixedOrder) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local t = { z = 1, a = 2, [3] = 3, [1] = 4, [-1] = 5, [true] = 6 }\n"
      "return game { position = { 'n' }, moves = function() for k, v in pairs(t) do move(v) end move(#{ next(t) }) end }");
  EXPECT_EQ(option_texts(*game, "0"), (Texts{"(5)", "(4)", "(3)", "(2)", "(1)", "(6)", "(2)"}));
}

TEST(Language, CapturedTablesCanBeReadWhenFrozen) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local t = { { 1, 2 }, { 3, 4, x = 5 } }\n"
      "return game { position = { 'n' }, moves = function(n)\n"
      "  move(#t) move(t[2].x) move(rawlen(t[1])) move(table.unpack(t[2], 1, 1)) move(rawget(t[1], 2)) move(select('#', "
      "table.unpack(t))) end }");
  EXPECT_EQ(option_texts(*game, "0"), (Texts{"(2)", "(5)", "(2)", "(3)", "(2)", "(2)"}));
}

TEST(Language, PlayMayDependOnTheTerminalPosition) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n' }, moves = function() end, play = function(n)\n"
      "  if n == 0 then return 'normal' elseif n == 1 then return 'misere' else return 'draw' end end }");
  EXPECT_EQ(game->rules->terminal_outcome(Position{0}), Outcome::P);
  EXPECT_EQ(game->rules->terminal_outcome(Position{1}), Outcome::N);
  EXPECT_EQ(game->rules->terminal_outcome(Position{2}), Outcome::draw);
}

TEST(Language, PatternsAreNotAtHand) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n' }, moves = function() move(('a.c'):find('.')) move(#('%d'):format(12)) end }");
  Options options;
  EXPECT_THROW(game->rules->options(Position{0}, options), RuleError);  // find gives two numbers
  const auto plain =
      directory.load("return game { position = { 'n' }, moves = function() local i = ('a.c'):find('.') move(i) end }");
  EXPECT_EQ(option_texts(*plain, "0"), (Texts{"(2)"}));
}

}  // namespace
}  // namespace bouton
