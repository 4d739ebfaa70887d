#include "engine/program/analysis/affine.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "engine/program/integer_arithmetic.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// Every value that was computed at one moment of a run: the last one of each expression.
using Values = std::map<ExpressionId, std::int64_t>;

/// Calls `check` with what a random program has just computed, whenever that is the value of an expression. Values of one run
/// are of one moment as long as no variable changes: the program has none.
template <class Check>
void at_random_positions(const MoveProgram& program, const Check& check) {
  for (int i = 0; i < 6; ++i) {
    Position position;
    for (std::size_t k = 0; k < program.dimensions; ++k) position.push_back(pick(-4, 20));
    Values values;
    const Observer observer{[&](ExpressionId id, std::int64_t value) { values[id] = value; }};
    Interpreter(program, position, &observer).run();
    check(values, position);
  }
}

std::int64_t value_of(const Affine& form, const Values& values) {
  std::int64_t sum = form.constant;
  for (const auto& [atom, coefficient] : form.terms) sum += coefficient * values.at(atom);
  return sum;
}

/// A number that is made of coordinates by operations that affine forms and bounds are about.
ExpressionId number(Builder& b, int depth) {
  if (depth > 2 || pick(0, 4) == 0) return pick(0, 3) == 0 ? b.c(pick(-3, 9)) : b.x(static_cast<std::size_t>(pick(0, 3)));
  switch (pick(0, 7)) {
    case 0:
    case 1: return b.add(number(b, depth + 1), number(b, depth + 1));
    case 2:
    case 3: return b.sub(number(b, depth + 1), number(b, depth + 1));
    case 4: return b.mul(number(b, depth + 1), b.c(pick(-3, 4)));
    case 5: return b.op(pick(0, 2) == 0 ? Op::min : Op::max, number(b, depth + 1), number(b, depth + 1));
    default: return b.op(Op::floor_div, number(b, depth + 1), b.c(pick(1, 5)));
  }
}

/// A program that computes numbers, each of them and its operands once.
struct Numbers {
  explicit Numbers(int count) : b(3) {
    const Slot slot = b.local("result");
    for (std::size_t i = 0; i < 3; ++i) b.assign(slot, b.x(i));
    for (int i = 0; i < count; ++i) ids.push_back(number(b, 0));
    for (const ExpressionId id : ids) b.assign(slot, id);
  }
  Builder b;
  std::vector<ExpressionId> ids;
};

RC_GTEST_PROP(Affine, HasTheValueOfItsExpression, ()) {
  const Numbers numbers(3);
  const MoveProgram& program = numbers.b.program;
  at_random_positions(program, [&](const Values& values, const Position&) {
    for (const ExpressionId id : numbers.ids) {
      const Affine form = affine(program, id);
      RC_ASSERT(value_of(form, values) == values.at(id));
      for (const auto& [atom, coefficient] : form.terms) {
        RC_ASSERT(coefficient != 0);
        RC_ASSERT(affine(program, atom) == (Affine{.constant = 0, .terms = {{atom, 1}}}));
      }
    }
  });
}

RC_GTEST_PROP(Affine, AddsScalesAndSubstitutes, ()) {
  const Numbers numbers(3);
  const MoveProgram& program = numbers.b.program;
  const std::int64_t factor = pick(-3, 4);
  const Affine a = affine(program, numbers.ids[0]), b = affine(program, numbers.ids[1]), c = affine(program, numbers.ids[2]);
  at_random_positions(program, [&](const Values& values, const Position&) {
    RC_ASSERT(value_of(add(a, b, factor), values) == value_of(a, values) + factor * value_of(b, values));
    RC_ASSERT(value_of(scaled(a, factor), values) == factor * value_of(a, values));
    for (const auto& [atom, coefficient] : a.terms)
      RC_ASSERT(value_of(substituted(a, atom, c), values) ==
                value_of(a, values) + coefficient * (value_of(c, values) - values.at(atom)));
  });
}

