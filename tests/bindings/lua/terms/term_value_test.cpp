// Games whose positions are any values.
#include "bindings/lua/terms/term_value.h"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/play/starts.h"
#include "engine/rules/sample_box.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// Heaps as a list of lists of strings: kayles on rows of pins, a string of | each, by whatever way it is stated.
constexpr const char* kPins = R"(
return game {
  name = "pins", position = value(), example = { "|||", "||" },
  moves = function(rows)
    for r, row in ipairs(rows) do
      for take = 1, 2 do
        for left = 0, #row - take do
          local new = {}
          for k, other in ipairs(rows) do if k ~= r then new[#new + 1] = other end end
          for _, pins in ipairs { left, #row - take - left } do
            if pins > 0 then new[#new + 1] = ("|"):rep(pins) end
          end
          move.bowl(new)
        end
      end
    end
  end,
  normalize = function(rows) table.sort(rows) return rows end,
  components = function(rows)
    local parts = {}
    for i, row in ipairs(rows) do parts[i] = { row } end
    return parts
  end,
  show = function(rows) return #rows == 0 and "none" or table.concat(rows, " ") end,
  parse = function(text)
    local rows = {}
    if text == "none" then return rows end
    for i = 1, #text do
      local c = text:sub(i, i)
      if c ~= "|" and c ~= " " then return nil, "pins are |" end
      if c == "|" then
        if i == 1 or text:sub(i - 1, i - 1) == " " then rows[#rows + 1] = "" end
        rows[#rows] = rows[#rows] .. c
      end
    end
    return rows
  end,
})";

// A002186.
constexpr std::uint32_t kKayles[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6};

std::string error_of(const std::string& text, const std::string& position) {
  RuleDirectory directory;
  try {
    const auto game = directory.load(text, {}, "game.lua");
    Options options;
    game->rules->options(*narrow(parse_position(*game, position)), options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::string with_moves(const std::string& moves, const std::string& more = "") {
  return fmt::format("return game {{ name = 'g', position = value(), moves = {}, {} }}", moves, more);
}

TEST(Terms, ArePositionsThatAreSolvedBySearchAndByComponents) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  Solver solver({game->rules}, Budget());
  for (std::size_t a = 0; a < 7; ++a)
    for (std::size_t b = 0; b < 5; ++b) {
      const std::string text = std::string(a, '|') + " " + std::string(b, '|');
      EXPECT_EQ(solver.grundy({{0, parse_position(*game, a + b == 0 ? "none" : text)}}), Nimber(kKayles[a] ^ kKayles[b]))
          << text;
    }
  EXPECT_EQ(solver.grundy({{0, parse_position(*game, "|||||||||||")}}), Nimber(kKayles[11]));
  EXPECT_EQ(solver.outcome({{0, parse_position(*game, "||| |||")}}), Outcome::P);
}

TEST(Terms, AreShownAndReadByTheGamesOwnWords) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  const BigPosition position = parse_position(*game, "|| |||");
  EXPECT_EQ(position_text(*game, position), "|| |||");
  EXPECT_EQ(show_position(*game, *game->example), "||| ||");
  EXPECT_EQ(parse_position(*game, "({})"), parse_position(*game, "none")) << "a literal is read in any game";
  EXPECT_EQ(game->rules->domain().text(*narrow(position)), R"({"||","|||"})");
  EXPECT_THROW(parse_position(*game, "oo"), RequestError);
  EXPECT_THROW(parse_position(*game, "{1.5}"), RequestError);
}

TEST(Terms, AreVerifiedFromTheEndsOfPlays) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  const Budget budget;
  for (const Check& check : verify(*game, verification_box(*game, budget), budget, {})) {
    EXPECT_FALSE(check.difference) << check.name << ": " << *check.difference;
    if (check.skipped.empty()) {
      EXPECT_GT(check.compared, 0U) << check.name;
    }
  }
}

TEST(Terms, FalseComponentsAndNormalFormsAreContradicted) {
  RuleDirectory directory;
  const char* const kTake = "function(n) for t = 1, math.min(n, 2) do move(n - t) end end";
  const auto apart = directory.load(
      with_moves(kTake, "example = 6, components = function(n) if n < 2 then return { n } end return { 1, n - 1 } end"), {},
      "a.lua");
  EXPECT_THROW(Solver({apart->rules}, Budget()).grundy({{0, parse_position(*apart, "5")}}), ContradictedClaim);
  const auto same = directory.load(with_moves(kTake, "example = 6, normalize = function(n) return n // 2 end"), {}, "b.lua");
  EXPECT_THROW(Solver({same->rules}, Budget()).grundy({{0, parse_position(*same, "5")}}), ContradictedClaim);
}

TEST(Terms, WhatIsNoValueIsAnErrorAtItsLine) {
  EXPECT_EQ(
      error_of(with_moves("function(n)\n  move({ 1, 2.5 })\nend"), "3"),
      "game.lua:2: move: the position has the float 2.5 in it, positions are made of integers, strings and lists (// divides "
      "integers), in moves(3)");
  EXPECT_EQ(error_of(with_moves("function(n)\n\n  move({ a = 1 })\nend"), "3"),
            "game.lua:3: move: the position holds a table that is not a list: its keys are not 1, 2, 3, ..., in moves(3)");
  EXPECT_NE(error_of(with_moves("function(n) local t = {} t[1] = t move(t) end"), "3").find("or one that contains itself"),
            std::string::npos);
  EXPECT_NE(error_of(with_moves("function(n) move(true) end"), "3").find("has a boolean in it"), std::string::npos);
  EXPECT_NE(error_of(with_moves("function(n) move(1, 2) end"), "3").find("move takes one position"), std::string::npos);
  EXPECT_NE(
      error_of(with_moves("function(n) end", "components = function(n) return n end, example = 3"), "x").find("position x"),
      std::string::npos);
  for (const char* more : {"symmetric = true", "independent = true", "closed_form = 'nim'", "heap = { code = '0.3' }",
                           "read = function() end, parse = function() end"})
    EXPECT_NE(error_of(with_moves("function(n) end", more), "3"), "") << more;
}

/// Lists of integers that are the code of no value, as a caller who takes positions for numbers may pass.
const std::vector<Position> kNoTerms = {{},
                                        {3},
                                        {3, 4},
                                        {4},
                                        {4, 1, 2},
                                        {-1},
                                        {-1, 5},
                                        {2, 2},
                                        {6, 0},
                                        {-2},
                                        {0, 0},
                                        {9, 0},
                                        {kLeastCoordinate},
                                        {kGreatestCoordinate},
                                        {3 * (std::int64_t{1} << 40)}};

TEST(Terms, WhatIsNoValueIsRefusedByTheSolver) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  for (const Position& position : kNoTerms) {
    SCOPED_TRACE(to_string(position));
    Solver solver({game->rules}, Budget());
    const Sum sum = {{0, widen(position)}};
    EXPECT_THROW(solver.solve(sum), RequestError);
    EXPECT_THROW(solver.outcome(sum), RequestError);
    EXPECT_THROW(solver.grundy(sum), RequestError);
    EXPECT_THROW(solver.remoteness(sum), RequestError);
    EXPECT_THROW(solver.moves(sum), RequestError);
    EXPECT_THROW(solver.outcome({sum[0], sum[0]}), RequestError);
    if (!position.empty()) {
      EXPECT_THROW(solver.table(Box(position, position), ValueKind::grundy), RequestError);
      EXPECT_THROW(solver.positions(Box(position, position), [](PositionView) {}), RequestError);
    }
    EXPECT_THROW(check_position(*game, sum[0].position), RequestError);
    EXPECT_EQ(position_text(*game, sum[0].position), to_string(position));
    EXPECT_EQ(show_position(*game, sum[0].position), to_string(position));
  }
  EXPECT_THROW(sample_box(*game, 10), RequestError);
}

TEST(Terms, WhatIsNoValueIsAnErrorOfTheRules) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  for (const Position& position : kNoTerms) {
    SCOPED_TRACE(to_string(position));
    Options options;
    EXPECT_THROW(game->rules->options(position, options), RuleError);
    EXPECT_THROW(game->rules->components(position, options), RuleError);
    Position normal = position;
    EXPECT_THROW(game->rules->normalize(normal), RuleError);
    EXPECT_THROW(game->show(position), RuleError);
  }
}

TEST(Terms, MovesMayChangeThePositionThatTheyAreGiven) {
  RuleDirectory directory;
  const auto game = directory.load(with_moves("function(p) p[1] = p[1] - 1 if p[1] >= 0 then move(p) end end"), {}, "game.lua");
  Solver solver({game->rules}, Budget());
  EXPECT_EQ(solver.remoteness({{0, parse_position(*game, "{4, 'x'}")}}), 4U);
}

TEST(Terms, BeginByChanceWhereSomeMovesLead) {
  RuleDirectory directory;
  const auto game = directory.load(kPins, {}, "pins.lua");
  Solver solver({game->rules}, Budget());
  Random random(3);
  std::set<std::string> starts;
  for (int i = 0; i < 40; ++i) {
    const std::optional<BigPosition> start = random_start(*game, parse_position(*game, "|||| |||"), solver, 0, random);
    ASSERT_TRUE(start);
    EXPECT_EQ(solver.outcome({{0, *start}}), Outcome::N);
    starts.insert(position_text(*game, *start));
  }
  EXPECT_GT(starts.size(), 5U);
  EXPECT_EQ(random_start(*game, parse_position(*game, "none"), solver, 0, random), std::nullopt);
  EXPECT_EQ(doubled(*game, parse_position(*game, "||")), parse_position(*game, "||"));
}

TEST(Terms, BeginWithinARangeOfWhatStartTakes) {
  RuleDirectory directory;
  const auto game = directory.load(
      with_moves("function(n) if n > 0 then move(n - 1) end end", "start = function(n) return n + 100 end"), {}, "game.lua");
  Random random(3);
  // As the code of a value 5 would be -1.
  for (int i = 0; i < 20; ++i) EXPECT_EQ(position_text(*game, start_within(*game, {{5, 5}}, random)), "105");
  EXPECT_THROW(start_within(*game, {{5, 5}, {1, 2}}, random), RequestError);
}

TEST(Terms, BeginWhereStartSays) {
  RuleDirectory directory;
  const auto game = directory.load(
      with_moves("function(s) if #s > 0 then move(s:sub(2)) end end", "start = function(n) return ('x'):rep(n) end"), {},
      "game.lua");
  EXPECT_EQ(position_text(*game, parse_position(*game, "3")), R"("xxx")");
}

}  // namespace
}  // namespace bouton
