// Rule files of coins that are turned, beside the same moves told as splits.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/rules/under_play.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::shared_ptr<const Game> shipped(RuleDirectory& directory, const char* name) {
  return lua::load_game(name, {}, directory.options);
}

Table searched(const Game& game, const Box& box) {
  return Solver({game.rules}, Budget{}, {.closed_form = false}).table(box, ValueKind::grundy);
}

/// The options and the values of a game beside those of one whose moves are told position by position.
void expect_same(const Game& game, const Game& told, const Box& box) {
  Position at = box.low();
  for (std::uint64_t i = 0; i < box.size(); ++i, box.next(at)) {
    const std::string text = to_string(at);
    ASSERT_EQ(option_texts(game, text), option_texts(told, text)) << text;
  }
  const Table expected = searched(told, box);
  EXPECT_EQ(searched(game, box).cells, expected.cells);
  EXPECT_EQ(Solver({game.rules}, Budget{}).table(box, ValueKind::grundy).cells, expected.cells);
}

/// Each as the heads that it leaves.
std::multiset<std::multiset<Position>> options_in_any_order(const Game& game, const Position& at) {
  Options options;
  game.rules->options(at, options);
  std::multiset<std::multiset<Position>> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::multiset<Position> heads;
    for (std::size_t part = 0; part < options[i].size(); ++part) heads.emplace(options[i][part]);
    found.insert(std::move(heads));
  }
  return found;
}

TEST(Coins, RugsAreRectanglesOfCoins) {
  RuleDirectory directory;
  const auto told = directory.load(R"(return game {
    position = { "x", "y" },
    moves = function(x, y)
      for top = 1, x do
        for left = 1, y do
          local others = {}
          for a = top, x do
            for b = left, y do
              if a < x or b < y then others[#others + 1] = { a, b } end
            end
          end
          split.turn(table.unpack(others))
        end
      end
    end,
  })");
  const auto rugs = shipped(directory, "rugs");
  const Box box({0, 0}, {8, 8});
  EXPECT_EQ(Solver({rugs->rules}, Budget{}).table(box, ValueKind::grundy).cells, searched(*told, box).cells);
  EXPECT_EQ(options_in_any_order(*rugs, {6, 5}), options_in_any_order(*told, {6, 5}));
}

TEST(Coins, TurningCornersTurnsTheCornersOfRectangles) {
  RuleDirectory directory;
  const auto told = directory.load(R"(return game {
    position = { "x", "y" },
    moves = function(x, y)
      for a = 0, x - 1 do
        for b = 0, y - 1 do split.turn({ a, b }, { a, y }, { x, b }) end
      end
    end,
  })");
  expect_same(*shipped(directory, "turning-corners"), *told, Box({0, 0}, {9, 9}));
}

TEST(Coins, AStripIsASplitIntoItsCompanions) {
  RuleDirectory directory;
  const auto coins = directory.load(
      "return game { companions = function(n) for k = 1, (n - 1) // 2 do turn(0, k, n - k) end "
      "if n > 2 then turn() end end }");
  const auto told = directory.load(
      "return game { position = { 'n' }, moves = function(n) for k = 1, (n - 1) // 2 do split.turn(0, k, n - k) end "
      "if n > 2 then split.turn() end end }",
      {}, "told.lua");
  expect_same(*coins, *told, Box({0}, {30}));
  EXPECT_NE(coins->rules->lifting(1).moves, nullptr);
  EXPECT_EQ(coins->rules->domain().names(), "n");
}

TEST(Coins, RunsAreNeighboursThatAreTurned) {
  RuleDirectory directory;
  const auto runs = directory.load("return game { runs = function(k) return k * k end }");
  const auto told = directory.load(R"(return game { position = { { "n", min = 1 } }, moves = function(n)
    for k = 1, n do
      if k * k <= n then
        local coins = {}
        for coin = n - k * k + 1, n - 1 do coins[#coins + 1] = coin end
        split.turn(table.unpack(coins))
      end
    end
  end })",
                                   {}, "told.lua");
  expect_same(*runs, *told, Box({1}, {40}));
  // As many neighbours as one likes: Ruler, whose places begin at 0 with a row of tails.
  const auto all = directory.load("return game { runs = function(k) return k end }", {}, "all.lua");
  const auto ruler = shipped(directory, "ruler");
  EXPECT_EQ(searched(*all, Box({1}, {30})).cells, searched(*ruler, Box({1}, {30})).cells);
  // The lengths end where there is no more.
  const auto few =
      directory.load("return game { runs = function(k) return ({ 2, 3 })[k] end, position = { 'n' } }", {}, "few.lua");
  EXPECT_EQ(option_texts(*few, "0"), std::vector<std::string>());
  EXPECT_EQ(option_texts(*few, "5").size(), 2U);
}

