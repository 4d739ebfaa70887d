#include "engine/heap/code/recognise.h"

#include <gtest/gtest.h>

#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

const Axis kHeap = {.name = "n"};

/// Loops over the two heaps that are left of n when k tokens are taken, from `least` to `greatest`.
void leave_two(Builder& b, std::int64_t k, ExpressionId least, ExpressionId greatest) {
  const ExpressionId a = b.loop(least, greatest);
  b.split({{a}, {b.sub(b.sub(b.x(0), b.c(k)), a)}});
  b.end();
}

/// Take k tokens, where there are so many.
void take(Builder& b, std::int64_t k) {
  b.branch(b.op(Op::less_equal, b.c(k), b.x(0)));
  b.move({b.sub(b.x(0), b.c(k))});
  b.end();
}

ExpressionId half(Builder& b, std::int64_t less) { return b.op(Op::floor_div, b.sub(b.x(0), b.c(less)), b.c(2)); }

std::string code_of(const Builder& b, const Axis& axis = kHeap) {
  const Result<TakeAndBreak> found = recognise(b.program, axis, Budget());
  return found ? found->code() : found.reason();
}

TEST(Recognise, GamesOfWinningWays) {
  Builder kayles(1);
  for (const std::int64_t k : {1, 2}) {
    take(kayles, k);
    leave_two(kayles, k, kayles.c(1), half(kayles, k));
  }
  EXPECT_EQ(code_of(kayles), TakeAndBreak::parse("0.77").code());

  Builder dawson(1);  // take two neighbours
  take(dawson, 2);
  leave_two(dawson, 2, dawson.c(1), half(dawson, 2));
  EXPECT_EQ(code_of(dawson), TakeAndBreak::parse("0.07").code());

  Builder grundy(1);  // two unequal heaps
  leave_two(grundy, 0, grundy.c(1), half(grundy, 1));
  EXPECT_EQ(code_of(grundy), TakeAndBreak::parse("4.0 unequal").code());

  Builder nim(1);
  const ExpressionId left = nim.loop(nim.c(0), nim.sub(nim.x(0), nim.c(1)));
  nim.move({left});
  nim.end();
  EXPECT_EQ(code_of(nim), TakeAndBreak::parse("0.3...").code());
}

/// Long loops that name no move are work, too: all heaps together may have so much of it, whatever a single one has.
TEST(Recognise, CountsTheRoundsOfLoops) {
  Builder b(1);
  take(b, 1);
  for (int depth = 0; depth < 3; ++depth) b.loop(b.c(1), b.c(100));
  for (int depth = 0; depth < 3; ++depth) b.end();
  EXPECT_EQ(code_of(b), "too many moves to be compared");
}

TEST(Recognise, SubtractionSets) {
  for (const std::vector<std::int64_t>& set : {std::vector<std::int64_t>{1, 2, 3}, {2, 5}, {1, 4, 9, 16}}) {
    Builder b(1);
    for (const std::int64_t k : set) take(b, k);
    EXPECT_EQ(code_of(b), TakeAndBreak::subtraction(set).code());
  }
}

/// The code has the options of the program, heap for heap.
TEST(Recognise, CodesHaveTheOptionsOfTheirPrograms) {
  for (std::int64_t k = 0; k <= 3; ++k)
    for (std::int64_t more = 1; more <= 3; ++more) {
      Builder b(1);
      take(b, k + more);
      take(b, more);
      const Result<TakeAndBreak> found = recognise(b.program, kHeap, Budget());
      ASSERT_TRUE(found) << found.reason();
      for (Coordinate heap = 0; heap <= 30; ++heap) {
        std::set<Coordinate> expected, listed;
        for (const Position& to : run(b.program, Position{heap}).options) expected.insert(to[0]);
        Options options;
        found->options(heap, options);
        for (std::size_t part = 0; part < options.part_count(); ++part) listed.insert(options.part(part)[0]);
        EXPECT_EQ(listed, expected) << heap;
      }
    }
}

TEST(Recognise, RefusesWithTheReason) {
  Builder halved(1);
  halved.branch(halved.op(Op::less, halved.c(0), halved.x(0)));
  halved.move({half(halved, 0)});
  halved.end();
  EXPECT_EQ(code_of(halved), "the moves are not all the ways to take so many and leave so many heaps");
  Builder two(2);
  take(two, 1);
  EXPECT_EQ(code_of(two), "the game has more than one coordinate");
  Builder one(1);
  take(one, 1);
  EXPECT_EQ(code_of(one, {.name = "n", .least = -1}), "the least heap is not 0 or a little more");
}

}  // namespace
}  // namespace bouton
