// Forms are compared with what their values at single points are, in integers of any size.
#include "engine/linear/linear_form.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>

#include "engine/linear/exact_form.h"

namespace bouton {
namespace {

constexpr std::size_t kVariables = 4;
using Point = std::array<std::int64_t, kVariables>;

std::int64_t any_number(std::int64_t most) { return *rc::gen::inRange<std::int64_t>(-most, most + 1); }

/// Made by hand: its terms are what the type says of them.
template <class Form>
Form any_form(std::int64_t most) {
  Form form = Form::of_constant(any_number(most));
  for (std::uint32_t variable = 0; variable < kVariables; ++variable)
    if (const std::int64_t coefficient = any_number(most); coefficient != 0 && *rc::gen::arbitrary<bool>())
      form.terms.emplace_back(variable, coefficient);
  return form;
}

Point any_point() { return {any_number(9), any_number(9), any_number(9), any_number(9)}; }

template <class Form>
Integer value(const Form& form, const Point& at) {
  Integer sum(form.constant);
  for (const auto& [variable, coefficient] : form.terms) sum += Integer(coefficient) * Integer(at[variable]);
  return sum;
}

/// Its variables ascend and none has the coefficient 0.
template <class Form>
bool is_in_order(const Form& form) {
  for (std::size_t i = 0; i < form.terms.size(); ++i)
    if (form.terms[i].second == 0 || (i > 0 && form.terms[i - 1].first >= form.terms[i].first)) return false;
  return true;
}

template <class Form>
void check_arithmetic() {
  const Form a = any_form<Form>(50), b = any_form<Form>(50);
  const std::int64_t factor = any_number(5);
  const std::size_t variable = *rc::gen::inRange<std::size_t>(0, kVariables);
  const Point at = any_point();
  const Form sum = add(a, b, factor);
  RC_ASSERT(value(sum, at) == value(a, at) + Integer(factor) * value(b, at));
  RC_ASSERT(is_in_order(sum));
  RC_ASSERT(sum - scaled(b, factor) == a);
  RC_ASSERT(a + b == add(b, a, 1));
  RC_ASSERT((a - a) == Form());
  RC_ASSERT(value(negated(a), at) == -value(a, at));
  RC_ASSERT(value(plus_constant(a, factor), at) == value(a, at) + factor);
  const Form replaced = substituted(a, variable, b);
  Point with_b = at;
  with_b[variable] = value(b, at).get_si();
  RC_ASSERT(value(replaced, at) == value(a, with_b));
  RC_ASSERT(is_in_order(replaced));
}

RC_GTEST_PROP(LinearForm, SaysWhatItsValuesAre, ()) { check_arithmetic<Affine>(); }
RC_GTEST_PROP(LinearForm, SaysWhatItsValuesAreWhereIntegersWrapAround, ()) { check_arithmetic<LinearForm<Wrapping>>(); }
RC_GTEST_PROP(LinearForm, SaysWhatItsValuesAreInAnySize, ()) { check_arithmetic<ExactForm>(); }

RC_GTEST_PROP(LinearForm, WrapsAroundAsItsValuesDo, ()) {
  using Form = LinearForm<Wrapping>;
  const Form a = any_form<Form>(INT64_MAX / 2), b = any_form<Form>(INT64_MAX / 2);
  const std::int64_t factor = any_number(INT64_MAX / 2);
  const Point at = any_point();
  Integer difference = value(add(a, b, factor), at) - value(a, at) - Integer(factor) * value(b, at);
  RC_ASSERT(difference % (Integer(1) << 64) == 0);
}

TEST(LinearForm, WhoseCoefficientsWrapAroundToNothingHasNone) {
  using Form = LinearForm<Wrapping>;
  EXPECT_EQ(scaled(Form{1, {{2, std::int64_t{1} << 62}}}, 4), Form::of_constant(4));
}

TEST(LinearForm, OfLargeNumbersStopsAtTheirEnds) {
  const Affine large{kUnbounded - 1, {{0, kUnbounded / 2}, {3, -kUnbounded / 2}}};
  EXPECT_EQ(add(large, large, 3), (Affine{kUnbounded, {{0, kUnbounded}, {3, -kUnbounded}}}));
  EXPECT_FALSE(scaled(large, 2).is_within(kUnbounded, kUnbounded - 1));
  EXPECT_TRUE(large.is_within(kUnbounded - 1, kUnbounded / 2));
  EXPECT_FALSE(large.is_within(kUnbounded - 2, kUnbounded / 2));
  EXPECT_FALSE(large.is_within(kUnbounded - 1, kUnbounded / 2 - 1));
}

TEST(LinearForm, KnowsItsCoefficients) {
  const Affine form{7, {{1, -2}, {4, 5}}};
  EXPECT_EQ(form.coefficient(1), -2);
  EXPECT_EQ(form.coefficient(0), 0);
  EXPECT_EQ(form.coefficient(9), 0);
  EXPECT_EQ(form.size(), 5U);
  EXPECT_EQ(Affine().size(), 0U);
  EXPECT_EQ(shifted(form, 3), (Affine{7, {{4, -2}, {7, 5}}}));
}

RC_GTEST_PROP(LinearForm, TightenedHoldsAtTheSamePoints, ()) {
  const Affine loose = plus_constant(scaled(any_form<Affine>(9), *rc::gen::inRange(1, 5)), any_number(3));
  const Affine tight = tightened(loose);
  const Point at = any_point();
  RC_ASSERT((value(tight, at) <= 0) == (value(loose, at) <= 0));
  std::int64_t common = 0;
  for (const auto& [variable, coefficient] : tight.terms) common = std::gcd(common, coefficient);
  RC_ASSERT(common <= 1);
}

}  // namespace
}  // namespace bouton
