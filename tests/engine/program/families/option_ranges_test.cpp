#include "engine/program/families/option_ranges.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "engine/program/move_program_run.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

Result<OptionRanges> ranges_of(const MoveProgram& program, const BigPosition& position,
                               unsigned long few = OptionRanges::kFewRounds) {
  Result<MoveFamilies> families = move_families(program);
  if (!families) return families.refusal();
  return OptionRanges::of(std::make_shared<MoveFamilies>(*std::move(families)), position, few);
}

BigPosition big(std::initializer_list<const char*> numbers) {
  BigPosition position;
  for (const char* number : numbers) position.emplace_back(number);
  return position;
}

std::string shown(const Integer& number) { return number.get_str(); }

/// Wythoff's Nim as two nested loops: the inner one has at most one round.
MoveProgram nested_wythoff() {
  test::ProgramBuilder b(2);
  const Slot t = b.slot(), u = b.slot(), v = b.slot(), s = b.slot();
  Block body;
  body.push_back(b.loop(t, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(t)), b.x(1)})}));
  body.push_back(b.loop(u, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(u))})}));
  Statement inner = b.loop(s, b.binary(Op::max, b.c(1), b.t(v)), b.binary(Op::min, b.x(1), b.t(v)), b.c(1),
                           {b.option({b.sub(b.x(0), b.t(v)), b.sub(b.x(1), b.t(s))})});
  body.push_back(b.loop(v, b.c(1), b.x(0), b.c(1), {inner}));
  b.program.body = body;
  return b.program;
}

TEST(OptionRanges, CountAndFindMovesOfAnySize) {
  const BigPosition at = big({"1000000000000000000000000000000", "1000000000000000000000000000000000000"});
  for (const MoveProgram& program : {test::wythoff_program(), nested_wythoff()}) {
    const Result<OptionRanges> ranges = ranges_of(program, at);
    ASSERT_TRUE(ranges) << ranges.reason();
    EXPECT_TRUE(ranges->is_distinct());
    EXPECT_EQ(ranges->count(), at[0] + at[1] + at[0]) << "as many in each row as heaps have counters";
    for (const Integer& number : {Integer(0), Integer(at[0] - 1), at[0], Integer(at[0] + at[1]), Integer(ranges->count() - 1)})
      EXPECT_EQ(ranges->number_of(ranges->option(number).to), number);
    const BigPosition diagonal = {at[0] - 12345, at[1] - 12345};
    ASSERT_TRUE(ranges->number_of(diagonal));
    EXPECT_EQ(ranges->option(*ranges->number_of(diagonal)).to, diagonal);
    EXPECT_FALSE(ranges->number_of({at[0] - 1, at[1] - 2}));
    EXPECT_FALSE(ranges->number_of(at));
    EXPECT_FALSE(ranges->number_of({Integer(-1), at[1]}));
  }
}

TEST(OptionRanges, AreShownAsTheRuleWritesThem) {
  const Result<OptionRanges> ranges = ranges_of(nested_wythoff(), big({"2718282", "3141593"}));
  ASSERT_TRUE(ranges);
  const std::vector<OptionRanges::Range> shown_ranges = ranges->ranges(&shown);
  ASSERT_EQ(shown_ranges.size(), 3U);
  EXPECT_EQ(shown_ranges[0].loops, "t0 = 1..2718282");
  EXPECT_EQ(shown_ranges[0].to, "a - t0, b");
  EXPECT_EQ(shown_ranges[2].loops, "t2 = 1..2718282, t3 = math.max(1, t2)..math.min(b, t2)");
  EXPECT_EQ(shown_ranges[2].first, 2718282 + 3141593);
  EXPECT_EQ(shown_ranges[2].count, 2718282);
}

/// All (a - t, b - s) with 1 <= s <= t <= a and s <= b: a row grows with every t until it is as long as b.
TEST(OptionRanges, HaveRowsThatGrow) {
  test::ProgramBuilder b(2);
  const Slot t = b.slot(), s = b.slot();
  b.program.body = {b.loop(t, b.c(1), b.x(0), b.c(1),
                           {b.loop(s, b.c(1), b.binary(Op::min, b.t(t), b.x(1)), b.c(1),
                                   {b.option({b.sub(b.x(0), b.t(t)), b.sub(b.x(1), b.t(s))})})})};
  const Integer n("1000000000000");
  const Result<OptionRanges> ranges = ranges_of(b.program, {3 * n, n});
  ASSERT_TRUE(ranges) << ranges.reason();
  EXPECT_EQ(ranges->count(), n * (n + 1) / 2 + 2 * n * n);
  EXPECT_TRUE(ranges->is_distinct());
  const Integer middle = ranges->count() / 3;
  EXPECT_EQ(ranges->number_of(ranges->option(middle).to), middle);
}

