#include "engine/rules/followers.h"

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

constexpr std::int64_t kGreat = std::int64_t{1} << 62;

/// Rules that are a program.
class ProgramRules : public Rules {
 public:
  ProgramRules(Domain domain, MoveProgram program, bool permute = true)
      : domain_(std::move(domain)), program_(std::move(program)), permute_(permute) {}

  const Domain& domain() const override { return domain_; }
  void options(PositionView, Options&) const override {}
  Lifting lifting(std::size_t) const override {
    Lifting lifting;
    lifting.moves = &program_;
    lifting.normal_forms_permute = permute_;
    return lifting;
  }

 private:
  Domain domain_;
  MoveProgram program_;
  bool permute_;
};

Statement option(std::vector<ExpressionId> to) {
  Statement statement;
  statement.kind = Statement::Kind::option;
  statement.to = {std::move(to)};
  return statement;
}

Statement branch(ExpressionId condition, Block body) {
  Statement statement;
  statement.kind = Statement::Kind::branch;
  statement.a = condition;
  statement.body = std::move(body);
  return statement;
}

MoveProgram program_of_one() {
  MoveProgram program;
  program.dimensions = 1;
  program.coordinate_names = {"n"};
  return program;
}

/// n - 1 while n > `least`, and n // 2.
MoveProgram mark(std::int64_t least = 0) {
  MoveProgram program = program_of_one();
  const ExpressionId n = program.coordinate(0);
  program.body = {branch(program.binary(Op::less, program.constant(least), n),
                         {option({program.binary(Op::floor_div, n, program.constant(2))}),
                          option({program.binary(Op::sub, n, program.constant(1))})})};
  return program;
}

TEST(Followers, AStepThatCanBeTakenAgainAndAgainIsCounted) {
  const ProgramRules rules(test::one_heap(), mark());
  EXPECT_TRUE(more_followers_than(rules, Position{1000}, 999));
  EXPECT_FALSE(more_followers_than(rules, Position{1000}, 1000));
  EXPECT_TRUE(more_followers_than(rules, Position{kGreat}, kGreat - 1));
}

TEST(Followers, AGuardThatEndsTheStepsIsSeen) {
  const ProgramRules rules(test::one_heap(), mark(400));
  EXPECT_TRUE(more_followers_than(rules, Position{1000}, 599));
  EXPECT_FALSE(more_followers_than(rules, Position{1000}, 600));
}

/// (p, r): one less of p, and r stays or becomes one more, up to 5.
MoveProgram stairs() {
  MoveProgram program;
  program.dimensions = 2;
  program.coordinate_names = {"p", "r"};
  const ExpressionId p = program.coordinate(0), r = program.coordinate(1);
  const ExpressionId less = program.binary(Op::sub, p, program.constant(1));
  program.body = {branch(program.binary(Op::less, program.constant(0), p),
                         {option({less, r}), branch(program.binary(Op::less, r, program.constant(5)),
                                                    {option({less, program.binary(Op::add, r, program.constant(1))})})})};
  return program;
}

