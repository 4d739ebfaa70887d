// Rule sources in, sets of steps out; and the options of every position beside those that the steps lead to.
#include "engine/flow/steps/step_sets.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/position/box.h"
#include "tests/bindings/lua/lift/flow/random_loops.h"
#include "tests/bindings/lua/lift/flow/random_steps.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

constexpr std::uint64_t kMuchWork = 10'000'000;

/// That the options of all positions of the box are those that the steps lead to.
void expect_options(const FlowProgram& flow, const StepSet& set, const Box& box) {
  OptionLister lister(flow);
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    const Position position = box.position(index);
    ASSERT_EQ(lister.list(position, 1'000'000), FlowStatus::done);
    std::vector<Position> listed, expected;
    for (std::size_t i = 0; i < lister.listed().size(); ++i) listed.emplace_back(lister.listed().part(i));
    std::ranges::sort(listed);
    listed.erase(std::ranges::unique(listed).begin(), listed.end());
    for (const Position& step : set.steps) {
      Position option;
      for (std::size_t i = 0; i < step.size(); ++i) option.push_back(position[i] - step[i]);
      bool is_inside = true;
      for (std::size_t i = 0; i < step.size(); ++i) is_inside = is_inside && option[i] >= box.low()[i];
      if (is_inside) expected.push_back(option);
    }
    std::ranges::sort(expected);
    ASSERT_EQ(listed, expected) << to_string(flow) << to_string(position);
  }
}

std::string text_of(const Position& step) { return step.size() == 1 ? std::to_string(step[0]) : "(" + to_string(step) + ")"; }

/// The steps as text, or the refusal. Every position is looked at.
std::string steps_of(const std::string& source, const Position& high, std::uint64_t most_work = kMuchWork) {
  Shape shape;
  for (std::size_t i = 0; i < high.size(); ++i) shape.coordinates.push_back(std::string(1, static_cast<char>('a' + i)));
  RuleFunction function(source, shape);
  if (!function.problem().empty()) return function.problem();
  const LiftContext context = function.context();
  const Result<FlowProgram> flow = lift_flow(function.state(), 1, context);
  if (!flow) return flow.reason();
  const Box box(Position(std::vector<Coordinate>(high.size(), 0)), high);
  const Result<StepSet> set = find_step_set(*flow, box, most_work);
  if (!set) return fmt::format("{}, line {}", set.reason(), set.refusal().line);
  expect_options(*flow, *set, box);
  std::vector<std::string> steps;
  for (const Position& step : set->steps) steps.push_back(text_of(step));
  return fmt::format("{}", fmt::join(steps, " "));
}

TEST(StepSets, ALoopUpToTheRoot) {
  EXPECT_EQ(steps_of(R"(return function(a, b)
  local t = 1
  while t * t <= a do move(a - t * t, b); t = t + 1 end
  t = 1
  while t * t <= b do move(a, b - t * t); t = t + 1 end
end)",
                     {20, 12}),
            "(0,1) (0,4) (0,9) (1,0) (4,0) (9,0) (16,0)");
}

TEST(StepSets, WhateverJumpEndsTheLoop) {
  const char* const kSquares = "1 4 9 16";
  EXPECT_EQ(steps_of("return function(a) for t = 1, a do if t * t > a then break end move(a - t * t) end end", {20}), kSquares);
  EXPECT_EQ(steps_of("return function(a) for t = 1, a do if t * t > a then return end move(a - t * t) end end", {20}),
            kSquares);
  EXPECT_EQ(steps_of("return function(a) for t = 1, a do if t * t <= a then move(a - t * t) end end end", {20}), kSquares);
  EXPECT_EQ(steps_of("return function(a) local t = 1 ::again:: if a - t * t < 0 then goto done end "
                     "move(a - t * t) t = t + 1 goto again ::done:: end",
                     {20}),
            kSquares);
  EXPECT_EQ(steps_of("return function(a) if a == 0 then return end local t, n = 1, 1 "
                     "repeat move(a - n) t = t + 1 n = t * t until n > a end",
                     {20}),
            kSquares);
}

TEST(StepSets, SeveralCoordinatesInOneLoop) {
  EXPECT_EQ(steps_of(R"(return function(a, b)
  local f, g = 1, 2
  repeat
    if f <= a then move(a - f, b) end
    if f <= b then move(a, b - f) end
    f, g = g, f + g
  until f > a and f > b
end)",
                     {9, 21}),
            "(0,1) (0,2) (0,3) (0,5) (0,8) (0,13) (0,21) (1,0) (2,0) (3,0) (5,0) (8,0)");
  EXPECT_EQ(steps_of(R"(return function(a, b)
  local t = 1
  while t <= math.min(a, b, 6) do move(a - t, b - t); t = t * 2 end
end)",
                     {9, 9}),
            "(1,1) (2,2) (4,4)");
  EXPECT_EQ(steps_of(R"(return function(a, b, c)
  for s = 0, a do for t = 0, b do
    if s + t > 0 and s * t == 4 then move(a - s, b - t, c) end
  end end
  if c > 0 then move(a, b, c - 1) end
end)",
                     {6, 5, 2}),
            "(0,0,1) (1,4,0) (2,2,0) (4,1,0)");
}

