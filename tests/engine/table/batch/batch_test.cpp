#include "engine/table/batch/batch.h"

#include <gtest/gtest.h>

#include <rapidcheck.h>

#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "hwy/targets.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

const ValueKind kKinds[] = {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness};

std::optional<Table> batch_table(const MoveProgram& program, const Domain& domain, const Box& box, Play play, ValueKind kind,
                                 const MoveProgram* valid = nullptr) {
  const auto region = find_region(program, domain, box);
  if (!region) return std::nullopt;
  const auto order = find_order(program, *region);
  if (!order) return std::nullopt;
  BatchProblem problem;
  problem.program = &program;
  problem.region = &*region;
  problem.order = &*order;
  problem.play = play;
  problem.kind = kind;
  problem.valid = valid;
  auto solved = solve_batch(problem, Budget());
  if (!solved) return std::nullopt;
  return make_table(*std::move(solved), box, kind, Budget());
}

void expect_same(const MoveProgram& program, const Domain& domain, const Box& box, const MoveProgram* valid = nullptr) {
  for (const ValueKind kind : kKinds)
    for (const Play play : {Play::normal, Play::misere}) {
      if (kind == ValueKind::grundy && play != Play::normal) continue;
      const auto expected = brute_force(program, domain, box, play, kind, valid);
      const auto found = batch_table(program, domain, box, play, kind, valid);
      ASSERT_EQ(expected.has_value(), found.has_value()) << name(kind);
      if (!expected) continue;
      for (std::uint64_t i = 0; i < box.size(); ++i)
        ASSERT_EQ(expected->cells[i], found->cells[i]) << name(kind) << " at " << to_string(box.position(i));
    }
}

TEST(Batch, EqualsBruteForce) {
  expect_same(wythoff(), plain_domain(2), Box({0, 0}, {30, 41}));
  expect_same(wythoff(), plain_domain(2), Box({5, 7}, {30, 11}));
  expect_same(nimrod(), nimrod_domain(), Box({0, 1}, {60, 9}));
  expect_same(take_away(2, 0), plain_domain(2), Box({0, 0}, {30, 25}));
  expect_same(take_away(-1, 7), plain_domain(2), Box({0, 0}, {30, 25}));
  expect_same(subtraction({1, 3, 4, 70}), plain_domain(1), Box({0}, {700}));
  expect_same(irregular(), plain_domain(2), Box({0, 0}, {40, 40}));
  expect_same(euclid(), plain_domain(2), Box({0, 0}, {40, 40}));
  expect_same(moore(3), plain_domain(3), Box({0, 0, 0}, {6, 7, 8}));
  expect_same(heaps(4), plain_domain(4), Box({0, 1, 0, 2}, {4, 5, 6, 3}));
  expect_same(copycat(4), copycat_domain(4), Box({0, 0}, {60, 4}));
}

TEST(Batch, LeavesLoopsEarly) {
  const Squares blocked = {{2, 3}, {5, 5}, {0, 4}, {7, 1}, {6, 2}};
  const MoveProgram valid = wyt_queens_valid(blocked);
  expect_same(wyt_queens(blocked), plain_domain(2), Box({0, 0}, {15, 17}), &valid);
}

TEST(Batch, KnowsPositionsThatAreNotValid) {
  const MoveProgram valid = chomp_valid(3);
  expect_same(chomp(3), plain_domain(3), Box({0, 0, 0}, {6, 6, 6}), &valid);
}

/// Where x is 0 a move leads to (k - 1, x). For all other x the same sums are far out of any table, and beyond 64 bits once
/// they are a place in it.
TEST(Batch, DoesNotMindWhereLanesThatTakeNoPartWouldLead) {
  Builder b(2);
  const ExpressionId k = b.x(0), x = b.x(1);
  b.branch(b.op(Op::less, b.mul(x, b.c(std::int64_t{1} << 45)), b.c(0)));  // never, and no 32 bits hold it
  b.move({b.c(0), b.c(0)});
  b.end();
  b.branch(b.op(Op::logical_and, b.op(Op::less, x, b.c(1)), b.op(Op::less, b.c(0), k)));
  b.move({b.add(b.mul(b.mul(x, x), b.c(std::int64_t{1} << 45)), b.sub(k, b.c(1))), x});
  b.end();
  b.branch(b.op(Op::less, b.c(0), x));
  b.move({k, b.sub(x, b.c(1))});
  b.end();
  expect_same(b.program, plain_domain(2), Box({0, 0}, {5, 200}));
}

/// Random loops of moves over a box with those sides: one question, by some vector instructions, against brute force.
void expect_random_loops_as_brute_force(const std::vector<std::int64_t>& highs) {
  const MoveProgram program = RandomLoops(highs).make();
  std::vector<Axis> axes;
  Position low, high;
  for (std::size_t i = 0; i < highs.size(); ++i) {
    axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .greatest = highs[i]});
    low.push_back(0);
    high.push_back(highs[i]);
  }
  const Domain domain = Domain::fixed(std::move(axes));
  const Box box(low, high);
  const std::int64_t modulus = pick(0, 6) == 0 ? pick(2, 9) : 0;
  const MoveProgram valid = valid_program(highs.size(), std::max<std::int64_t>(modulus, 1));
  const ValueKind kind = kKinds[pick(0, 3)];
  const Play play = kind != ValueKind::grundy && pick(0, 2) == 0 ? Play::misere : Play::normal;
  const auto targets = hwy::SupportedAndGeneratedTargets();
  hwy::SetSupportedTargetsForTest(targets[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(targets.size())))]);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.play = play;
  problem.box = box;
  problem.kind = kind;
  if (modulus != 0) problem.valid = &valid;
  // Division by 0 where it decides nothing is looked for before.
  const auto analysis = analyse_table(problem, KernelChoice::batch_only);
  const auto found = analysis ? solve_table(problem, *analysis, Budget()) : Result<Table>(analysis.refusal());
  hwy::SetSupportedTargetsForTest(0);
  const auto expected = brute_force(program, domain, box, play, kind, modulus != 0 ? &valid : nullptr);
  RC_CLASSIFY(!found, "refused");
  RC_LOG() << to_string(program, {"move"}) << "\nkind " << static_cast<int>(kind) << " play " << static_cast<int>(play)
           << " modulus " << modulus << " up to " << to_string(high) << "\n";
  if (found) RC_ASSERT(expected.has_value());
  if (found) RC_ASSERT(expected->cells == found->cells);
}

TEST(Batch, RandomLoopsEqualBruteForce) {
  EXPECT_TRUE(rc::check("planes", [] { expect_random_loops_as_brute_force({pick(1, 20), pick(1, 24)}); }));
  EXPECT_TRUE(rc::check("spaces", [] { expect_random_loops_as_brute_force({pick(1, 6), pick(1, 6), pick(1, 8)}); }));
  EXPECT_TRUE(rc::check("lines", [] { expect_random_loops_as_brute_force({pick(1, 150)}); }));
}

TEST(BatchSlow, RandomLoopsOfSeveralChunksEqualBruteForce) {
  EXPECT_TRUE(rc::check("lines", [] {
    if (pick(0, 8) == 0) expect_random_loops_as_brute_force({pick(500, 1400)});
  }));
  EXPECT_TRUE(rc::check("planes", [] {
    if (pick(0, 8) == 0) expect_random_loops_as_brute_force({pick(1, 4), pick(500, 700)});
  }));
}

}  // namespace
}  // namespace bouton