TEST(Coins, AProductOfRunsIsThatOfTheirCompanions) {
  RuleDirectory directory;
  const auto runs = directory.load(R"(return game { product = {
    game { runs = function(k) return 2 * k - 1 end },
    game { runs = function(k) return k * (k + 1) // 2 end },
  } })");
  const auto told = directory.load(R"(
    local function neighbours(n, length)
      local coins = {}
      for coin = n - length + 1, n - 1 do coins[#coins + 1] = coin end
      turn(table.unpack(coins))
    end
    return game { position = { { "x", min = 1 }, { "y", min = 1 } }, product = {
      game { companions = function(n) for length = 1, n, 2 do neighbours(n, length) end end },
      game { companions = function(n) for _, length in ipairs { 1, 3, 6, 10 } do
        if length <= n then neighbours(n, length) end end end },
    } })",
                                   {}, "told.lua");
  const Box box({1, 1}, {9, 9});
  EXPECT_EQ(options_in_any_order(*runs, {7, 6}), options_in_any_order(*told, {7, 6}));
  EXPECT_EQ(Solver({runs->rules}, Budget{}).table(box, ValueKind::grundy).cells, searched(*told, box).cells);
}

/// Random sets of companions, as tables of a rule file.
std::string arbitrary_strip() {
  std::string sets;
  for (int place = 0; place < 5; ++place) {
    sets += "{ ";
    for (int count = *rc::gen::inRange(0, 4); count > 0; --count) {
      sets += "{ ";
      for (int coin = 0; coin < place; ++coin)
        if (*rc::gen::arbitrary<bool>()) sets += fmt::format("{}, ", coin);
      sets += "}, ";
    }
    sets += "}, ";
  }
  return fmt::format(
      "(function() local sets = {{ {} }} return {{ companions = function(n) if n < 5 then "
      "for _, set in ipairs(sets[n + 1]) do turn(table.unpack(set)) end end end }} end)()",
      sets);
}

RC_GTEST_PROP(Coins, ProductsPassEveryComparison, ()) {
  RuleDirectory directory;
  const auto game =
      directory.load(fmt::format("return game {{ product = {{ {}, {} }} }}", arbitrary_strip(), arbitrary_strip()));
  for (const Check& check : verify(*game, Box({0, 0}, {4, 4}), Budget{})) RC_ASSERT(!check.difference);
}

/// A file of coins says who wins at the end as any other file does, and a request may say otherwise.
RC_GTEST_PROP(Coins, PlayIsThatOfTheFile, ()) {
  RuleDirectory directory;
  const bool is_product = *rc::gen::arbitrary<bool>();
  const std::string moves = is_product ? fmt::format("product = {{ {}, {} }}", arbitrary_strip(), arbitrary_strip())
                                       : fmt::format("companions = {}.companions", arbitrary_strip());
  const auto misere = directory.load("return game { play = 'misere', " + moves + " }", {}, "misere.lua");
  const auto normal = directory.load("return game { " + moves + " }", {}, "normal.lua");
  Sum heads;
  for (int count = *rc::gen::inRange(1, 4); count > 0; --count) {
    BigPosition head;
    for (int i = is_product ? 2 : 1; i > 0; --i) head.emplace_back(*rc::gen::inRange(0, is_product ? 3 : 6));
    heads.push_back({0, std::move(head)});
  }
  for (const Play play : {Play::normal, Play::misere})
    RC_ASSERT(Solver({under_play(misere->rules, play)}, Budget{}).outcome(heads) ==
              Solver({under_play(normal->rules, play)}, Budget{}).outcome(heads));
  RC_ASSERT(Solver({misere->rules}, Budget{}).outcome(heads) ==
            Solver({under_play(normal->rules, Play::misere)}, Budget{}).outcome(heads));
}