RC_GTEST_PROP(Affine, BoundsAreExact, ()) {
  const Numbers numbers(3);
  const MoveProgram& program = numbers.b.program;
  at_random_positions(program, [&](const Values& values, const Position&) {
    for (const ExpressionId id : numbers.ids) {
      if (const auto parts = as_minimum(program, id)) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const Quotient& part : *parts) least = std::min(least, floor_div(value_of(part.sum, values), part.divisor));
        RC_ASSERT(least == values.at(id));
      }
      if (const auto parts = as_maximum(program, id)) {
        std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
        for (const Affine& part : *parts) greatest = std::max(greatest, value_of(part, values));
        RC_ASSERT(greatest == values.at(id));
      }
    }
  });
}

/// Sums that a condition makes <= 0 are so where it holds; where they say exactly that, it holds where they are so.
RC_GTEST_PROP(Affine, ConstraintsFollowFromTheirCondition, ()) {
  Numbers numbers(4);
  Builder& b = numbers.b;
  static const Op kOrders[] = {Op::equal, Op::less, Op::less_equal};
  const ExpressionId first = b.op(kOrders[pick(0, 3)], numbers.ids[0], numbers.ids[1]);
  const ExpressionId second = b.op(kOrders[pick(0, 3)], numbers.ids[2], numbers.ids[3]);
  ExpressionId condition = b.op(pick(0, 2) == 0 ? Op::logical_and : Op::logical_or, first, second);
  if (pick(0, 2) == 0) condition = b.negated(condition);
  const bool wanted = pick(0, 2) == 0;
  b.assign(b.local("truth"), condition);
  std::vector<Affine> constraints;
  const bool exact = add_constraints(b.program, condition, wanted, constraints);
  RC_CLASSIFY(exact, "exact");
  at_random_positions(b.program, [&](const Values& values, const Position&) {
    const bool all = std::ranges::all_of(constraints, [&](const Affine& sum) { return value_of(sum, values) <= 0; });
    const bool holds = (values.at(condition) != 0) == wanted;
    if (holds) RC_ASSERT(all);
    if (exact && all) RC_ASSERT(holds);
  });
}

/// As a tree the thirty-first square has 2^31 parts.
TEST(Affine, FormsLookIntoSoManyParts) {
  Builder b(1);
  ExpressionId square = b.x(0), sum = b.c(0);
  for (int i = 0; i < 31; ++i) square = b.mul(square, b.add(square, b.x(0)));
  EXPECT_EQ(affine(b.program, square), (Affine{.constant = 0, .terms = {{square, 1}}}));
  for (int i = 0; i < 31; ++i) sum = b.add(b.add(sum, sum), b.x(0));
  EXPECT_LE(affine(b.program, sum).terms.size(), static_cast<std::size_t>(kMostAffineParts));
}
/// The least of 2^31 numbers, most of them the same.
TEST(Affine, BoundsAreNoMoreThanAFew) {
  Builder b(2);
  ExpressionId least = b.x(0);
  for (std::int64_t i = 0; i < 31; ++i) least = b.min(b.add(least, b.c(i)), b.add(least, b.x(1)));
  EXPECT_FALSE(as_minimum(b.program, least));
}

TEST(Affine, KnowsWhatAnExpressionDependsOn) {
  Builder b(2);
  const Slot slot = b.local("t"), other = b.local("u");
  const ExpressionId id = b.min(b.mul(b.program.variable(slot), b.x(1)), b.c(7));
  EXPECT_TRUE(depends_on_slot(b.program, id, slot));
  EXPECT_FALSE(depends_on_slot(b.program, id, other));
  EXPECT_TRUE(depends_on_slots(b.program, id));
  EXPECT_FALSE(depends_on_slots(b.program, b.x(0)));
  EXPECT_TRUE(depends_on_coordinate(b.program, id, 1));
  EXPECT_FALSE(depends_on_coordinate(b.program, id, 0));
}

}  // namespace
}  // namespace bouton