TEST(StepSets, HelpersAndTablesOfConstants) {
  EXPECT_EQ(steps_of(R"(
local function prime(n)
  if n < 2 then return false end
  local d = 2
  while d * d <= n do if n % d == 0 then return false end d = d + 1 end
  return true
end
return function(a, b)
  local p = 2
  while p <= a or p <= b do
    if prime(p) then
      if p <= a then move(a - p, b) end
      if p <= b then move(a, b - p) end
    end
    p = p + 1
  end
end)",
                     {12, 6}),
            "(0,2) (0,3) (0,5) (2,0) (3,0) (5,0) (7,0) (11,0)");
  EXPECT_EQ(steps_of(R"(
local STEPS = { { 1, 2 }, { 2, 1 }, { 0, 3 }, { 4, 0 } }
return function(a, b)
  for _, s in ipairs(STEPS) do
    if a >= s[1] and b >= s[2] then move(a - s[1], b - s[2]) end
  end
end)",
                     {7, 7}),
            "(0,3) (1,2) (2,1) (4,0)");
  EXPECT_EQ(steps_of(R"(
local KNIGHT = { { 1, 2 }, { 2, -1 } }
return function(a, b)
  for i = 1, #KNIGHT do
    local x, y = a - KNIGHT[i][1], b - KNIGHT[i][2]
    if x >= 0 and y >= 0 and y <= 7 then move(x, y) end
  end
end)",
                     {7, 7}),
            "an option that only some of the positions from which it leads to a position have, line 6");
}

TEST(StepSets, StepsThatLeadOutOfTheBoxAreNotMissed) {
  EXPECT_EQ(steps_of("return function(a) if a > 4 then move(a - 5) elseif a > 2 then move(a - 3) end end", {4}), "3");
  EXPECT_EQ(steps_of("return function(a) if a > 4 then move(a - 5) elseif a > 2 then move(a - 3) end end", {5}),
            "an option that only some of the positions from which it leads to a position have, line 1");
  EXPECT_EQ(steps_of("return function(a) if a == 7 then move(3) end end", {7}),
            "an option that only some of the positions from which it leads to a position have, line 1");
  EXPECT_EQ(steps_of("return function(a) if a == 7 then move(0) end end", {7}), "7");
  EXPECT_EQ(steps_of("return function(a) if a > 0 then move(a - 1) end end", {0}), "");
}

TEST(StepSets, AreRefusedWhereThePositionDecides) {
  const char* const kNoSize = "what the moves ask for is not the size of a coordinate, line 1";
  EXPECT_EQ(steps_of("return function(a) if a % 2 == 0 and a > 0 then move(a - 1) end end", {9}), kNoSize);
  EXPECT_EQ(steps_of("return function(a, b) for t = 1, a do if t <= 2 * b + 1 then move(a - t, b) end end end", {9, 9}),
            "an option that only some of the positions from which it leads to a position have, line 1");
  EXPECT_EQ(
      steps_of("return function(a, b) local t = 1 while t * t <= a + b and t <= a do move(a - t, b) t = t + 1 end end", {9, 9}),
      kNoSize);
  EXPECT_EQ(steps_of("return function(a, b) for t = 1, a do move(b, a - t) end end", {9, 9}),
            "an option that is not a coordinate less a number, line 1");
  EXPECT_EQ(steps_of("return function(a) if a > 0 then move(a // 2) end end", {9}),
            "an option that is not a coordinate less a number, line 1");
  EXPECT_EQ(steps_of("return function(a) move(a - 1) end", {9}), "an option outside of the region, line 1");
  EXPECT_EQ(steps_of("return function(a) local x = 0 while a < 3 do x = x + 1 end end", {9}, 100'000),
            "looking for a fixed set of steps would take longer than the table, line 0");
}

/// Whether there is a set of steps; it says what every position of a small box does.
bool is_right(const std::string& source, Coordinate high) {
  RuleFunction function(source, {{"a", "b"}});
  EXPECT_EQ(function.problem(), "") << source;
  const LiftContext context = function.context();
  const Result<FlowProgram> flow = lift_flow(function.state(), 1, context);
  if (!flow) return false;
  const Box box({0, 0}, {high, high + 3});
  const Result<StepSet> set = find_step_set(*flow, box, 100'000);
  if (set) expect_options(*flow, *set, box);
  EXPECT_FALSE(::testing::Test::HasFailure()) << source;
  return set.has_value();
}

TEST(StepSets, OfRandomStepsSayWhatEveryPositionDoes) {
  constexpr std::uint64_t kCount = 600;
  std::uint64_t found = 0;
  for (std::uint64_t seed = 0; seed < kCount && !HasFailure(); ++seed)
    found += is_right(RandomSteps(seed).source(), 5 + static_cast<Coordinate>(seed % 9)) ? 1 : 0;
  if (!HasFailure()) {
    EXPECT_GT(found, kCount / 3);
    EXPECT_LT(found, kCount * 9 / 10);
  }
  RecordProperty("found", static_cast<int>(found));
}

TEST(StepSets, OfRandomLoopsSayWhatEveryPositionDoes) {
  constexpr std::uint64_t kCount = 500;
  for (std::uint64_t seed = 0; seed < kCount && !HasFailure(); ++seed) is_right(RandomLoops(seed).source(), 7);
}

}  // namespace
}  // namespace bouton::lua
