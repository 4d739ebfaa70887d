#include "engine/program/analysis/move_families.h"

#include <gtest/gtest.h>

#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// Loop variables that the program never reads are added to the expressions while they are being read.
TEST(MoveFamilies, OfManyLoopsWhoseVariablesAreNeverReadKeepTheirSteps) {
  Builder b(1);
  constexpr std::int64_t kLoops = 40;
  for (std::int64_t k = 1; k <= kLoops; ++k) {
    Statement loop;
    loop.kind = Statement::Kind::loop;
    loop.slot = b.program.new_slot(fmt::format("t{}", k));
    loop.a = b.c(1);
    loop.b = b.c(3);
    loop.c = b.c(k);
    Statement option;
    option.kind = Statement::Kind::option;
    option.to = {{b.sub(b.x(0), b.c(k))}};
    loop.body = {option};
    b.program.body.push_back(std::move(loop));
  }
  b.program.expressions.shrink_to_fit();
  const auto families = move_families(b.program);
  ASSERT_TRUE(families);
  const MoveFamilies& found = *families;
  ASSERT_EQ(found.families.size(), static_cast<std::size_t>(kLoops));
  for (std::int64_t k = 1; k <= kLoops; ++k) {
    const CountedLoop& loop = found.families[static_cast<std::size_t>(k - 1)].loops.at(0);
    EXPECT_EQ(loop.step, k);
    EXPECT_EQ(found.program[loop.variable].op, Op::variable);
    EXPECT_EQ(found.program[loop.variable].value, static_cast<std::int64_t>(loop.slot));
  }
}

/// What is made of families compares each with each: there is a bound, and it is said.
TEST(MoveFamilies, AreRefusedWhereTheyHaveVeryManyParts) {
  constexpr int kMoves = 20'000;
  table_test::Builder b(1);
  for (int i = 0; i < kMoves; ++i) b.move({b.c(0)});
  EXPECT_TRUE(move_families(b.program));
  b.branch(b.op(Op::less, b.c(0), b.x(0)));
  for (int i = 0; i < kMoves; ++i) b.move({b.c(0)});
  b.end();
  const auto families = move_families(b.program);
  ASSERT_FALSE(families);
  EXPECT_EQ(families.reason(), "the moves, with the loops and guards around each, have more than 32768 parts");
}

TEST(MoveFamilies, AreRefusedWhereAReturnIsHiddenInABranch) {
  table_test::Builder b(2);
  b.branch(b.op(Op::less, b.x(0), b.c(3)));
  b.branch(b.op(Op::less, b.x(1), b.c(3)));
  b.finish();
  b.end();
  b.end();
  b.move({b.c(0), b.c(0)});
  EXPECT_FALSE(move_families(b.program));
}

}  // namespace
}  // namespace bouton
