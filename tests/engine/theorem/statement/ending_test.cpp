#include "engine/theorem/statement/ending.h"

#include <gtest/gtest.h>

#include "engine/theorem/statement/formula.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

using test::ProgramBuilder;
using test::ProgramRules;

/// Why play ends, or why that is not known.
std::string ending_of(Domain domain, const MoveProgram& program) {
  const Budget budget;
  AutomataWorkspace workspace(budget, 200'000, 100'000'000);
  const ProgramRules rules(std::move(domain), program);
  const Result<GameFormula> formula = GameFormula::of(rules, rules.domain().dimensions(), workspace);
  return formula ? formula->why_play_ends() : formula.reason();
}

/// One up, as far as there are positions.
MoveProgram up(std::int64_t greatest) {
  ProgramBuilder b(1);
  b.program.body = {b.branch(b.binary(Op::less, b.x(0), b.c(greatest)), {b.option({b.add(b.x(0), b.c(1))})})};
  return b.program;
}

TEST(Ending, OfNumbersThatGrowToTheirBound) {
  EXPECT_EQ(ending_of(Domain::fixed({{.name = "said", .greatest = 100}}), up(100)), "said increases");
  // What has no bound may grow for ever, be it that the moves stop somewhere: that is not tried.
  EXPECT_EQ(ending_of(Domain::fixed({{.name = "said"}}), up(100)), "that play ends could not be proved");
}

/// (a, b) to (a - 1, any b), or b up to 50.
TEST(Ending, OfOneThatFallsAndOneThatGrows) {
  ProgramBuilder b(2);
  const Slot t = b.slot();
  b.program.body = {
      b.branch(b.binary(Op::less, b.c(0), b.x(0)),
               {b.loop(t, b.c(0), b.c(50), b.c(1), {b.option({b.sub(b.x(0), b.c(1)), b.t(t)})})}),
      b.branch(b.binary(Op::less, b.x(1), b.c(50)), {b.option({b.x(0), b.add(b.x(1), b.c(1))})}),
  };
  EXPECT_EQ(ending_of(Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 50}}), b.program),
            "a decreases, then b increases");
}

}  // namespace
}  // namespace bouton
