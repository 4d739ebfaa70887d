// Every operation on integers of every kind, by the interpreter and as machine code, against Lua's arithmetic.
#include "engine/flow/flow_interpreter.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/flow/native/native_row.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

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

}  // namespace
}  // namespace bouton
