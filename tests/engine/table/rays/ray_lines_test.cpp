#include "engine/table/rays/ray_lines.h"

#include <gtest/gtest.h>

#include "engine/table/table_plan.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/table_case.h"

namespace bouton {
namespace {

using namespace table_test;

Result<std::int64_t> reach_of(const MoveProgram& program, const Domain& domain, const Box& box) {
  const TableCase asked{program, domain, box};
  const auto analysis = analyse_table(asked.problem());
  EXPECT_TRUE(analysis && analysis->rays);
  return slab_reach(box_rays(*analysis->rays, box), box);
}

TEST(RayLines, ASlabReachesBackToTheFarthestOptionOfAWindow) {
  // Two to forty columns back, and the value two columns farther that has left the window.
  const auto reach = reach_of(ray_rule(2, {{1, 0}, {0, 2}}, 20), plain_domain(2), Box({0, 0}, {30, 200}));
  ASSERT_TRUE(reach) << reach.reason();
  EXPECT_EQ(*reach, 42);
  // Lines that nothing leaves are handed on as such.
  EXPECT_EQ(*reach_of(wythoff(), plain_domain(2), Box({0, 0}, {30, 200})), 1);
}

TEST(RayLines, NoSlabsWhereALineLeadsToTheRight) {
  // (a - t, b - 2 + t), t from 1 on: at first one column to the left, then to the right.
  Builder b(2);
  b.branch(b.op(Op::less, b.c(0), b.x(1)));
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.sub(b.c(62), b.x(1))));
  b.move({b.sub(b.x(0), t), b.add(b.sub(b.x(1), b.c(2)), t)});
  b.end();
  b.end();
  EXPECT_FALSE(reach_of(b.program, Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 60}}), Box({0, 0}, {40, 60})));
}

}  // namespace
}  // namespace bouton
