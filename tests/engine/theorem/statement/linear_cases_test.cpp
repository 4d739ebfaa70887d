#include "engine/theorem/statement/linear_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/theorem/statement/clause.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

using test::ProgramBuilder;

/// The options that the cases name at a position of two coordinates, in their order, each once.
std::vector<Position> options_by_cases(const LinearCases& cases, const Position& at, AutomataWorkspace& workspace) {
  std::vector<std::pair<std::vector<Integer>, Position>> found;
  for (const LinearOption& option : cases.options) {
    const std::optional<Clause> clause = clause_of(option, 2, option.to);
    if (!clause) continue;
    const Conjunction conjunction = conjunction_of(clause->moves, Numeration::base(2), clause->moves.variables);
    for (const BigPosition& values : conjunction.solutions(widen(at), 8, 1000, workspace).values) {
      std::vector<Integer> order;
      for (const Affine& form : clause->order) {
        Integer value = widen(form.constant);
        for (const auto& [variable, coefficient] : form.terms) value += coefficient * values[variable];
        order.push_back(value);
      }
      found.emplace_back(order, *narrow(BigPosition{values[clause->target[0]], values[clause->target[1]]}));
    }
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a.first, b.first, [](const Integer& x, const Integer& y) { return x < y; });
  });
  std::vector<Position> options;
  for (const auto& [order, to] : found)
    if (std::ranges::find(options, to) == options.end()) options.push_back(to);
  return options;
}

/// The program's own, those that are not positions left out.
std::vector<Position> options_by_program(const MoveProgram& program, const Position& at) {
  Options options;
  EXPECT_EQ(CompiledProgram(program).options(at, options), RunStatus::done);
  std::vector<Position> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Position to(options[i][0]);
    if (to[0] >= 0 && to[1] >= 0 && std::ranges::find(found, to) == found.end()) found.push_back(to);
  }
  return found;
}

void expect_same_options(const MoveProgram& program, Coordinate bound = 9) {
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 1'000'000'000);
  const Result<LinearCases> cases = linear_cases(program, {Affine::of_variable(0), Affine::of_variable(1)}, 2);
  ASSERT_TRUE(cases) << cases.reason();
  for (Coordinate a = 0; a <= bound; ++a)
    for (Coordinate b = 0; b <= bound; ++b)
      EXPECT_EQ(options_by_cases(*cases, {a, b}, workspace), options_by_program(program, {a, b})) << a << "," << b;
}

TEST(LinearCases, OfWythoff) {
  expect_same_options(test::wythoff_program());
  expect_same_options(test::wythoff_program(2, 3));
}

/// Every operation, as an amount that is taken: by what the program does on small numbers.
TEST(LinearCases, OfEveryOperation) {
  using Make = ExpressionId (*)(ProgramBuilder&);
  const std::vector<Make> amounts = {
      [](ProgramBuilder& b) { return b.binary(Op::floor_div, b.x(0), b.c(3)); },
      [](ProgramBuilder& b) { return b.binary(Op::floor_mod, b.x(0), b.c(3)); },
      [](ProgramBuilder& b) { return b.binary(Op::floor_div, b.sub(b.x(1), b.x(0)), b.c(2)); },
      [](ProgramBuilder& b) { return b.binary(Op::floor_mod, b.sub(b.x(1), b.x(0)), b.c(4)); },
      [](ProgramBuilder& b) { return b.binary(Op::floor_div, b.sub(b.x(0), b.x(1)), b.c(-2)); },
      [](ProgramBuilder& b) { return b.binary(Op::floor_mod, b.sub(b.x(0), b.x(1)), b.c(-3)); },
      [](ProgramBuilder& b) { return b.binary(Op::min, b.x(0), b.sub(b.x(1), b.c(2))); },
      [](ProgramBuilder& b) { return b.binary(Op::max, b.x(0), b.sub(b.x(1), b.c(2))); },
      [](ProgramBuilder& b) { return b.program.unary(Op::abs, b.sub(b.x(0), b.x(1))); },
      [](ProgramBuilder& b) { return b.program.unary(Op::neg, b.sub(b.x(0), b.x(1))); },
      [](ProgramBuilder& b) { return b.binary(Op::mul, b.c(2), b.x(1)); },
      [](ProgramBuilder& b) { return b.binary(Op::shift_right, b.x(0), b.c(1)); },
      [](ProgramBuilder& b) { return b.binary(Op::shift_left, b.x(1), b.c(2)); },
      [](ProgramBuilder& b) {
        return b.program.select(b.binary(Op::less, b.x(0), b.x(1)), b.x(0), b.binary(Op::floor_div, b.x(1), b.c(2)));
      },
      [](ProgramBuilder& b) { return b.binary(Op::less_equal, b.x(0), b.c(4)); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_and, b.x(0), b.x(1)); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_or, b.x(0), b.sub(b.x(1), b.c(4))); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_xor, b.sub(b.x(0), b.x(1)), b.c(5)); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_and, b.sub(b.x(0), b.c(5)), b.sub(b.x(1), b.c(3))); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_and, b.c(7), b.sub(b.x(0), b.x(1))); },
      [](ProgramBuilder& b) { return b.binary(Op::bit_and, b.c(-6), b.x(0)); },
      [](ProgramBuilder& b) { return b.program.unary(Op::bit_not, b.sub(b.x(0), b.x(1))); },
      [](ProgramBuilder& b) {
        return b.binary(Op::bit_xor, b.binary(Op::bit_or, b.x(0), b.c(2)), b.binary(Op::shift_right, b.x(1), b.c(1)));
      },
      [](ProgramBuilder& b) {
        b.program.lists.push_back({4, 1, 7});
        return b.program.element(0, b.add(b.binary(Op::floor_mod, b.x(0), b.c(3)), b.c(1)));
      },
  };
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    SCOPED_TRACE(i);
    ProgramBuilder b(2);
    const ExpressionId amount = amounts[i](b);
    b.program.body = {b.option({b.add(b.x(0), amount), b.x(1)}), b.option({b.x(0), b.sub(b.x(1), amount)})};
    expect_same_options(b.program);
    // And as the bound of a loop, from either side.
    ProgramBuilder up(2);
    const ExpressionId bound = amounts[i](up);
    const Slot t = up.slot(), u = up.slot();
    up.program.body = {up.loop(t, up.c(1), bound, up.c(2), {up.option({up.x(0), up.add(up.x(1), up.t(t))})}),
                       up.loop(u, up.x(0), bound, up.c(-1), {up.option({up.t(u), up.x(1)})}),
                       up.loop(t, bound, up.x(1), up.c(3), {up.option({up.x(0), up.t(t)})})};
    expect_same_options(up.program);
  }
}

