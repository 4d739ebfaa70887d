// The phrase of a rule does not decide how it is answered: a game has its kernels however its loops are written.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/plan/explain.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton::lua {
namespace {

struct PhrasedGame {
  std::string name;
  std::string position;  ///< names of the coordinates
  std::string shape;     ///< what kernels make of it
  std::string outcomes;  ///< what answers the outcomes of a box
  std::vector<std::string> moves;
};

constexpr const char* kPhraseHelpers = R"(
local function slide(x, y, dx, dy) while x - dx >= 0 and y - dy >= 0 do x, y = x - dx, y - dy move(x, y) end end
local function walk(x, y, dx, dy) x, y = x - dx, y - dy if x < 0 or y < 0 then return end move(x, y) return walk(x, y, dx, dy) end
local function each(n, f) for x = 0, n - 1 do f(x) end end
local function least(x, y) if x < y then return x end return y end
local directions = { { 1, 0 }, { 0, 1 }, { 1, 1 } }
)";

// clang-format off
const std::vector<PhrasedGame>& phrased_games() {
  static const std::vector<PhrasedGame> games = {
    {"wythoff", "a, b", "rays (1, 0); (0, 1); (1, 1)", "table (rays)", {
      "for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end for t = 1, math.min(a, b) do move(a - t, b - t) end",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end t = 1 while t <= b do move(a, b - t) t = t + 1 end "
        "t = 1 while t <= a and t <= b do move(a - t, b - t) t = t + 1 end",
      "local x = a - 1 while x >= 0 do move(x, b) x = x - 1 end local y = b - 1 while y >= 0 do move(a, y) y = y - 1 end "
        "x, y = a - 1, b - 1 while x >= 0 and y >= 0 do move(x, y) x = x - 1 y = y - 1 end",
      "local x = a while x ~= 0 do x = x - 1 move(x, b) end local y = b while y ~= 0 do y = y - 1 move(a, y) end "
        "x, y = a, b while x ~= 0 and y ~= 0 do x, y = x - 1, y - 1 move(x, y) end",
      "if a > 0 then local t = 1 repeat move(a - t, b) t = t + 1 until t > a end "
        "if b > 0 then local t = 1 repeat move(a, b - t) t = t + 1 until t > b end "
        "if a > 0 and b > 0 then local t = 1 repeat move(a - t, b - t) t = t + 1 until t > a or t > b end",
      "local t = 1 ::top:: if t <= a then move(a - t, b) end if t <= b then move(a, b - t) end "
        "if t <= a and t <= b then move(a - t, b - t) end t = t + 1 if t <= a or t <= b then goto top end",
      "local t = 0 while true do t = t + 1 if t > a then break end move(a - t, b) end t = 0 "
        "while true do t = t + 1 if t > b then break end move(a, b - t) end t = 0 "
        "while true do t = t + 1 if t > a or t > b then break end move(a - t, b - t) end",
      "for t = 1, a + b do if t > a then break end move(a - t, b) end for t = 1, a + b do if t > b then break end move(a, b - t) end "
        "for t = 1, a + b do if t > a or t > b then break end move(a - t, b - t) end",
      "for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end "
        "for t = 1, a do if t > b then return end move(a - t, b - t) end",
      "for t = 1, math.max(a, b) do if t <= a then move(a - t, b) end if t <= b then move(a, b - t) end "
        "if t <= a and t <= b then move(a - t, b - t) end end",
      "local t, more = 1, true while more do more = false if t <= a then move(a - t, b) more = true end "
        "if t <= b then move(a, b - t) more = true end if t <= a and t <= b then move(a - t, b - t) end t = t + 1 end",
      "local m = a if b < m then m = b end for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end "
        "for t = 1, m do move(a - t, b - t) end",
      "slide(a, b, 1, 0) slide(a, b, 0, 1) slide(a, b, 1, 1)",
      "walk(a, b, 1, 0) walk(a, b, 0, 1) walk(a, b, 1, 1)",
      "for _, d in ipairs(directions) do local x, y = a - d[1], b - d[2] while x >= 0 and y >= 0 do move(x, y) "
        "x, y = x - d[1], y - d[2] end end",
      "for i = 1, #directions do local k = 1 while true do local x, y = a - k * directions[i][1], b - k * directions[i][2] "
        "if x < 0 or y < 0 then break end move(x, y) k = k + 1 end end",
    }},
    {"nim", "a, b, c", "rays (1, 0, 0); (0, 1, 0); (0, 0, 1)", "table (rays)", {
      "for t = 1, a do move(a - t, b, c) end for t = 1, b do move(a, b - t, c) end for t = 1, c do move(a, b, c - t) end",
      "for t = 1, math.max(a, b, c) do if t <= a then move(a - t, b, c) end if t <= b then move(a, b - t, c) end "
        "if t <= c then move(a, b, c - t) end end",
      "local t = 0 ::one:: if t < a then move(t, b, c) t = t + 1 goto one end t = 0 ::two:: if t < b then move(a, t, c) t = t + 1 "
        "goto two end t = 0 ::three:: if t < c then move(a, b, t) t = t + 1 goto three end",
      "each(a, function(x) move(x, b, c) end) each(b, function(x) move(a, x, c) end) each(c, function(x) move(a, b, x) end)",
    }},
    {"fibonacci nim", "n, q", "no special shape", "table (thresholds)", {
      "for t = 1, math.min(n, q) do move(n - t, 2 * t) end",
      "local t = 1 while t <= n and t <= q do move(n - t, t << 1) t = t + 1 end",
      "local t = 1 while t <= q do if t > n then return end move(n - t, t + t) t = t + 1 end",
      "local t = 1 ::top:: if t > n or t > q then return end move(n - t, 2 * t) t = t + 1 goto top",
      "local m if n < q then m = n else m = q end for t = 1, m do move(n - t, t * 2) end",
      "local left, t = n, 0 while left > 0 and t < q do left = left - 1 t = t + 1 move(left, 2 * t) end",
      "for t = 1, least(n, q) do move(n - t, 2 * t) end",
      "for t = 1, n do if t > q then break end move(n - t, 2 * t) end",
    }},
    {"take what is left", "n, q", "no special shape", "table (thresholds)", {
      "for t = 1, math.min(n, q + 1) do move(n - t, t) end",
      "local t = 1 while t <= n and t <= q + 1 do move(n - t, t) t = t + 1 end",
      "local cap = q + 1 if cap > n then cap = n end local t = cap while t > 0 do move(n - t, t) t = t - 1 end",
      "for t = 1, n do if t > q + 1 then break end move(n - t, t) end",
    }},
    {"wythoff's nim with some play", "a, b", "rays (1, 0); (0, 1); (1, 1) from (2, 1); (1, 1); (1, 1) from (1, 2)", "table (rays)", {
      "for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end "
        "for s = 1, a do for t = math.max(1, s - 1), math.min(b, s + 1) do move(a - s, b - t) end end",
      "for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end local s = 1 while s <= a do local t = s - 1 "
        "if t < 1 then t = 1 end while t <= b and t < s + 2 do move(a - s, b - t) t = t + 1 end s = s + 1 end",
      "for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end for s = 1, a do for t = 1, b do "
        "if t - s >= 2 then break end if s - t < 2 then move(a - s, b - t) end end end",
    }},
  };
  return games;
}
// clang-format on

