// What the compiler makes of a program: code that is well formed, says the same, and computes nothing twice.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "engine/program/move_program_run.h"
#include "engine/program/program_code.h"
#include "tests/engine/table/random_programs.h"

namespace bouton::table_test {
namespace {

std::size_t count(const ProgramCode& compiled, std::uint8_t what) {
  return static_cast<std::size_t>(std::ranges::count(compiled.instructions, what, &Instruction::what));
}
/// The place of the only instruction of that kind.
std::size_t place_of(const ProgramCode& compiled, std::uint8_t what) {
  EXPECT_EQ(count(compiled, what), 1U);
  return static_cast<std::size_t>(std::ranges::find(compiled.instructions, what, &Instruction::what) -
                                  compiled.instructions.begin());
}

/// The options of a position, by the code; nothing where it traps.
std::optional<std::vector<Position>> options_of(const MoveProgram& program, PositionView position) {
  Options options;
  if (CompiledProgram(program).options(position, options) != RunStatus::done) return std::nullopt;
  std::vector<Position> found;
  for (std::size_t i = 0; i < options.size(); ++i) found.emplace_back(options[i][0]);
  return found;
}

void expect_as_interpreted(const MoveProgram& program, PositionView position) {
  const auto plain = run(program, position);
  const auto found = options_of(program, position);
  ASSERT_EQ(found.has_value(), !plain.trapped) << to_string(position);
  if (found) {
    EXPECT_EQ(*found, plain.options) << to_string(position);
  }
}

void assert_well_formed(const ProgramCode& compiled) {
  RC_ASSERT(!compiled.instructions.empty());
  RC_ASSERT(compiled.instructions.back().what == code(Do::halt));
  RC_ASSERT(compiled.registers >= compiled.constants.size() + compiled.dimensions + compiled.slots);
  for (const Register operand : compiled.operands) RC_ASSERT(operand < compiled.registers);
  for (std::size_t i = 0; i < compiled.instructions.size(); ++i) {
    const Instruction& instruction = compiled.instructions[i];
    RC_ASSERT(instruction.dst < compiled.registers);
    if (instruction.what < code(Do::jump) || instruction.what > code(Do::loop_next)) continue;
    RC_ASSERT(instruction.target < compiled.instructions.size() || instruction.what == code(Do::loop_skip));
    // Only loops jump back.
    if (instruction.what == code(Do::loop_next)) RC_ASSERT(instruction.target <= i);
    else if (instruction.what != code(Do::loop_skip)) RC_ASSERT(instruction.target > i);
    if (instruction.what == code(Do::loop_begin)) RC_ASSERT(instruction.d + 1 < compiled.registers);
  }
}

TEST(ProgramCompiler, CodeOfRandomProgramsIsWellFormedAndDoesTheSame) {
  EXPECT_TRUE(rc::check("code and interpreter", [] {
    const auto n = static_cast<std::size_t>(pick(1, 4));
    const std::int64_t high = n == 1 ? 60 : 9;
    const MoveProgram program =
        pick(0, 2) == 0 ? RandomProgram(n, high).make() : RandomLoops(std::vector<std::int64_t>(n, high)).make();
    assert_well_formed(compile(program));
    for (int i = 0; i < 30; ++i) {
      Position position;
      for (std::size_t k = 0; k < n; ++k) position.push_back(pick(0, high + 1));
      const auto plain = run(program, position);
      const auto found = options_of(program, position);
      RC_ASSERT(found.has_value() == !plain.trapped);
      if (found) RC_ASSERT(*found == plain.options);
    }
  }));
}

TEST(ProgramCompiler, ComputesEqualExpressionsOnce) {
  Builder b(2);
  const ExpressionId product = b.mul(b.x(0), b.x(1));
  b.move({b.add(product, b.c(1)), b.x(1)});
  b.move({b.x(0), b.sub(product, b.c(1))});
  EXPECT_EQ(count(compile(b.program), code(Op::mul)), 1U);
  expect_as_interpreted(b.program, Position{6, 7});
}

TEST(ProgramCompiler, ComputesAgainWhatReadsAVariableThatWasChanged) {
  Builder b(1);
  const Slot slot = b.local("v");
  b.assign(slot, b.x(0));
  const ExpressionId squared = b.mul(b.program.variable(slot), b.program.variable(slot));
  b.move({squared});
  b.assign(slot, b.add(b.program.variable(slot), b.c(1)));
  b.move({squared});
  EXPECT_EQ(count(compile(b.program), code(Op::mul)), 2U);
  EXPECT_EQ(options_of(b.program, Position{5}), (std::vector<Position>{{25}, {36}}));
}

/// What a branch computed may not have been computed behind it.
TEST(ProgramCompiler, ComputesAgainBehindABranch) {
  for (const bool with_else : {false, true}) {
    Builder b(2);
    const ExpressionId product = b.mul(b.x(0), b.x(1));
    b.branch(b.op(Op::less, b.x(0), b.c(3)));
    b.move({product, b.c(0)});
    if (with_else) {
      b.otherwise();
      b.move({product, b.c(1)});
    }
    b.end();
    b.move({product, b.c(2)});
    EXPECT_EQ(count(compile(b.program), code(Op::mul)), with_else ? 3U : 2U);
    for (Coordinate x = 0; x <= 5; ++x) expect_as_interpreted(b.program, Position{x, 7});
  }
}

TEST(ProgramCompiler, ComputesWhatALoopDoesNotChangeBeforeIt) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.branch(b.op(Op::less, t, b.c(4)));
  b.move({b.sub(b.x(0), t), b.mul(b.x(1), b.x(1))});
  b.end();
  b.end();
  const ProgramCode compiled = compile(b.program);
  EXPECT_LT(place_of(compiled, code(Op::mul)), place_of(compiled, code(Do::loop_next)));
  EXPECT_GT(place_of(compiled, code(Op::mul)), place_of(compiled, code(Do::loop_begin)));
  // loop_next jumps behind it.
  EXPECT_GT(compiled.instructions[place_of(compiled, code(Do::loop_next))].target, place_of(compiled, code(Op::mul)));
  expect_as_interpreted(b.program, Position{6, 7});
}

/// A quotient that a guard keeps from having no value stays behind the guard.
TEST(ProgramCompiler, LeavesWhatMayTrapWhereItIs) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.branch(b.op(Op::less, b.c(0), b.x(1)));
  b.move({b.sub(b.x(0), t), b.op(Op::floor_div, b.c(60), b.x(1))});
  b.end();
  b.end();
  const ProgramCode compiled = compile(b.program);
  EXPECT_GT(place_of(compiled, code(Op::floor_div)), compiled.instructions[place_of(compiled, code(Do::loop_next))].target);
  EXPECT_EQ(options_of(b.program, Position{3, 0}), std::vector<Position>{});
  expect_as_interpreted(b.program, Position{3, 7});
}

