#include "engine/table/row_periods/row_moves.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/engine/table/row_periods/plain_rows.h"

namespace bouton::table_test {
namespace {

Result<RowMoves> moves_of(const MoveProgram& program, std::size_t axis = 0, Coordinate row = 5) {
  return find_row_moves(program, plain_domain(2), axis, row);
}

std::string reason(const MoveProgram& program, std::size_t axis = 0) {
  const Result<RowMoves> moves = moves_of(program, axis);
  return moves ? "" : moves.reason();
}

TEST(RowMoves, OfWythoffAreThreeLines) {
  for (const std::size_t axis : {0, 1}) {
    const Result<RowMoves> moves = moves_of(ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}), axis);
    ASSERT_TRUE(moves) << moves.reason();
    EXPECT_EQ(moves->rows, 6U);
    EXPECT_EQ(moves->lines.size(), 3U);
    EXPECT_EQ(moves->along_lines.size(), 3U);
    EXPECT_TRUE(moves->steps.empty());
  }
}

TEST(RowMoves, OfWindowsAreSteps) {
  const Result<RowMoves> moves = moves_of(ray_rule(2, {{1, 0}, {0, 1}}, 3));
  ASSERT_TRUE(moves) << moves.reason();
  EXPECT_TRUE(moves->lines.empty());
  EXPECT_EQ(moves->steps.size(), 6U);
}

TEST(RowMoves, AreRefusedWhereOneLeadsToAHigherRow) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(1));
  b.move({b.add(b.x(0), t), b.sub(b.x(1), t)});
  b.end();
  EXPECT_EQ(reason(b.program), "a move may make a greater: it leads to a higher row");
  EXPECT_EQ(moves_of(b.program).refusal().line, 2);
  EXPECT_EQ(reason(b.program, 1), "a move may make a greater");
}

TEST(RowMoves, AreRefusedWhereTheOtherCoordinateBoundsALoopInAnotherWay) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.op(Op::floor_div, b.x(1), b.c(2)));
  b.move({b.x(0), b.sub(b.x(1), t)});
  b.end();
  EXPECT_EQ(reason(b.program), "the number of options is not the number that stay in the domain");
  Builder c(2);
  const ExpressionId s = c.loop(c.c(1), c.min(c.x(1), c.mul(c.x(0), c.x(1))));
  c.move({c.x(0), c.sub(c.x(1), s)});
  c.end();
  EXPECT_NE(reason(c.program), "");
}

/// Nim, and where `condition` holds one may take 1 from both.
template <class Condition>
MoveProgram guarded(const Condition& condition) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(1));
  b.move({b.x(0), b.sub(b.x(1), t)});
  b.end();
  b.branch(b.op(Op::less_equal, b.c(1), b.min(b.x(0), b.x(1))));
  b.branch(condition(b));
  b.move({b.sub(b.x(0), b.c(1)), b.sub(b.x(1), b.c(1))});
  return b.program;
}

TEST(RowMoves, MayDependOnTheRowInAnyWay) {
  const MoveProgram odd = guarded([](Builder& b) { return b.op(Op::equal, b.op(Op::floor_mod, b.x(0), b.c(2)), b.c(1)); });
  const Result<RowMoves> moves = moves_of(odd);
  ASSERT_TRUE(moves) << moves.reason();
  ASSERT_EQ(moves->steps.size(), 1U);
  for (std::size_t row = 0; row < 6; ++row) EXPECT_EQ(moves->steps[0].where[row].empty(), row % 2 == 0);
  EXPECT_EQ(reason(odd, 1), "a guard depends on a other than by a bound");
}

TEST(RowMoves, MayBeginOrEndAtAColumn) {
  const Result<RowMoves> moves =
      moves_of(guarded([](Builder& b) { return b.op(Op::less_equal, b.add(b.x(0), b.c(30)), b.x(1)); }));
  ASSERT_TRUE(moves) << moves.reason();
  EXPECT_GE(moves->settled, 35);
  // What no table that is looked at can tell is not a bound.
  EXPECT_EQ(reason(guarded([](Builder& b) { return b.op(Op::less_equal, b.c(std::int64_t{1} << 25), b.x(1)); })),
            "a move exists only beyond a bound that is very large");
  EXPECT_EQ(reason(guarded([](Builder& b) { return b.op(Op::less_equal, b.c(std::int64_t{1} << 50), b.x(1)); })),
            "a move exists only where b is very large");
  EXPECT_NE(reason(guarded([](Builder& b) { return b.op(Op::less, b.c(0), b.op(Op::shift_right, b.x(1), b.c(50))); })), "");
  EXPECT_NE(reason(guarded([](Builder& b) {
              const ExpressionId much = b.c(std::int64_t{1} << 25);
              return b.op(Op::less, b.c(0), b.op(Op::floor_div, b.op(Op::floor_div, b.x(1), much), much));
            })),
            "");
}

TEST(RowMoves, AreRefusedWhereTheyMayRaiseAnError) {
  EXPECT_EQ(reason(guarded([](Builder& b) { return b.op(Op::less, b.c(0), b.op(Op::floor_mod, b.c(7), b.x(0))); })),
            "the moves may raise an error");
}

TEST(RowMoves, AreThoseOfTwoCoordinatesWithoutEnd) {
  const MoveProgram nim = ray_rule(3, {{1, 0, 0}});
  EXPECT_FALSE(find_row_moves(nim, plain_domain(3), 0, 1));
  const Domain ends = Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 100}});
  EXPECT_EQ(find_row_moves(ray_rule(2, {{1, 0}}), ends, 0, 1).reason(), "b has a greatest value");
  EXPECT_TRUE(find_row_moves(ray_rule(2, {{1, 0}}), ends, 1, 1));
  EXPECT_FALSE(find_row_moves(ray_rule(2, {{1, 0}}), ends, 1, 101));
  Builder b(2);
  b.split({{b.x(0), b.c(0)}, {b.c(0), b.x(1)}});
  EXPECT_EQ(reason(b.program), "a move splits the position");
}

}  // namespace
}  // namespace bouton::table_test
