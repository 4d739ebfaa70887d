#include "engine/closed_form/heaps/copycat.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;

BruteForce copycat(long m) {
  return BruteForce([m](const Cell& at) {
    std::vector<Option> options;
    for (long t = 1; t <= std::min(m, at[0]); ++t)
      if (t != at[1]) options.push_back({"", {at[0] - t, t}});
    return options;
  });
}

TEST(Copycat, AgreesWithTheRules) {
  for (long m = 1; m <= 12; ++m) {
    SCOPED_TRACE(m);
    const auto closed = form("copycat", {{"m", Integer(m)}});
    BruteForce game = copycat(m);
    for (long n = 0; n <= 300; ++n)
      for (long last = 0; last <= m; ++last) expect_agreement(*closed, game, {n, last});
  }
}

TEST(Copycat, LosingHeapsAsPublished) {
  struct Residues {
    long m, modulus;
    std::set<long> losing;
  };
  const std::vector<Residues> known = {{2, 3, {0}},     {4, 5, {0}},         {6, 7, {0}},          {3, 4, {0}},
                                       {5, 13, {0, 7}}, {7, 25, {0, 9, 17}}, {9, 32, {0, 11, 22}}, {11, 12, {0}}};
  for (const Residues& row : known) {
    const auto closed = form("copycat", {{"m", Integer(row.m)}});
    const Integer far = Integer("1000000000000000000000000000000") * row.modulus;
    for (long n = 0; n < 3 * row.modulus; ++n) {
      EXPECT_EQ(is_P(*closed, {n, 0}), row.losing.contains(n % row.modulus)) << row.m << ": " << n;
      EXPECT_EQ(is_P(*closed, {far + n, 0}), row.losing.contains(n % row.modulus)) << row.m << ": " << n;
    }
  }
}

TEST(Copycat, ThePeriodIsTheLeast) {
  for (std::uint32_t m = 1; m <= 60; ++m) {
    const CopycatRows::Period found = CopycatRows(m, {}).period();
    CopycatRows rows(m, {});
    const std::uint64_t needed = found.preperiod + 4 * (found.period + m);
    const std::optional<CopycatRows::Period> within = CopycatRows(m, {}).period_within(needed);
    EXPECT_TRUE(within && within->period == found.period && within->preperiod == found.preperiod) << m;
    EXPECT_FALSE(CopycatRows(m, {}).period_within(m / 2));
    const auto agree = [&](std::uint64_t n, std::uint64_t period) { return rows.row(n) == rows.row(n + period); };
    EXPECT_TRUE(found.preperiod == 0 || !agree(found.preperiod - 1, found.period));
    for (std::uint64_t shorter = 1; shorter < found.period; ++shorter) {
      bool repeats = true;
      for (std::uint64_t n = 0; n < found.period && repeats; ++n) repeats = agree(found.preperiod + n, shorter);
      EXPECT_FALSE(repeats) << m;
    }
  }
}

/// Whether value(n + period) = value(n) from preperiod on, and for no smaller numbers, as far as `values` go.
void expect_least_period(const std::vector<long>& values, const PeriodAlong& found, const std::string& what) {
  const auto repeats = [&](std::uint64_t from, std::uint64_t period) {
    for (std::uint64_t n = from; n + period < values.size(); ++n)
      if (values[n] != values[n + period]) return false;
    return true;
  };
  ASSERT_LT(found.preperiod + 3 * found.period, values.size()) << what;
  EXPECT_TRUE(repeats(found.preperiod, found.period)) << what;
  if (found.preperiod > 0) EXPECT_FALSE(repeats(found.preperiod - 1, found.period)) << what;
  for (std::uint64_t period = 1; period < found.period; ++period)
    EXPECT_FALSE(repeats(values.size() / 2, period)) << what << ", " << period;
}

TEST(Copycat, PeriodsAreProvedOfOutcomesAndGrundyValues) {
  for (long m = 1; m <= 7; ++m) {
    const auto closed = form("copycat", {{"m", Integer(m)}});
    BruteForce game = copycat(m);
    for (long last = 0; last <= m; ++last) {
      std::vector<long> outcomes, values;
      for (long n = 0; n <= 1200; ++n) {
        outcomes.push_back(game.is_P({n, last}) ? 1 : 0);
        values.push_back(game.grundy({n, last}));
      }
      for (const ValueKind kind : {ValueKind::outcome, ValueKind::grundy}) {
        const auto found = closed->period_along(0, {Integer(0), Integer(last)}, kind, 100000);
        ASSERT_TRUE(found) << m << ", " << last;
        expect_least_period(kind == ValueKind::outcome ? outcomes : values, *found, fmt::format("m = {}, last = {}", m, last));
      }
    }
    EXPECT_FALSE(closed->period_along(1, {Integer(5), Integer(0)}, ValueKind::outcome, 100000));
    EXPECT_FALSE(closed->period_along(0, {Integer(0), Integer(0)}, ValueKind::remoteness, 100000));
    EXPECT_FALSE(closed->period_along(0, {Integer(0), Integer(0)}, ValueKind::grundy, 1));
  }
}

TEST(Copycat, LimitsAndRefusals) {
  EXPECT_FALSE(make_closed_form("copycat", {{"m", Integer(0)}}));
  EXPECT_FALSE(make_closed_form("copycat", {{"m", Integer("100000000000000000000")}}));
  EXPECT_FALSE(form("copycat", {{"m", Integer(3)}})->outcome({5, 4}));
  Budget small;
  small.memory = 1 << 10;
  EXPECT_THROW(make_closed_form("copycat", {{"m", Integer(1000)}}, small), LimitError);
}

}  // namespace
}  // namespace bouton