/// Options that two families name are counted once: n - 2t is among n - t, and so is n // 2.
TEST(OptionRanges, CountWhatSeveralFamiliesNameOnce) {
  test::ProgramBuilder b(1);
  const Slot t = b.slot(), u = b.slot();
  b.program.body = {b.option({b.binary(Op::floor_div, b.x(0), b.c(2))}),
                    b.loop(t, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(t))})}),
                    b.loop(u, b.c(2), b.x(0), b.c(2), {b.option({b.sub(b.x(0), b.t(u))})})};
  const Result<OptionRanges> ranges = ranges_of(b.program, big({"1000000000000000000001"}));
  ASSERT_TRUE(ranges) << ranges.reason();
  EXPECT_TRUE(ranges->is_distinct());
  EXPECT_EQ(ranges->count(), Integer("1000000000000000000001"));
  EXPECT_EQ(ranges->number_of(big({"500000000000000000000"})), 0);
}

/// (n - t, math.min(2 t, n - t)), as in Fibonacci Nim: two rows, one where 2 t counts and one where n - t does.
TEST(OptionRanges, AreCutWhereAnotherSideOfAMinimumCounts) {
  test::ProgramBuilder b(2);
  const Slot t = b.slot();
  b.program.body = {
      b.loop(t, b.c(1), b.x(1), b.c(1),
             {b.option({b.sub(b.x(0), b.t(t)), b.binary(Op::min, b.binary(Op::mul, b.c(2), b.t(t)), b.sub(b.x(0), b.t(t)))})})};
  const Integer n("3000000000000000000000");
  const Result<OptionRanges> ranges = ranges_of(b.program, {n, n - 1});
  ASSERT_TRUE(ranges) << ranges.reason();
  EXPECT_EQ(ranges->count(), n - 1);
  EXPECT_TRUE(ranges->is_distinct());
  EXPECT_TRUE(ranges->number_of({n - 5, Integer(10)}));
  EXPECT_TRUE(ranges->number_of({Integer(7), Integer(7)}));
  EXPECT_FALSE(ranges->number_of({Integer(7), Integer(8)}));
}

TEST(OptionRanges, SayWhatIsNoRange) {
  test::ProgramBuilder b(1);
  const Slot t = b.slot();
  b.program.body = {b.loop(t, b.c(1), b.x(0), b.c(1), {b.option({b.binary(Op::bit_xor, b.x(0), b.t(t))}, 7)})};
  const Result<OptionRanges> ranges = ranges_of(b.program, big({"1000000"}));
  ASSERT_FALSE(ranges);
  EXPECT_EQ(ranges.reason(), "a coordinate of the options is not a sum of coordinates and variables");
  EXPECT_EQ(ranges.refusal().line, 7);
}

// Programs by chance ---------------------------------------------------------------------------------------------------

class RandomMoves {
 public:
  RandomMoves(std::size_t dimensions, std::mt19937_64& random) : b_(dimensions), random_(random) {}