TEST(ProgramCompiler, DoesNotEvaluateWhatIsDecided) {
  const auto quotient = [](Builder& b) { return b.op(Op::floor_div, b.c(6), b.x(0)); };
  const auto is_something = [](Builder& b) { return b.op(Op::less, b.c(0), b.x(0)); };
  Builder both(1);
  both.branch(both.op(Op::logical_and, is_something(both), both.op(Op::equal, quotient(both), both.c(2))));
  both.move({both.c(0)});
  both.end();
  Builder either(1);
  either.branch(
      either.op(Op::logical_or, either.negated(is_something(either)), either.op(Op::equal, quotient(either), either.c(2))));
  either.move({either.c(0)});
  either.end();
  Builder chosen(1);
  chosen.move({chosen.program.select(is_something(chosen), quotient(chosen), chosen.c(9))});
  // As a value rather than as a condition.
  Builder value(1);
  value.move({value.op(Op::logical_and, is_something(value), value.op(Op::equal, quotient(value), value.c(2)))});
  for (const Builder* b : {&both, &either, &chosen, &value})
    for (Coordinate x = 0; x <= 7; ++x) {
      ASSERT_TRUE(options_of(b->program, Position{x}));
      expect_as_interpreted(b->program, Position{x});
    }
  // Where nothing decides before, it traps.
  Builder traps(1);
  traps.branch(traps.op(Op::logical_and, traps.op(Op::equal, quotient(traps), traps.c(2)), is_something(traps)));
  traps.move({traps.c(0)});
  traps.end();
  EXPECT_FALSE(options_of(traps.program, Position{0}));
  EXPECT_TRUE(options_of(traps.program, Position{1}));
}