Box cube(std::size_t dimensions, Coordinate greatest) {
  Position low, high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    low.push_back(0);
    high.push_back(greatest);
  }
  return {low, high};
}

/// By question about the box, what answers it.
std::map<std::string, std::string> methods_of(const Game& game, std::size_t dimensions, std::string& shape) {
  const Box box = cube(dimensions, dimensions == 2 ? 800 : 60);
  const Explanation explanation = explain(game, viewpoint(game, box), box, Budget());
  shape = explanation.shape;
  EXPECT_FALSE(explanation.program.empty());
  std::map<std::string, std::string> methods;
  for (const Explanation::Answer& answer : explanation.answers)
    if (answer.question.find(" from ") != std::string::npos) methods[answer.question] = answer.method();
  return methods;
}

void expect_options_of_lua(const Game& game, std::size_t dimensions) {
  const Box box = cube(dimensions, 5);
  Position position(box.low());
  do {
    Options options, expected;
    game.rules->options(position, options);
    game.rules->reference_options(position, expected);
    ASSERT_EQ(options.size(), expected.size()) << to_string(position);
    for (std::size_t i = 0; i < options.size(); ++i) EXPECT_TRUE(std::ranges::equal(options[i][0], expected[i][0]));
  } while (box.next(position));
}

TEST(Phrases, OfOneGameHaveItsKernels) {
  for (const PhrasedGame& game : phrased_games()) {
    const auto dimensions = static_cast<std::size_t>(1 + std::ranges::count(game.position, ','));
    std::map<std::string, std::string> plain;
    for (std::size_t phrase = 0; phrase < game.moves.size(); ++phrase) {
      SCOPED_TRACE(game.name + ": " + game.moves[phrase]);
      std::string names;
      for (const char c : game.position) names += c == ',' ? "', '" : c == ' ' ? "" : std::string(1, c);
      RuleDirectory directory;
      const auto loaded = directory.load(fmt::format("{}\nreturn game {{ position = {{ '{}' }}, moves = function({}) {} end }}",
                                                     kPhraseHelpers, names, game.position, game.moves[phrase]));
      std::string shape;
      const std::map<std::string, std::string> methods = methods_of(*loaded, dimensions, shape);
      EXPECT_EQ(shape, game.shape);
      if (phrase == 0) plain = methods;
      EXPECT_EQ(methods, plain);
      for (const auto& [question, method] : methods)
        if (question.starts_with("outcomes")) EXPECT_EQ(method, game.outcomes) << question;
      expect_options_of_lua(*loaded, dimensions);
    }
  }
}

}  // namespace
}  // namespace bouton::lua
