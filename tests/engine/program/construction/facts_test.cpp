#include "engine/program/construction/facts.h"

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "engine/program/move_program_run.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

/// Random expressions over three coordinates and a slot that holds the third of them.
class FactsTest : public ::testing::Test {
 protected:
  FactsTest() {
    program_.dimensions = 3;
    program_.coordinate_names = {"a", "b", "c"};
    program_.lists = {{4, -1, 2}, {7}};
    slot_ = program_.new_slot("s");
  }

  std::size_t below(std::size_t n) { return random_() % n; }

  ExpressionId leaf() {
    switch (below(4)) {
      case 0: return program_.constant(std::array<std::int64_t, 7>{0, 1, -1, 5, -63, 1 << 20, kLeast}[below(7)]);
      case 1: return program_.variable(slot_);
      default: return program_.coordinate(below(3));
    }
  }
  ExpressionId expression(int depth) {
    if (depth == 0) return leaf();
    const ExpressionId a = expression(depth - 1), b = expression(depth - 1);
    if (below(8) == 0) return program_.element(below(2), a);
    if (below(4) == 0) return program_.unary(std::array{Op::neg, Op::bit_not, Op::abs}[below(3)], a);
    if (below(6) == 0) return program_.select(program_.binary(Op::less, a, b), b, expression(depth - 1));
    constexpr std::array kOps{Op::add,     Op::sub,    Op::mul,        Op::floor_div,    Op::floor_mod,   Op::min,
                              Op::bit_and, Op::bit_or, Op::bit_xor,    Op::shift_left,   Op::shift_right, Op::max,
                              Op::equal,   Op::less,   Op::less_equal, Op::unsigned_less};
    return program_.binary(kOps[below(kOps.size())], a, b);
  }

  /// The value of an expression, by a program that returns it; nothing where it traps.
  std::optional<std::int64_t> value(ExpressionId id, const Position& position) const {
    MoveProgram program = program_;
    program.body = {{.kind = Statement::Kind::assign, .slot = slot_, .a = program.coordinate(2)},
                    {.kind = Statement::Kind::finish, .to = {{id}}}};
    std::vector<std::int64_t> results;
    if (CompiledProgram(program).results(position, results) != RunStatus::done) return std::nullopt;
    return results[0];
  }

  std::uint32_t tree_size(ExpressionId id) const {
    std::uint32_t size = 1;
    for_each_operand(program_[id], [&](ExpressionId operand) { size += tree_size(operand); });
    return size;
  }
  bool reads_slot(ExpressionId id) const {
    bool reads = program_[id].op == Op::variable;
    for_each_operand(program_[id], [&](ExpressionId operand) { reads = reads || reads_slot(operand); });
    return reads;
  }

  static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  MoveProgram program_;
  Slot slot_ = 0;
  std::mt19937_64 random_{3};
};

TEST_F(FactsTest, RangesHoldEveryValue) {
  const std::array<std::array<std::int64_t, 2>, 6> ends{{{0, 9}, {-4, 4}, {1, 1}, {-9, -2}, {0, 1 << 30}, {-3, 1LL << 60}}};
  int values = 0, narrow = 0;
  for (int i = 0; i < 1500; ++i) {
    std::vector<CoordinateRange> ranges;
    for (int c = 0; c < 3; ++c) {
      const auto [least, greatest] = ends[below(ends.size())];
      ranges.push_back({least, greatest});
    }
    Facts facts(program_, ranges);
    facts.set_range(slot_, {ranges[2].least, ranges[2].greatest});
    const ExpressionId id = expression(3);
    const ValueRange range = facts.range(id);
    narrow += range == ValueRange{} ? 0 : 1;
    for (int k = 0; k < 6; ++k) {
      Position position;
      for (const CoordinateRange& r : ranges) {
        // The ends are where a range goes wrong first.
        const auto room = static_cast<std::uint64_t>(r.greatest - r.least);
        position.push_back(below(2) == 0 ? (below(2) == 0 ? r.least : r.greatest)
                                         : r.least + static_cast<std::int64_t>(random_() % (room + 1)));
      }
      const std::optional<std::int64_t> found = value(id, position);
      if (!found) continue;
      ++values;
      ASSERT_TRUE(range.contains(*found)) << bouton::to_string(program_, id) << " = " << *found << ", not in " << range.least
                                          << ".." << range.greatest << ", at " << bouton::to_string(PositionView(position));
    }
  }
  EXPECT_GT(values, 4000);
  EXPECT_GT(narrow, 700);
}

TEST_F(FactsTest, SizesAndSlotsAreThoseOfTheTree) {
  const std::vector<CoordinateRange> ranges;
  Facts facts(program_, ranges);
  for (int i = 0; i < 300; ++i) {
    const ExpressionId id = expression(4);
    ASSERT_EQ(facts.size(id), tree_size(id));
    ASSERT_EQ(facts.slots(id), reads_slot(id) ? slot_ + 1 : 0);
  }
}

TEST_F(FactsTest, RangesOfOneOperationAreExact) {
  const std::vector<CoordinateRange> ranges{{2, 5}, {-3, 4}, {1, 7}};
  Facts facts(program_, ranges);
  const ExpressionId a = program_.coordinate(0), b = program_.coordinate(1), c = program_.coordinate(2);
  const auto range = [&](Op op, ExpressionId x, ExpressionId y) { return facts.range(program_.binary(op, x, y)); };
  EXPECT_EQ(range(Op::add, a, b), (ValueRange{-1, 9}));
  EXPECT_EQ(range(Op::sub, a, b), (ValueRange{-2, 8}));
  EXPECT_EQ(range(Op::mul, a, b), (ValueRange{-15, 20}));
  EXPECT_EQ(range(Op::floor_mod, b, c), (ValueRange{0, 6}));
  EXPECT_EQ(range(Op::min, a, c), (ValueRange{1, 5}));
  EXPECT_EQ(facts.range(program_.unary(Op::neg, b)), (ValueRange{-4, 3}));
  EXPECT_EQ(facts.range(program_.unary(Op::abs, b)), (ValueRange{0, 4}));
  EXPECT_EQ(facts.range(program_.element(0, b)), (ValueRange{-1, 4}));
  EXPECT_EQ(or_zero({2, 5}), (ValueRange{0, 5}));
}

TEST_F(FactsTest, OfACoordinateOfAnySizeNothingIsKnown) {
  const std::vector<CoordinateRange> ranges{{.is_any_size = true}};
  Facts facts(program_, ranges);
  EXPECT_EQ(facts.range(program_.coordinate(0)), ValueRange{});
  EXPECT_EQ(facts.range(program_.coordinate(1)), (ValueRange{-kGreatestLiftedCoordinate, kGreatestLiftedCoordinate}));
}

}  // namespace
}  // namespace bouton
