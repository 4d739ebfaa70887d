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
  static const std::vector<std::int64_t> all = {0,
                                                1,
                                                -1,
                                                2,
                                                -2,
                                                3,
                                                -3,
                                                7,
                                                -7,
                                                8,
                                                10,
                                                31,
                                                32,
                                                62,
                                                63,
                                                64,
                                                65,
                                                -62,
                                                -63,
                                                -64,
                                                -65,
                                                100,
                                                1000003,
                                                -1000003,
                                                (std::int64_t{1} << 31) - 1,
                                                std::int64_t{1} << 31,
                                                -(std::int64_t{1} << 31),
                                                (std::int64_t{1} << 32) - 1,
                                                std::int64_t{1} << 32,
                                                std::int64_t{1} << 53,
                                                kLeast,
                                                kLeast + 1,
                                                kGreatest,
                                                kGreatest - 1};
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

/// The operation on all pairs of `first` and `second` by one program, its operands constants where they are one number.
void expect_operation(FlowOp op, std::uint32_t to, const std::vector<std::int64_t>& first,
                      const std::vector<std::int64_t>& second) {
  const auto operand = [](const std::vector<std::int64_t>& values, std::uint32_t number) {
    return values.size() == 1 ? FlowOperand::constant(values[0]) : FlowOperand::of_register(number);
  };
  const FlowProgram program = program_of(op, to, operand(first, 0), operand(second, 1));
  ASSERT_FALSE(verify(program));
  const FlowCode code = lay_out(program);
  FlowInterpreter interpreter(code, FlowSink::list);
  const Result<NativeRow> native = NativeRow::compile(program, FlowSink::list);
  ASSERT_EQ(native.has_value(), has_native_code());
  for (const std::int64_t x : first)
    for (const std::int64_t y : second) {
      const std::string where = std::to_string(static_cast<int>(op)) + " of " + std::to_string(x) + " and " + std::to_string(y);
      ASSERT_EQ(run(interpreter, x, y), expected(op, x, y)) << where;
      if (native) {
        ASSERT_EQ(run(*native, x, y), expected(op, x, y)) << where << " in machine code";
      }
    }
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
