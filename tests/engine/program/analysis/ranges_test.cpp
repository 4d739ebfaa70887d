#include "engine/program/analysis/ranges.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// The range of an expression, for positions with such coordinates.
Interval range_of(Builder& b, ExpressionId id, const std::vector<Interval>& coordinates) {
  b.assign(b.local("x"), id);
  return ranges(b.program, coordinates).expressions[id];
}

TEST(Ranges, AShiftToTheLeftIsBoundedOnlyWhereNoBitIsShiftedOut) {
  Builder b(2);
  const ExpressionId shifted = b.op(Op::shift_left, b.x(0), b.x(1));
  EXPECT_EQ(range_of(b, shifted, {{0, 100}, {0, 3}}), (Interval{0, 800}));
  // 100 << 60 is negative.
  EXPECT_EQ(range_of(b, shifted, {{0, 100}, {0, 60}}), Interval::all());
}

/// Conditions that the ranges of the coordinates decide add nothing, and a long row of conditions is cut off, not followed.
TEST(Ranges, AreFoundThroughManyConditions) {
  constexpr std::int64_t kMany = 3000;
  for (const std::int64_t first : {std::int64_t{0}, kMany}) {
    Builder b(2);
    for (std::int64_t i = 0; i < kMany; ++i) {
      b.branch(b.op(Op::less_equal, b.c(first + i), b.add(b.x(0), b.mul(b.x(1), b.c(i % 7)))));
      b.move({b.sub(b.x(0), b.c(i)), b.x(1)});
      b.end();
    }
    const Ranges found = ranges(b.program, {{0, 40}, {0, 40}});
    EXPECT_EQ(found.options.empty(), first == kMany);
    for (const OptionRange& option : found.options) EXPECT_LE(option.to[0].high, 40);
  }
}

/// Loops in loops, each of which changes what the others add to, are not tried out again for every round of the outer ones.
TEST(Ranges, AreFoundThroughManyLoopsInLoops) {
  constexpr int kDepth = 40;
  Builder b(1);
  const Slot x = b.local("x");
  const ExpressionId value = b.program.variable(x);
  b.assign(x, b.c(0));
  for (int i = 0; i < kDepth; ++i) {
    const ExpressionId t = b.loop(b.c(1), b.x(0));
    b.assign(x, b.op(Op::floor_mod, b.add(value, t), b.c(50)));
  }
  b.move({value});
  for (int i = 0; i < kDepth; ++i) b.end();
  const Ranges found = ranges(b.program, {{0, 20}});
  ASSERT_EQ(found.options.size(), 1U);
  EXPECT_EQ(found.options[0].to[0], (Interval{0, 49}));
}

/// The greater of two numbers that both lie below a coordinate lies below it.
TEST(Ranges, OfTheGreaterOfTwoNumbersAreThoseOfEither) {
  Builder b(1);
  b.branch(b.op(Op::less, b.c(0), b.x(0)));
  b.move({b.max(b.sub(b.x(0), b.c(1)), b.c(0))});
  b.move({b.max(b.sub(b.x(0), b.c(3)), b.c(0))});
  b.end();
  const Ranges found = ranges(b.program, {{0, kUnbounded}});
  ASSERT_EQ(found.options.size(), 2U);
  for (const OptionRange& option : found.options) EXPECT_EQ(option.change[0].high, -1);
}

bool holds(Interval range, std::int64_t value) { return value >= range.low && value <= range.high; }

/// Whatever the program computes and names lies in its range.
void expect_sound(const MoveProgram& program, const Box& box) {
  std::vector<Interval> coordinates;
  for (std::size_t i = 0; i < box.dimensions(); ++i) coordinates.push_back({box.low()[i], box.high()[i]});
  const Ranges found = ranges(program, coordinates);
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    const Position position = box.position(index);
    const Observer observer{[&](ExpressionId id, std::int64_t value) {
                              RC_ASSERT(holds(found.expressions[id], value));
                              if (program[id].op == Op::variable)
                                RC_ASSERT(holds(found.slots[static_cast<std::size_t>(program[id].value)], value));
                            },
                            [&](const Statement& statement, const Position& to) {
                              const auto range = std::ranges::find(found.options, &statement, &OptionRange::statement);
                              RC_ASSERT(range != found.options.end());
                              for (std::size_t i = 0; i < to.size(); ++i) {
                                RC_ASSERT(holds(range->to[i], to[i]));
                                RC_ASSERT(holds(range->change[i], to[i] - position[i]));
                              }
                            }};
    RC_ASSERT(!Interpreter(program, position, &observer).run().trapped);
  }
}

RC_GTEST_PROP(Ranges, HoldWhateverARandomProgramComputes, ()) {
  const auto dimensions = static_cast<std::size_t>(pick(1, 4));
  const MoveProgram program = RandomProgram(dimensions, 6).make();
  Position low, high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    low.push_back(pick(0, 4));
    high.push_back(low[i] + pick(0, 4));
  }
  expect_sound(program, Box(low, high));
}

RC_GTEST_PROP(Ranges, HoldWhateverRandomRaysCompute, ()) {
  const RandomRays rays = random_rays();
  Position high(rays.box.low());
  for (std::size_t i = 0; i < high.size(); ++i) high[i] = std::min(rays.box.high()[i], high[i] + 3);
  expect_sound(rays.program, Box(rays.box.low(), high));
}

TEST(Ranges, OfQuotients) {
  Builder b(2);
  b.move({b.op(Op::floor_div, b.x(0), b.x(1)), b.c(0)});
  EXPECT_EQ(ranges(b.program, {{6, 9}, {1, 3}}).options.at(0).to.at(0), (Interval{2, 9}));
  EXPECT_EQ(ranges(b.program, {{-9, -6}, {1, 3}}).options.at(0).to.at(0), (Interval{-9, -2}));
}

}  // namespace
}  // namespace bouton