TEST(Followers, PositionsOnLinesBesideOneAnotherAreCounted) {
  const ProgramRules rules(Domain::fixed({{"p"}, {"r"}}), stairs());
  constexpr std::int64_t kFirst = std::int64_t{1} << 17;
  constexpr std::uint64_t kReached = 6 * (kFirst + 1) - (1 + 2 + 3 + 4 + 5);
  EXPECT_TRUE(more_followers_than(rules, Position{kFirst, 0}, 190'000));
  EXPECT_FALSE(more_followers_than(rules, Position{kFirst, 0}, kReached));
  EXPECT_FALSE(more_followers_than(rules, Position{kFirst, 5}, kFirst + 1));
  EXPECT_TRUE(more_followers_than(rules, Position{kGreat, 0}, std::uint64_t{3} << 60));
}

TEST(Followers, NothingIsSaidOfHalving) {
  MoveProgram program = program_of_one();
  program.body = {option({program.binary(Op::floor_div, program.coordinate(0), program.constant(2))})};
  EXPECT_FALSE(more_followers_than(ProgramRules(test::one_heap(), std::move(program)), Position{kGreat}, 1000));
}

TEST(Followers, TheFirstRoundOfALoopIsAMove) {
  MoveProgram program = program_of_one();
  const ExpressionId n = program.coordinate(0);
  Statement loop;
  loop.kind = Statement::Kind::loop;
  loop.slot = program.new_slot("t");
  loop.a = program.constant(1);
  loop.b = n;
  loop.c = program.constant(1);
  loop.body = {option({program.binary(Op::sub, n, program.variable(loop.slot))})};
  program.body = {loop};
  EXPECT_TRUE(more_followers_than(ProgramRules(test::one_heap(), std::move(program)), Position{kGreat}, 1'000'000));
}

/// Kayles: for left = 0, (n - 1) // 2 do split(left, n - 1 - left) end.
TEST(Followers, ALoopMayGoToAQuotient) {
  MoveProgram program = program_of_one();
  const ExpressionId rest = program.binary(Op::sub, program.coordinate(0), program.constant(1));
  Statement loop;
  loop.kind = Statement::Kind::loop;
  loop.slot = program.new_slot("left");
  loop.a = program.constant(0);
  loop.b = program.binary(Op::floor_div, rest, program.constant(2));
  loop.c = program.constant(1);
  loop.body = {option({program.variable(loop.slot)})};
  loop.body[0].kind = Statement::Kind::split;
  loop.body[0].to.push_back({program.binary(Op::sub, rest, program.variable(loop.slot))});
  program.body = {loop};
  const ProgramRules rules(test::one_heap(), std::move(program));
  EXPECT_TRUE(more_followers_than(rules, Position{1000}, 999));
  EXPECT_FALSE(more_followers_than(rules, Position{1000}, 1000));
}

TEST(Followers, APartOfASplitIsAPositionBelow) {
  MoveProgram program = program_of_one();
  const ExpressionId n = program.coordinate(0);
  Statement split = option({program.binary(Op::sub, n, program.constant(2))});
  split.kind = Statement::Kind::split;
  split.to.push_back({program.constant(1)});
  program.body = {branch(program.binary(Op::less, program.constant(2), n), {split})};
  const ProgramRules rules(test::one_heap(), std::move(program));
  EXPECT_TRUE(more_followers_than(rules, Position{kGreat}, kGreat / 4));
  EXPECT_FALSE(more_followers_than(rules, Position{kGreat}, kGreat / 2));
}

/// The other coordinate, which the step depends on, stays as it is: Nimrod's second move.
TEST(Followers, AStepMayDependOnACoordinateThatItLeavesAlone) {
  MoveProgram program;
  program.dimensions = 2;
  program.coordinate_names = {"S", "L"};
  const ExpressionId p = program.coordinate(0), r = program.coordinate(1);
  program.body = {branch(program.binary(Op::less_equal, r, p), {option({program.binary(Op::sub, p, r), r})})};
  const ProgramRules rules(test::two_heaps(), std::move(program));
  EXPECT_TRUE(more_followers_than(rules, Position{1000, 10}, 99));
  EXPECT_FALSE(more_followers_than(rules, Position{1000, 10}, 100));
}

/// (5, 0), (4, 1), ... are three positions under a symmetry, not six.
TEST(Followers, StepsThatASymmetryMayUndoAreNotCounted) {
  MoveProgram program;
  program.dimensions = 2;
  program.coordinate_names = {"S", "L"};
  const ExpressionId s = program.coordinate(0), l = program.coordinate(1);
  program.body = {
      branch(program.binary(Op::less, program.constant(0), s),
             {option({program.binary(Op::sub, s, program.constant(1)), program.binary(Op::add, l, program.constant(1))})})};
  EXPECT_FALSE(more_followers_than(ProgramRules(test::two_heaps(), std::move(program)), Position{1000, 0}, 100));
}

TEST(Followers, NothingIsSaidWhereNormalFormsAreTheRulesOwn) {
  EXPECT_FALSE(more_followers_than(ProgramRules(test::one_heap(), mark(), false), Position{kGreat}, 1000));
}

TEST(Followers, WhatComesAfterAReturnIsNoMove) {
  MoveProgram program = program_of_one();
  const ExpressionId n = program.coordinate(0);
  Statement finish;
  finish.kind = Statement::Kind::finish;
  program.body = {branch(program.binary(Op::less, program.constant(500), n), {finish}),
                  option({program.binary(Op::sub, n, program.constant(1))})};
  EXPECT_FALSE(more_followers_than(ProgramRules(test::one_heap(), std::move(program)), Position{1000}, 10));
}

TEST(Followers, AMoveThatRaisesWithoutAnEndIsSeen) {
  const auto adding = [](std::int64_t amount, std::optional<std::int64_t> below) {
    MoveProgram program = program_of_one();
    const ExpressionId n = program.coordinate(0);
    const Statement move = option({program.binary(Op::add, n, program.constant(amount))});
    program.body = {below ? branch(program.binary(Op::less, n, program.constant(*below)), {move}) : move};
    return program;
  };
  EXPECT_EQ(endlessly_raised(ProgramRules(test::one_heap(), adding(1, {})), Position{6}), 0U);
  EXPECT_EQ(endlessly_raised(ProgramRules(test::one_heap(), adding(1000, {})), Position{0}), 0U);
  EXPECT_EQ(endlessly_raised(ProgramRules(test::one_heap(), adding(1, 1'000'000)), Position{6}), std::nullopt);
  EXPECT_EQ(endlessly_raised(ProgramRules(test::one_heap(), mark()), Position{kGreat}), std::nullopt);
}

}  // namespace
}  // namespace bouton
