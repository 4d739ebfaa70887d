#include "engine/program/construction/conditions.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "engine/program/move_program_run.h"

namespace bouton {
namespace {

class ConditionsTest : public ::testing::Test {
 protected:
  ConditionsTest() {
    program_.dimensions = 5;
    program_.coordinate_names = {"a", "b", "c", "d", "e"};
    for (std::size_t i = 0; i < 5; ++i)
      atoms_.push_back(program_.binary(Op::equal, program_.coordinate(i), program_.constant(1)));
  }

  ExpressionId random_truth(int depth) {
    if (depth == 0) return atoms_[random_() % 5];
    const auto sub = [&] { return random_truth(depth - 1); };
    switch (random_() % 4) {
      case 0: return program_.unary(Op::logical_not, sub());
      case 1: {
        const ExpressionId x = sub(), y = sub();
        return program_.binary(Op::logical_and, x, y);
      }
      case 2: {
        const ExpressionId x = sub(), y = sub();
        return program_.binary(Op::logical_or, x, y);
      }
      default: {
        const ExpressionId x = sub(), y = sub(), z = sub();
        return program_.select(x, y, z);
      }
    }
  }

  /// The truth of expressions for the 32 values of the atoms.
  std::vector<std::int64_t> truths(std::vector<ExpressionId> expressions) {
    MoveProgram program = program_;
    program.body = {{.kind = Statement::Kind::finish, .to = {std::move(expressions)}}};
    const CompiledProgram compiled(program);
    std::vector<std::int64_t> all;
    for (int bits = 0; bits < 32; ++bits) {
      Position position;
      for (int i = 0; i < 5; ++i) position.push_back(bits >> i & 1);
      std::vector<std::int64_t> results;
      EXPECT_EQ(compiled.results(position, results), RunStatus::done);
      all.insert(all.end(), results.begin(), results.end());
    }
    return all;
  }

  MoveProgram program_;
  std::vector<CoordinateRange> ranges_;
  Facts facts_{program_, ranges_};
  Conditions conditions_{program_, facts_};
  std::vector<ExpressionId> atoms_;
  std::mt19937_64 random_{1};
};

TEST_F(ConditionsTest, EqualConditionsAreOne) {
  const Condition a = conditions_.of(atoms_[0]), b = conditions_.of(atoms_[1]);
  EXPECT_EQ(conditions_.negation(conditions_.both(a, b)), conditions_.either(conditions_.negation(a), conditions_.negation(b)));
  EXPECT_EQ(conditions_.either(a, conditions_.negation(a)), kAlways);
  EXPECT_EQ(conditions_.both(a, conditions_.negation(a)), kNever);
}

TEST_F(ConditionsTest, AreOneWhereTheirTruthTablesAre) {
  std::map<std::vector<std::int64_t>, Condition> condition_of;
  std::set<Condition> seen;
  for (int i = 0; i < 1000; ++i) {
    const ExpressionId truth = random_truth(1 + static_cast<int>(random_() % 3));
    const Condition condition = conditions_.of(truth);
    const auto [found, is_new] = condition_of.emplace(truths({truth}), condition);
    ASSERT_EQ(found->second, condition);
    ASSERT_EQ(seen.insert(condition).second, is_new);
  }
  EXPECT_GT(condition_of.size(), 300U);
}

TEST_F(ConditionsTest, WrittenAsExpressionsTheyStayTheSame) {
  for (int i = 0; i < 500; ++i) {
    const ExpressionId truth = random_truth(4);
    const ExpressionId written = conditions_.expression(conditions_.of(truth));
    const std::vector<std::int64_t> both = truths({truth, written});
    for (std::size_t k = 0; k < both.size(); k += 2) ASSERT_EQ(both[k], both[k + 1]);
  }
}

TEST_F(ConditionsTest, RestrictedToACareSetTheyStayTheSame) {
  for (int i = 0; i < 500; ++i) {
    const ExpressionId truth = random_truth(4), care = random_truth(3);
    const Condition narrowed = conditions_.restricted(conditions_.of(truth), conditions_.of(care));
    const std::vector<std::int64_t> all = truths({truth, care, conditions_.expression(narrowed)});
    for (std::size_t k = 0; k < all.size(); k += 3) ASSERT_TRUE(all[k + 1] == 0 || all[k] == all[k + 2]);
  }
}

TEST_F(ConditionsTest, AreWrittenShortly) {
  const auto text = [&](Condition c) { return bouton::to_string(program_, conditions_.expression(c)); };
  const Condition a = conditions_.of(atoms_[0]), b = conditions_.of(atoms_[1]), c = conditions_.of(atoms_[2]);
  EXPECT_EQ(text(conditions_.both(conditions_.either(a, b), c)), "(a == 1 or b == 1) and c == 1");
  EXPECT_EQ(text(conditions_.either(conditions_.both(a, b), c)), "a == 1 and b == 1 or c == 1");
  EXPECT_EQ(text(conditions_.restricted(conditions_.both(a, b), a)), "b == 1");
  EXPECT_EQ(
      text(conditions_.negation(conditions_.of(program_.binary(Op::less, program_.coordinate(0), program_.coordinate(1))))),
      "b <= a");
}

TEST_F(ConditionsTest, AComparisonOfChosenConstantsIsTheChoice) {
  const ExpressionId chosen =
      program_.select(atoms_[0], program_.constant(1), program_.select(atoms_[1], program_.constant(2), program_.constant(3)));
  const Condition is_two = conditions_.of(program_.binary(Op::equal, chosen, program_.constant(2)));
  EXPECT_EQ(is_two, conditions_.both(conditions_.negation(conditions_.of(atoms_[0])), conditions_.of(atoms_[1])));
}

}  // namespace
}  // namespace bouton
