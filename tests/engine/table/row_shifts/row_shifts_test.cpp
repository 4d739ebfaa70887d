#include "engine/table/row_shifts/row_shifts.h"
#include "bouton_places.h"

#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include "hwy/targets.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

struct Solved {
  std::vector<bool> is_p;  ///< in the order of the box
  RowShiftReport report;
};

Result<Solved> solve(const MoveProgram& program, const Domain& domain, const Box& box, Play play, std::uint64_t cap = 0,
                     unsigned threads = 1) {
  const auto region = find_region(program, domain, box);
  if (!region) return region.refusal();
  const auto families = move_families(program);
  if (!families) return families.refusal();
  const auto shape = find_row_shifts(*families, *region);
  if (!shape) return shape.refusal();
  const RowShiftProblem problem{&*shape, &*region, box, play};
  const std::size_t axis = problem.shape->axis;
  Solved solved;
  solved.is_p.assign(box.size(), false);
  std::uint64_t seen = 0;
  std::uint64_t rows = 1;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (i != axis) rows *= box.length(i);
  Budget budget;
  budget.threads = threads;
  const auto report = row_shift_outcomes(
      problem, budget,
      [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
        Position position(box.low());
        for (std::size_t i = box.dimensions(); i-- > 0;) {
          if (i == axis) continue;
          position[i] += static_cast<Coordinate>(row % box.length(i));
          row /= box.length(i);
        }
        for (std::size_t k = 0; k < count; ++k) {
          position[axis] = from + static_cast<Coordinate>(k);
          EXPECT_TRUE(box.contains(position));
          solved.is_p[box.index(position)] = (bits[k / 64] >> (k % 64) & 1U) != 0;
          ++seen;
        }
      },
      cap);
  if (!report) return report.refusal();
  solved.report = *report;
  EXPECT_EQ(seen, box.size());
  return solved;
}

void expect_same(const MoveProgram& program, const Domain& domain, const Box& box, Play play, std::uint64_t cap = 0) {
  const auto expected = brute_force(program, domain, box, play, ValueKind::outcome);
  ASSERT_TRUE(expected);
  const auto found = solve(program, domain, box, play, cap);
  ASSERT_TRUE(found) << found.reason();
  for (std::uint64_t i = 0; i < box.size(); ++i)
    ASSERT_EQ(expected->outcome(i) == Outcome::P, found->is_p[i]) << "at " << to_string(box.position(i));
}

// One may be taken from all heaps but the last one that is asked for, four from all.
TEST(RowShifts, AMoveThatTheLastPositionAloneDoesNotHave) {
  for (const std::int64_t last : {5000, 5001, 5002, 5003, 5004}) {
    Builder b(1);
    b.branch(b.op(Op::logical_and, b.op(Op::less, b.c(0), b.x(0)), b.op(Op::less, b.x(0), b.c(last))));
    b.move({b.sub(b.x(0), b.c(1))});
    b.end();
    b.branch(b.op(Op::less_equal, b.c(4), b.x(0)));
    b.move({b.sub(b.x(0), b.c(4))});
    b.end();
    for (const Play play : {Play::normal, Play::misere}) expect_same(b.program, plain_domain(1), Box({0}, {last}), play);
  }
}

TEST(RowShifts, EqualBruteForce) {
  for (const Play play : {Play::normal, Play::misere}) {
    expect_same(nimrod(), nimrod_domain(), Box({0, 1}, {700, 9}), play);
    expect_same(nimrod(), nimrod_domain(), Box({100, 3}, {300, 500}), play);
    expect_same(subtraction({1, 3, 4}), plain_domain(1), Box({0}, {1500}), play);
    expect_same(subtraction({2, 5, 64, 100, 513}), plain_domain(1), Box({77}, {1500}), play);
    expect_same(copycat(5), copycat_domain(5), Box({0, 0}, {900, 5}), play);
  }
}

TEST(RowShifts, RowsThatReadThemselvesNearby) {
  for (const Play play : {Play::normal, Play::misere}) {
    expect_same(subtraction({1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43}), plain_domain(1), Box({0}, {9000}), play);
    expect_same(subtraction({2, 3, 63, 64, 65}), plain_domain(1), Box({0}, {5000}), play);
  }
  // From a row to itself by 2 and 3, and to the next one by 5: above a cap nothing is certain.
  constexpr std::int64_t kLastRow = 200;
  Builder b(2);
  for (const std::int64_t take : {2, 3, 5}) {
    const std::int64_t up = take == 5 ? 1 : 0;
    b.branch(b.op(Op::less_equal, b.c(take), b.x(0)));
    b.branch(b.op(Op::less_equal, b.x(1), b.c(kLastRow - up)));
    b.move({b.sub(b.x(0), b.c(take)), b.add(b.x(1), b.c(up))});
    b.end();
    b.end();
  }
  const Domain domain = Domain::fixed({{.name = "n"}, {.name = "row", .greatest = kLastRow}});
  for (const std::uint64_t cap : {0U, 1U, 3U}) expect_same(b.program, domain, Box({0, 0}, {700, 2}), Play::normal, cap);
}

