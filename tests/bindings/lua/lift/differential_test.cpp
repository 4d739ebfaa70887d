// Lifted and interpreted, a rule function names the same options in the same order.
#include <cstdlib>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "engine/program/move_program_run.h"
#include "tests/bindings/lua/lift/random_rule.h"
#include "tests/bindings/lua/lift/rule_function.h"
#include "tests/extent.h"

namespace bouton::lua {
namespace {

/// Rules of the seeds from `first_seed` on. With BOUTON_SEED the one of that seed, with BOUTON_SHOW what was refused.
void expect_the_same_options(std::uint64_t first_seed, int rules) {
  const bool is_shown = std::getenv("BOUTON_SHOW") != nullptr;
  if (const char* const seed_text = std::getenv("BOUTON_SEED")) {
    first_seed = std::strtoull(seed_text, nullptr, 10);
    rules = 1;
  }
  int lifted_rules = 0, runs = 0, errors = 0;
  std::size_t options = 0;
  std::map<std::string, int> refusals;
  for (int i = 0; i < rules; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const RandomRule rule = random_rule(random);
    RuleFunction function(rule.source, rule.shape);
    ASSERT_EQ(function.problem(), "") << rule.source;
    const Result<MoveProgram> lifted = function.lift();
    if (!lifted) {
      if (++refusals[lifted.reason()] < 3 && is_shown) std::printf("%s\n%s\n", lifted.reason().c_str(), rule.source.c_str());
      continue;
    }
    ++lifted_rules;
    const MoveProgram& program = *lifted;
    for (int k = 0; k < 12; ++k) {
      const Position position = random_position(random, rule.shape);
      const RuleRun interpreted = function.interpret(position);
      ++runs;
      errors += interpreted.failed ? 1 : 0;
      options += interpreted.options.size();
      const std::optional<std::string> differs =
          difference(interpreted, run(program, position, [&](std::string_view name) { return function.label(name); }));
      ASSERT_EQ(differs, std::nullopt) << *differs << "\nseed " << seed << ", position "
                                       << bouton::to_string(PositionView(position)) << "\n"
                                       << rule.source << "\n"
                                       << to_string(program, function.labels());
    }
  }
  if (is_shown) {
    for (const auto& [construct, count] : refusals) std::printf("%5d %s\n", count, construct.c_str());
    std::printf("%d rules lifted, %d runs with %zu options, %d of them errors\n", lifted_rules, runs, options, errors);
  }
  if (rules == 1) return;
  // The generator writes what can be lifted, and most runs do something.
  EXPECT_GT(lifted_rules, rules * 99 / 100);
  EXPECT_LT(errors, runs / 2);
  EXPECT_GT(options, static_cast<std::size_t>(runs) * 5);
}

constexpr int kRules = 1000;

TEST(Differential, RandomRulesNameTheSameOptionsInTheSameOrder) { expect_the_same_options(1, kRules); }

TEST(Differential, MoreRandomRulesNameTheSameOptionsInTheSameOrderSlow) {
  expect_the_same_options(kRules + 1, static_cast<int>(test::cases(2000, 39000)));
}

}  // namespace
}  // namespace bouton::lua
