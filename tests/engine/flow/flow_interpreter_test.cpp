// Every operation on integers of every kind, by the interpreter and as machine code, against Lua's arithmetic.
#include "engine/flow/flow_interpreter.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/flow/native/native_row.h"
#include "engine/program/integer_arithmetic.h"
#include "tests/engine/flow/operands.h"

namespace bouton {
namespace {

using test::num;
using test::reg;

constexpr std::int64_t kLeast = INT64_MIN, kGreatest = INT64_MAX;

const std::vector<std::int64_t>& numbers() {
  static const std::vector<std::int64_t> all = {
      0, 1, -1, 2, -2, 3, -3, 7, -7, 8, 10, 31, 32, 62, 63, 64, 65, -62, -63, -64, -65, 100,
      // Those that instructions of some machine hold, and their neighbours.
      255, 256, -4096, -4095, 4095, 4096, 4097, (std::int64_t{1} << 24) - 4096, std::int64_t{1} << 24, 1000003, -1000003,
      (std::int64_t{1} << 31) - 1, std::int64_t{1} << 31, -(std::int64_t{1} << 31), (std::int64_t{1} << 32) - 1,
      std::int64_t{1} << 32, std::int64_t{1} << 53, kLeast, kLeast + 1, kGreatest, kGreatest - 1};
  return all;
}

std::optional<std::int64_t> expected(FlowOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case FlowOp::move: return a;
    case FlowOp::neg: return wrapping_neg(a);
    case FlowOp::bit_not: return ~a;
    case FlowOp::abs: return wrapping_abs(a);
    case FlowOp::add: return wrapping_add(a, b);
    case FlowOp::sub: return wrapping_sub(a, b);
    case FlowOp::mul: return wrapping_mul(a, b);
    case FlowOp::floor_div: return b == 0 ? std::nullopt : std::optional(floor_div(a, b));
    case FlowOp::floor_mod: return b == 0 ? std::nullopt : std::optional(floor_mod(a, b));
    case FlowOp::truncating_mod: return b == 0 ? std::nullopt : std::optional(b == -1 ? 0 : a % b);
    case FlowOp::bit_and: return a & b;
    case FlowOp::bit_or: return a | b;
    case FlowOp::bit_xor: return a ^ b;
    case FlowOp::shift_left: return shift_left(a, b);
    case FlowOp::shift_right: return shift_right(a, b);
    case FlowOp::min: return std::min(a, b);
    case FlowOp::max: return std::max(a, b);
    default: return std::nullopt;
  }
}

/// function 0 (r0, r1): `to` = op a, b; option (`to`, r1)
FlowProgram program_of(FlowOp op, std::uint32_t to, FlowOperand a, FlowOperand b) {
  FlowProgram program;
  program.dimensions = 2;
  program.options = {{kNoLabel, {FlowOperand::of_register(to), FlowOperand::of_register(1)}}};
  FlowFunction main{.parameters = 2, .registers = 3};
  main.blocks.resize(1);
  main.blocks[0].instructions = {{.op = op, .to = to, .a = a, .b = b}, {.op = FlowOp::option}};
  program.functions.push_back(std::move(main));
  return program;
}

template <class Runner>
std::optional<std::int64_t> run(Runner& runner, std::int64_t x, std::int64_t y) {
  std::int64_t words[6] = {};
  FlowRow row;
  row.coordinates[0] = x;
  row.coordinates[1] = y;
  row.out = words;
  row.out_end = words + 3;
  const FlowStatus status = runner.run(row);
  EXPECT_TRUE(status == FlowStatus::done || status == FlowStatus::trapped);
  return status == FlowStatus::done ? std::optional(words[1]) : std::nullopt;
}

/// function 0 (r0, r1): option (a `condition` b ? 1 : 0, r1)
FlowProgram program_of(FlowCondition condition, FlowOperand a, FlowOperand b) {
  FlowProgram program;
  program.dimensions = 2;
  program.options = {{kNoLabel, {FlowOperand::constant(0), FlowOperand::of_register(1)}},
                     {kNoLabel, {FlowOperand::constant(1), FlowOperand::of_register(1)}}};
  FlowFunction main{.parameters = 2, .registers = 2};
  main.blocks.resize(3);
  main.blocks[0].end = {
      .kind = FlowTerminator::Kind::branch, .condition = condition, .a = a, .b = b, .then = 2, .otherwise = 1};
  main.blocks[1].instructions = {{.op = FlowOp::option, .index = 0}};
  main.blocks[2].instructions = {{.op = FlowOp::option, .index = 1}};
  program.functions.push_back(std::move(main));
  return program;
}

bool holds(FlowCondition condition, std::int64_t a, std::int64_t b) {
  switch (condition) {
    case FlowCondition::equal: return a == b;
    case FlowCondition::less: return a < b;
    case FlowCondition::less_equal: return a <= b;
    case FlowCondition::unsigned_less: return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  }
  return false;
}

/// The program's option on all pairs of `first` and `second`; its operands are constants where they are one number.
template <class Expected>
void expect_values(const FlowProgram& program, const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& second,
                   const std::string& name, const Expected& expected) {
  ASSERT_FALSE(verify(program));
  const FlowCode code = lay_out(program);
  FlowInterpreter interpreter(code, FlowSink::list);
  const Result<NativeRow> native = NativeRow::compile(program, FlowSink::list);
  ASSERT_EQ(native.has_value(), has_native_code());
  for (const std::int64_t x : first)
    for (const std::int64_t y : second) {
      const std::string where = name + " of " + std::to_string(x) + " and " + std::to_string(y);
      ASSERT_EQ(run(interpreter, x, y), expected(x, y)) << where;
      if (native) {
        ASSERT_EQ(run(*native, x, y), expected(x, y)) << where << " in machine code";
      }
    }
}

FlowOperand operand_of(const std::vector<std::int64_t>& values, std::uint32_t number) {
  return values.size() == 1 ? FlowOperand::constant(values[0]) : FlowOperand::of_register(number);
}

void expect_operation(FlowOp op, std::uint32_t to, const std::vector<std::int64_t>& first,
                      const std::vector<std::int64_t>& second) {
  expect_values(program_of(op, to, operand_of(first, 0), operand_of(second, 1)), first, second,
                "operation " + std::to_string(static_cast<int>(op)),
                [op](std::int64_t a, std::int64_t b) { return expected(op, a, b); });
}

void expect_condition(FlowCondition condition, const std::vector<std::int64_t>& first,
                      const std::vector<std::int64_t>& second) {
  expect_values(program_of(condition, operand_of(first, 0), operand_of(second, 1)), first, second,
                "condition " + std::to_string(static_cast<int>(condition)),
                [condition](std::int64_t a, std::int64_t b) { return std::optional<std::int64_t>(holds(condition, a, b)); });
}

TEST(FlowInterpreter, AndMachineCodeComputeAsLuaDoes) {
  for (int number = 0; number <= static_cast<int>(FlowOp::max); ++number) {
    const auto op = static_cast<FlowOp>(number);
    for (std::uint32_t to = 0; to < 3; ++to) expect_operation(op, to, numbers(), numbers());
    for (const std::int64_t constant : numbers()) {
      expect_operation(op, 2, {constant}, numbers());
      expect_operation(op, 2, numbers(), {constant});
    }
  }
}

TEST(FlowInterpreter, AndMachineCodeCompareAsLuaDoes) {
  for (int number = 0; number <= static_cast<int>(FlowCondition::unsigned_less); ++number) {
    const auto condition = static_cast<FlowCondition>(number);
    expect_condition(condition, numbers(), numbers());
    for (const std::int64_t constant : numbers()) {
      expect_condition(condition, {constant}, numbers());
      expect_condition(condition, numbers(), {constant});
    }
  }
}

TEST(FlowInterpreter, EndsWhereTicksAreUsedUp) {
  FlowProgram program;
  program.dimensions = 1;
  FlowFunction main{.parameters = 1, .registers = 1};
  main.blocks = {{{{.op = FlowOp::tick}}, {.kind = FlowTerminator::Kind::jump, .then = 0}}};
  program.functions.push_back(std::move(main));
  ASSERT_FALSE(verify(program));
  const FlowCode code = lay_out(program);
  FlowInterpreter interpreter(code, FlowSink::list);
  FlowRow row;
  row.ticks = 1000;
  EXPECT_EQ(interpreter.run(row), FlowStatus::ticks_out);
  if (!has_native_code()) return;
  row.ticks = 1000;
  EXPECT_EQ(NativeRow::compile(program, FlowSink::list)->run(row), FlowStatus::ticks_out);
}

// Where runs end.

/// By the interpreter and, where there is any, by machine code.
template <class Check>
void with_both(const FlowProgram& program, FlowSink sink, const FlowBox& box, const Check& check) {
  const auto wrong = verify(program);
  ASSERT_FALSE(wrong) << wrong->reason;
  const FlowCode code = lay_out(program);
  FlowInterpreter interpreter(code, sink, box);
  check(interpreter, "interpreter");
  const Result<NativeRow> native = NativeRow::compile(program, sink, box);
  ASSERT_EQ(native.has_value(), has_native_code());
  if (native) check(*native, "machine code");
}

/// function 0 (r0): what the block says.
FlowProgram of_one_block(FlowBlock block, std::vector<FlowOption> options, std::uint32_t registers = 2) {
  FlowProgram program;
  program.dimensions = 1;
  program.options = std::move(options);
  FlowFunction main{.parameters = 1, .registers = registers};
  main.blocks.push_back(std::move(block));
  program.functions.push_back(std::move(main));
  return program;
}

FlowBox line_of(std::int64_t length) {
  FlowBox box;
  box.dimensions = 1;
  box.length[0] = length;
  box.stride[0] = box.step[0] = 1;
  return box;
}

TEST(FlowRun, ListsNoMoreThanThereIsRoomFor) {
  const FlowProgram program = of_one_block({.instructions = {{.op = FlowOp::option, .index = 0},
                                                             {.op = FlowOp::option, .index = 1},
                                                             {.op = FlowOp::option, .index = 2}}},
                                           {{kNoLabel, {num(5)}}, {kNoLabel, {num(6)}}, {kNoLabel, {num(7)}}});
  with_both(program, FlowSink::list, {}, [](auto& runner, const char* which) {
    for (const std::size_t room : {2, 4, 6}) {
      std::vector<std::int64_t> words(10, -1);
      FlowRow row;
      row.out = words.data();
      row.out_end = words.data() + room;
      EXPECT_EQ(runner.run(row), room == 6 ? FlowStatus::done : FlowStatus::waiting) << which << ", " << room;
      EXPECT_EQ(row.out - words.data(), static_cast<std::ptrdiff_t>(room)) << which;
      EXPECT_TRUE(std::all_of(words.begin() + static_cast<std::ptrdiff_t>(room), words.end(), [](auto w) { return w == -1; }))
          << which << ", " << room;
    }
  });
}

TEST(FlowRun, OfAnOutcomeEndsEarlyWhereItMay) {
  const FlowProgram program =
      of_one_block({.instructions = {{.op = FlowOp::sub, .to = 1, .a = reg(0), .b = num(1)}, {.op = FlowOp::option}},
                    .end = {.kind = FlowTerminator::Kind::trap}},
                   {{kNoLabel, {reg(1)}}});
  for (const bool ends_early : {false, true}) {
    FlowBox box = line_of(4);
    box.ends_early = ends_early;
    with_both(program, FlowSink::outcome, box, [&](auto& runner, const char* which) {
      std::vector<std::uint32_t> cells{0, kUnsolved, kUnsolved, kUnsolved};  // 0 is a P-position
      FlowRow row;
      row.cells = cells.data();
      row.coordinates[0] = row.index = 1;
      row.step[0] = row.index_step = 1;
      EXPECT_EQ(runner.run(row), ends_early ? FlowStatus::done : FlowStatus::trapped) << which;
      EXPECT_EQ(cells[1], ends_early ? 1 : kUnsolved) << which;
    });
  }
}

/// One token from a heap: 0, 1, 0, 1, ...
FlowProgram one_token() {
  FlowProgram program = of_one_block({.end = {.kind = FlowTerminator::Kind::branch,
                                              .condition = FlowCondition::less,
                                              .a = num(0),
                                              .b = reg(0),
                                              .then = 1,
                                              .otherwise = 2}},
                                     {{kNoLabel, {reg(1)}}});
  program.functions[0].blocks.push_back(
      {.instructions = {{.op = FlowOp::sub, .to = 1, .a = reg(0), .b = num(1)}, {.op = FlowOp::option}}});
  program.functions[0].blocks.emplace_back();
  return program;
}

TEST(FlowRun, OfARowKnowsTheGreatestValueAndPassesOverWhatIsSolved) {
  constexpr std::size_t kBefore = 16;
  with_both(one_token(), FlowSink::grundy, line_of(5), [](auto& runner, const char* which) {
    std::vector<std::uint32_t> cells(5, kUnsolved), stamps(kBefore + 40, 0);
    cells[1] = 7;  // as if somebody knew better
    FlowRow row;
    row.cells = cells.data();
    row.step[0] = row.index_step = 1;
    row.left = 5;
    row.stamps = stamps.data() + kBefore;
    row.stamp = 1;
    ASSERT_EQ(runner.run(row), FlowStatus::done) << which;
    EXPECT_EQ(cells, (std::vector<std::uint32_t>{0, 7, 0, 1, 0})) << which;
    EXPECT_EQ(row.greatest, 1U) << which;
  });
}

/// function 0 (r0): r0 rounds, each with a call of function 1, which gives its parameter back; then option (r1).
FlowProgram rounds_with_calls() {
  FlowProgram program;
  program.dimensions = 1;
  program.options = {{kNoLabel, {reg(1)}}};
  program.calls = {{.function = 1, .arguments = {reg(1)}, .results = {2}}};
  FlowFunction main{.parameters = 1, .registers = 3};
  main.blocks.resize(4);
  main.blocks[0] = {.instructions = {{.op = FlowOp::move, .to = 1, .a = num(0)}},
                    .end = {.kind = FlowTerminator::Kind::jump, .then = 1}};
  main.blocks[1].end = {.kind = FlowTerminator::Kind::branch,
                        .condition = FlowCondition::less,
                        .a = reg(1),
                        .b = reg(0),
                        .then = 2,
                        .otherwise = 3};
  main.blocks[2] = {
      .instructions = {{.op = FlowOp::tick}, {.op = FlowOp::call}, {.op = FlowOp::add, .to = 1, .a = reg(2), .b = num(1)}},
      .end = {.kind = FlowTerminator::Kind::jump, .then = 1}};
  main.blocks[3].instructions = {{.op = FlowOp::option}};
  FlowFunction same{.parameters = 1, .registers = 1, .results = 1};
  same.blocks.resize(1);
  same.blocks[0].instructions = {{.op = FlowOp::tick}};
  same.blocks[0].end.results = {reg(0)};
  program.functions = {std::move(main), std::move(same)};
  return program;
}

TEST(FlowRun, TakesAsManyTicksAsItHasAndCallsThatAreOverAreNotDeep) {
  static constexpr std::int64_t kRounds = 3 * kDeepestFlowCall, kTicks = 2 * kRounds;
  with_both(rounds_with_calls(), FlowSink::list, {}, [](auto& runner, const char* which) {
    for (const std::int64_t ticks : {kTicks - 1, kTicks}) {
      std::int64_t words[4] = {};
      FlowRow row;
      row.coordinates[0] = kRounds;
      row.ticks = ticks;
      row.out = words;
      row.out_end = words + 2;
      EXPECT_EQ(runner.run(row), ticks < kTicks ? FlowStatus::ticks_out : FlowStatus::done) << which;
      if (ticks == kTicks) {
        EXPECT_EQ(words[1], kRounds) << which;
      }
    }
  });
}

TEST(FlowRun, TrapsWhereAListHasNoSuchElement) {
  FlowProgram program = of_one_block({.instructions = {{.op = FlowOp::element, .to = 1, .a = reg(0)}, {.op = FlowOp::option}}},
                                     {{kNoLabel, {reg(1)}}});
  program.lists = {{4, 5, 6}};
  with_both(program, FlowSink::list, {}, [](auto& runner, const char* which) {
    for (const std::int64_t at : {-1, 0, 2, 3}) {
      std::int64_t words[4] = {};
      FlowRow row;
      row.coordinates[0] = at;
      row.out = words;
      row.out_end = words + 2;
      const bool is_there = at >= 0 && at < 3;
      EXPECT_EQ(runner.run(row), is_there ? FlowStatus::done : FlowStatus::trapped) << which << ", " << at;
      if (is_there) {
        EXPECT_EQ(words[1], 4 + at) << which;
      }
    }
  });
}

/// function 0 (r0): option (function 1 of r0). function 1 (r0): r0 <= 0 ? 0 : 1 + function 1 of r0 - 1.
FlowProgram counting_down(bool is_remembered) {
  FlowProgram program;
  program.dimensions = 1;
  program.options = {{kNoLabel, {reg(1)}}};
  program.calls = {{.function = 1, .arguments = {reg(0)}, .results = {1}},
                   {.function = 1, .arguments = {reg(1)}, .results = {1}}};
  FlowFunction main{.parameters = 1, .registers = 2};
  main.blocks.resize(1);
  main.blocks[0].instructions = {{.op = FlowOp::call}, {.op = FlowOp::option}};
  FlowFunction count{.parameters = 1, .registers = 2, .results = 1, .is_remembered = is_remembered};
  count.blocks.resize(3);
  count.blocks[0] = {.instructions = {{.op = FlowOp::tick}},
                     .end = {.kind = FlowTerminator::Kind::branch,
                             .condition = FlowCondition::less_equal,
                             .a = reg(0),
                             .b = num(0),
                             .then = 1,
                             .otherwise = 2}};
  count.blocks[1].end.results = {num(0)};
  count.blocks[2].instructions = {{.op = FlowOp::sub, .to = 1, .a = reg(0), .b = num(1)},
                                  {.op = FlowOp::call, .index = 1},
                                  {.op = FlowOp::add, .to = 1, .a = reg(1), .b = num(1)}};
  count.blocks[2].end.results = {reg(1)};
  program.functions = {std::move(main), std::move(count)};
  return program;
}

TEST(FlowRun, TrapsWhereCallsAreTooDeep) {
  with_both(counting_down(false), FlowSink::list, {}, [](auto& runner, const char* which) {
    for (const std::int64_t calls : {1, kDeepestFlowCall - 1, kDeepestFlowCall, kDeepestFlowCall + 1}) {
      std::int64_t words[4] = {};
      FlowRow row;
      row.coordinates[0] = calls - 1;
      row.ticks = 1'000'000;
      row.out = words;
      row.out_end = words + 2;
      const bool is_too_deep = calls > kDeepestFlowCall;
      EXPECT_EQ(runner.run(row), is_too_deep ? FlowStatus::trapped : FlowStatus::done) << which << ", " << calls;
      if (!is_too_deep) {
        EXPECT_EQ(words[1], calls - 1) << which;
      }
    }
  });
}

TEST(FlowRun, RemembersResultsOfArgumentsWithinTheBoundsAlone) {
  FlowProgram program = counting_down(true);
  // One call alone, so that the argument may be any.
  program.functions[1].blocks[2].instructions = {{.op = FlowOp::add, .to = 1, .a = reg(0), .b = num(5)}};
  with_both(program, FlowSink::list, {}, [](auto& runner, const char* which) {
    std::vector<std::int32_t> kept(kRememberedOfOne + 1, 0);
    for (const std::int64_t argument : {std::int64_t{3}, kRememberedOfOne - 1, kRememberedOfOne}) {
      std::int64_t words[4] = {};
      FlowRow row;
      row.coordinates[0] = argument;
      row.ticks = 10;
      row.out = words;
      row.out_end = words + 2;
      row.remembered[0] = kept.data();
      ASSERT_EQ(runner.run(row), FlowStatus::done) << which;
      EXPECT_EQ(words[1], argument + 5) << which;
    }
    EXPECT_EQ(kept[3], 9) << which;
    EXPECT_EQ(kept[kRememberedOfOne - 1], kRememberedOfOne + 5) << which;
    EXPECT_EQ(kept[kRememberedOfOne], 0) << which;
    // What is kept is not computed again.
    kept[3] = 100;
    std::int64_t words[4] = {};
    FlowRow row;
    row.coordinates[0] = 3;
    row.ticks = 10;
    row.out = words;
    row.out_end = words + 2;
    row.remembered[0] = kept.data();
    ASSERT_EQ(runner.run(row), FlowStatus::done) << which;
    EXPECT_EQ(words[1], 99) << which;
  });
}

}  // namespace
}  // namespace bouton