TEST(RowShifts, EqualTheOracleOfNimrod) {
  std::ifstream file(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/nimrod_P_400.json");
  const auto oracle = nlohmann::json::parse(file);
  const Box box({0, 1}, {400, 402});
  for (const std::uint64_t cap : {0U, 3U}) {
    const auto found = solve(nimrod(), nimrod_domain(), box, Play::normal, cap);
    ASSERT_TRUE(found);
    for (const auto& [key, rows] : oracle["P"].items()) {
      const Coordinate p = std::stoll(key);
      std::vector<Coordinate> expected = rows.get<std::vector<Coordinate>>();
      std::vector<Coordinate> is_p;
      for (Coordinate r = 1; r <= p + 2; ++r)
        if (found->is_p[box.index(Position{p, r})]) is_p.push_back(r);
      EXPECT_EQ(is_p, expected) << "p = " << p;
    }
  }
}

TEST(RowShifts, ACapProvesWhatTheWholeTableSays) {
  const Box box({0, 1}, {20000, 2});
  const auto whole = solve(nimrod(), nimrod_domain(), Box({0, 1}, {20000, 300}), Play::normal);
  ASSERT_TRUE(whole);
  for (const std::uint64_t cap : {1U, 10U, 40U, 100U}) {
    const auto capped = solve(nimrod(), nimrod_domain(), box, Play::normal, cap);
    ASSERT_TRUE(capped);
    EXPECT_TRUE(capped->report.capped);
    for (Coordinate p = 0; p <= 20000; ++p)
      for (Coordinate r = 1; r <= 2; ++r)
        ASSERT_EQ(whole->is_p[static_cast<std::size_t>(300 * p + r - 1)], capped->is_p[static_cast<std::size_t>(2 * p + r - 1)])
            << p << "," << r;
  }
}

/// From (n, r) to rows r - 1, r and r + 1, taking `base` and the number of the row that is reached.
MoveProgram neighbouring_rows(std::int64_t base) {
  Builder b(2);
  for (const std::int64_t delta : {-1, 0, 1}) {
    const ExpressionId to = b.add(b.x(1), b.c(delta));
    const ExpressionId amount = b.add(to, b.c(base));
    b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(0), to), b.op(Op::less_equal, amount, b.x(0))));
    b.move({b.sub(b.x(0), amount), to});
    b.end();
  }
  return b.program;
}

/// The P-positions of that game in rows 0 to 2, up to `last`; row by number of places, without words and without caps.
std::vector<std::vector<bool>> plain_neighbouring_rows(std::int64_t base, std::int64_t last) {
  const std::int64_t rows = last / base + 4;
  std::vector<std::vector<bool>> is_p(static_cast<std::size_t>(rows), std::vector<bool>(static_cast<std::size_t>(last + 1)));
  for (std::int64_t n = 0; n <= last; ++n)
    for (std::int64_t r = 0; r < rows; ++r) {
      bool wins = false;
      for (std::int64_t to = std::max<std::int64_t>(0, r - 1); to <= r + 1 && to < rows; ++to)
        wins = wins || (n >= base + to && is_p[static_cast<std::size_t>(to)][static_cast<std::size_t>(n - base - to)]);
      is_p[static_cast<std::size_t>(r)][static_cast<std::size_t>(n)] = !wins;
    }
  return is_p;
}

// Rows that are read at one distance, some of them less than a stretch; with rows far away that are forgotten towards the end,
// and with a thread more.
TEST(RowShifts, RowsThatAreReadAtOneDistanceEqualAPlainTable) {
  const Domain domain = Domain::fixed({{.name = "n"}, {.name = "row"}});
  for (const auto& [base, last] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{70, 12000}, {300, 70000}, {513, 140000}}) {
    const auto expected = plain_neighbouring_rows(base, last);
    for (const auto& [cap, threads] : std::vector<std::pair<std::uint64_t, unsigned>>{{0, 1}, {30, 1}, {30, 2}, {300, 2}}) {
      const auto found = solve(neighbouring_rows(base), domain, Box({0, 0}, {last, 2}), Play::normal, cap, threads);
      ASSERT_TRUE(found) << found.reason();
      for (std::int64_t n = 0; n <= last; ++n)
        for (std::int64_t r = 0; r <= 2; ++r)
          ASSERT_EQ(expected[static_cast<std::size_t>(r)][static_cast<std::size_t>(n)],
                    found->is_p[static_cast<std::size_t>(3 * n + r)])
              << n << "," << r << " of " << base << ", cap " << cap;
    }
  }
}

