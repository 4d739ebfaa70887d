// What nobody has asked for is looked at with a bounded number of steps.
#include "engine/rules/step_limited_rules.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// Take one, after a count to two millions from heaps of more than ten.
constexpr const char* kSlow =
    "return game { position = { 'a' }, moves = function(a)\n"
    "  local s = {}\n"
    "  if a > 10 then for i = 1, 2000000 do s.last = i end end\n"
    "  if a > 0 then move(a - 1) end end }";

/// So many options that a list of them is long, natively too.
constexpr const char* kWide =
    "return game { position = { 'a' }, moves = function(a)\n"
    "  for i = 1, a do for j = 1, a do for k = 1, 5 do move(i % a) end end end end }";

std::size_t undecided(const Explanation& explanation) {
  return static_cast<std::size_t>(std::ranges::count(explanation.answers, true, &Explanation::Answer::undecided));
}

/// The test ends: without a bound it does not in any time.
TEST(Explain, SaysWhatItCanOfARuleThatIsSlow) {
  RuleDirectory directory;
  for (const char* const text : {kSlow, kWide})
    for (const Play play : {Play::normal, Play::misere}) {
      const auto game = game_under_play(directory.load(text), play);
      const Explanation explanation = explain(*game, viewpoint(*game, std::nullopt), std::nullopt, Budget());
      ASSERT_TRUE(explanation.limit);
      EXPECT_NE(std::string(explanation.limit->what()).find("takes more than 5000000 steps, the most of a look at it"),
                std::string::npos);
      // What takes steps of the rule is undecided; a program is judged by its text.
      if (text == kSlow) {
        EXPECT_GT(undecided(explanation), 0U);
      }
      EXPECT_GT(explanation.answers.size(), 3U);
      // Nothing is left of it.
      Solver solver({game->rules}, Budget());
      EXPECT_EQ(solver.outcome({{0, {5}}}), solver.outcome({{0, {5}}}));
    }
}

TEST(Explain, IsDecidedWhereTheRuleIsQuick) {
  RuleDirectory directory;
  directory.options.lift = false;
  const auto game =
      directory.load("return game { position = { 'a' }, moves = function(a) for t = 1, a do move(a - t) end end }");
  const Explanation explanation = explain(*game, {60}, std::nullopt, Budget());
  EXPECT_FALSE(explanation.limit);
  EXPECT_EQ(undecided(explanation), 0U);
}

TEST(StepLimit, EndsCallsThatTakeMore) {
  RuleDirectory directory;
  const auto game = directory.load(kSlow);
  Options options;
  {
    const auto limit = limit_steps_of(*game->rules, 1'000'000);
    game->rules->options(Position{3}, options);
    EXPECT_THROW(game->rules->options(Position{11}, options), StepLimitReached);
    EXPECT_THROW(game->rules->options(Position{12}, options), StepLimitReached);
  }
  options.clear();
  game->rules->options(Position{11}, options);
  EXPECT_EQ(options.size(), 1U);
}

}  // namespace
}  // namespace bouton
