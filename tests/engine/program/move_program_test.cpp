#include "engine/program/move_program.h"

#include <limits>

#include <gtest/gtest.h>

#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

TEST(IntegerArithmetic, DivisionRoundsDown) {
  static_assert(floor_div(7, 2) == 3 && floor_div(-7, 2) == -4 && floor_div(7, -2) == -4 && floor_div(-7, -2) == 3);
  static_assert(floor_mod(7, 3) == 1 && floor_mod(-7, 3) == 2 && floor_mod(7, -3) == -2 && floor_mod(-7, -3) == -1);
  static_assert(floor_div(kLeast, -1) == kLeast && floor_mod(kLeast, -1) == 0);
  static_assert(floor_div(kLeast, kLeast) == 1 && floor_mod(kGreatest, kLeast) == -1);
}

TEST(IntegerArithmetic, ShiftsAreLogical) {
  static_assert(shift_left(1, 63) == kLeast && shift_left(1, 64) == 0 && shift_left(1, kGreatest) == 0);
  static_assert(shift_right(-1, 63) == 1 && shift_right(-1, 64) == 0 && shift_right(1, -3) == 8);
  static_assert(shift_left(16, -2) == 4 && shift_left(1, kLeast) == 0 && shift_right(1, kLeast) == 0);
}

TEST(IntegerArithmetic, LoopsCountAsLuaDoes) {
  static_assert(loop_count(1, 3, 1) == 3 && loop_count(3, 1, 1) == 0 && loop_count(3, 1, -1) == 3);
  static_assert(loop_count(1, 10, 4) == 3 && loop_count(10, 1, -4) == 3 && loop_count(5, 5, -7) == 1);
  static_assert(loop_count(kLeast, kGreatest, kGreatest) == 3 && loop_count(kGreatest, kLeast, kLeast) == 2);
  static_assert(loop_count(kGreatest - 1, kGreatest, 5) == 1);
}

class Builder : public ::testing::Test {
 protected:
  Builder() {
    p.dimensions = 2;
    p.coordinate_names = {"S", "L"};
    S = p.coordinate(0);
    L = p.coordinate(1);
    t = p.variable(p.new_slot("t"));
  }
  ExpressionId k(std::int64_t value) { return p.constant(value); }
  std::string text(ExpressionId id) { return to_string(p, id); }

  MoveProgram p;
  ExpressionId S = 0, L = 0, t = 0;
};

TEST_F(Builder, EqualExpressionsAreOne) {
  EXPECT_EQ(p.binary(Op::sub, S, t), p.binary(Op::sub, S, t));
  EXPECT_NE(p.binary(Op::sub, S, t), p.binary(Op::sub, t, S));
  for (int i = 0; i < 1000; ++i) p.binary(Op::mul, S, k(i + 2));
  const std::size_t size = p.expressions.size();
  for (int i = 0; i < 1000; ++i) p.binary(Op::mul, S, k(i + 2));
  EXPECT_EQ(p.expressions.size(), size);
}

TEST_F(Builder, TheIndexIsRebuiltWhereItWasCleared) {
  const ExpressionId difference = p.binary(Op::sub, S, t);
  p.index.clear();
  EXPECT_EQ(p.binary(Op::sub, S, t), difference);
}

TEST_F(Builder, ConstantsAreFolded) {
  EXPECT_EQ(p.binary(Op::mul, k(6), k(7)), k(42));
  EXPECT_EQ(p.binary(Op::add, k(kGreatest), k(1)), k(kLeast));
  EXPECT_EQ(p.binary(Op::floor_div, k(-7), k(2)), k(-4));
  EXPECT_EQ(p.unary(Op::abs, k(kLeast)), k(kLeast));
  EXPECT_EQ(p.binary(Op::less, k(2), k(3)), k(1));
  EXPECT_EQ(p.select(k(0), S, L), L);
  p.lists.push_back({5, 7});
  EXPECT_EQ(p.element(0, k(2)), k(7));
}

TEST_F(Builder, WhatTrapsIsNotFolded) {
  EXPECT_EQ(p[p.binary(Op::floor_div, k(1), k(0))].op, Op::floor_div);
  EXPECT_EQ(p[p.binary(Op::floor_mod, k(1), k(0))].op, Op::floor_mod);
  p.lists.push_back({5, 7});
  EXPECT_EQ(p[p.element(0, k(3))].op, Op::element);
  EXPECT_EQ(p[p.element(0, k(0))].op, Op::element);
  const ExpressionId quotient = p.binary(Op::floor_div, S, L);
  EXPECT_EQ(p[p.binary(Op::mul, quotient, k(0))].op, Op::mul);
  EXPECT_EQ(p[p.binary(Op::equal, quotient, quotient)].op, Op::equal);
}

