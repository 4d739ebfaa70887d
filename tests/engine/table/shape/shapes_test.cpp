#include "engine/table/shape/shapes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/table/rays/ray_lines.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

std::set<std::vector<Coordinate>> as_set(const std::vector<Position>& options) {
  std::set<std::vector<Coordinate>> set;
  for (const Position& option : options) set.emplace(option.begin(), option.end());
  return set;
}

/// The options of a position as its rays list them.
std::vector<Position> options_of(const Rays& rays, PositionView position) {
  std::vector<Position> options;
  for (const RayFamily& ray : rays.families) {
    if (run(guard_program(rays.program, ray.guards), position).result == 0) continue;
    Position to(position);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] -= ray.offset[i];
    const auto is_inside = [&] {
      for (std::size_t i = 0; i < to.size(); ++i)
        if (to[i] < ray.targets[i].low || to[i] > ray.targets[i].high) return false;
      return true;
    };
    const std::int64_t most = ray.is_single() ? 1 : ray.most.value_or(1000);
    for (std::int64_t k = 0; k < most; ++k) {
      if (is_inside()) options.push_back(to);
      for (std::size_t i = 0; i < to.size(); ++i) to[i] -= ray.step[i];
    }
  }
  return options;
}

RC_GTEST_PROP(Shapes, RaysListTheOptionsOfEveryPosition, ()) {
  const RandomRays random = random_rays();
  const auto region = find_region(random.program, random.domain, random.box);
  RC_PRE(region.has_value());
  const auto families = move_families(random.program);
  RC_PRE(families.has_value());
  const auto rays = find_rays(*families, *region);
  RC_CLASSIFY(rays.has_value(), "rays");
  if (!rays) return;
  for (int i = 0; i < 60; ++i) {
    const Position position =
        region->box.position(static_cast<std::uint64_t>(pick(0, static_cast<std::int64_t>(region->box.size()))));
    RC_ASSERT(as_set(options_of(*rays, position)) == as_set(run(random.program, position).options));
  }
}

/// From both of two heaps s and t, t between s + low and s + high, by bounds of the loops or by a guard, and at least `first`.
MoveProgram band(std::int64_t low, std::int64_t high, std::int64_t first, bool guarded) {
  Builder b(2);
  const ExpressionId s = b.loop(b.c(1), b.x(0));
  const ExpressionId least = b.add(s, b.c(low)), greatest = b.add(s, b.c(high));
  const ExpressionId t = guarded ? b.loop(b.c(first), b.x(1)) : b.loop(b.max(b.c(first), least), b.min(b.x(1), greatest));
  if (guarded) b.branch(b.op(Op::logical_and, b.op(Op::less_equal, least, t), b.op(Op::less_equal, t, greatest)));
  b.move({b.sub(b.x(0), s), b.sub(b.x(1), t)});
  return b.program;
}

RC_GTEST_PROP(Shapes, ABandOfMovesAroundADiagonalIsRays, ()) {
  const std::int64_t low = pick(-4, 4), high = low + pick(0, 5);
  const MoveProgram program = band(low, high, pick(0, 5), pick(0, 2) == 1);
  const auto region = find_region(program, plain_domain(2), Box({0, 0}, {30, 30}));
  RC_ASSERT(region.has_value());
  const auto families = move_families(program);
  RC_ASSERT(families.has_value());
  const auto rays = find_rays(*families, *region);
  RC_ASSERT(rays.has_value());
  RC_ASSERT(static_cast<std::int64_t>(rays->families.size()) <= high - low + 1);
  for (std::uint64_t i = 0; i < region->box.size(); ++i) {
    const Position position = region->box.position(i);
    RC_ASSERT(as_set(options_of(*rays, position)) == as_set(run(program, position).options));
  }
}

/// From (p, r): to (p - k, r + k) and to (p, r - t) for t up to p + 1, where `guarded` only for even p.
MoveProgram along_the_second(std::int64_t k, bool guarded) {
  Builder b(2);
  b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(k), b.x(0)), b.op(Op::less_equal, b.c(2 * k), b.x(1))));
  b.move({b.sub(b.x(0), b.c(k)), b.sub(b.x(1), b.c(2 * k))});
  b.end();
  if (guarded) b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(0), b.c(2)), b.c(0)));
  const ExpressionId t = b.loop(b.c(1), b.min(b.add(b.x(0), b.c(1)), b.x(1)));
  b.move({b.x(0), b.sub(b.x(1), t)});
  b.end();
  if (guarded) b.end();
  return b.program;
}

TEST(Shapes, RowMovesListTheOptionsOfEveryRow) {
  for (const bool guarded : {false, true})
    for (std::int64_t k = 1; k <= 4; ++k) {
      const MoveProgram program = along_the_second(k, guarded);
      const auto region = find_region(program, plain_domain(2), Box({0, 0}, {12, 40}));
      ASSERT_TRUE(region);
      const auto families = move_families(program);
      ASSERT_TRUE(families);
      const auto shape = find_row_shifts(*families, *region);
      ASSERT_TRUE(shape) << shape.reason();
      ASSERT_EQ(shape->axis, 1U);
      for (Coordinate p = 0; p <= 12; ++p) {
        const auto moves = row_moves(*shape, Position{p}, 100);
        ASSERT_TRUE(moves);
        for (Coordinate r = 0; r <= 40; ++r) {
          std::vector<Position> options;
          for (const RowMove& move : *moves)
            if (r >= move.where.low && r <= move.where.high) options.push_back({move.row[0], r - move.shift});
          EXPECT_EQ(as_set(options), as_set(run(program, Position{p, r}).options)) << p << "," << r;
        }
        EXPECT_FALSE(moves->empty() ? false : row_moves(*shape, Position{p}, moves->size() - 1).has_value());
      }
    }
}

/// What a threshold is about: raising the coordinate keeps all options, the coordinate itself aside.
TEST(Shapes, RaisingTheCoordinateOfAThresholdKeepsAllOptions) {
  // Take up to the limit, which then is twice what was taken.
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.x(1)));
  b.move({b.sub(b.x(0), t), b.mul(t, b.c(2))});
  b.end();
  const auto families = move_families(b.program);
  ASSERT_TRUE(families);
  const auto shape = find_thresholds(*families, 2);
  ASSERT_TRUE(shape) << shape.reason();
  EXPECT_EQ(shape->axis, 1U);
  for (Coordinate n = 0; n <= 20; ++n)
    for (Coordinate limit = 1; limit <= 20; ++limit)
      EXPECT_TRUE(std::ranges::includes(as_set(run(b.program, Position{n, limit + 1}).options),
                                        as_set(run(b.program, Position{n, limit}).options)));
}

TEST(Shapes, AreRefusedWithTheLineThatIsToBlame) {
  // Nim on two heaps is rays, but the second heap bounds no loop alone.
  const MoveProgram nim = rays_inside({{1, 0}, {0, 1}, {1, 1}}, Position{9, 9});
  const auto families = move_families(nim);
  ASSERT_TRUE(families);
  const auto region = find_region(nim, plain_domain(2), Box({0, 0}, {9, 9}));
  ASSERT_TRUE(region);
  EXPECT_TRUE(find_rays(*families, *region));
  const auto thresholds = find_thresholds(*families, 2);
  ASSERT_FALSE(thresholds);
  EXPECT_FALSE(thresholds.reason().empty());
  EXPECT_GT(thresholds.refusal().line, 0);
}

}  // namespace
}  // namespace bouton
