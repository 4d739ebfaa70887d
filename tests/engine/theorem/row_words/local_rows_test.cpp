#include "engine/theorem/row_words/local_rows.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/games.h"
#include "tests/engine/theorem/row_words/shift_rules.h"

namespace bouton {
namespace {

using namespace test;

LocalRows nimrod_window(Coordinate first, std::size_t count) {
  const Result<RowShiftRules> rules = row_shift_rules(nimrod_rules());
  return *local_rows(*rules, first, count);
}

TEST(LocalRows, OfNimrod) {
  const LocalRows rows = nimrod_window(1, 3);
  ASSERT_EQ(rows.rows.size(), 3U);
  EXPECT_EQ(rows.rows[0].options.size(), 2U);
  EXPECT_TRUE(rows.rows[0].complete);
  EXPECT_EQ(rows.rows[1].options.size(), 3U);
  EXPECT_EQ(rows.rows[2].options.size(), 2U);  // the third one leads to row 4
  EXPECT_FALSE(rows.rows[2].complete);
  EXPECT_EQ(rows.settled, 4);
}

TEST(LocalRows, AreOfRowShiftsOfTwoCoordinates) {
  EXPECT_FALSE(row_shift_rules(*wythoff()));
  EXPECT_FALSE(row_shift_rules(ProgramRules(two_heaps(), wythoff_program())));
  ProgramRules some = nimrod_rules();
  ProgramBuilder valid(2);
  valid.program.body = {valid.finish(valid.c(1))};
  some.set_valid(valid.program);
  EXPECT_EQ(row_shift_rules(some).reason(), "not every position is valid");
}

/// One row, from which one may take 2 where `condition` holds.
template <class Condition>
ProgramRules take_two_where(const Condition& condition) {
  ProgramBuilder b(2);
  b.program.body = {b.branch(condition(b), {b.option({b.sub(b.x(0), b.c(2)), b.x(1)})})};
  return {Domain::fixed({{.name = "p"}, {.name = "r", .least = 0, .greatest = 0}}), b.program};
}

TEST(LocalRows, SettleBeyondTheMovesThatEnd) {
  const auto rules = row_shift_rules(take_two_where([](ProgramBuilder& b) {
    return b.binary(Op::logical_and, b.binary(Op::less_equal, b.c(2), b.x(0)), b.binary(Op::less_equal, b.x(0), b.c(50)));
  }));
  ASSERT_TRUE(rules) << rules.reason();
  const Result<LocalRows> rows = local_rows(*rules, 0, 1);
  ASSERT_TRUE(rows) << rows.reason();
  EXPECT_EQ(rows->settled, 51);
  EXPECT_FALSE(rows->rows[0].has_options);
}

TEST(LocalRows, AreRefusedWhereAnOptionLeavesTheDomain) {
  const auto rules =
      row_shift_rules(take_two_where([](ProgramBuilder& b) { return b.binary(Op::less_equal, b.c(1), b.x(0)); }));
  ASSERT_TRUE(rules) << rules.reason();
  EXPECT_EQ(local_rows(*rules, 0, 1).reason(), "an option may leave the domain");
}

/// The four conclusions.
TEST(LocalDeduction, DrawsTheConclusionsOfOnePosition) {
  const LocalRows rows = nimrod_window(1, 4);
  LocalDeduction window(rows, 10, 10);
  ASSERT_TRUE(window.assume(0, 0, Outcome::P));
  EXPECT_EQ(window.at(0, 1), Outcome::N);  // takes 1 to (0, 1)
  EXPECT_EQ(window.at(1, 1), Outcome::N);
  EXPECT_EQ(window.at(0, -1), Outcome::N);  // an option of (0, 1)
  EXPECT_EQ(window.at(1, -2), Outcome::N);
  EXPECT_EQ(window.at(0, 2), std::nullopt);
  LocalDeduction other = window;
  EXPECT_FALSE(other.assume(0, 1, Outcome::P));
  ASSERT_TRUE(window.assume(1, 0, Outcome::N));
  EXPECT_EQ(window.at(0, 2), Outcome::P);  // its options (1, 1) and (0, 2) are N
}

/// Whatever part of a true table is assumed, what follows is true.
RC_GTEST_PROP(LocalDeduction, ConcludesWhatIsTrue, ()) {
  static const std::vector<std::string> table = nimrod_rows(8, 400);
  const LocalRows rows = nimrod_window(1, 7);
  const Coordinate at = *rc::gen::inRange<Coordinate>(100, 300);
  constexpr std::int64_t kAround = 30;
  LocalDeduction window(rows, kAround, kAround);
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    const auto row = *rc::gen::inRange<std::size_t>(0, 7);
    const auto column = *rc::gen::inRange<std::int64_t>(-kAround, kAround + 1);
    RC_ASSERT(
        window.assume(row, column, table[row + 1][static_cast<std::size_t>(at + column)] == 'P' ? Outcome::P : Outcome::N));
  }
  for (std::size_t row = 0; row < 7; ++row)
    for (std::int64_t column = -kAround; column <= kAround; ++column)
      if (const std::optional<Outcome> known = window.at(row, column))
        RC_ASSERT((*known == Outcome::P) == (table[row + 1][static_cast<std::size_t>(at + column)] == 'P'));
}

TEST(LocalDeduction, KnowsRowsWithoutMoves) {
  for (const Play play : {Play::normal, Play::misere}) {
    const Result<RowShiftRules> rules = row_shift_rules(shift_rules(2, {{0, 1, 3}}, play));
    ASSERT_TRUE(rules) << rules.reason();
    const LocalRows rows = *local_rows(*rules, 0, 2);
    LocalDeduction window(rows, 5, 5);
    EXPECT_EQ(window.at(1, 0), play == Play::normal ? Outcome::P : Outcome::N);
    EXPECT_EQ(window.assume(0, 0, Outcome::P), play == Play::misere);
  }
}

}  // namespace
}  // namespace bouton