TEST(LinearCases, OfEveryCondition) {
  using Make = ExpressionId (*)(ProgramBuilder&);
  const std::vector<Make> conditions = {
      [](ProgramBuilder& b) { return b.binary(Op::equal, b.x(0), b.binary(Op::floor_div, b.x(1), b.c(2))); },
      [](ProgramBuilder& b) { return b.binary(Op::less, b.program.unary(Op::abs, b.sub(b.x(0), b.x(1))), b.c(3)); },
      [](ProgramBuilder& b) {
        return b.binary(Op::less_equal, b.binary(Op::max, b.x(0), b.c(4)), b.binary(Op::min, b.x(1), b.c(7)));
      },
      [](ProgramBuilder& b) {
        return b.binary(Op::logical_or, b.binary(Op::less, b.x(0), b.c(3)),
                        b.binary(Op::logical_and, b.binary(Op::less, b.c(2), b.x(1)), b.binary(Op::equal, b.x(0), b.c(5))));
      },
      [](ProgramBuilder& b) { return b.program.unary(Op::logical_not, b.binary(Op::equal, b.x(0), b.x(1))); },
      [](ProgramBuilder& b) { return b.binary(Op::equal, b.binary(Op::floor_mod, b.add(b.x(0), b.x(1)), b.c(3)), b.c(1)); },
      [](ProgramBuilder& b) { return b.binary(Op::equal, b.binary(Op::bit_and, b.x(0), b.x(1)), b.c(0)); },
      [](ProgramBuilder& b) {
        return b.binary(Op::less, b.binary(Op::bit_xor, b.x(0), b.x(1)), b.binary(Op::bit_or, b.x(0), b.c(3)));
      },
  };
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    SCOPED_TRACE(i);
    ProgramBuilder b(2);
    const ExpressionId condition = conditions[i](b);
    b.program.body = {b.branch(condition, {b.option({b.c(1), b.x(1)})}, {b.option({b.x(0), b.c(2)})}),
                      b.option({b.c(0), b.c(0)})};
    expect_same_options(b.program);
    ProgramBuilder early(2);  // if ... then return end
    const ExpressionId leaves = conditions[i](early);
    early.program.body = {early.branch(leaves, {early.option({early.c(1), early.c(1)}), {.kind = Statement::Kind::finish}}),
                          early.option({early.x(1), early.x(0)})};
    expect_same_options(early.program);
  }
}

/// A loop over constants may be left early, and may carry values over.
TEST(LinearCases, ShortLoopsAreRun) {
  ProgramBuilder b(2);
  const Slot t = b.slot(), sum = b.slot();
  b.program.body = {{.kind = Statement::Kind::assign, .slot = sum, .a = b.c(0)},
                    b.loop(t, b.c(1), b.c(4), b.c(1),
                           {{.kind = Statement::Kind::assign, .slot = sum, .a = b.add(b.t(sum), b.t(t))},
                            b.branch(b.binary(Op::less, b.x(0), b.t(sum)), {{.kind = Statement::Kind::leave}}),
                            b.option({b.sub(b.x(0), b.t(sum)), b.x(1)})}),
                    b.branch(b.binary(Op::less, b.t(sum), b.x(1)), {b.option({b.x(0), b.t(sum)})})};
  expect_same_options(b.program, 12);
}

