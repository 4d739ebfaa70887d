// Games of piles whose moves make lists: listed by control flow as Lua lists them, and in tables the values that search finds.
#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/bindings/lua/rules/listed_options.h"

namespace bouton::lua {
namespace {

struct PilesRule {
  const char* name;
  const char* moves;  ///< a chunk that returns the function
};

const std::vector<PilesRule>& piles_rules() {
  static const std::vector<PilesRule> rules = {
      {"copied by a loop", R"(return function(p)
  for i = 1, #p do
    local t = 1
    while t * t <= p[i] do
      local q = {}
      for j = 1, #p do q[j] = p[j] end
      q[i] = p[i] - t * t
      move(q)
      t = t + 1
    end
  end
end)"},
      {"unpacked", R"(return function(p)
  for i = 1, #p do
    for t = 1, p[i] do
      local q = { table.unpack(p) }
      q[i] = p[i] - t
      if t % #p == 0 or p[i] % 2 == 1 then move(q) end
    end
  end
end)"},
      {"copied by a helper", R"(
local function copy(p) local q = {} for i, v in ipairs(p) do q[i] = v end return q end
return function(p)
  for i = 1, #p do
    for j = 1, #p do
      for t = 1, p[i], 2 do
        local q = copy(p)
        q[i] = q[i] - t
        if i ~= j and p[j] < p[i] - t then q[j] = q[j] + t // 2 end
        move(q)
      end
    end
  end
end)"},
      {"sorted", R"(return function(p)
  for i = 1, #p do
    for t = 1, 3 do
      if p[i] >= t then
        local q = { table.unpack(p) }
        q[i] = q[i] - t
        table.sort(q)
        move.take(q)
      end
    end
  end
end)"},
      {"sorted again and again", R"(return function(p)
  for i = 1, #p do
    local q = { table.unpack(p) }
    q[i] = q[i] - 1
    table.insert(q, q[i])
    for j = 1, #q do table.sort(q) end
    table.remove(q)
    if q[1] >= 0 and q[1] < p[1] then move(q) end
  end
end)"},
      {"from all of them", R"(return function(p)
  local least, sum = math.maxinteger, 0
  for _, v in ipairs(p) do if v > 0 and v < least then least = v end sum = sum + v end
  if sum == 0 then return end
  for t = 1, least do
    local q = {}
    for i = 1, #p do q[#q + 1] = p[i] > 0 and p[i] - t or 0 end
    move.all(q)
  end
  for i = 1, #p do for t = 1, p[i] do if t & 1 == 1 then move.one(p:with(i, p[i] - t)) end end end
end)"},
      {"changed in place", R"(return function(p)
  for i = 1, #p do
    local old = p[i]
    while p[i] > 0 do
      p[i] = p[i] // 2
      move(p)
    end
    p[i] = old
    local next = i % #p + 1
    if p[i] > p[next] then
      p[i], p[next] = p[next], p[i] - 1
      move(p)
      p[i], p[next] = old, p[i]
    end
  end
end)"},
      {"the largest", R"(return function(p)
  local at = 1
  for i = 2, #p do if p[i] > p[at] then at = i end end
  for t = 1, p[at] do
    local q = { table.unpack(p) }
    q[at] = q[at] - t
    move(q)
  end
end)"},
      {"turned round", R"(return function(p)
  local first = p[1]
  if first == 0 then return end
  local q = p:without(1)
  q = q:insert(#q + 1, first - 1)
  move(q)
  local at = first % #p + 1
  if p[at] > 0 then move.at(p:with(at, p[at] - 1)) end
end)"},
      {"another number of piles", R"(return function(p)
  for i = 1, #p do
    if p[i] > 2 then
      local q = {}
      for j = 1, #p do if j ~= i or p[i] % 3 ~= 0 then q[#q + 1] = p[j] end end
      if p[i] % 3 ~= 0 then q[i] = p[i] - 3 end
      move(q)
    end
  end
end)"},
      {"empty ones go", R"(return function(p)
  for i = 1, #p do
    local t = 1
    while t * t <= p[i] do
      if t * t == p[i] then move.gone(p:without(i)) else move(p:with(i, p[i] - t * t)) end
      t = t + 1
    end
  end
end)"},
      {"split in place", R"(return function(p)
  for i, x in ipairs(p) do
    local t = 1
    while 2 * t < x do
      if #p < 5 and x % t == 0 then move(p:with(i, t):insert(i + 1, x - t)) end
      t = t + 1
    end
    if x <= 2 and x > 0 then move(p:without(i)) end
  end
end)"},
      {"merged", R"(
local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
return function(p)
  for i = 1, #p do
    for j = i + 1, #p do
      if gcd(p[i], p[j]) > 1 then move.merge(p:with(i, p[i] + p[j] - 1):without(j)) end
    end
    if p[i] > 1 then move.take(p:with(i, p[i] - 1)) else move.gone(p:without(i)) end
  end
end)"},
      {"put back in order", R"(return function(p)
  for i = 1, #p do
    local t = 1
    while t * t <= p[i] do
      local q = {}
      for j = 1, #p do if j ~= i then q[#q + 1] = p[j] end end
      local v = p[i] - t * t
      if v > 0 then
        local k = 1
        while k <= #q and q[k] < v do k = k + 1 end
        table.insert(q, k, v)
      end
      move(q)
      t = t + 1
    end
  end
end)"},
      {"doubled", R"(return function(p)
  if #p == 0 or p[1] == 0 or #p > 4 then return end
  local q = {}
  for _, v in ipairs(p) do q[#q + 1] = v // 2 if v > 4 then q[#q + 1] = 0 end end
  while #q > 2 and q[#q] == 0 do table.remove(q) end
  move(q)
  move(p:insert(p[1] % (#p + 1) + 1, 0):without(1))
end)"},
      {"an error", R"(return function(p)
  for i = 1, #p do
    local q = { table.unpack(p) }
    if p[i] == 5 then q[i] = p[i + 1] - 1 end
    if q[i] > 0 then q[i] = q[i] - 1 move(q) end
  end
end)"},
  };
  return rules;
}

std::string game_text(const PilesRule& rule) {
  return fmt::format("local function rule()\n{}\nend\nreturn game {{ position = piles('p'), moves = rule() }}", rule.moves);
}

class PilesFlow : public testing::TestWithParam<std::size_t> {};

TEST_P(PilesFlow, ListsTheOptionsThatLuaLists) {
  const PilesRule& rule = piles_rules()[GetParam()];
  for (const bool native : {true, false}) {
    RuleDirectory directory;
    directory.options.native_code = native;
    const auto game = directory.load(game_text(rule));
    for (const std::size_t piles : {0, 1, 2, 3, 4}) {
      std::mt19937_64 random(piles);
      for (int n = 0; n < 300; ++n) {
        Position position;
        for (std::size_t i = 0; i < piles; ++i) position.push_back(static_cast<Coordinate>(random() % 12));
        ASSERT_EQ(listed(*game->rules, position, false), listed(*game->rules, position, true)) << to_string(position);
      }
    }
  }
}

TEST_P(PilesFlow, HasTheTablesOfTheRuleAsItIsWritten) {
  const PilesRule& rule = piles_rules()[GetParam()];
  const std::string name = rule.name;
  if (name == "an error") return;  // nothing to tabulate
  const Box box({0, 0, 0}, {9, 9, 9});
  const auto cells = [&](bool lift, ValueKind kind) {
    RuleDirectory directory;
    directory.options.lift = lift;
    const auto game = directory.load(game_text(rule));
    return Solver({game->rules}, Budget()).table(box, kind).cells;
  };
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    EXPECT_EQ(cells(true, kind), cells(false, kind)) << bouton::name(kind);
}

INSTANTIATE_TEST_SUITE_P(Rules, PilesFlow, testing::Range(std::size_t{0}, piles_rules().size()), [](const auto& info) {
  std::string name = piles_rules()[info.param].name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

/// A game in which every move makes the sum of the piles less.
std::string random_piles(std::mt19937_64& random) {
  const auto one_of = [&](std::initializer_list<const char*> all) { return *(all.begin() + random() % all.size()); };
  const char* const rounds = one_of({"p[i]", "math.min(p[i], 3)", "#p", "p[i] // 2", "p[#p]"});
  const char* const copy = one_of({"{ table.unpack(p) }", "copy(p)", "p:with(i, p[i])", "p:insert(1, 9):without(1)"});
  const char* const index = one_of({"i", "#p + 1 - i", "p[1] % #p + 1", "largest(p)"});
  const char* const change = one_of({"q[k] = q[k] - t", "q[k] = q[k] // (t + 1)", "q = p:with(k, p[k] - t)",
                                     "local v = table.remove(q, 1) q[#q + 1] = v q[k] = q[k] - t",
                                     "q[k], q[1] = q[1], q[k] q[1] = q[1] - t", "q[k] = q[k] - t table.sort(q)"});
  const char* const guard = one_of({"true", "t % 2 == 1", "q[1] ~= 4", "sum(q) % 3 ~= 1", "q[#q] <= p[#p]"});
  return fmt::format(R"(
local function copy(p) local q = p:with(1, p[1]) for i, v in ipairs(p) do q[i] = v end return q end
local function sum(q) local s = 0 for _, v in ipairs(q) do s = s + v end return s end
local function largest(p) local at = 1 for i = 2, #p do if p[i] > p[at] then at = i end end return at end
return game {{ position = piles("p"), moves = function(p)
  for i = 1, #p do
    for t = 1, {} do
      local q, k = {}, {}
      {}
      local least = 0
      for _, v in ipairs(q) do least = math.min(least, v) end
      if least >= 0 and sum(q) < sum(p) and {} then move(q) end
    end
  end
end }})",
                     rounds, copy, index, change, guard);
}

TEST(PilesFlow, RandomGamesHaveTheTablesOfTheRuleAsItIsWritten) {
  constexpr int kGames = 60;
  int as_flow = 0;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    std::mt19937_64 random(seed);
    const std::string text = random_piles(random);
    const Box box = seed % 2 == 0 ? Box({0, 0, 0}, {5, 6, 5}) : Box({0, 0}, {14, 11});
    const auto cells = [&](bool lift, ValueKind kind) {
      RuleDirectory directory;
      directory.options.lift = lift;
      const auto game = directory.load(text);
      if (lift && kind == ValueKind::grundy) as_flow += game->rules->flow(box.dimensions()) ? 1 : 0;
      return Solver({game->rules}, Budget()).table(box, kind).cells;
    };
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      ASSERT_EQ(cells(true, kind), cells(false, kind)) << bouton::name(kind) << "\n" << text;
  }
  EXPECT_GT(as_flow, kGames * 9 / 10);
}

/// Which of them are programs: as plain recursion of Lua they would take a hundred times as long.
TEST(PilesFlow, KnowsTheMovesAsControlFlow) {
  for (const PilesRule& rule : piles_rules()) {
    RuleDirectory directory;
    const auto game = directory.load(game_text(rule));
    EXPECT_TRUE(game->rules->flow(3).has_value()) << rule.name;
  }
}

}  // namespace
}  // namespace bouton::lua