TEST(RowShifts, TheNumberOfThreadsChangesNothing) {
  const Box box({0, 1}, {2000000, 1});
  const auto one = solve(nimrod(), nimrod_domain(), box, Play::normal, 700, 1);
  const auto two = solve(nimrod(), nimrod_domain(), box, Play::normal, 700, 2);
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  EXPECT_EQ(one->report.rows, two->report.rows);
  EXPECT_EQ(one->is_p, two->is_p);
}

TEST(RowShifts, RefusesOptionsOutsideTheDomain) {
  Builder b(1);
  b.move({b.sub(b.x(0), b.c(3))});
  const auto found = solve(b.program, plain_domain(1), Box({0}, {50}), Play::normal);
  EXPECT_FALSE(found);
}

TEST(RowShifts, RandomRules) {
  const bool good = rc::check("row shifts equal brute force", [] {
    // Positions (n, row); each move goes from rows of a residue to another row by a shift that depends on both.
    Builder b(2);
    const std::int64_t rows = pick(1, 9);
    for (std::int64_t i = 0, count = pick(1, 6); i < count; ++i) {
      const std::int64_t modulus = pick(1, 4), residue = pick(0, modulus);
      const std::int64_t shift = pick(1, 90), by_row = pick(0, 3), extra = pick(0, 2) * pick(0, 40);
      const std::int64_t delta = pick(-2, 3);
      const ExpressionId n = b.x(0), row = b.x(1);
      b.branch(b.op(Op::equal, b.op(Op::floor_mod, row, b.c(modulus)), b.c(residue)));
      const ExpressionId to = b.add(row, b.c(delta));
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(0), to), b.op(Op::less, to, b.c(rows))));
      const ExpressionId amount = b.add(b.mul(row, b.c(by_row)), b.c(shift));
      b.branch(b.op(Op::less_equal, b.add(amount, b.c(extra)), n));
      b.move({b.sub(n, amount), to});
      b.end();
      b.end();
      b.end();
    }
    const Domain domain = Domain::fixed({{.name = "n"}, {.name = "row", .greatest = rows - 1}});
    const std::int64_t low = pick(0, 100);
    const Box box({low, pick(0, rows)}, {low + pick(0, 1200), rows - 1});
    const Play play = pick(0, 2) == 0 ? Play::normal : Play::misere;
    const auto expected = brute_force(b.program, domain, box, play, ValueKind::outcome);
    RC_ASSERT(expected.has_value());
    const auto found = solve(b.program, domain, box, play, static_cast<std::uint64_t>(pick(0, 4)));
    RC_CLASSIFY(!found);
    if (!found) return;
    for (std::uint64_t i = 0; i < box.size(); ++i) RC_ASSERT((expected->outcome(i) == Outcome::P) == found->is_p[i]);
  });
  EXPECT_TRUE(good);
}

// Takes some 9 s: brute force interprets the rule at about 100,000 positions a case. There are as many because there must be
// many rows, and in each more places than the 4096 of a run.
TEST(RowShifts, RandomRulesOfManyRows) {
  const bool good = rc::check("many rows, most of them read at one distance, equal brute force", [] {
    // As above; the shift depends on the row that is reached, so that most rows are read at one distance.
    Builder b(2);
    const std::int64_t rows = pick(20, 32), base = pick(30, 90), by_row = pick(1, 30);
    // A run is 4096 places. Moves of the later places alone, or of the earlier ones.
    const std::int64_t least = pick(0, 12) == 0 ? pick(1, 4000) : 0, most = pick(0, 3) == 0 ? pick(4100, 4300) : 100000;
    const std::int64_t last = least > 0 ? 8300 : 4400;
    for (std::int64_t i = 0, count = pick(1, 5); i < count; ++i) {
      const ExpressionId n = b.x(0), to = b.add(b.x(1), b.c(pick(-4, 5)));
      const ExpressionId amount = b.add(b.mul(to, b.c(by_row)), b.c(pick(0, 9) == 0 ? base + 1 : base));
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(0), to), b.op(Op::less, to, b.c(rows))));
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.add(amount, b.c(least)), n), b.op(Op::less_equal, n, b.c(most))));
      b.move({b.sub(n, amount), to});
      b.end();
      b.end();
    }
    const Domain domain = Domain::fixed({{.name = "n"}, {.name = "row", .greatest = rows - 1}});
    const std::int64_t asked = pick(0, rows);
    const Box box({0, asked}, {last, std::min(rows - 1, asked + pick(0, 3))});
    const auto expected = brute_force(b.program, domain, box, Play::normal, ValueKind::outcome);
    RC_ASSERT(expected.has_value());
    const auto found = solve(b.program, domain, box, Play::normal, static_cast<std::uint64_t>(pick(0, 2) * pick(0, 60)));
    RC_CLASSIFY(!found);
    if (!found) return;
    for (std::uint64_t i = 0; i < box.size(); ++i) RC_ASSERT((expected->outcome(i) == Outcome::P) == found->is_p[i]);
  });
  EXPECT_TRUE(good);
}