/// The loop around it need not be one over constants.
TEST(LinearCases, ShortLoopsWithinOthersAreRun) {
  ProgramBuilder b(2);
  const Slot t = b.slot(), d = b.slot(), first = b.slot();
  b.program.body = {b.loop(
      t, b.c(1), b.x(0), b.c(1),
      {{.kind = Statement::Kind::assign, .slot = first, .a = b.c(0)},
       b.loop(d, b.c(1), b.c(3), b.c(1),
              {b.branch(b.binary(Op::less, b.t(t), b.add(b.x(1), b.t(d))),
                        {{.kind = Statement::Kind::assign, .slot = first, .a = b.t(d)}, {.kind = Statement::Kind::leave}})}),
       b.option({b.sub(b.x(0), b.t(t)), b.t(first)})})};
  expect_same_options(b.program, 12);
}

TEST(LinearCases, RefusesWhatIsNotLinear) {
  const auto reason_of = [](const std::function<Block(ProgramBuilder&)>& body) {
    ProgramBuilder b(2);
    b.program.body = body(b);
    const Result<LinearCases> cases = linear_cases(b.program, {Affine::of_variable(0), Affine::of_variable(1)}, 2);
    return cases ? std::string() : cases.reason() + " at " + std::to_string(cases.refusal().line);
  };
  const auto option_with = [](ProgramBuilder& b, ExpressionId e) { return Block{b.option({e, b.x(1)}, 7)}; };
  EXPECT_EQ(reason_of([&](auto& b) { return option_with(b, b.binary(Op::mul, b.x(0), b.x(1))); }),
            "a product of two numbers that vary: the rule is not linear at 7");
  EXPECT_EQ(reason_of([&](auto& b) { return option_with(b, b.binary(Op::floor_div, b.x(0), b.x(1))); }),
            "a division by a number that varies: the rule is not linear at 7");
  EXPECT_EQ(reason_of([&](auto& b) { return option_with(b, b.binary(Op::shift_right, b.x(0), b.x(1))); }),
            "a shift by a number that varies at 7");
  EXPECT_EQ(reason_of([&](auto& b) { return option_with(b, b.add(b.x(0), b.c(std::int64_t{1} << 40))); }),
            "a number beyond 1073741824 at 7");
  EXPECT_EQ(reason_of([](auto& b) {
              const Slot t = b.slot();
              return Block{b.loop(t, b.c(1), b.x(0), b.c(1),
                                  {b.branch(b.binary(Op::less, b.x(1), b.t(t)), {{.kind = Statement::Kind::leave, .line = 5}}),
                                   b.option({b.sub(b.x(0), b.t(t)), b.x(1)})},
                                  4)};
            }),
            "a loop is left early at 4");
  EXPECT_EQ(reason_of([](auto& b) {
              const Slot t = b.slot(), d = b.slot();
              return Block{b.loop(
                  t, b.c(1), b.x(0), b.c(1),
                  {b.loop(d, b.c(2), b.t(t), b.c(1),
                          {b.branch(b.binary(Op::less, b.x(1), b.t(d)), {{.kind = Statement::Kind::leave, .line = 3}})}, 2),
                   b.option({b.sub(b.x(0), b.t(t)), b.x(1)})},
                  4)};
            }),
            "a loop is left early at 2");
  EXPECT_EQ(reason_of([](auto& b) {
              const Slot t = b.slot(), sum = b.slot();
              return Block{{.kind = Statement::Kind::assign, .slot = sum, .a = b.c(0)},
                           b.loop(t, b.c(1), b.x(0), b.c(1),
                                  {{.kind = Statement::Kind::assign, .line = 9, .slot = sum, .a = b.add(b.t(sum), b.t(t))}})};
            }),
            "'t1' is carried over from one round of a loop to another at 9");
  EXPECT_EQ(reason_of([](auto& b) {
              return Block{{.kind = Statement::Kind::split, .line = 3, .to = {{b.x(0), b.c(0)}, {b.x(1), b.c(0)}}}};
            }),
            "a move splits the position at 3");
}

/// What is decided by the signs of the terms, and what contradicts.
TEST(LinearCases, ConditionsThatSayNothingAreDropped) {
  std::vector<LinearCondition> conditions;
  const Affine x = Affine::of_variable(0);
  EXPECT_TRUE(add_condition(conditions, {Affine::of_constant(-3) - x, Relation::at_most}));
  EXPECT_TRUE(conditions.empty());
  EXPECT_TRUE(add_condition(conditions, {Affine::of_constant(5) - x, Relation::at_most}));  // x >= 5
  EXPECT_TRUE(add_condition(conditions, {Affine::of_constant(3) - x, Relation::at_most}));  // x >= 3
  ASSERT_EQ(conditions.size(), 1U);
  EXPECT_EQ(conditions[0].form.constant, 5);
  EXPECT_FALSE(add_condition(conditions, {plus_constant(x, -4), Relation::at_most}));  // x <= 4
  EXPECT_FALSE(add_condition(conditions, {plus_constant(x, 2), Relation::equal}));
  EXPECT_FALSE(add_condition(conditions, {add(Affine::of_constant(3), x, 2), Relation::equal}));
}

}  // namespace
}  // namespace bouton
