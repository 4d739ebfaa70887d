#include "engine/table/rays/sparse_rows.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/table/sinks/p_positions.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/table_case.h"

namespace bouton {
namespace {

using namespace table_test;

std::vector<Position> found(const TableProblem& problem) {
  std::vector<Position> positions;
  const auto count = visit_p_positions(problem, Budget(), [&](PositionView p) { positions.emplace_back(p); });
  RC_ASSERT(count.has_value());
  RC_ASSERT(*count == positions.size());
  return positions;
}

std::optional<SparseRowsEstimate> estimate(const TableProblem& problem) {
  const auto analysis = analyse_table(problem);
  if (!analysis || !analysis->rays) return std::nullopt;
  const Box& region = analysis->region->box;
  return estimate_sparse_rows(box_rays(*analysis->rays, region), region, problem.play);
}

/// Directions with a row's own, some of them towards the right, and now and then one that keeps two kinds of lines apart.
std::vector<std::vector<std::int64_t>> directions() {
  std::vector<std::vector<std::int64_t>> all = {{0, 1}};
  for (std::int64_t count = pick(0, 5); count > 0; --count) {
    const std::vector<std::int64_t> direction = {pick(1, 4), pick(-3, 4)};
    if (std::ranges::find(all, direction) == all.end()) all.push_back(direction);
  }
  return all;
}

TEST(SparseRows, AreThoseOfBruteForce) {
  const bool good = rc::check("each row's P-position is found from the lines of those before", [] {
    const auto all = directions();
    const Position high = {pick(0, 90), pick(0, 150)};
    const MoveProgram program = rays_inside(all, high);
    const Domain domain = Domain::fixed({{.name = "a", .greatest = high[0]}, {.name = "b", .greatest = high[1]}});
    const Position low = {pick(0, high[0] + 1), pick(0, high[1] + 1)};
    for (const Box& box : {Box({0, 0}, high), Box(low, high)}) {
      TableProblem problem;
      problem.moves = &program;
      problem.domain = &domain;
      problem.box = box;
      problem.kind = ValueKind::outcome;
      RC_CLASSIFY(estimate(problem).has_value());
      const auto expected = brute_force(program, domain, box, Play::normal, ValueKind::outcome);
      std::vector<Position> positions;
      for (std::uint64_t i = 0; i < expected->cells.size(); ++i)
        if (expected->outcome(i) == Outcome::P) positions.push_back(box.position(i));
      RC_ASSERT(found(problem) == positions);
    }
  });
  EXPECT_TRUE(good);
}

/// Of Wythoff's game the pairs are floor(n phi), floor(n phi^2), and each row has one.
TEST(SparseRows, OfWythoffsGameAreItsPairs) {
  const MoveProgram program = wythoff();
  const Domain domain = plain_domain(2);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = Box({0, 0}, {100'000, 200'000});
  problem.kind = ValueKind::outcome;
  ASSERT_TRUE(estimate(problem));
  std::vector<Coordinate> columns(100'001, -1);
  // Of pair n the lesser number is the least that no pair before has.
  const auto is_free = [&](Coordinate number) { return columns[static_cast<std::size_t>(number)] < 0; };
  for (Coordinate n = 0, lesser = 0; lesser <= 100'000; ++lesser) {
    if (!is_free(lesser)) continue;
    columns[static_cast<std::size_t>(lesser)] = lesser + n;
    if (lesser + n <= 100'000) columns[static_cast<std::size_t>(lesser + n)] = lesser;
    ++n;
  }
  std::uint64_t rows = 0;
  const auto count = visit_p_positions(problem, Budget(), [&](PositionView p) {
    ++rows;
    EXPECT_EQ(p[1], columns[static_cast<std::size_t>(p[0])]);
  });
  ASSERT_TRUE(count);
  EXPECT_EQ(rows, 100'001U);
}

TEST(SparseRows, AreRefusedWhereARowMayHaveMore) {
  const Box box({0, 0}, {20, 30});
  const auto estimate_of = [&](const MoveProgram& program, Play play) {
    const TableCase asked{program, plain_domain(2), box};
    const auto analysis = analyse_table(asked.problem());
    EXPECT_TRUE(analysis && analysis->rays);
    return estimate_sparse_rows(box_rays(*analysis->rays, box), box, play);
  };
  EXPECT_TRUE(estimate_of(wythoff(), Play::normal));
  EXPECT_FALSE(estimate_of(wythoff(), Play::misere));
  EXPECT_FALSE(estimate_of(ray_rule(2, {{1, 0}, {0, 2}}, 20), Play::normal));
  EXPECT_FALSE(estimate_of(rays_inside({{1, 0}, {1, 1}}, box.high()), Play::normal));
  EXPECT_FALSE(estimate_of(rays_inside({{0, 1}, {2, 2}}, box.high()), Play::normal));
}

}  // namespace
}  // namespace bouton