/// A row that reads another at two distances, both as far as a word, and others that read it at one of them.
TEST(RowShifts, ARowIsReadAtTwoDistancesByOneRow) {
  Builder b(2);
  const std::int64_t rows = 20;
  for (const auto& [delta, base] : std::vector<std::pair<std::int64_t, std::int64_t>>{{-4, 30}, {3, 31}, {3, 30}}) {
    const ExpressionId to = b.add(b.x(1), b.c(delta));
    const ExpressionId amount = b.add(b.mul(to, b.c(12)), b.c(base));
    b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(0), to), b.op(Op::less, to, b.c(rows))));
    b.branch(b.op(Op::less, amount, b.x(0)));
    b.move({b.sub(b.x(0), amount), to});
    b.end();
    b.end();
  }
  const Domain domain = Domain::fixed({{.name = "n"}, {.name = "row", .greatest = rows - 1}});
  for (const std::int64_t asked : {0, 5, 19}) expect_same(b.program, domain, Box({0, asked}, {2000, asked}), Play::normal);
}

TEST(RowShifts, AMoveOfAllPositionsButTheLast) {
  // Of the even positions the last one is P, though two less is P as well: that move is not its.
  for (const Coordinate last : {600, 4000}) {
    Builder b(1);
    for (const std::int64_t take : {1, 3}) {
      b.branch(b.op(Op::less_equal, b.c(take), b.x(0)));
      b.move({b.sub(b.x(0), b.c(take))});
      b.end();
    }
    b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(7), b.x(0)), b.op(Op::less, b.x(0), b.c(last))));
    b.move({b.sub(b.x(0), b.c(7))});
    b.end();
    b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(last - 10), b.x(0)), b.op(Op::less, b.x(0), b.c(last))));
    b.move({b.sub(b.x(0), b.c(2))});
    b.end();
    expect_same(b.program, plain_domain(1), Box({0}, {last}), Play::normal);
  }
  // Take 1, or below `end` 2: the multiples of 3 are P, and `end` is where only taking 1 is left.
  for (const Coordinate end : {3999, 4001})
    for (const Coordinate last : {4000, 4001}) {
      Builder b(1);
      b.branch(b.op(Op::less_equal, b.c(1), b.x(0)));
      b.move({b.sub(b.x(0), b.c(1))});
      b.end();
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(2), b.x(0)), b.op(Op::less, b.x(0), b.c(end))));
      b.move({b.sub(b.x(0), b.c(2))});
      b.end();
      expect_same(b.program, plain_domain(1), Box({0}, {last}), Play::normal);
    }
}

TEST(RowShifts, RefusePositionsWithoutAMoveBetweenOthersUnderMiserePlay) {
  const auto solved = [](const std::vector<std::pair<std::int64_t, std::int64_t>>& stretches) {
    Builder b(1);
    for (const auto& [from, to] : stretches) {
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(from), b.x(0)), b.op(Op::less_equal, b.x(0), b.c(to))));
      b.move({b.sub(b.x(0), b.c(1))});
      b.end();
    }
    return solve(b.program, plain_domain(1), Box({0}, {60}), Play::misere).has_value();
  };
  EXPECT_TRUE(solved({{5, 60}}));
  EXPECT_TRUE(solved({{5, 9}, {10, 60}}));
  EXPECT_FALSE(solved({{5, 9}, {11, 60}}));
  EXPECT_FALSE(solved({{5, 59}}));
}

}  // namespace
}  // namespace bouton
