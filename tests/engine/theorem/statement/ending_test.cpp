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
  EXPECT_EQ(ending_of(Domain::fixed({{.name = "said"}}), up(100)), "no proof was found that play ends");
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

/// Moves from (a, b), a >= b + 2, to (a - t, b + t) and the other way round.
MoveProgram balancing(std::int64_t most_of_difference) {
  ProgramBuilder b(2);
  const Slot s = b.slot(), t = b.slot();
  const auto most = [&](std::size_t i) { return b.binary(Op::floor_div, b.sub(b.x(i), b.x(1 - i)), b.c(most_of_difference)); };
  b.program.body = {
      b.loop(s, b.c(1), most(0), b.c(1), {b.option({b.sub(b.x(0), b.t(s)), b.add(b.x(1), b.t(s))})}),
      b.loop(t, b.c(1), most(1), b.c(1), {b.option({b.add(b.x(0), b.t(t)), b.sub(b.x(1), b.t(t))})}),
  };
  return b.program;
}

TEST(Ending, OfADistanceThatFalls) {
  const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b"}});
  EXPECT_EQ(ending_of(domain, balancing(2)), "|a - b| decreases");
  // All that one has more may go to the other: that may come back.
  EXPECT_EQ(ending_of(domain, balancing(1)), "no proof was found that play ends");
}

/// The greater number falls while the lesser may grow up to below it; and the other way.
TEST(Ending, OfTheGreaterAndTheLesserOfTwo) {
  const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b"}});
  // (a, b) with a > b to (a - 1, t) for any t < a, and the other way round.
  ProgramBuilder greater(2);
  const Slot t = greater.slot();
  const auto below = [&](std::size_t i) {
    std::vector<ExpressionId> to(2);
    to[i] = greater.sub(greater.x(i), greater.c(1));
    to[1 - i] = greater.t(t);
    return greater.branch(greater.binary(Op::less, greater.x(1 - i), greater.x(i)),
                          {greater.loop(t, greater.c(0), to[i], greater.c(1), {greater.option(to)})});
  };
  greater.program.body = {below(0), below(1)};
  EXPECT_EQ(ending_of(domain, greater.program), "the greater of a and b decreases");
  // (a, b), a <= b, to (b + 5, a - 1); from a > b to (b - 1, a + 5).
  ProgramBuilder lesser(2);
  const auto down = [&](std::size_t i) {
    return lesser.binary(Op::logical_and, lesser.binary(Op::less, lesser.c(0), lesser.x(i)),
                         lesser.binary(Op::less_equal, lesser.x(i), lesser.x(1 - i)));
  };
  lesser.program.body = {
      lesser.branch(down(0), {lesser.option({lesser.add(lesser.x(1), lesser.c(5)), lesser.sub(lesser.x(0), lesser.c(1))})}),
      lesser.branch(down(1), {lesser.option({lesser.sub(lesser.x(1), lesser.c(1)), lesser.add(lesser.x(0), lesser.c(5))})}),
  };
  EXPECT_EQ(ending_of(domain, lesser.program), "the lesser of a and b decreases");
}

}  // namespace
}  // namespace bouton
