// Boards and graphs whose moves look at many cells: listed by control flow as Lua lists them.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/flow/flow_program.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/bindings/lua/rules/listed_options.h"

namespace bouton::lua {
namespace {

struct CellsRule {
  const char* name;
  const char* position;
  const char* helpers;
  const char* moves;  ///< the body of a function of `b`
};

const std::vector<CellsRule>& cells_rules() {
  static const std::vector<CellsRule> rules = {
      {"slides", "board(4, 5, '.XO')", "", R"(
  for r = 1, b.rows do
    for c = 1, b.columns do
      if b:at(r, c) == 1 then
        for _, d in ipairs({ { 1, 0 }, { 0, 1 }, { 1, 1 } }) do
          local y, x = r + d[1], c + d[2]
          while b:at(y, x) == 0 do
            move(b:with(r, c, 0, y, x, 1))
            y, x = y + d[1], x + d[2]
          end
        end
      end
    end
  end)"},
      {"counted chomp", "board(3, 5, 'X.')", "", R"(
  for r = 1, b.rows do
    for c = 1, b.columns do
      if b:at(r, c) == 0 and not (r == 1 and c == 1) then
        local q, n = b, 0
        for y = r, b.rows do
          for x = c, b.columns do
            n = n + 1 - q:at(y, x)
            q = q:with(y, x, 1)
          end
        end
        if n % 3 ~= 2 then move(q) end
      end
    end
  end)"},
      {"groups", "board(4, 4)", R"(
local function flood(b, r, c)
  if b:at(r, c) ~= 1 then return b end
  b = b:with(r, c, 0)
  b = flood(b, r + 1, c)
  b = flood(b, r - 1, c)
  b = flood(b, r, c + 1)
  return flood(b, r, c - 1)
end)",
       R"(
  for r, c in b:cells() do
    if b:at(r, c) == 1 then
      move.group(flood(b, r, c))
      move.one(b:with(r, c, 0))
    end
  end)"},
      {"few neighbours", "board(4, 5)", "", R"(
  for r = 1, b.rows do
    for c = 1, b.columns do
      if b:at(r, c) == 0 then
        local n = 0
        for y = r - 1, r + 1 do
          for x = c - 1, c + 1 do
            if (y ~= r or x ~= c) and b:at(y, x) == 1 then n = n + 1 end
          end
        end
        if n < 2 then move(b:with(r, c, 1)) end
      end
    end
  end)"},
      {"full rows vanish", "board(4, 4, '.XY')", "", R"(
  for r = 1, b.rows do
    for c = 1, b.columns do
      if b:at(r, c) == 0 then
        local q, full = b:with(r, c, 1), true
        for x = 1, b.columns do
          if q:at(r, x) == 0 then full = false break end
        end
        if full then
          for x = 1, b.columns do q = q:with(r, x, 2) end
        end
        move(q)
      end
    end
  end)"},
      {"gravity", "board(4, 5)", "", R"(
  for c = 1, b.columns do
    for r = 1, b.rows do
      if b:at(r, c) == 1 then
        local q = b
        for y = r, 2, -1 do q = q:with(y, c, b:at(y - 1, c)) end
        move(q:with(1, c, 0))
      end
    end
  end)"},
      {"no three", "board(4, 5)", R"(
local function three(b, r, c)
  for dr = 0, 1 do
    for dc = -1, 1 do
      if dr == 1 or dc == 1 then
        local n, y, x = 1, r + dr, c + dc
        while b:at(y, x) == 1 do n = n + 1 y, x = y + dr, x + dc end
        y, x = r - dr, c - dc
        while b:at(y, x) == 1 do n = n + 1 y, x = y - dr, x - dc end
        if n >= 3 then return true end
      end
    end
  end
  return false
end)",
       R"(
  for c = 1, b.columns do
    local r = b.rows
    while r > 0 and b:at(r, c) ~= 0 do r = r - 1 end
    if r > 0 then
      local q = b:with(r, c, 1)
      if not three(q, r, c) then move(q) end
    end
  end)"},
      {"counted", "board(3, 5)", R"(
local function stones(b)
  local n = 0
  for r, c in b:cells() do n = n + b:at(r, c) end
  return n
end)",
       R"(
  local n = stones(b)
  for r, c in b:cells() do
    if b:at(r, c) == 1 then
      if n % 3 ~= 0 then move(b:with(r, c, 0)) end
      for y, x in b:neighbours(r, c) do
        if b:at(y, x) == 1 and (y > r or x > c) then move.pair(b:with(r, c, 0, y, x, 0)) end
      end
    end
  end)"},
      {"a graph", "graph('grid 2 4')", R"(
local function reached(g, v)
  if g:at(v) ~= 0 then return g, 0 end
  g = g:with(v, 1)
  local n = 1
  for w in g:neighbours(v) do
    local k
    g, k = reached(g, w)
    n = n + k
  end
  return g, n
end)",
       R"(
  for v in b:cells() do
    local filled, n = reached(b, v)
    if n > 0 and n % 2 == 0 then move.fill(filled) end
    if n > 2 then move(b:with(v, 1)) end
  end)"},
      {"edges of a graph", "graph('complete 4', { cells = 'edges' })", "", R"(
  local total = 0
  for e in b:cells() do total = total + b:at(e) end
  for v = 1, b.vertices do
    local n, q = 0, b
    for e in b:edges_at(v) do
      local p, w = b:ends(e)
      if b:at(e) == 0 and p + w ~= 2 * v then n, q = n + 1, q:with(e, 1) end
    end
    if n > 0 and (total + n) % 3 ~= 0 then move.star(q) end
  end)"},
      {"an error", "board(3, 4)", "", R"(
  local n = 0
  for r, c in b:cells() do n = n + b:at(r, c) end
  for r, c in b:cells() do
    if b:at(r, c) == 1 then
      local y = r
      while b:at(y, c) == 1 do y = y + 1 end
      move(b:with(r, c, 0, y - n // 6, c, 0))
    end
  end)"},
      {"an error in a helper", "board(3, 4)", R"(
local function below(b, r, c)
  return b:at(r + 1, c) + 1
end)",
       R"(
  local n = 0
  for r, c in b:cells() do n = n + b:at(r, c) end
  for r, c in b:cells() do
    if b:at(r, c) == 1 and n > 1 then
      if n > 8 or r < 3 then move(b:with(r, c, below(b, r, c) // 2)) end
    end
  end)"},
  };
  return rules;
}

std::string game_text(const CellsRule& rule, const char* more = "") {
  return fmt::format("{}\nreturn game {{ position = {}, {} moves = function(b){}\nend }}", rule.helpers, rule.position, more,
                     rule.moves);
}

class CellsFlow : public testing::TestWithParam<std::size_t> {};

/// Which of them are programs: as plain Lua they would take a hundred times as long. With a function `valid`, since else many
/// of them are known as moves of a few cells.
TEST_P(CellsFlow, KnowsTheMovesAsControlFlow) {
  RuleDirectory directory;
  const auto game = directory.load(game_text(cells_rules()[GetParam()], "valid = function(b) return true end,"));
  const std::size_t cells = game->rules->domain().shape()->cells();
  const auto flow = game->rules->flow(cells);
  ASSERT_TRUE(flow) << flow.reason();
  EXPECT_EQ((*flow)->cells, cells);
}

TEST_P(CellsFlow, ListsTheOptionsThatLuaLists) {
  for (const char* more : {"", "valid = function(b) return b:at(1) ~= 1 or b:at(2) ~= 1 end,"}) {
    RuleDirectory directory;
    const CellsRule& rule = cells_rules()[GetParam()];
    const bool is_board = std::string(rule.position).starts_with("board");
    if (*more != 0 && is_board) more = "valid = function(b) return b:at(1, 1) ~= 1 or b:at(1, 2) ~= 1 end,";
    const auto game = directory.load(game_text(rule, more));
    const CellShape& shape = *game->rules->domain().shape();
    std::mt19937_64 random(GetParam());
    for (int n = 0; n < 400; ++n) {
      Position position = shape.empty();
      const std::uint64_t rare = 1 + random() % 3;
      for (Coordinate& state : position)
        if (random() % 4 < rare) state = static_cast<Coordinate>(random() % shape.states.size());
      ASSERT_EQ(listed(*game->rules, position, false), listed(*game->rules, position, true)) << shape.text(position);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, CellsFlow, testing::Range(std::size_t{0}, cells_rules().size()), [](const auto& info) {
  std::string name = cells_rules()[info.param].name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

// Long enough for machine code, and for more arrays of states than there is room for at first.
TEST(CellsFlow, OfManyPositionsIsThatOfLua) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { position = board(8, 8), moves = function(b)
    local n = 0
    for r, c in b:cells() do n = n + b:at(r, c) end
    for r, c in b:cells() do
      for y, x in b:cells() do
        if b:at(r, c) == 1 and b:at(y, x) == 0 and (n + y + x) % 3 ~= 0 then move(b:with(r, c, 0, y, x, 1)) end
      end
    end
  end })");
  const CellShape& shape = *game->rules->domain().shape();
  std::mt19937_64 random(1);
  for (int n = 0; n < 140; ++n) {
    Position position = shape.empty();
    for (Coordinate& state : position) state = static_cast<Coordinate>(random() % 2);
    if (n > 100) {
      ASSERT_EQ(listed(*game->rules, position, false), listed(*game->rules, position, true)) << shape.text(position);
    } else {
      (void)listed(*game->rules, position, false);
    }
  }
}

/// What a function says of a position: "yes", "no", or the error that it raises.
std::string existence(const Rules& rules, PositionView position) {
  try {
    return rules.valid(position) ? "yes" : "no";
  } catch (const RuleError& error) {
    return error.what();
  }
}

// Asked often enough for the function to become a program.
TEST(CellsFlow, WhichPositionsThereAreIsWhatLuaSays) {
  const char* const functions[] = {
      "local n = 0 for r, c in b:cells() do n = n + b:at(r, c) end return n % 3 ~= 1",
      "for r, c in b:cells() do if b:at(r, c) == 1 and b:at(r, c + 1) == 1 then return false end end return true",
      "for r, c in b:cells() do if b:at(r, c) == 1 then return b:at(r + 1, c) == 0 end end",
      "if b:at(1, 1) == 1 and b:at(2, 2) == 1 then return 7 end return b:at(1, 2) == 0",
      "if b:at(1, 1) == 1 and b:at(2, 3) == 1 then error('here') end return true",
      "local n = 0 for r, c in b:cells() do n = n + b:at(r, c) end return 12 // (n - 5) > 1",
  };
  for (const char* const valid : functions) {
    SCOPED_TRACE(valid);
    const std::string text = fmt::format(
        "return game {{ position = board(3, 4), valid = function(b) {} end, "
        "moves = function(b) for r, c in b:cells() do if b:at(r, c) == 1 then move(b:with(r, c, 0)) end end end }}",
        valid);
    RuleDirectory directory;
    const auto lifted = directory.load(text);
    directory.options.lift = false;
    const auto plain = directory.load(text);
    std::mt19937_64 random(1);
    std::set<std::string> seen;
    for (int n = 0; n < 1500; ++n) {
      Position position(std::vector<Coordinate>(12, 0));
      for (Coordinate& state : position) state = static_cast<Coordinate>(random() % 2);
      const std::string expected = existence(*plain->rules, position);
      ASSERT_EQ(existence(*lifted->rules, position), expected);
      seen.insert(expected);
    }
    EXPECT_GE(seen.size(), 2U);
  }
}

TEST(CellsFlow, RefusesWithTheLine) {
  const auto refusal = [](const char* moves) {
    RuleDirectory directory;
    const auto game =
        directory.load(fmt::format("return game {{ position = board(3, 3), moves = function(b)\n{}\nend }}", moves));
    const auto flow = game->rules->flow(9);
    return flow ? std::string() : flow.reason();
  };
  // The first loop makes runs that are not followed cell by cell.
  const std::string count = "local own, n = {0}, 0 for r, c in b:cells() do n = n + b:at(r, c) own[1] = n end\n";
  EXPECT_EQ(refusal((count + "for r, c in b:cells() do local q = b:with(r, c, 1) if q ~= b then move(q) end end").c_str()),
            "not control flow because of moves, line 3: a comparison of two positions");
  EXPECT_EQ(refusal((count + "split(b, b)").c_str()),
            "not control flow because of moves, line 3: a move that splits the position");
  EXPECT_EQ(refusal((count + "local s = tostring(b) if n > 0 and s == '' then move(b) end").c_str()),
            "not control flow because of moves, line 3: a call to tostring");
}

TEST(CellsFlow, IsSearchedAsLuaSearchesIt) {
  for (const CellsRule& rule : cells_rules()) {
    if (std::string(rule.name).starts_with("an error") || std::string(rule.name) == "slides") continue;
    const auto solved = [&](bool lift) {
      RuleDirectory directory;
      directory.options.lift = lift;
      const auto game = directory.load(game_text(rule));
      const CellShape& shape = *game->rules->domain().shape();
      std::vector<Answer> all;
      std::mt19937_64 random(5);
      for (int n = 0; n < 3; ++n) {
        Position position = shape.empty();
        for (Coordinate& state : position) state = random() % 3 == 0 ? 0 : 1;
        all.push_back(Solver({game->rules}, Budget()).solve({{0, widen(position)}}));
      }
      return all;
    };
    const std::vector<Answer> lifted = solved(true), interpreted = solved(false);
    for (std::size_t i = 0; i < lifted.size(); ++i) {
      EXPECT_EQ(lifted[i].value.outcome, interpreted[i].value.outcome) << rule.name;
      EXPECT_EQ(lifted[i].value.grundy, interpreted[i].value.grundy) << rule.name;
      EXPECT_EQ(lifted[i].winning_moves.size(), interpreted[i].winning_moves.size()) << rule.name;
    }
  }
}

}  // namespace
}  // namespace bouton::lua
