#include "engine/table/rays/ray_outcomes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/table/sinks/whole_table.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

TEST(RayOutcomes, RandomRules) {
  const bool good = rc::check("outcomes and remoteness of rays equal brute force", [] {
    const RandomRays rule = random_rays();
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        TableProblem problem;
        problem.moves = &rule.program;
        problem.domain = &rule.domain;
        problem.box = rule.box;
        problem.kind = kind;
        problem.play = play;
        const auto plan = plan_table(problem);
        RC_ASSERT(plan.has_value());
        RC_CLASSIFY(plan->kernel == TableKernel::rays);
        const auto found = solve_table(problem, Budget());
        RC_ASSERT(found.has_value());
        const auto expected = brute_force(rule.program, rule.domain, rule.box, play, kind);
        RC_ASSERT(expected->cells == found->cells);
      }
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
