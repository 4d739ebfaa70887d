#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Nimber;
using bouton::Outcome;
using bouton::Solver;
using bouton::ValueKind;

/// R. K. Guy, C. A. B. Smith (1956): the first 24 values; from 71 on the period is 12.
const std::vector<std::uint32_t> kKayles = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7};
const std::vector<std::uint32_t> kKaylesFor72To83 = {4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7};

/// OEIS A002188.
const std::vector<std::uint32_t> kGrundy = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2,
                                            1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2};

std::vector<std::uint32_t> first(const bouton::Table& table, std::size_t count) {
  return {table.cells().begin(), table.cells().begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(CppHeaps, KaylesHasItsPublishedValues) {
  for (const char* code : {"", "0.77"}) {
    Solver solver(kayles(code));
    const bouton::Table values = sequence(solver, 95);
    EXPECT_EQ(first(values, kKayles.size()), kKayles) << code;
    for (std::size_t n = 72; n < 96; ++n) EXPECT_EQ(values.cells()[n], kKaylesFor72To83[(n - 72) % 12]) << code << " " << n;
  }
}

TEST(CppHeaps, APeriodIsProvedWhereTheCodeIsKnown) {
  Solver solver(kayles("0.77"));
  const std::optional<bouton::Period> found = period(solver, 100);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->proved);
  EXPECT_EQ(found->period, 12U);
  EXPECT_EQ(found->preperiod, 71);
  EXPECT_EQ(found->saltus, 0);
  EXPECT_FALSE(found->theorem.empty());
  EXPECT_EQ(solver.grundy({1'000'000'000'011}), Nimber(kKaylesFor72To83[(1'000'000'000'011 - 72) % 12]));
  EXPECT_EQ(solver.solve({1'000'000'000'011}).method, "heap");
}

TEST(CppHeaps, APeriodIsObservedWhereItIsNot) {
  Solver solver(kayles());
  const std::optional<bouton::Period> found = period(solver, 300);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->proved);
  EXPECT_EQ(found->period, 12U);
  EXPECT_EQ(found->preperiod, 71);
}

TEST(CppHeaps, GrundysGameHasItsPublishedValues) {
  Solver solver(game(one_heap(), [](PositionView p, Options& out) {
    for (Coordinate a = 1; 2 * a < p[0]; ++a) out.split({{a}, {p[0] - a}});
  }));
  EXPECT_EQ(first(sequence(solver, 29), kGrundy.size()), kGrundy);
  EXPECT_EQ(period(solver, 29), std::nullopt);
}

TEST(CppHeaps, ACodeThatTheMovesContradictIsAnErrorOfTheRules) {
  Solver solver(kayles("0.07"));
  EXPECT_THROW(solver.outcome({5}), bouton::RuleError);
}

TEST(CppHeaps, OtherGamesHaveNoSequence) {
  Solver solver(wythoff());
  EXPECT_THROW(sequence(solver, 10), bouton::RequestError);
  Solver heaps(kayles());
  EXPECT_THROW(sequence(heaps, -1), bouton::RequestError);
}

/// W. L. Sibert, J. H. Conway (1992), Mathematical Kayles: a row alone is P for 1, 4, 9, 12, 20 and no other number.
TEST(CppHeaps, MisereKaylesIsLostInRowsOf1And4And9And12And20) {
  Solver solver(kayles().under(bouton::Play::misere));
  Solver normal(kayles());
  for (Coordinate n = 0; n <= 24; ++n) {
    const bool lost = n == 1 || n == 4 || n == 9 || n == 12 || n == 20;
    EXPECT_EQ(solver.outcome({n}), lost ? Outcome::P : Outcome::N) << n;
    EXPECT_EQ(genus(normal, {{0, {n}}}).outcome, lost ? Outcome::P : Outcome::N) << n;
  }
}

/// Heaps of Nim to 3 have the quotient T_2 (T. E. Plambeck, A. N. Siegel, 2008).
TEST(CppHeaps, NimHasItsMisereQuotient) {
  Solver solver(subtraction(3));
  const bouton::MisereQuotient quotient = misere_quotient(solver, 3);
  EXPECT_EQ(quotient.order, 6U);
  EXPECT_EQ(quotient.text, "⟨a, b | a^2 = 1, b^3 = b⟩, P = {a, b^2}");
  EXPECT_EQ(quotient.generators, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(quotient.p_portion, (std::vector<std::string>{"a", "b^2"}));
  ASSERT_EQ(quotient.relations.size(), 2U);
  EXPECT_EQ(quotient.relations[1].left, "b^3");
  ASSERT_EQ(quotient.heaps.size(), 4U);
  EXPECT_EQ(quotient.reached, 4U);
  EXPECT_EQ(quotient.heaps[0].genus, "0^120");
  EXPECT_EQ(quotient.heaps[2].genus, "2^20");
  EXPECT_EQ(quotient.heaps[3].value, "ab");
  EXPECT_TRUE(quotient.heaps[3].tame);
  EXPECT_TRUE(quotient.given_up.empty());
  EXPECT_EQ(misere_quotient(solver, {{0, {3}}}).order, 6U);
}

}  // namespace
