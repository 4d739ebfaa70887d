#include "engine/table/row_periods/row_period.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/row_periods/plain_rows.h"
#include "tests/extent.h"
#include "tests/many_cases.h"

namespace bouton::table_test {
namespace {

RowMoves known_moves(const MoveProgram& program, std::size_t axis, Coordinate row) {
  Result<RowMoves> moves = find_row_moves(program, plain_domain(2), axis, row);
  if (!moves) throw RequestError(moves.reason());
  return *std::move(moves);
}

/// The row's period, after its values and those that follow from it were compared with the definition, for four times as many
/// columns as the proof takes.
ProvedRow proved(const MoveProgram& program, std::size_t axis, Coordinate row) {
  const RowMoves moves = known_moves(program, axis, row);
  Result<ProvedRow> found = find_row_period(moves, 0, Budget());
  if (!found) throw RequestError(found.reason());
  const std::uint64_t last = found->recurrence.first + found->recurrence.distance;
  const std::vector<std::vector<std::uint32_t>> plain = plain_rows(program, axis, row, 4 * last);
  const std::vector<std::uint32_t>& values = plain.back();
  for (std::uint64_t n = 0; n < values.size(); ++n)
    EXPECT_EQ(value_at(found->recurrence, found->values, n), values[n]) << "column " << n;
  const RowPeriod period = found->period;
  for (std::uint64_t n = period.preperiod; n + period.period < values.size(); ++n)
    EXPECT_EQ(values[n + period.period], values[n] + period.saltus) << "column " << n;
  if (period.preperiod > 0) {
    EXPECT_NE(values[period.preperiod - 1 + period.period], values[period.preperiod - 1] + period.saltus);
  }
  // All rows repeat.
  for (const std::vector<std::uint32_t>& other : plain)
    for (std::uint64_t n = found->recurrence.first; n + found->recurrence.distance < other.size(); ++n)
      EXPECT_EQ(other[n + found->recurrence.distance], other[n] + found->recurrence.growth);
  EXPECT_TRUE(check_recurrence(moves, found->recurrence, Budget()));
  return *std::move(found);
}

TEST(RowPeriod, OfWythoff) {
  const MoveProgram wythoff = ray_rule(2, {{1, 0}, {0, 1}, {1, 1}});
  for (Coordinate row = 0; row < 9; ++row) {
    const ProvedRow found = proved(wythoff, 0, row);
    EXPECT_EQ(found.period.period, found.period.saltus);
    EXPECT_EQ(proved(wythoff, 1, row).period, found.period);
  }
  EXPECT_EQ(proved(wythoff, 0, 0).period, (RowPeriod{0, 1, 1}));
  EXPECT_EQ(proved(wythoff, 0, 1).period, (RowPeriod{0, 3, 3}));
  EXPECT_EQ(proved(wythoff, 0, 3).period, (RowPeriod{8, 6, 6}));
}

/// By forty lines of another language, without sets of bits.
TEST(RowPeriod, OfManyRowsOfWythoff) {
  const MoveProgram wythoff = ray_rule(2, {{1, 0}, {0, 1}, {1, 1}});
  const std::pair<Coordinate, std::uint64_t> expected[] = {{12, 48}, {20, 384}, {30, 768}};
  for (const auto& [row, period] : expected) {
    const Result<ProvedRow> found = find_row_period(known_moves(wythoff, 0, row), 0, Budget());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->recurrence.distance, period);
    EXPECT_EQ(found->recurrence.growth, period);
  }
}

/// Row y of nim is the permutation n xor y of each block of the next power of 2.
TEST(RowPeriod, OfNim) {
  const MoveProgram nim = ray_rule(2, {{1, 0}, {0, 1}});
  for (Coordinate row = 0; row < 20; ++row) {
    const auto block = std::bit_ceil(static_cast<std::uint64_t>(row) + 1);
    const std::uint64_t least = row == 0 ? 1 : block;
    EXPECT_EQ(proved(nim, row % 2, row).period, (RowPeriod{0, least, least}));
  }
}

TEST(RowPeriod, GrowsByHalfThePeriodAlongARayInStepsOfTwo) {
  const ProvedRow row = proved(ray_rule(2, {{0, 2}}), 0, 0);
  EXPECT_EQ(row.period, (RowPeriod{0, 2, 1}));
  for (const Coordinate y : {1, 2, 5}) {
    const ProvedRow high = proved(ray_rule(2, {{1, 0}, {0, 2}, {1, 1}}), 0, y);
    EXPECT_EQ(high.period.period, 2 * high.period.saltus) << y;
  }
  const ProvedRow third = proved(ray_rule(2, {{2, 0}, {0, 3}, {1, 2}}), 0, 4);
  EXPECT_EQ(third.period.period, 3 * third.period.saltus);
}

TEST(RowPeriod, OfBandsAroundTheDiagonalAndOfSmallSteps) {
  for (std::int64_t k = 1; k < 5; ++k)
    for (const Coordinate row : {1, 2, 5}) EXPECT_GT(proved(band_rule(k), 0, row).period.saltus, 0U);
  for (std::int64_t k = 2; k < 6; ++k)
    for (const Coordinate row : {2, 3, 6}) EXPECT_GT(proved(nimhoff_rule(k), 1, row).period.saltus, 0U);
}

/// Row 1 has moves, to row 0, from column 100 on only: what row 0 has used by then does not count before.
TEST(RowPeriod, OfMovesThatBeginAtAColumn) {
  Builder b(2);
  b.branch(b.op(Op::equal, b.x(0), b.c(0)));
  const ExpressionId t = b.loop(b.c(1), b.x(1));
  b.move({b.x(0), b.sub(b.x(1), t)});
  b.end();
  b.end();
  b.branch(b.op(Op::logical_and, b.op(Op::equal, b.x(0), b.c(1)), b.op(Op::less_equal, b.c(100), b.x(1))));
  const ExpressionId s = b.loop(b.c(1), b.x(1));
  b.move({b.sub(b.x(0), b.c(1)), b.sub(b.x(1), s)});
  EXPECT_EQ(proved(b.program, 0, 1).period, (RowPeriod{100, 1, 1}));
}

/// Without a line along the row nothing grows.
TEST(RowPeriod, OfBoundedMovesHasNoSaltus) {
  EXPECT_EQ(proved(ray_rule(2, {{0, 1}}, 3), 0, 2).period, (RowPeriod{0, 4, 0}));
  EXPECT_EQ(proved(ray_rule(2, {{0, 1}, {1, 1}, {1, 0}}, 2), 0, 4).period.saltus, 0U);
  EXPECT_EQ(proved(ray_rule(2, {{1, 0}}), 0, 4).period, (RowPeriod{0, 1, 0}));
}

/// What is proved of a generated rule of rays is compared with a table by the definition, of four times as many columns as the
/// proof takes.
void check_generated_rule() {
  Builder b(2);
  for (std::int64_t i = 0, count = pick(1, 4); i < count; ++i) {
    std::vector<std::int64_t> d = {pick(0, 3), pick(0, 3)};
    d[static_cast<std::size_t>(pick(0, 2))] = pick(1, 3);
    random_ray(b, d);
  }
  const auto axis = static_cast<std::size_t>(pick(0, 2));
  const Coordinate row = pick(0, 5);
  const Result<RowMoves> moves = find_row_moves(b.program, plain_domain(2), axis, row);
  RC_CLASSIFY(!moves, "refused");
  if (!moves) return;
  Budget small;
  std::atomic<std::int64_t> polls = 200;
  small.polls_left = &polls;
  std::optional<Result<ProvedRow>> found;
  try {
    found.emplace(find_row_period(*moves, 0, small));
  } catch (const Interrupted&) {}
  RC_CLASSIFY(found.has_value() && found->has_value(), "proved");
  if (!found || !*found) return;
  const ProvedRow& known = **found;
  const std::uint64_t columns = std::min<std::uint64_t>(4 * (known.recurrence.first + known.recurrence.distance), 700);
  const std::vector<std::uint32_t> values = plain_rows(b.program, axis, row, columns).back();
  for (std::uint64_t n = 0; n < values.size(); ++n) {
    RC_ASSERT(value_at(known.recurrence, known.values, n) == values[n]);
    if (n < known.period.preperiod || n + known.period.period >= values.size()) continue;
    RC_ASSERT(values[n + known.period.period] == values[n] + known.period.saltus);
  }
}

RC_GTEST_PROP(RowPeriod, IsThatOfATableByTheDefinition, ()) { check_generated_rule(); }

TEST(RowPeriod, OfManyRulesIsThatOfATable) {
  EXPECT_EQ(test::first_failure(check_generated_rule, 4, test::cases(20, 10'000)), "");
}

/// Of all claims about small columns those are accepted that are true.
TEST(RowPeriod, IsCheckedAgainInFull) {
  const MoveProgram wythoff = ray_rule(2, {{1, 0}, {0, 1}, {1, 1}});
  constexpr Coordinate kRow = 3;
  const RowMoves moves = known_moves(wythoff, 0, kRow);
  const std::vector<std::vector<std::uint32_t>> plain = plain_rows(wythoff, 0, kRow, 300);
  std::size_t accepted = 0;
  for (std::uint64_t first = 0; first < 24; ++first)
    for (std::uint64_t distance = 0; distance < 20; ++distance)
      for (std::uint64_t growth = 0; growth < 20; ++growth) {
        bool holds = distance > 0;
        for (const std::vector<std::uint32_t>& row : plain)
          for (std::uint64_t n = first; holds && n + distance < row.size(); ++n) holds = row[n + distance] == row[n] + growth;
        const bool is_accepted = check_recurrence(moves, {first, distance, growth}, Budget()).has_value();
        EXPECT_TRUE(holds || !is_accepted) << first << " " << distance << " " << growth;
        accepted += is_accepted ? 1 : 0;
      }
  EXPECT_GT(accepted, 20U);
}

/// Somebody claims that a state recurs so far away that nobody computes so many columns: that is seen in the first ones.
TEST(RowPeriod, IsRefusedAtOnceWhereAStateWouldRecurFarAway) {
  const RowMoves moves = known_moves(ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}), 0, 12);
  std::atomic<std::int64_t> looks = 100;  // of one at every 4096th position: enough for some 30,000 columns
  Budget counted;
  counted.polls_left = &looks;
  for (const std::uint64_t far : {std::uint64_t{1} << 28, std::uint64_t{1'000'000'000}})
    for (const ColumnRecurrence& claim : {ColumnRecurrence{393, far, 48}, ColumnRecurrence{far, 48, 48}}) {
      const Result<std::vector<Grundy>> checked = check_recurrence(moves, claim, counted);
      ASSERT_FALSE(checked);
      const std::string reason = checked.reason();  // the window that is kept, or the columns until there
      EXPECT_TRUE(reason.find("more work") != std::string::npos || reason.find("too much memory") != std::string::npos)
          << reason;
    }
}

TEST(RowPeriod, IsCheckedWithinTheWorkThatItTook) {
  const RowMoves moves = known_moves(ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}), 0, 12);
  const Result<ProvedRow> found = find_row_period(moves, 0, Budget());
  ASSERT_TRUE(found);
  EXPECT_TRUE(check_recurrence(moves, found->recurrence, Budget(), found->work));
  EXPECT_FALSE(check_recurrence(moves, found->recurrence, Budget(), found->work / 2));
}

TEST(RowPeriod, IsRefusedWhereItWouldTakeTooMuch) {
  const RowMoves moves = known_moves(ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}), 0, 3);
  EXPECT_FALSE(check_recurrence(moves, {16, std::uint64_t{1} << 62, std::uint64_t{1} << 62}, Budget()));
  EXPECT_FALSE(check_recurrence(moves, {std::uint64_t{1} << 63, std::uint64_t{1} << 63, 6}, Budget()));
  Budget little;
  little.memory = 100;
  EXPECT_FALSE(find_row_period(moves, 0, little));
  std::atomic<bool> stop = true;
  Budget stopped;
  stopped.stop = &stop;
  EXPECT_THROW((void)find_row_period(moves, 0, stopped), Interrupted);
}

}  // namespace
}  // namespace bouton::table_test
