#include "engine/linear/inequalities.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace bouton {
namespace {

/// constant + a x + b y + c z
Affine sum(std::int64_t constant, std::vector<std::int64_t> of) {
  Affine result = Affine::of_constant(constant);
  for (std::size_t i = 0; i < of.size(); ++i) result = add(result, Affine::of_variable(i), of[i]);
  return result;
}

std::int64_t value(const Affine& sum, const std::vector<std::int64_t>& at) {
  std::int64_t result = sum.constant;
  for (std::size_t i = 0; i < at.size(); ++i) result += sum.coefficient(i) * at[i];
  return result;
}

bool holds(const Inequalities& system, const std::vector<std::int64_t>& at) {
  if (system.impossible()) return false;
  for (const Affine& form : system.forms())
    if (value(form, at) > 0) return false;
  return true;
}

TEST(Inequalities, WithoutAVariableSayWhatFollows) {
  Inequalities system;
  system.add(sum(1, {-1, 1}));  // y + 1 <= x
  system.add(sum(-5, {1, 0}));  // x <= 5
  system.add(sum(3, {0, -1}));  // y >= 3
  const auto rest = system.without(0);
  ASSERT_TRUE(rest);
  for (std::int64_t y = -9; y < 9; ++y) EXPECT_EQ(holds(*rest, {0, y}), y == 3 || y == 4) << y;
  EXPECT_FALSE(has_no_solution(system));
  system.add(sum(5, {0, -1}));
  EXPECT_TRUE(has_no_solution(system));
}

TEST(Inequalities, WhatHasNoIntegerBetweenItsBoundsHasNoSolution) {
  Inequalities system;  // 3 <= 4x <= 3 + 0
  system.add(sum(1, {-4}));
  system.add(sum(-3, {4}));
  EXPECT_TRUE(has_no_solution(system));
}

// A cube of points beside every system of a few small inequalities that includes the cube's sides.
RC_GTEST_PROP(Inequalities, AgreeWithTheirPoints, ()) {
  constexpr std::int64_t kSide = 4;
  Inequalities system;
  for (std::size_t i = 0; i < 3; ++i) {
    system.add(plus_constant(Affine::of_variable(i), -kSide));
    system.add(Affine::of_constant(-kSide) - Affine::of_variable(i));
  }
  const int count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i)
    system.add(sum(*rc::gen::inRange(-8, 9), {*rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4)}));
  const auto rest = system.without(2);
  RC_ASSERT(rest.has_value());
  bool any = false;
  for (std::int64_t x = -kSide; x <= kSide; ++x)
    for (std::int64_t y = -kSide; y <= kSide; ++y) {
      bool some = false;
      for (std::int64_t z = -kSide; z <= kSide; ++z) some = some || holds(system, {x, y, z});
      any = any || some;
      if (some) RC_ASSERT(holds(*rest, {x, y, 0}));
      if (system.projects_exactly(2)) RC_ASSERT(holds(*rest, {x, y, 0}) == some);
    }
  if (any) RC_ASSERT(!has_no_solution(system));
  RC_CLASSIFY(!any && has_no_solution(system), "shown to have no solution");
}

}  // namespace
}  // namespace bouton