TEST(ProgramCompiler, WritesLoopsOfOneOptionAsRays) {
  Builder b(3);
  const ExpressionId t = b.loop(b.c(1), b.x(0), 2);
  b.move({b.sub(b.x(0), t), b.add(b.x(1), b.mul(b.c(3), t)), b.x(2)});
  b.end();
  const ProgramCode compiled = compile(b.program);
  ASSERT_EQ(compiled.rays.size(), 1U);
  EXPECT_EQ(compiled.rays[0].direction, (std::vector<std::int64_t>{-2, 6, 0}));
  EXPECT_EQ(count(compiled, code(Do::loop_next)), 0U);
  for (Coordinate x = 0; x <= 6; ++x) expect_as_interpreted(b.program, Position{x, 7, 8});
}

TEST(ProgramCompiler, WritesNoOtherLoopsAsRays) {
  const auto rays = [](const std::function<void(Builder&, ExpressionId)>& body, bool fixed_step = true) {
    Builder b(2);
    const ExpressionId t = b.loop(b.c(1), b.x(0));
    body(b, t);
    b.end();
    if (!fixed_step) b.program.body[0].c = b.x(1);
    const ProgramCode compiled = compile(b.program);
    for (Coordinate x = 0; x <= 6; ++x)
      for (Coordinate y = 0; y <= 3; ++y) expect_as_interpreted(b.program, Position{x, y});
    return compiled.rays.size();
  };
  const auto plain = [](Builder& b, ExpressionId t) { b.move({b.sub(b.x(0), t), b.x(1)}); };
  EXPECT_EQ(rays(plain), 1U);
  EXPECT_EQ(rays(plain, false), 0U);  // by a step that the position tells, which may be 0
  EXPECT_EQ(rays([](Builder& b, ExpressionId t) { b.move({b.mul(t, t), b.x(1)}); }), 0U);
  EXPECT_EQ(rays([](Builder& b, ExpressionId t) { b.move({b.op(Op::floor_div, b.x(0), t), b.x(1)}); }), 0U);
  EXPECT_EQ(rays([](Builder& b, ExpressionId t) { b.move({b.op(Op::bit_xor, b.x(0), t), b.x(1)}); }), 0U);
  EXPECT_EQ(rays([](Builder& b, ExpressionId t) {
              b.move({b.sub(b.x(0), t), b.x(1)});
              b.move({b.x(0), t});
            }),
            0U);
}

TEST(ProgramCompiler, LoopsCountOnTheirOwnWhereTheirVariableIsAssigned) {
  Builder b(1);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  const Slot slot = b.program.body[0].slot;
  b.move({t});
  b.assign(slot, b.mul(t, b.c(10)));
  b.move({t});
  b.end();
  EXPECT_EQ(options_of(b.program, Position{3}), (std::vector<Position>{{1}, {10}, {2}, {20}, {3}, {30}}));
}

TEST(ProgramCompiler, LeavesTheInnermostLoopAlone) {
  Builder b(1);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  const ExpressionId u = b.loop(b.c(1), t);
  b.branch(b.op(Op::less, b.c(2), u));
  b.leave();
  b.end();
  b.move({b.add(b.mul(t, b.c(10)), u)});
  b.end();
  b.end();
  b.finish();
  b.move({b.c(0)});
  EXPECT_EQ(options_of(b.program, Position{3}), (std::vector<Position>{{11}, {21}, {22}, {31}, {32}}));
}

TEST(ProgramCompiler, LoopsOfNothingAreSkippedAndTrapAllTheSame) {
  Builder b(1);
  b.loop(b.c(1), b.c(1'000'000));
  b.end();
  b.move({b.c(0)});
  const ProgramCode compiled = compile(b.program);
  EXPECT_EQ(count(compiled, code(Do::loop_skip)), 1U);
  EXPECT_EQ(options_of(b.program, Position{3}), std::vector<Position>{{0}});
  b.program.body[0].c = b.x(0);
  EXPECT_FALSE(options_of(b.program, Position{0}));
  EXPECT_TRUE(options_of(b.program, Position{1}));
}

}  // namespace
}  // namespace bouton::table_test
