#include "engine/closed_form/copycat.h"

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
