#include "engine/table/rays/ray_grundy.h"
#include "bouton_places.h"

#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include "engine/base/errors.h"
#include "engine/table/batch/batch.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

std::optional<Table> ray_table(const MoveProgram& program, const Domain& domain, const Box& box, unsigned threads) {
  const auto region = find_region(program, domain, box);
  if (!region) return std::nullopt;
  const auto families = move_families(program);
  if (!families) return std::nullopt;
  const auto rays = find_rays(*families, *region);
  if (!rays) return std::nullopt;
  Budget budget;
  budget.threads = threads;
  auto solved = ray_grundy(*rays, region->box, budget);
  if (!solved) return std::nullopt;
  return make_table(*std::move(solved), box, ValueKind::grundy, budget);
}

/// The batch interpreter's table, itself tested against recursion.
Table reference(const MoveProgram& program, const Domain& domain, const Box& box) {
  const auto region = *find_region(program, domain, box);
  const auto order = *find_order(program, region);
  BatchProblem problem;
  problem.program = &program;
  problem.region = &region;
  problem.order = &order;
  return make_table(*solve_batch(problem, Budget()), box, ValueKind::grundy, Budget());
}

void expect_same_values(const MoveProgram& program, const Domain& domain, const Box& box) {
  const Table expected = reference(program, domain, box);
  for (const unsigned threads : {1U, 2U, 3U}) {
    const auto found = ray_table(program, domain, box, threads);
    ASSERT_TRUE(found) << "not recognised as rays";
    for (std::uint64_t i = 0; i < box.size(); ++i)
      ASSERT_EQ(expected.cells[i], found->cells[i]) << "at " << to_string(box.position(i)) << ", threads " << threads;
  }
}

TEST(RayGrundy, EqualsTheOracleOfWythoff) {
  std::ifstream file(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/wythoff_grundy_60.json");
  const auto oracle = nlohmann::json::parse(file);
  const auto table = ray_table(wythoff(), plain_domain(2), Box({0, 0}, {60, 60}), 1);
  ASSERT_TRUE(table);
  for (std::size_t i = 0; i <= 60; ++i)
    for (std::size_t j = 0; j <= 60; ++j) EXPECT_EQ(table->cells[61 * i + j], oracle[i][j].get<std::uint32_t>());
}

TEST(RayGrundy, PlainDirections) {
  const std::vector<std::vector<std::vector<std::int64_t>>> plane_rules = {
      {{1, 0}, {0, 1}},
      {{1, 0}, {0, 1}, {1, 1}},
      {{1, 0}, {0, 1}, {1, 2}, {2, 1}},
      {{1, 1}},
      {{2, 1}, {0, 1}},
      {{0, 2}, {1, 0}, {3, 1}},
      {{1, -1}, {0, 1}, {1, 0}},
      {{1, -3}, {2, 1}, {0, 1}},
      {{2, 2}, {1, 0}, {0, 1}},
      {{1, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}}};
  for (const auto& directions : plane_rules)
    for (const Box& box : {Box({0, 0}, {40, 40}), Box({0, 0}, {150, 135}), Box({3, 10}, {260, 20}), Box({0, 0}, {9, 300})}) {
      // Directions with a negative part need an end to the coordinate that grows.
      const auto high = box.high()[1];
      Builder b(2);
      for (const auto& d : directions) {
        std::optional<ExpressionId> last;
        for (std::size_t i = 0; i < 2; ++i) {
          if (d[i] == 0) continue;
          const ExpressionId space = d[i] > 0 ? b.x(i) : b.sub(b.c(high), b.x(i));
          const ExpressionId end = b.op(Op::floor_div, space, b.c(std::abs(d[i])));
          last = last ? b.min(*last, end) : end;
        }
        const ExpressionId t = b.loop(b.c(1), *last);
        b.move({b.sub(b.x(0), b.mul(t, b.c(d[0]))), b.sub(b.x(1), b.mul(t, b.c(d[1])))});
        b.end();
      }
      expect_same_values(b.program, plain_domain(2), box);
    }
}

/// Loops over all options and a stamp for each value.
std::vector<std::uint32_t> stamped(std::int64_t side, const std::vector<std::vector<std::int64_t>>& directions) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(side * side)), stamps(static_cast<std::size_t>(8 * side), 0);
  std::uint32_t stamp = 0;
  for (std::int64_t x = 0; x < side; ++x)
    for (std::int64_t y = 0; y < side; ++y) {
      ++stamp;
      for (const auto& d : directions)
        for (std::int64_t t = 1; x - t * d[0] >= 0 && y - t * d[1] >= 0; ++t)
          stamps[cells[static_cast<std::size_t>((x - t * d[0]) * side + y - t * d[1])]] = stamp;
      std::uint32_t value = 0;
      while (stamps[value] == stamp) ++value;
      cells[static_cast<std::size_t>(x * side + y)] = value;
    }
  return cells;
}

