// Strategies in rule files.
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/play/board.h"
#include "engine/play/player.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// A game of one heap with a player whose body is `body`.
std::string nim_with(const std::string& body) {
  return "return game { position = { 'n' }, moves = function(n) for t = 1, n do move.take(n - t) end end,\n"
         "players = { ann = function(position, options) " +
         body + " end } }";
}

std::size_t choice(const Game& game, PositionView position, std::uint64_t seed = 1) {
  Options options;
  game.rules->options(position, options);
  Random random(seed);
  return game.players.at(0).choose(position, options, random);
}

TEST(Players, SeeThePositionAndItsOptions) {
  RuleDirectory rules;
  const auto game =
      rules.load(nim_with("assert(position[1] == 5 and #options == 5 and options[2].to[1] == 3)\n"
                          "assert(options[2].label == 'take') return 4"));
  EXPECT_EQ(game->players.at(0).name, "ann");
  EXPECT_EQ(choice(*game, Position{5}), 3U);
}

TEST(Players, SeeNothingOfWhatTheyWroteBefore) {
  RuleDirectory rules;
  const auto game =
      rules.load(nim_with("assert(#position == 1 and #options == position[1])\n"
                          "for i, o in ipairs(options) do\n"
                          "  assert(#o.to == 1 and o.to[1] == position[1] - i and o.label == 'take')\n"
                          "  for key in pairs(o) do assert(key == 'label' or key == 'to') end\n"
                          "end\n"
                          "for key in pairs(options) do assert(math.type(key) == 'integer') end\n"
                          "table.sort(options, function(a, b) return a.to[1] < b.to[1] end)\n"
                          "options[1].to[1], options[2].to, options[1].label, position[1] = 99, { 5, 6 }, nil, 77\n"
                          "if #options == 3 then options.seen, options[1].to[2], position[4] = true, 1, 2 end\n"
                          "return #options"));
  for (const Coordinate n : {5, 4, 3, 2, 5, 3, 3, 40, 6})
    EXPECT_EQ(choice(*game, Position{n}), static_cast<std::size_t>(n - 1)) << n;
}

TEST(Players, SeeSplitsAsListsOfPositions) {
  RuleDirectory rules;
  const auto game = rules.load(
      "return game { position = { 'n' }, moves = function(n) for k = 1, n // 2 do split(k, n - k) end end,\n"
      "players = { ann = function(_, options) for i, o in ipairs(options) do\n"
      "  if o.to[1][1] == 2 and o.to[2][1] == 5 then return i end end end } }");
  EXPECT_EQ(choice(*game, Position{7}), 1U);
}

TEST(Players, HaveFloatsAndChance) {
  RuleDirectory rules;
  const auto game =
      rules.load(nim_with("assert(math.cos(0) == 1 and math.abs(math.sqrt(2)^2 - 2) < 1e-9 and math.pi > 3)\n"
                          "assert(math.abs(math.log(8, 2) - 3) < 1e-9)\n"
                          "local x = random() assert(0 <= x and x < 1) return random(#options)"));
  std::array<int, 4> counts{};
  for (std::uint64_t seed = 0; seed < 400; ++seed) ++counts[choice(*game, Position{4}, seed)];
  for (const int count : counts) EXPECT_GT(count, 50);
  EXPECT_EQ(choice(*game, Position{4}, 9), choice(*game, Position{4}, 9));
}

TEST(Players, AloneHaveThem) {
  RuleDirectory rules;
  for (const char* word : {"random(3)", "math.cos(n)", "math.sqrt(n)", "math.log(n)"}) {
    const auto game =
        rules.load(fmt::format("return game {{ position = {{ 'n' }}, moves = function(n) local x = {} move(0) end }}", word));
    Options options;
    try {
      game->rules->options(Position{3}, options);
      FAIL() << word;
    } catch (const RuleError& error) {
      EXPECT_NE(std::string(error.what()).find("is for players only"), std::string::npos) << error.what();
    }
  }
}

TEST(Players, MustNameAnOption) {
  RuleDirectory rules;
  for (const auto& [body, what] : {std::pair{"return 0", "returned 0 at 3, expected the number of an option, from 1 to 3"},
                                   {"return 4", "returned 4 at 3"},
                                   {"return { 3 }", "returned {3} at 3, expected the number of an option, from 1 to 3, or"},
                                   {"return { 'a' }", "returned table at 3"},
                                   {"return 1.5", "returned a float at 3"},
                                   {"return", "returned nil at 3"},
                                   {"error('no idea')", "no idea"}}) {
    const auto game = rules.load(nim_with(body));
    try {
      choice(*game, Position{3});
      FAIL() << body;
    } catch (const RuleError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      EXPECT_TRUE(std::string(error.what()).starts_with("bad.lua:2")) << error.what();
    }
  }
}

TEST(Players, MaySayWhereTheyMove) {
  RuleDirectory rules;
  EXPECT_EQ(choice(*rules.load(nim_with("return { 1 }")), Position{3}), 1U);
}

/// Of more options than can be listed each is made as it is asked for, and what is kept of them is of no use afterwards.
TEST(Players, ChooseAmongOptionsThatAreNotListed) {
  RuleDirectory rules;
  const auto chosen = [&](const char* body, Coordinate n) {
    const auto game = rules.load(nim_with(body));
    Board board({game->rules});
    board.set_up(Sum{{0, {widen(n)}}});
    EXPECT_TRUE(board.is_large());
    Random random(1);
    return board.move(make_player(game->players[0].name, {game}, Budget{})->choose(board, random)).to[0][0];
  };
  EXPECT_EQ(chosen("return #options", 1'000'000'000'000), 0);
  EXPECT_EQ(chosen("return { 7 }", 1'000'000'000'000), 7);
  EXPECT_EQ(chosen("return options[5].to[1] == position[1] - 5 and options[#options + 1] == nil and 2 or 1", 1'000'000'000'000),
            999'999'999'998);
  EXPECT_THROW(chosen("return { 1000000000000 }", 1'000'000'000'000), RuleError);
  EXPECT_THROW(chosen("return 0", 1'000'000'000'000), RuleError);
}

TEST(Players, RememberNothing) {
  RuleDirectory rules;
  const auto game = rules.load(
      "local count = 0\nreturn game { position = { 'n' }, moves = function(n) for t = 1, n do move(n - t) end end,\n"
      "players = { ann = function() count = count + 1 return 1 end } }");
  EXPECT_THROW(choice(*game, Position{3}), RuleError);
}

}  // namespace
}  // namespace bouton
