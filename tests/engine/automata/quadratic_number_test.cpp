#include "engine/automata/quadratic_number.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

TEST(QuadraticNumbers, AreWrittenPlainly) {
  const mpq_class half(1, 2);
  EXPECT_EQ(QuadraticNumber(mpq_class(1, 4)).text(), "1/4");
  EXPECT_EQ(QuadraticNumber(3, -1, 5).text(), "3 - sqrt(5)");
  EXPECT_EQ(QuadraticNumber(-half, half, 5).text(), "(sqrt(5) - 1)/2");
  EXPECT_EQ(QuadraticNumber(half, mpq_class(1, 3), 20).text(), "(3 + 4 sqrt(5))/6");
  EXPECT_EQ(QuadraticNumber(0, -half, 2).text(), "-sqrt(2)/2");
  EXPECT_EQ(QuadraticNumber(-1, -half, 3).text(), "(-2 - sqrt(3))/2");
  EXPECT_EQ(QuadraticNumber(1, 1, 49).text(), "8");
  EXPECT_EQ(QuadraticNumber(1, 1, 0).text(), "1");
}

TEST(QuadraticNumbers, TakeSquaresOutOfLargeRadicands) {
  EXPECT_EQ(QuadraticNumber(0, 1, 1'000'003LL * 1'000'003).text(), "1000003");
  EXPECT_EQ(QuadraticNumber(0, 1, 72LL * 1'000'003 * 1'000'003).text(), "6000018 sqrt(2)");
  EXPECT_EQ(QuadraticNumber(0, 1, 1'000'003LL * 1'000'033).text(), "sqrt(1000036000099)");
}

/// In agreement with numbers of many digits, and with the laws of a field.
RC_GTEST_PROP(GeneratedQuadraticNumbers, AreAField, ()) {
  const auto radicand = *rc::gen::inRange(2, 60);
  const auto draw = [&] {
    const auto part = [] {
      mpq_class result(*rc::gen::inRange(-30, 31), *rc::gen::inRange(1, 9));
      result.canonicalize();
      return result;
    };
    return QuadraticNumber(part(), part(), radicand);
  };
  const QuadraticNumber a = draw(), b = draw(), c = draw();
  RC_ASSERT((a + b) * c == a * c + b * c);
  RC_ASSERT(a - b == QuadraticNumber() - (b - a));
  if (b.sign() != 0) RC_ASSERT(a / b * b == a);
  RC_ASSERT((a * b).conjugate() == a.conjugate() * b.conjugate());
  RC_ASSERT((a * a.conjugate()).is_rational());
  const double near = a.approximate();
  if (std::abs(near) > 1e-9) RC_ASSERT(a.sign() == (near < 0 ? -1 : 1));
  RC_ASSERT((a - a).sign() == 0);
}

}  // namespace
}  // namespace bouton