TEST_F(Builder, TrivialOperationsAreReduced) {
  EXPECT_EQ(p.binary(Op::add, S, k(0)), S);
  EXPECT_EQ(p.binary(Op::mul, k(1), S), S);
  EXPECT_EQ(p.binary(Op::sub, S, S), k(0));
  EXPECT_EQ(p.unary(Op::neg, p.unary(Op::neg, S)), S);
  EXPECT_EQ(p.binary(Op::max, S, S), S);
  EXPECT_EQ(text(p.binary(Op::sub, p.binary(Op::sub, S, k(1)), k(1))), "S - 2");
  EXPECT_EQ(p.binary(Op::add, p.binary(Op::sub, S, k(1)), k(1)), S);
  EXPECT_EQ(text(p.binary(Op::sub, p.binary(Op::sub, p.binary(Op::add, L, k(1)), t), k(1))), "L - t");
  EXPECT_EQ(text(p.binary(Op::add, k(2), p.binary(Op::sub, k(1), S))), "3 - S");
  const ExpressionId less = p.binary(Op::less, S, L);
  EXPECT_EQ(text(p.unary(Op::logical_not, less)), "L <= S");
  EXPECT_EQ(p.unary(Op::logical_not, p.unary(Op::logical_not, less)), less);
  EXPECT_EQ(p.binary(Op::logical_and, k(1), less), less);
  EXPECT_EQ(p.binary(Op::logical_or, less, k(0)), less);
}

TEST_F(Builder, ExpressionsPrintAsLuaWritesThem) {
  const auto b = [&](Op op, ExpressionId x, ExpressionId y) { return p.binary(op, x, y); };
  EXPECT_EQ(text(b(Op::sub, S, b(Op::sub, L, t))), "S - (L - t)");
  EXPECT_EQ(text(b(Op::mul, b(Op::add, S, L), t)), "(S + L) * t");
  EXPECT_EQ(text(b(Op::min, b(Op::min, S, L), k(3))), "math.min(S, L, 3)");
  EXPECT_EQ(text(b(Op::bit_and, t, b(Op::sub, S, t))), "t & S - t");
  EXPECT_EQ(text(b(Op::equal, b(Op::bit_and, t, k(1)), k(0))), "t & 1 == 0");
  EXPECT_EQ(text(p.unary(Op::logical_not, b(Op::equal, S, L))), "S ~= L");
  EXPECT_EQ(text(p.unary(Op::neg, b(Op::add, S, L))), "-(S + L)");
  EXPECT_EQ(text(b(Op::less, k(3), S)), "S > 3");
  EXPECT_EQ(text(p.select(b(Op::less, S, L), S, t)), "S < L and S or t");
  EXPECT_EQ(text(b(Op::add, p.select(b(Op::less, S, L), S, t), k(1))), "(S < L and S or t) + 1");
  EXPECT_EQ(text(p.select(b(Op::less, S, L), S, L)), "math.min(S, L)");
  EXPECT_EQ(text(b(Op::logical_and, b(Op::logical_or, b(Op::less, S, L), b(Op::equal, S, t)), b(Op::less, t, L))),
            "(S < L or S == t) and t < L");
  EXPECT_EQ(text(b(Op::unsigned_less, S, L)), "math.ult(S, L)");
  EXPECT_EQ(text(b(Op::mul, S, k(-2))), "S * -2");
  EXPECT_EQ(text(b(Op::shift_left, k(1), b(Op::add, t, k(1)))), "1 << t + 1");
  p.lists.push_back({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(text(p.element(0, t)), "{1, 2, 3, 4, 5, 6, ...}[t]");
}

TEST_F(Builder, ProgramsPrintAnOptionALine) {
  Statement loop{.kind = Statement::Kind::loop, .line = 8, .slot = 0, .a = k(1), .b = p.binary(Op::min, S, L), .c = k(1)};
  loop.body.push_back(
      {.kind = Statement::Kind::option, .line = 8, .label = 1, .to = {{p.binary(Op::sub, S, t), p.binary(Op::sub, L, t)}}});
  Statement branch{.kind = Statement::Kind::branch, .line = 10, .a = p.binary(Op::less, S, L)};
  branch.body.push_back({.kind = Statement::Kind::split, .line = 10, .to = {{S, k(0)}, {k(0), L}}});
  branch.otherwise.push_back({.kind = Statement::Kind::split, .line = 11});
  p.body = {loop, branch, {.kind = Statement::Kind::finish, .line = 12}};
  EXPECT_EQ(to_string(p, {"", "diagonal"}),
            "line 8:  diagonal  t in 1..min(S, L) -> (S - t, L - t)\n"
            "line 10: split     if S < L          -> (S, 0) + (0, L)\n"
            "line 11: split     if S >= L         -> nothing\n"
            "line 12: return\n");
}

}  // namespace
}  // namespace bouton
