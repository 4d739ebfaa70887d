#include "engine/program/analysis/monotone.h"

#include <functional>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

/// Whether the function of the coordinate is known never to decrease.
bool rises(const std::function<ExpressionId(Builder&, ExpressionId)>& function) {
  Builder b(1);
  b.result(function(b, b.x(0)));
  return never_decreases(b.program);
}

TEST(Monotone, SumsAndDifferences) {
  EXPECT_TRUE(rises([](Builder& b, ExpressionId x) { return b.add(x, b.c(-7)); }));
  EXPECT_TRUE(rises([](Builder& b, ExpressionId x) { return b.sub(x, b.sub(b.c(3), x)); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.sub(b.c(5), x); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.sub(x, b.mul(x, b.c(2))); }));
}

TEST(Monotone, ProductsAndQuotients) {
  EXPECT_TRUE(rises([](Builder& b, ExpressionId x) { return b.mul(x, x); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.mul(x, b.sub(x, b.c(5))); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.mul(b.sub(x, b.c(5)), x); }));
  EXPECT_TRUE(rises([](Builder& b, ExpressionId x) { return b.mul(b.c(-2), b.sub(b.c(1), x)); }));
  EXPECT_TRUE(rises([](Builder& b, ExpressionId x) { return b.op(Op::floor_div, x, b.c(2)); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.op(Op::floor_div, x, b.c(-2)); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.op(Op::floor_div, b.c(9), x); }));
  EXPECT_FALSE(rises([](Builder& b, ExpressionId x) { return b.op(Op::floor_mod, x, b.c(3)); }));
}

/// An expression of the coordinate.
ExpressionId random_expression(Builder& b, int depth) {
  if (depth == 0 || pick(0, 4) == 0) return pick(0, 2) == 0 ? b.x(0) : b.c(pick(-3, 6));
  const auto part = [&] { return random_expression(b, depth - 1); };
  static const Op kTwo[] = {Op::add, Op::sub, Op::mul, Op::min, Op::max, Op::floor_div};
  const std::int64_t which = pick(0, 8);
  if (which == 6) return b.program.unary(Op::neg, part());
  if (which == 7) return b.program.unary(Op::abs, part());
  const ExpressionId left = part();
  return b.op(kTwo[which], left, which == 5 && pick(0, 4) != 0 ? b.c(pick(1, 4)) : part());
}

RC_GTEST_PROP(Monotone, WhatIsSaidToRiseDoes, ()) {
  Builder b(1);
  b.result(random_expression(b, 4));
  const bool said = never_decreases(b.program);
  RC_CLASSIFY(said, "rises");
  if (!said) return;
  std::optional<std::int64_t> before;
  for (Coordinate x = 0; x <= 30; ++x) {
    const Run here = run(b.program, Position{x});
    if (here.trapped) return;
    RC_ASSERT(!before || *here.result >= *before);
    before = here.result;
  }
}

}  // namespace
}  // namespace bouton
