#include "engine/program/construction/simplify.h"

#include <random>

#include <gtest/gtest.h>

#include "bindings/lua/lift/executor/symbolic_executor.h"
#include "tests/bindings/lua/lift/random_rule.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

std::size_t statements(const Block& block) {
  std::size_t count = block.size();
  for (const Statement& s : block) count += statements(s.body) + statements(s.otherwise);
  return count;
}

TEST(Simplify, KeepsTheOptionsAndTheTrapsOfRandomRules) {
  std::size_t before = 0, after = 0;
  int trapped = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    std::mt19937_64 random(seed);
    const RandomRule rule = random_rule(random);
    RuleFunction function(rule.source, rule.shape);
    const LiftContext context = function.context();
    MoveProgram executed;
    try {
      executed = SymbolicExecutor(function.state(), context, Results::none).lift(1);
    } catch (const Refusal&) {
      continue;
    }
    const MoveProgram simplified = simplify(executed);
    before += statements(executed.body);
    after += statements(simplified.body);
    for (int k = 0; k < 10; ++k) {
      const Position position = random_position(random, rule.shape);
      const RuleRun expected = run(executed, position), found = run(simplified, position);
      ASSERT_EQ(expected.failed, found.failed) << rule.source;
      ASSERT_EQ(difference(expected, found), std::nullopt) << rule.source;
      trapped += expected.failed ? 1 : 0;
    }
  }
  EXPECT_LT(after, before * 9 / 10);
  EXPECT_GT(trapped, 100);
}

class SimplifyTest : public ::testing::Test {
 protected:
  SimplifyTest() {
    program_.dimensions = 1;
    program_.coordinate_names = {"n"};
  }
  ExpressionId n() { return program_.coordinate(0); }
  ExpressionId constant(std::int64_t value) { return program_.constant(value); }
  Statement assign(const char* name, ExpressionId value) {
    return {.kind = Statement::Kind::assign, .slot = program_.new_slot(name), .a = value};
  }
  static Statement option(ExpressionId to) { return {.kind = Statement::Kind::option, .to = {{to}}}; }
  static Statement branch(ExpressionId condition, Block body, Block otherwise = {}) {
    return {.kind = Statement::Kind::branch, .a = condition, .body = std::move(body), .otherwise = std::move(otherwise)};
  }
  Statement loop(ExpressionId last, Block body) {
    return {.kind = Statement::Kind::loop,
            .slot = program_.new_slot("t"),
            .a = constant(1),
            .b = last,
            .c = constant(1),
            .body = std::move(body)};
  }
  std::string text(Block body) {
    program_.body = std::move(body);
    return bouton::to_string(simplify(program_), {"move"});
  }

  MoveProgram program_;
};

TEST_F(SimplifyTest, DropsWhatIsAssignedAndNeverRead) {
  EXPECT_EQ(text({assign("x", program_.binary(Op::add, n(), constant(1))), option(n())}), text({option(n())}));
}

TEST_F(SimplifyTest, KeepsWhatMayTrap) {
  const Statement trap = assign("x", program_.binary(Op::floor_div, constant(7), n()));
  EXPECT_NE(text({trap, option(n())}), text({option(n())}));
}

TEST_F(SimplifyTest, PutsWhatTheNextStatementAloneReadsThere) {
  const ExpressionId quotient = program_.binary(Op::floor_div, constant(7), n());
  const Statement x = assign("x", quotient);
  EXPECT_EQ(text({x, option(program_.variable(x.slot))}), text({option(quotient)}));
}

TEST_F(SimplifyTest, DropsShortLoopsThatDoNothingAndNoOthers) {
  const auto has_loop = [&](ExpressionId last) {
    program_.body = {loop(last, {}), option(n())};
    return has_kind(simplify(program_).body, Statement::Kind::loop);
  };
  EXPECT_FALSE(has_loop(constant(9)));
  EXPECT_TRUE(has_loop(n()));
  EXPECT_TRUE(has_loop(constant(1 << 20)));
}

TEST_F(SimplifyTest, MakesABranchInABranchOne) {
  const ExpressionId a = program_.binary(Op::less, constant(1), n()), b = program_.binary(Op::less, n(), constant(9));
  EXPECT_EQ(text({branch(a, {branch(b, {option(n())})})}),
            text({branch(program_.binary(Op::logical_and, a, b), {option(n())})}));
  EXPECT_EQ(text({branch(a, {}, {option(n())})}), text({branch(program_.unary(Op::logical_not, a), {option(n())})}));
}

}  // namespace
}  // namespace bouton::lua
