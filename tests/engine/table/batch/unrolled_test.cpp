#include "engine/table/batch/unrolled.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// for t = 1, a do local free = 1; for d = 2, 3 do free = (t % d ~= 0 or a % d ~= 0) and free end; if free then move(a - t) end
/// end
MoveProgram coprime() {
  Builder b(1);
  const Slot free = b.local("free");
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.assign(free, b.op(Op::equal, b.c(1), b.c(1)));
  const ExpressionId d = b.loop(b.c(2), b.c(3));
  const auto divides = [&](ExpressionId of) { return b.op(Op::equal, b.op(Op::floor_mod, of, d), b.c(0)); };
  b.assign(free, b.op(Op::logical_and, b.op(Op::logical_or, b.negated(divides(t)), b.negated(divides(b.x(0)))),
                      b.program.variable(free)));
  b.end();
  b.branch(b.program.variable(free));
  b.move({b.sub(b.x(0), t)});
  b.end();
  b.end();
  return b.program;
}

TEST(Unrolled, SaysByGuardsWhatAFlagSaid) {
  const auto program = unrolled(coprime());
  ASSERT_TRUE(program);
  const Statement& loop = program->body.at(0);
  ASSERT_EQ(loop.kind, Statement::Kind::loop);
  const Statement& guard = loop.body.back();
  ASSERT_EQ(guard.kind, Statement::Kind::branch);
  EXPECT_EQ(to_string(*program, guard.a), "(t1 % 3 ~= 0 or a % 3 ~= 0) and (t1 % 2 ~= 0 or a % 2 ~= 0)");
}

TEST(Unrolled, LeavesAloneWhatHasNothingToPutIn) { EXPECT_FALSE(unrolled(wythoff())); }

/// What a program does at every position of the box.
void expect_same_runs(const MoveProgram& program, const MoveProgram& other, const Box& box) {
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const Run expected = run(program, box.position(i)), found = run(other, box.position(i));
    RC_ASSERT(expected.trapped == found.trapped);
    if (!expected.trapped) RC_ASSERT(expected.options == found.options);
  }
}

TEST(Unrolled, NamesTheSameOptionsInTheSameOrder) {
  EXPECT_TRUE(rc::check("any program", [] {
    const MoveProgram program = RandomProgram(2, 8).make();
    const auto other = unrolled(program);
    RC_CLASSIFY(!other, "nothing to rewrite");
    if (other) expect_same_runs(program, *other, Box({0, 0}, {8, 8}));
  }));
  EXPECT_TRUE(rc::check("loops of moves", [] {
    const MoveProgram program = RandomLoops({8, 8}).make();
    const auto other = unrolled(program);
    RC_CLASSIFY(!other, "nothing to rewrite");
    if (other) expect_same_runs(program, *other, Box({0, 0}, {8, 8}));
  }));
}

}  // namespace
}  // namespace bouton