std::string complaint(const std::string& text, const std::string& position = "") {
  RuleDirectory directory;
  try {
    const auto game = directory.load("return game { " + text + " }");
    if (!position.empty()) Solver({game->rules}, Budget{}).solve({{0, parse_position(*game, position)}}, 10);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Coins, WhatIsNoGameOfCoinsIsRefused) {
  const std::string strip = "{ companions = function(n) for a = 0, n - 1 do turn(a) end end }";
  const std::string product = "product = { " + strip + ", " + strip + " }";
  EXPECT_EQ(complaint(product, "3,4"), "");
  const std::map<std::string, std::string> complaints = {
      {"companions = function(n) end, moves = function(n) end, position = { 'n' }",
       "moves, companions, runs and product each say what the moves are; a game has one of them"},
      {"companions = function(n) end, " + product,
       "moves, companions, runs and product each say what the moves are; a game has one of them"},
      {"companions = function(n) end, position = { 'a', 'b' }", "position: a head lies at 1 place"},
      {product + ", position = piles('a')", "position: a head lies at 2 places, one for each strip"},
      {"companions = function(n) end, play = function(n) return 'normal' end",
       "play: coins are turned under normal or misere play; a function would have to know all heads"},
      {"product = { { companions = function(n) end, play = 'misere' }, " + strip + " }",
       "product: 1: play: the product says under which play its coins are turned; leave play out of its strips"},
      {"companions = function(n) end, valid = function(n) return true end",
       "valid is not for games of coins: every place exists"},
      {"companions = function(n) again(n - 1) end",
       "companions: coins are turned by turn(...), which does not oblige (again, entail)"},
      {product + ", normalize = function(x, y) return x, y end",
       "normalize is not for products of strips; symmetric says which places may be permuted"},
      {product + ", closed_form = 'nim'",
       "closed_form is not for products of strips: their values are products of those of strips"},
      {"product = { " + strip + ", { companions = function(n) end, closed_form = 'nimm' } }",
       "product: 2: there is no closed form 'nimm'; did you mean 'nim'?"},
      {"product = { " + strip + " }",
       "product is a table, expected a list of two strips of coins or more, such as { include(\"ruler\"), include(\"ruler\") "
       "}"},
      {"product = { " + strip + ", 7 }", "product: 2: it is 7, expected a strip of coins: a game with companions or runs"},
      {"runs = 7", "runs is 7, expected a function"},
      {"runs = function(k) return k end, companions = function(n) end",
       "moves, companions, runs and product each say what the moves are; a game has one of them"},
      {"runs = function(k) return k end, closed_form = 'nim'",
       "normalize, closed_form and heap are not for games with runs, whose values are counted"},
      {"product = { " + strip + ", { runs = function(k) return k end } }, position = { 'x', 'y' }",
       "position: y begins at 0, but its strip at 1"},
      {"product = { " + strip + ", { companions = 7 } }", "product: 2: companions is 7, expected a function"},
  };
  for (const auto& [text, expected] : complaints) EXPECT_EQ(complaint(text), "bad.lua:1: " + expected) << text;
  EXPECT_EQ(complaint("product = { " + strip + ", { companions = function(n) entail(n - 1) end } }"),
            "bad.lua:1: product: 2: companions: coins are turned by turn(...), which does not oblige (again, entail)");
}

TEST(Coins, WhatIsWrongWithCompanionsIsSaid) {
  EXPECT_NE(complaint("companions = function(n) turn(n + 1) end", "3").find("coin 4 is turned along with coin 3"),
            std::string::npos);
  EXPECT_NE(complaint("companions = function(n) if n > 1 then turn(0, 0) end end", "3").find("coin 0 is turned twice"),
            std::string::npos);
  EXPECT_NE(complaint("runs = function(k) return 5 - k end", "9").find("runs: length 2 is 3, but it must be more than 4"),
            std::string::npos);
  EXPECT_NE(complaint("runs = function(k) return 'k' end", "9").find("bad.lua:1: runs returned"), std::string::npos);
  const std::string wrong = "{ companions = function(n) if n > 1 then turn(n) end end }";
  EXPECT_NE(complaint("product = { " + wrong + ", " + wrong + " }", "3,3").find("coin 3 is turned along with coin 3"),
            std::string::npos);
}

/// What a strip claims is looked at, too.
TEST(Coins, AStripWithAWrongFormulaIsFound) {
  const std::string wrong = "{ companions = function(n) for a = 1, n - 1 do turn(a) end end, closed_form = 'nim' }";
  EXPECT_NE(complaint("product = { " + wrong + ", " + wrong + " }", "3,3").find("closed_form says that"), std::string::npos);
}

}  // namespace
}  // namespace bouton
