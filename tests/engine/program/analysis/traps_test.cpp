#include "engine/program/analysis/traps.h"

#include <gtest/gtest.h>

#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "tests/engine/reports.h"
#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// Whether the program is found to trap in the box; `left_open` tells whether its ranges alone do not exclude it.
bool traps(const MoveProgram& program, const Box& box, bool* left_open = nullptr, const MoveProgram* valid = nullptr) {
  std::vector<Interval> coordinates;
  for (std::size_t i = 0; i < box.dimensions(); ++i) coordinates.push_back({box.low()[i], box.high()[i]});
  const TrapProgram found = trap_program(program, ranges(program, coordinates));
  if (left_open != nullptr) *left_open = found.may_trap;
  return find_trap(found, box, valid, nullptr, Budget()).has_value();
}

/// take any number from a; and a local that is a divided by b - divisor and that nothing reads
MoveProgram unread_quotient(std::int64_t divisor) {
  Builder b(2);
  b.assign(b.local("unread"), b.op(Op::floor_div, b.x(0), b.sub(b.x(1), b.c(divisor))));
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.move({b.sub(b.x(0), t), b.x(1)});
  b.end();
  return b.program;
}

TEST(Traps, ADivisionThatNothingReadsIsOne) {
  bool left_open = false;
  EXPECT_TRUE(traps(unread_quotient(3), Box({0, 0}, {5, 5}), &left_open));
  EXPECT_TRUE(left_open);
  EXPECT_FALSE(traps(unread_quotient(3), Box({0, 4}, {5, 9}), &left_open));
  EXPECT_FALSE(left_open);
  EXPECT_FALSE(traps(unread_quotient(-1), Box({0, 0}, {5, 5}), &left_open));
  EXPECT_FALSE(left_open);
}

TEST(Traps, AStepOfZeroIsOneThoughTheLoopIsEmpty) {
  Builder b(1);
  Statement loop;
  loop.kind = Statement::Kind::loop;
  loop.slot = b.local("i");
  loop.a = b.c(1);
  loop.b = b.c(9);
  loop.c = b.sub(b.op(Op::floor_mod, b.x(0), b.c(5)), b.c(4));
  b.program.body.push_back(loop);
  EXPECT_TRUE(traps(b.program, Box({0}, {4})));
  bool left_open = false;
  EXPECT_FALSE(traps(b.program, Box({10}, {13}), &left_open));
  EXPECT_TRUE(left_open) << "the ranges alone cannot tell";
  b.program.body[0].c = b.op(Op::floor_mod, b.x(0), b.c(5));  // never negative
  EXPECT_TRUE(traps(b.program, Box({10}, {13})));
  EXPECT_FALSE(traps(b.program, Box({11}, {13})));
}

/// The traps of code that is not reached are none, and what guards a trap goes with it.
TEST(Traps, GuardsAndEarlyReturnsAreKept) {
  Builder b(2);
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(1), b.c(2)), b.c(0)));
  b.finish();
  b.end();
  b.assign(b.local("unread"), b.op(Op::floor_div, b.x(0), b.sub(b.x(1), b.c(4))));
  EXPECT_FALSE(traps(b.program, Box({0, 0}, {3, 9})));
  b.assign(b.local("unread"), b.op(Op::floor_div, b.x(0), b.sub(b.x(1), b.c(5))));
  EXPECT_TRUE(traps(b.program, Box({0, 0}, {3, 9})));
  EXPECT_FALSE(traps(b.program, Box({0, 0}, {3, 4})));
}

TEST(Traps, PositionsThatDoNotExistHaveNone) {
  Builder valid(2);
  valid.result(valid.negated(valid.op(Op::equal, valid.x(1), valid.c(3))));
  EXPECT_FALSE(traps(unread_quotient(3), Box({0, 0}, {5, 5}), nullptr, &valid.program));
  EXPECT_TRUE(traps(unread_quotient(2), Box({0, 0}, {5, 5}), nullptr, &valid.program));
}

TEST(Traps, AnOptionThatLeadsOutIsOneWhereThatIsAsked) {
  Builder b(1);
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(0), b.c(7)), b.c(6)));
  b.move({b.sub(b.x(0), b.c(10))});
  b.end();
  const Box box({0}, {20});
  const TrapProgram found = trap_program(b.program, ranges(b.program, {{0, 20}}), &box);
  EXPECT_TRUE(found.may_trap);
  EXPECT_TRUE(find_trap(found, box, nullptr, &box, Budget()).has_value());
  EXPECT_FALSE(find_trap(found, Box({0}, {5}), nullptr, &box, Budget()).has_value());
  EXPECT_FALSE(trap_program(b.program, ranges(b.program, {{0, 20}})).may_trap);
}

/// Every kernel refuses a program that traps at what it does not evaluate.
TEST(Traps, TheLookForThemEndsWhereItIsStopped) {
  const MoveProgram program = unread_quotient(3);
  const TrapProgram found = trap_program(program, ranges(program, {{0, 9}, {0, 103}}));
  ASSERT_TRUE(found.may_trap);
  const Box box({0, 4}, {9, 103});
  test::expect_stops([&](const Budget& budget) { EXPECT_FALSE(find_trap(found, box, nullptr, nullptr, budget).has_value()); },
                     1000);
}

TEST(Traps, NoKernelPassesOverThem) {
  const Domain domain = plain_domain(2);
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    for (const std::int64_t divisor : {3, 7}) {
      const MoveProgram program = unread_quotient(divisor);
      TableProblem problem;
      problem.moves = &program;
      problem.domain = &domain;
      problem.box = Box({0, 0}, {6, 6});
      problem.kind = kind;
      EXPECT_EQ(!solve_table(problem, Budget()), divisor == 3) << name(kind);
      const auto positions = visit_p_positions(problem, Budget(), [](PositionView) {});
      EXPECT_EQ(!positions, divisor == 3) << name(kind);
    }
}

/// A loop that would run for hours is left to who has a limit, in rows of positions and in single ones.
TEST(Traps, ALoopThatHardlyEverEndsIsRefused) {
  const Domain domain = plain_domain(1);
  Builder b(1);
  const ExpressionId t = b.loop(b.c(1), b.c(std::int64_t{1} << 50));
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, t, b.c(977)), b.x(0)));
  b.move({b.sub(b.x(0), b.c(1))});
  b.end();
  b.end();
  TableProblem problem;
  problem.moves = &b.program;
  problem.domain = &domain;
  problem.box = Box({3}, {4});
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome}) {
    problem.kind = kind;
    EXPECT_FALSE(solve_table(problem, Budget()));
  }
}

/// A program without any option has values, unless it traps.
TEST(Traps, ARuleAllOfWhoseMovesTrapIsRefused) {
  const Domain domain = plain_domain(1);
  Builder b(1);
  b.branch(b.op(Op::less, b.c(0), b.x(0)));
  b.assign(b.local("error"), b.op(Op::floor_div, b.c(1), b.c(0)));
  b.end();
  TableProblem problem;
  problem.moves = &b.program;
  problem.domain = &domain;
  problem.box = Box({0}, {5});
  EXPECT_FALSE(solve_table(problem, Budget()));
  problem.box = Box({0}, {0});
  EXPECT_TRUE(solve_table(problem, Budget()));
}

}  // namespace
}  // namespace bouton
