// The options of rules that are not programs of families: listed by control flow once they are asked about often, as Lua lists
// them.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/bindings/lua/lift/flow/flow_rules.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/bindings/lua/rules/listed_options.h"

namespace bouton::lua {
namespace {

std::string game_text(const FlowRule& rule) {
  std::string axes;
  for (std::size_t i = 0; i < rule.high.size(); ++i) axes += fmt::format("'{}', ", "abc"[i]);
  return fmt::format("local function rule()\n{}\nend\nreturn game {{ position = {{ {} }}, moves = rule() }}", rule.source,
                     axes);
}

/// Positions where the two differ, after `rounds` times through the box.
void expect_same(const Game& game, const Box& box, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    Position position(box.low());
    do {
      ASSERT_EQ(listed(*game.rules, position, false), listed(*game.rules, position, true)) << to_string(position);
    } while (box.next(position));
  }
}

TEST(FlowOptions, AreThoseOfLua) {
  for (const bool native : {true, false})
    for (const FlowRule& rule : flow_rules()) {
      RuleDirectory directory;
      directory.options.native_code = native;
      const auto game = directory.load(game_text(rule));
      SCOPED_TRACE(rule.name);
      Position low;
      for (std::size_t i = 0; i < rule.high.size(); ++i) low.push_back(0);
      expect_same(*game, Box(low, rule.high), 2);
    }
}

TEST(FlowOptions, KeepNamesErrorsAndWhatIsValid) {
  constexpr const char* kWhile = "local t = 1 while t * t <= a do {} t = t + 1 end";
  const std::vector<std::string> moves = {
      "move(a - t * t, b, 'square')",                      // names
      "if a == 37 then move(a, b - 1000) end move(a, b)",  // no position of the game at some of them
      "if t == 3 then move(a // (a - 40), b) end",         // an error of arithmetic
      "if a + b > 9 then move(a - t * t, b) end",
  };
  for (const std::string& move : moves)
    for (const char* valid : {"", "valid = function(a, b) return (a + 2 * b) % 7 ~= 3 end, "}) {
      RuleDirectory directory;
      const auto game =
          directory.load(fmt::format("return game {{ position = {{ 'a', 'b' }}, {} moves = function(a, b) {} end }}", valid,
                                     fmt::format(fmt::runtime(kWhile), move)));
      SCOPED_TRACE(move);
      expect_same(*game, Box({0, 0}, {60, 12}), 2);
    }
}

// Long enough for machine code, which must not stop for what the interpreter stops for later.
TEST(FlowOptions, OfManyRoundsAreThoseOfLua) {
  RuleDirectory directory;
  const auto game = directory.load(
      "local function gcd(x, y) while y ~= 0 do x, y = y, x % y end return x end\n"
      "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
      "  for t = 1, a do if gcd(t, b) == 1 then move(a - t, b, 'left') end end\n"
      "  for t = 1, b do if gcd(t, a) == 1 then move(a, b - t, 'right') end end\nend }");
  expect_same(*game, Box({150, 150}, {190, 170}), 1);
}

// What a program of families has listed at first is listed by machine code when there have been very many.
TEST(FlowOptions, OfFamiliesAreThoseOfLuaHoweverManyThereWere) {
  constexpr int kTimes = 600;
  const std::vector<std::string> moves = {
      "for t = 1, a do move(a - t, b) end for t = 1, math.min(a, b) do move(a - t, b - t) end",
      "for t = 1, a do move(a - t, b, 'left') end for t = 1, b do move(a, b - t, 'right') end",
      "for t = 1, a do move(a - t, b, 'take ' .. t) end",                      // names that are made of values
      "for t = 1, a do move(a - t, b) end if b == 7 then move(a, b - 8) end",  // no position of the game
      "for t = 1, a, 2 do for u = 0, t do if u <= b then move(a - t, b - u) end end end",
      "for t = 1, a do move(a - t, b // t) end if a == 3 then move(a // (b - 5), b) end",  // an error of arithmetic
  };
  for (const bool native : {true, false})
    for (const std::string& move : moves)
      for (const char* valid : {"", "valid = function(a, b) return (a + 2 * b) % 7 ~= 3 end, "}) {
        RuleDirectory directory;
        directory.options.native_code = native;
        const auto game = directory.load(
            fmt::format("return game {{ position = {{ 'a', 'b' }}, {} moves = function(a, b) {} end }}", valid, move));
        SCOPED_TRACE(move);
        // Of a position from which all of them are allowed, and of one that has an error.
        for (int time = 0; time < kTimes; ++time) (void)listed(*game->rules, Position{180, 90}, false);
        expect_same(*game, Box({0, 0}, {40, 15}), 1);
      }
}

// An option beyond an end of a coordinate, whichever names it, is the error that the interpreter says, by machine code too.
TEST(FlowOptions, StayBetweenTheEndsOfEachCoordinate) {
  constexpr int kTimes = 40'000;  // of a position from which all of them are allowed
  const std::vector<std::string> moves = {
      "local t = 1 while t * t <= a do move(a - t * t, b) t = t + 1 end",  // below the least
      "local t = 1 while t < 6 do move(a, b + t) t = 2 * t end",           // above the greatest
      "local t = 1 while t * t <= a do move(b, a) t = t + 1 end",          // what one may be the other may not
      "local t = 1 while t * t <= b do move(a, b - t) t = t + 1 end move(2, 0)",
      "local t = 1 while t * t <= b do move(a, b - t) t = t + 1 end if a == 29 then move(1, 0) end",  // a constant
      "local t = 1 while t * t <= b do move(a, b - t) t = t + 1 end if a > 28 then move(a, math.maxinteger + b) end",
  };
  for (const bool native : {true, false})
    for (const std::string& move : moves) {
      RuleDirectory directory;
      directory.options.native_code = native;
      const auto game = directory.load(fmt::format(
          "return game {{ position = {{ {{ 'a', min = 2, max = 30 }}, {{ 'b', min = -4, max = 12 }} }}, moves = function(a, b) "
          "{} end }}",
          move));
      SCOPED_TRACE(move);
      Options options;
      for (int time = 0; time < kTimes; ++time) {
        options.clear();
        game->rules->options(Position{8, 3}, options);
        ASSERT_FALSE(options.empty());
      }
      expect_same(*game, Box({2, -4}, {30, 12}), 2);
    }
}

TEST(FlowOptions, OfPilesAreThoseOfLuaHoweverManyThereWere) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = piles 'pile', moves = function(p)\n"
      "  for i, n in ipairs(p) do for t = 1, n do move(p:with(i, n - t)) end end\nend }");
  for (int time = 0; time < 600; ++time) (void)listed(*game->rules, Position{90, 60, 40}, false);
  expect_same(*game, Box({0, 0, 0}, {7, 6, 5}), 1);
  expect_same(*game, Box({0}, {9}), 1);
}

}  // namespace
}  // namespace bouton::lua