  MoveProgram write() {
    for (int i = 0; i < 1 + below(3); ++i) b_.program.body.push_back(statement(0));
    return b_.program;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  ExpressionId coordinate() { return b_.x(static_cast<std::size_t>(below(static_cast<int>(b_.program.dimensions)))); }
  ExpressionId bound() {
    switch (below(6)) {
      case 0: return b_.c(below(5));
      case 1:
        return open_.empty() ? coordinate() : b_.t(open_[static_cast<std::size_t>(below(static_cast<int>(open_.size())))]);
      case 2: return b_.binary(Op::min, bound(), bound());
      case 3: return b_.binary(Op::max, bound(), bound());
      case 4: return b_.binary(below(2) == 0 ? Op::add : Op::sub, bound(), b_.c(below(3)));
      default: return coordinate();
    }
  }
  ExpressionId condition() {
    static constexpr Op kOrders[] = {Op::less, Op::less_equal, Op::equal};
    const ExpressionId order = b_.binary(kOrders[below(3)], bound(), bound());
    switch (below(5)) {
      case 0: return b_.program.unary(Op::logical_not, order);
      case 1: return b_.binary(Op::logical_and, order, condition());
      case 2: return b_.binary(Op::logical_or, order, condition());
      default: return order;
    }
  }
  Statement statement(int depth) {
    const int kind = below(depth == 0 ? 6 : depth < 3 ? 5 : 3);
    if (kind >= 4 || (depth == 0 && kind >= 2)) {
      const Slot slot = b_.slot();
      const bool down = below(4) == 0;
      const ExpressionId low = below(2) == 0 ? b_.c(1) : bound(), high = bound();
      const ExpressionId step = b_.c(down ? -1 - below(2) : 1 + below(6) / 4);
      open_.push_back(slot);
      Block body = {statement(depth + 1)};
      if (below(4) == 0) body.push_back(statement(depth + 1));
      open_.pop_back();
      return b_.loop(slot, down ? high : low, down ? low : high, step, std::move(body));
    }
    if (kind == 1) {
      const ExpressionId when = condition();
      Block otherwise;
      if (below(3) == 0) otherwise.push_back(statement(3));
      return b_.branch(when, {statement(std::max(depth, 2))}, otherwise);
    }
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < b_.program.dimensions; ++i) {
      ExpressionId value = b_.x(i);
      for (const Slot slot : open_)
        if (below(2) == 0) value = b_.binary(below(5) == 0 ? Op::add : Op::sub, value, b_.t(slot));
      if (below(8) == 0) value = b_.binary(below(2) == 0 ? Op::min : Op::max, value, bound());
      to.push_back(value);
    }
    return b_.option(to);
  }

  test::ProgramBuilder b_;
  std::mt19937_64& random_;
  std::vector<Slot> open_;
};

/// The options as a program lists them, each once.
std::vector<std::string> listed(const MoveProgram& program, const Position& position) {
  Options options;
  EXPECT_EQ(CompiledProgram(program).options(position, options), RunStatus::done);
  const Options distinct = options.unique();
  std::vector<std::string> found;
  for (std::size_t i = 0; i < distinct.size(); ++i) found.push_back(to_string(distinct[i][0]));
  return found;
}

/// Every number is one of an option, and each option is found: with loops left open, and with the short ones gone through.
TEST(OptionRanges, NameTheOptionsOfGeneratedPrograms) {
  std::mt19937_64 random(20261123);
  std::size_t compared = 0, refused = 0, distinct = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::size_t dimensions = 1 + random() % 3;
    const MoveProgram program = RandomMoves(dimensions, random).write();
    Position position;
    for (std::size_t i = 0; i < dimensions; ++i)
      position.push_back(static_cast<Coordinate>(random() % (dimensions == 3 ? 5 : 10)));
    const std::vector<std::string> order = listed(program, position);
    const std::set<std::string> expected(order.begin(), order.end());
    for (const unsigned long few : {0UL, 2UL, 64UL}) {
      const Result<OptionRanges> ranges = ranges_of(program, widen(position), few);
      if (!ranges) {
        ++refused;
        continue;
      }
      ++compared;
      std::set<std::string> found, own;
      for (Integer number = 0; number < ranges->count(); ++number) {
        const BigPosition to = ranges->option(number).to;
        const std::optional<Integer> least = ranges->number_of(to);
        ASSERT_TRUE(least && *least <= number);
        const bool is_own = *least == number;
        ASSERT_TRUE(!is_own || own.insert(to_string(to)).second);
        found.insert(to_string(to));
        ASSERT_TRUE(is_own || !ranges->is_distinct()) << to_string(program, {""}) << to_string(position);
        const bool in_order = ranges->is_distinct() && ranges->is_in_order();
        ASSERT_TRUE(!in_order || order[number.get_ui()] == to_string(to)) << to_string(program, {""}) << to_string(position);
      }
      ASSERT_EQ(found, expected) << to_string(program, {""}) << "at " << to_string(position) << ", " << few;
      ASSERT_EQ(own, expected);
      ASSERT_EQ(ranges->empty(), expected.empty());
      if (ranges->is_distinct() && ranges->is_in_order()) ++distinct;
    }
  }
  EXPECT_GT(compared, 3000U) << refused << " were refused";
  EXPECT_GT(distinct, compared / 2);
}

}  // namespace
}  // namespace bouton
