#include "engine/plan/theorems.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/errors.h"
#include "engine/closed_form/wythoff/wythoff.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

std::shared_ptr<const Rules> wythoff(Play play = Play::normal) {
  return std::make_shared<test::ProgramRules>(test::two_heaps(), test::wythoff_program(), play);
}

/// Rules without a formula are answered for beyond 64 bits, by a theorem.
TEST(SolverTheorems, AnswerForPositionsOfAnySize) {
  for (const Play play : {Play::normal, Play::misere}) {
    Solver solver({wythoff(play)}, {});
    WythoffTheory theory;
    const WythoffGoal goal = play == Play::normal ? WythoffGoal::normal : WythoffGoal::attrition;
    const auto [least, greatest] = theory.pair_with_difference(Integer("123456789012345678901234567890"), goal);
    const Answer losing = solver.solve({{0, {least, greatest}}});
    EXPECT_EQ(losing.value.outcome, Outcome::P);
    EXPECT_EQ(losing.solver, "theorem");
    EXPECT_NE(losing.theorem.find("proved from the rule"), std::string::npos);
    const Answer winning = solver.solve({{0, {least, greatest + 1}}});
    EXPECT_EQ(winning.value.outcome, Outcome::N);
    EXPECT_EQ(winning.winning_moves.size(), theory.steps_to_P(least, greatest + 1, goal).size());
    EXPECT_TRUE(winning.winning_moves_complete);
    EXPECT_EQ(solver.methods_of({{0, {least, greatest}}}), std::set<Method>{Method::theorem});
  }
}

TEST(SolverTheorems, LeaveSmallPositionsToOthers) {
  Solver solver({wythoff()}, {});
  EXPECT_EQ(solver.solve({{0, {4, 6}}}).solver, "search");
}

/// Where there is no program there is no theorem, and what is asked beyond 64 bits is refused as before.
TEST(SolverTheorems, AreNotFoundWithoutAProgram) {
  Solver solver({test::pass_nim()}, {});
  EXPECT_THROW(solver.solve({{0, {Integer("100000000000000000000"), 3}}}), RequestError);
}

}  // namespace
}  // namespace bouton
