#include "engine/table/batch/pushed_loops.h"

#include <gtest/gtest.h>

#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// The loops of a program over the box (0, 0) to (9, 9) that can be turned round, rows along the second coordinate.
std::vector<PushedLoop> found(const MoveProgram& program) {
  const Ranges known = ranges(program, {{0, 9}, {0, 9}});
  SolveOrder order;
  order.axes = {{0, false}, {1, false}};
  const CellLayout layout = make_layout(Box({0, 0}, {9, 9}), order);
  std::vector<const Statement*> all;
  for (const OptionRange& option : known.options) all.push_back(option.statement);
  return find_pushed_loops(program, known, layout, all);
}

TEST(PushedLoops, LeadAlongTheRow) {
  // Of the moves of Wythoff's game those that take from the second heap.
  const MoveProgram program = wythoff();
  const auto loops = found(program);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].loop, &program.body[1]);
  EXPECT_EQ(loops[0].shift, 0);
  EXPECT_FALSE(loops[0].sparse);
}

TEST(PushedLoops, MayBeShiftedAndGuarded) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(0), b.sub(b.x(1), b.c(3)));
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(1), b.c(4)), b.op(Op::floor_mod, t, b.c(4))));
  b.move({b.x(0), b.sub(b.sub(b.x(1), t), b.c(3))});
  b.end();
  b.end();
  const auto loops = found(b.program);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].shift, -3);
  EXPECT_TRUE(loops[0].sparse);
}

TEST(PushedLoops, HaveRoundsThatDoNotDependOnEachOther) {
  const auto with = [](const std::function<void(Builder&, ExpressionId)>& before) {
    Builder b(2);
    const Slot kept = b.local("kept");
    b.assign(kept, b.c(0));
    const ExpressionId t = b.loop(b.c(1), b.x(1));
    before(b, t);
    b.branch(b.op(Op::less, b.program.variable(kept), b.c(3)));
    b.move({b.x(0), b.sub(b.x(1), t)});
    b.end();
    b.end();
    return found(b.program).size();
  };
  EXPECT_EQ(with([](Builder&, ExpressionId) {}), 1U);
  EXPECT_EQ(with([](Builder& b, ExpressionId t) { b.assign(0, b.op(Op::floor_mod, t, b.c(5))); }), 1U);
  EXPECT_EQ(with([](Builder& b, ExpressionId t) { b.assign(0, b.op(Op::floor_mod, b.add(t, b.program.variable(0)), b.c(5))); }),
            0U);
  EXPECT_EQ(with([](Builder& b, ExpressionId t) {
              b.branch(b.op(Op::equal, t, b.c(4)));
              b.leave();
              b.end();
            }),
            0U);
  EXPECT_EQ(with([](Builder& b, ExpressionId t) {
              b.branch(b.op(Op::equal, b.op(Op::floor_mod, t, b.x(0)), b.c(1)));  // may divide by 0
              b.move({b.x(0), b.sub(b.x(1), t)});
              b.end();
            }),
            0U);
}

TEST(PushedLoops, TakeOptionsOfOneDistanceOnly) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.sub(b.x(1), b.c(3)));
  b.move({b.x(0), b.sub(b.x(1), t)});
  b.move({b.x(0), b.sub(b.sub(b.x(1), t), b.c(3))});
  b.end();
  const auto loops = found(b.program);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].shift, 0);
  EXPECT_EQ(loops[0].options.size(), 1U);
}

}  // namespace
}  // namespace bouton
