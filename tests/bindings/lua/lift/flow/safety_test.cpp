// Which rules are shown to raise no error.
#include "engine/flow/analysis/safety.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "tests/bindings/lua/lift/flow/flow_rules.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

std::string danger_of(const std::string& body, Coordinate greatest = kGreatestCoordinate) {
  RuleFunction function("return function(a, b)\n" + body + "\nend", {{"a", "b"}});
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  if (!program) return program.reason();
  const Domain domain = Domain::fixed({{.name = "a", .greatest = greatest}, {.name = "b"}});
  const std::optional<Refusal> danger = find_danger(*program, domain, Box({0, 0}, {100, 50}));
  return danger ? danger->reason : "none";
}

TEST(Safety, IsShownOfRulesWithGuards) {
  EXPECT_EQ(danger_of("local t = 1 while t * t <= a do move(a - t * t, b) t = t + 1 end"), "none");
  EXPECT_EQ(danger_of("for t = 1, a do move(b, a - t) end"), "none");
  EXPECT_EQ(danger_of("for d = 2, a do if a % d == 0 then move(a // d, b) end end"), "none");
  EXPECT_EQ(danger_of("local n = a while n > 0 do move(a - n % 10, b) n = n // 10 end"), "none");
  EXPECT_EQ(danger_of("local p = 1 while p <= a do move(a - p, b) p = p * 2 end"), "none");
  EXPECT_EQ(danger_of("if b > 0 then move(a, b & (b - 1)) end"), "none");
  EXPECT_EQ(danger_of("local bit = 1 while bit <= a do if a & bit ~= 0 then move(a ~ bit, b) end bit = bit << 1 end"), "none");
  EXPECT_EQ(danger_of("local f, g = 1, 2 repeat if f <= a then move(a - f, b) end f, g = g, f + g until f > a"), "none");
  EXPECT_EQ(danger_of("local x, y = a, b while y ~= 0 do x, y = y, x % y end if x > 0 then move(a // x, b) end"), "none");
}

TEST(Safety, IsNotClaimedWhereSomethingMayGoWrong) {
  EXPECT_EQ(danger_of("local t = 1 while t * t <= a + 1 do move(a - t * t, b) t = t + 1 end"),
            "an option may not be a position of the game");
  EXPECT_EQ(danger_of("move(a, b - 1)"), "an option may not be a position of the game");
  EXPECT_EQ(danger_of("move(a + 1, b)"), "none");
  EXPECT_EQ(danger_of("move(a + 1, b)", 100), "an option may not be a position of the game");
  EXPECT_EQ(danger_of("if a < 100 then move(a + 1, b) end", 100), "none");
  EXPECT_EQ(danger_of("move(a % b, b)"), "a division by 0 may happen");
  EXPECT_EQ(danger_of("if b ~= 0 then move(a % b, b) end"), "none");
  EXPECT_EQ(danger_of("if a == 7 then move(a) end"), "an error may be raised");
  EXPECT_EQ(danger_of("if a == 107 then move(a) end"), "none");
  EXPECT_EQ(danger_of("local p = 1 for i = 1, a do p = p * 3 end if p > 0 then move(p, b) end"), "none");
  EXPECT_EQ(danger_of("local p = 1 for i = 1, a do p = p * 3 end move(p, b)"), "an option may not be a position of the game");
  EXPECT_EQ(danger_of("local t = 1 << 62 move(t + t, b)"), "an option may not be a position of the game");
}

FlowFacts facts_of(const std::string& body) {
  RuleFunction function("return function(a, b)\n" + body + "\nend", {{"a", "b"}});
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  EXPECT_TRUE(program);
  return find_facts(*program, Domain::fixed({{.name = "a"}, {.name = "b"}}), Box({0, 0}, {100, 50}));
}

std::size_t uncounted(const FlowFacts& facts) { return static_cast<std::size_t>(std::ranges::count(facts.uncounted, true)); }