TEST(RayGrundy, SymmetricRulesOverSeveralTiles) {
  const std::vector<std::vector<std::vector<std::int64_t>>> rules = {{{1, 0}, {0, 1}, {1, 1}},
                                                                     {{1, 2}, {0, 1}, {2, 1}, {1, 0}},
                                                                     {{1, 0}, {0, 1}, {2, 2}, {3, 1}, {1, 3}},
                                                                     {{1, 0}, {0, 1}, {2, 3}, {3, 2}},
                                                                     {{0, 2}, {2, 0}, {1, 1}}};
  for (const auto& directions : rules)
    for (const std::int64_t side : {127, 128, 300}) {
      const auto expected = stamped(side, directions);
      for (const unsigned threads : {1U, 2U}) {
        const auto found = ray_table(ray_rule(2, directions), plain_domain(2), Box({0, 0}, {side - 1, side - 1}), threads);
        ASSERT_TRUE(found);
        EXPECT_EQ(expected, found->cells) << "side " << side << ", threads " << threads;
      }
    }
}

TEST(RayGrundy, OneDimensionAndSeveral) {
  expect_same_values(ray_rule(1, {{1}}), plain_domain(1), Box({0}, {500}));
  expect_same_values(ray_rule(1, {{3}}), plain_domain(1), Box({0}, {500}));
  expect_same_values(heaps(3), plain_domain(3), Box({0, 0, 0}, {20, 33, 40}));
  expect_same_values(heaps(4), plain_domain(4), Box({0, 2, 0, 1}, {7, 8, 9, 10}));
  expect_same_values(ray_rule(3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}),
                     plain_domain(3), Box({0, 0, 0}, {30, 33, 35}));
  expect_same_values(ray_rule(3, {{2, 1, 0}, {1, 0, 3}, {1, 2, 1}, {0, 1, 0}, {0, 0, 1}}), plain_domain(3),
                     Box({0, 0, 0}, {21, 40, 37}));
}

TEST(RayGrundy, RandomRules) {
  const bool good = rc::check("rays equal the batch interpreter", [] {
    const RandomRays rule = random_rays();
    const Table expected = reference(rule.program, rule.domain, rule.box);
    const auto threads = static_cast<unsigned>(pick(1, 3));
    const auto found = ray_table(rule.program, rule.domain, rule.box, threads);
    RC_CLASSIFY(!found);
    if (!found) return;  // only single options
    RC_ASSERT(expected.cells == found->cells);
  });
  EXPECT_TRUE(good);
}

/// The same in pieces, which must come in order and all in one width.
std::vector<std::uint32_t> by_rows(const MoveProgram& program, const Box& box, unsigned threads, bool narrow) {
  const auto region = *find_region(program, plain_domain(box.dimensions()), box);
  const auto rays = *find_rays(*move_families(program), region);
  Budget budget;
  budget.threads = threads;
  std::vector<std::uint32_t> cells;
  const auto take = [&](bool is_narrow) {
    return [&, is_narrow](std::uint64_t row, auto piece) {
      EXPECT_EQ(narrow, is_narrow);
      EXPECT_EQ(row * box.length(box.dimensions() - 1), cells.size());
      cells.insert(cells.end(), piece.begin(), piece.end());
    };
  };
  EXPECT_TRUE(ray_grundy_by_rows(rays, box, budget, {take(true), take(false)}));
  return cells;
}

// Takes some 6 s: only a row of more than 2^16 places has values that are wide, and then 140,000 columns and diagonals have a
// set of as many bits each, some 1.2 GiB to be cleared in each run.
TEST(RayGrundy, ByRowsInEitherWidth) {
  const std::vector<std::vector<std::int64_t>> directions = {{1, 0}, {0, 1}, {1, 1}};
  for (const unsigned threads : {1U, 2U, 3U}) {
    EXPECT_EQ(by_rows(wythoff(), Box({0, 0}, {299, 299}), threads, true), stamped(300, directions));
    EXPECT_EQ(by_rows(wythoff(), Box({0, 0}, {299, 99}), threads, true),
              ray_table(wythoff(), plain_domain(2), Box({0, 0}, {299, 99}), 1)->cells);
    const Box wide({0, 0}, {2, 70'000});
    EXPECT_EQ(by_rows(wythoff(), wide, threads, false), ray_table(wythoff(), plain_domain(2), wide, 1)->cells);
    const Box solid({0, 0, 0}, {20, 33, 40});
    EXPECT_EQ(by_rows(heaps(3), solid, threads, true), ray_table(heaps(3), plain_domain(3), solid, 1)->cells);
  }
}

// A first attempt has room for fewer values: rows that it has handed on are not handed on again.
TEST(RayGrundy, ByRowsWithMoreValuesThanExpected) {
  const std::vector<std::uint32_t> cells = by_rows(ray_rule(2, {{1, 0}}), Box({0, 0}, {700, 50}), 2, true);
  for (std::uint32_t a = 0; a <= 700; ++a)
    for (std::uint32_t b = 0; b <= 50; ++b) ASSERT_EQ(cells[a * 51 + b], a);
}

TEST(RayGrundy, StopsWhenAsked) {
  const MoveProgram program = wythoff();
  const Box box({0, 0}, {600, 600});
  const auto region = *find_region(program, plain_domain(2), box);
  const auto rays = *find_rays(*move_families(program), region);
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.stop = &stop;
  EXPECT_THROW(ray_grundy(rays, box, budget), Interrupted);
  budget.threads = 2;
  EXPECT_THROW(ray_grundy(rays, box, budget), Interrupted);
  budget.stop = nullptr;
  budget.memory = 1000;
  EXPECT_THROW(ray_grundy(rays, box, budget), LimitError);
}

}  // namespace
}  // namespace bouton