TEST(FlowFacts, ShowWhichOptionsLieInTheBox) {
  EXPECT_EQ(facts_of("for t = 1, a do move(a - t, b) end").inside, std::vector<std::uint32_t>{3});
  EXPECT_EQ(facts_of("for t = 1, a do move(b, a - t) end").inside, std::vector<std::uint32_t>{1});  // a - t may be 99
  EXPECT_EQ(facts_of("for t = 1, a do move(a + t, b) end").inside, std::vector<std::uint32_t>{2});
}

TEST(FlowFacts, LoopsThatCannotBeLongAreNotCounted) {
  EXPECT_EQ(uncounted(facts_of("for t = 1, a do move(a - t, b) end")), 1U);
  EXPECT_LE(facts_of("for t = 1, a do move(a - t, b) end").rounds, 110);
  EXPECT_EQ(uncounted(facts_of("local t = a while t > 0 do t = t - 1 move(t, b) end")), 1U);
  // Of loops inside each other the inner one; of loops one after the other both.
  EXPECT_EQ(uncounted(facts_of("for s = 1, a do for t = 1, b do move(a - s, b - t) end end")), 1U);
  EXPECT_EQ(uncounted(facts_of("for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end")), 2U);
  // A loop that may be without an end, and one whose variable stands still on one way around.
  EXPECT_EQ(uncounted(facts_of("local t = 1 while t ~= a do if b > 7 then t = t + 1 end end")), 0U);
  EXPECT_EQ(uncounted(facts_of("local t = 1 while t <= a do t = t + 1 if b == 3 then t = 1 end end")), 0U);
  EXPECT_EQ(uncounted(facts_of("local t = 1 while t > 0 do t = t + 1 end")), 0U);
}

TEST(FlowFacts, NoticeWhatHasBeenComputed) {
  const FlowFacts facts = facts_of("local t = 1 while t * t <= a do move(a - t * t, b) t = t + 1 end");
  std::size_t held = 0;
  for (const auto& block : facts.held)
    held += static_cast<std::size_t>(std::ranges::count_if(block, [](const auto& one) { return one.has_value(); }));
  EXPECT_EQ(held, 1U);
}

TEST(FlowFacts, KnowDivisionsOfSmallNumbers) {
  const auto small = [](const std::string& body) {
    std::size_t count = 0;
    for (const std::vector<bool>& block : facts_of(body).divides_small)
      count += static_cast<std::size_t>(std::ranges::count(block, true));
    return count;
  };
  EXPECT_EQ(small("for d = 1, a do if a % d == 0 then move(a - d, b) end end"), 1U);
  EXPECT_EQ(small("if a // 3 > 0 then move(a - 1, b) end"), 1U);
  EXPECT_EQ(small("if (a - 1) // 3 > 0 then move(a - 1, b) end"), 0U);
  EXPECT_EQ(small("if a % b == 0 then move(a - 1, b) end"), 0U) << "b may be 0";
  EXPECT_EQ(small("if a * (1 << 40) % 7 == 0 then move(a - 1, b) end"), 0U);
}

/// At every position of its box, none of the rules that are said to be safe raises an error.
TEST(Safety, IsNotWrongAboutRules) {
  int safe = 0;
  for (const FlowRule& rule : flow_rules()) {
    Shape shape;
    std::vector<Axis> axes;
    Position low;
    for (std::size_t i = 0; i < rule.high.size(); ++i) {
      shape.coordinates.emplace_back(1, "abc"[i]);
      axes.push_back({shape.coordinates.back()});
      low.push_back(0);
    }
    RuleFunction function(rule.source, shape);
    const LiftContext context = function.context();
    const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
    ASSERT_TRUE(program);
    const Domain domain = Domain::fixed(axes);
    const Box box(low, rule.high);
    if (find_danger(*program, domain, box)) continue;
    ++safe;
    Position position(box.low());
    do {
      const RuleRun run = function.interpret(position);
      ASSERT_FALSE(run.failed) << rule.name;
      for (std::size_t i = 0; i < run.options.size(); ++i) ASSERT_TRUE(domain.contains(run.options[i][0])) << rule.name;
    } while (box.next(position));
  }
  EXPECT_GE(safe, 12);
}

}  // namespace
}  // namespace bouton::lua
