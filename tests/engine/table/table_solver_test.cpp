#include "engine/table/table_solver.h"

#include <functional>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/errors.h"
#include "hwy/targets.h"
#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace test;

std::int64_t pick(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(low, high));
}

struct Case {
  std::string name;
  MoveProgram program;
  Domain domain;
  Box box;
  TableKernel grundy, outcome, remoteness;
};

std::vector<Case> cases() {
  using K = TableKernel;
  return {
      {"wythoff", wythoff(), plain_domain(2), Box({0, 0}, {70, 70}), K::rays, K::rays, K::rays},
      {"wythoff, a part", wythoff(), plain_domain(2), Box({20, 3}, {33, 140}), K::rays, K::rays, K::rays},
      {"three heaps", heaps(3), plain_domain(3), Box({0, 1, 0}, {9, 12, 20}), K::rays, K::rays, K::rays},
      {"bounded rays", ray_rule(2, {{1, 0}, {0, 1}, {2, 1}}, 11), plain_domain(2), Box({0, 0}, {40, 90}), K::rays, K::rays, K::rays},
      {"nimrod", nimrod(), nimrod_domain(), Box({0, 1}, {90, 5}), K::batch, K::row_shifts, K::batch},
      {"subtraction", subtraction({1, 4, 9}), plain_domain(1), Box({5}, {300}), K::batch, K::row_shifts, K::batch},
      {"copycat", copycat(4), copycat_domain(4), Box({0, 0}, {80, 4}), K::batch, K::row_shifts, K::batch},
      {"take-away", take_away(2, 0), plain_domain(2), Box({0, 0}, {60, 50}), K::batch, K::thresholds, K::batch},
      {"irregular", irregular(), plain_domain(2), Box({0, 0}, {50, 60}), K::batch, K::batch, K::batch},
      {"euclid", euclid(), plain_domain(2), Box({0, 0}, {40, 50}), K::batch, K::batch, K::batch},
      {"moore", moore(3), plain_domain(3), Box({0, 0, 0}, {6, 6, 9}), K::batch, K::batch, K::batch},
  };
}

TableProblem problem_of(const Case& c, Play play, ValueKind kind) {
  TableProblem problem;
  problem.moves = &c.program;
  problem.domain = &c.domain;
  problem.play = play;
  problem.box = c.box;
  problem.kind = kind;
  return problem;
}

/// Compares every table of the case, and its P-positions, with brute force; `run` runs the comparison, once or
/// under several circumstances.
void expect_all_same(const Case& c, const std::function<void(const std::function<void()>&)>& run) {
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    for (const Play play : {Play::normal, Play::misere}) {
      if (kind == ValueKind::grundy && play != Play::normal) continue;
      SCOPED_TRACE(c.name + ", " + std::string(name(kind)) + (play == Play::misere ? ", misere" : ""));
      const auto expected = brute_force(c.program, c.domain, c.box, play, kind);
      std::vector<Position> wanted;
      for (std::uint64_t i = 0; i < c.box.size() && kind == ValueKind::outcome; ++i)
        if (expected->outcome(i) == Outcome::P) wanted.push_back(c.box.position(i));
      run([&] {
        Budget budget;
        budget.threads = 2;
        const auto found = solve_table(problem_of(c, play, kind), budget);
        ASSERT_TRUE(std::holds_alternative<Table>(found)) << std::get<Refusal>(found).reason;
        ASSERT_EQ(expected->cells, std::get<Table>(found).cells);
        if (kind != ValueKind::outcome) return;
        std::vector<Position> positions;
        const auto count = visit_p_positions(problem_of(c, play, kind), budget,
                                             [&](PositionView p) { positions.emplace_back(p); });
        ASSERT_TRUE(std::holds_alternative<std::uint64_t>(count));
        EXPECT_EQ(positions, wanted);
        EXPECT_EQ(std::get<std::uint64_t>(count), wanted.size());
      });
    }
}
void expect_all_same(const Case& c) {
  expect_all_same(c, [](const std::function<void()>& compare) { compare(); });
}

TEST(TableSolver, EqualsBruteForceInEveryKernelAndTarget) {
  for (const Case& c : cases())
    expect_all_same(c, [](const std::function<void()>& compare) {
      for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        SCOPED_TRACE(hwy::TargetName(target));
        compare();
      }
      hwy::SetSupportedTargetsForTest(0);
    });
}

TEST(TableSolver, ChoosesByShape) {
  for (const Case& c : cases()) {
    const auto kernel = [&](ValueKind kind) {
      const auto plan = plan_table(problem_of(c, Play::normal, kind));
      EXPECT_TRUE(std::holds_alternative<TablePlan>(plan));
      EXPECT_FALSE(std::get<TablePlan>(plan).cost.empty());
      EXPECT_GT(std::get<TablePlan>(plan).seconds, 0);
      EXPECT_GT(std::get<TablePlan>(plan).bytes, 0U);
      return std::get<TablePlan>(plan).kernel;
    };
    EXPECT_EQ(kernel(ValueKind::grundy), c.grundy) << c.name;
    EXPECT_EQ(kernel(ValueKind::outcome), c.outcome) << c.name;
    EXPECT_EQ(kernel(ValueKind::remoteness), c.remoteness) << c.name;
  }
}

TEST(TableSolver, SaysWhyNot) {
  // A move back and forth.
  Builder loopy(2);
  loopy.move({loopy.x(1), loopy.x(0)});
  // A coordinate without end.
  Builder endless(1);
  endless.move({endless.add(endless.x(0), endless.c(1))});
  const auto reason = [](const MoveProgram& program, const Domain& domain, const Box& box) {
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.box = box;
    const auto plan = plan_table(problem);
    return std::holds_alternative<Refusal>(plan) ? std::get<Refusal>(plan).reason : "";
  };
  EXPECT_EQ(reason(loopy.program, plain_domain(2), Box({0, 0}, {5, 5})),
            "no order is known in which every option comes before its position");
  EXPECT_EQ(reason(endless.program, plain_domain(1), Box({0}, {5})), "moves can make a as great as one likes");
}

TEST(TableSolver, GoesDownWhereTheRuleGoesUp) {
  // Twenty-one: say 1 to 3 more numbers up to the goal.
  Builder b(1);
  const ExpressionId n = b.loop(b.c(1), b.min(b.c(3), b.sub(b.c(21), b.x(0))));
  b.move({b.add(b.x(0), n)});
  b.end();
  const Case up{"twenty-one", b.program, Domain::fixed({{.name = "said", .greatest = 21}}), Box({3}, {20}),
                TableKernel::batch, TableKernel::batch, TableKernel::batch};
  expect_all_same(up);
}

TEST(TableSolver, OrdersBySumWhereNoAxisWillDo) {
  Builder b(2);
  b.branch(b.op(Op::less_equal, b.c(3), b.x(0)));
  b.move({b.sub(b.x(0), b.c(3)), b.add(b.x(1), b.c(2))});
  b.end();
  b.branch(b.op(Op::less_equal, b.c(2), b.x(1)));
  b.move({b.add(b.x(0), b.c(1)), b.sub(b.x(1), b.c(2))});
  b.end();
  const Domain domain = Domain::fixed({{.name = "a", .greatest = 60}, {.name = "b", .greatest = 60}});
  TableProblem problem;
  problem.moves = &b.program;
  problem.domain = &domain;
  problem.box = Box({0, 0}, {10, 10});
  const auto table = solve_table(problem, Budget());
  // Near the domain's end options leave it: then the interpreter must say so.
  EXPECT_TRUE(std::holds_alternative<Refusal>(table));

  Builder inside(2);
  for (int i = 0; i < 2; ++i) {
    const ExpressionId x = inside.x(0), y = inside.x(1);
    const ExpressionId to_x = i == 0 ? inside.sub(x, inside.c(3)) : inside.add(x, inside.c(1));
    const ExpressionId to_y = i == 0 ? inside.add(y, inside.c(2)) : inside.sub(y, inside.c(2));
    inside.branch(inside.op(Op::logical_and, inside.op(Op::less_equal, inside.c(0), i == 0 ? to_x : to_y),
                            inside.op(Op::less_equal, i == 0 ? to_y : to_x, inside.c(20))));
    inside.move({to_x, to_y});
    inside.end();
  }
  const Case sums{"sums", inside.program, Domain::fixed({{.name = "a", .greatest = 20}, {.name = "b", .greatest = 20}}),
                  Box({0, 0}, {20, 20}), TableKernel::batch, TableKernel::batch, TableKernel::batch};
  expect_all_same(sums);
}

TEST(TableSolver, TerminalPositionsMayDecide) {
  // Flip the goal on the way: the terminal position says who has won.
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.move({b.sub(b.x(0), t), b.x(1)});
  b.branch(b.op(Op::less, b.c(4), b.x(0)));
  b.move({b.sub(b.x(0), t), b.sub(b.c(1), b.x(1))});
  b.end();
  b.end();
  const Domain domain = Domain::fixed({{.name = "n"}, {.name = "goal", .greatest = 1}});
  TableProblem problem;
  problem.moves = &b.program;
  problem.domain = &domain;
  problem.box = Box({0, 0}, {12, 1});
  problem.kind = ValueKind::outcome;
  problem.play = Play::by_position;
  problem.terminal = [](PositionView p) { return p[1] == 0 ? Outcome::P : Outcome::N; };
  const auto table = solve_table(problem, Budget());
  ASSERT_TRUE(std::holds_alternative<Table>(table));
  std::vector<std::vector<bool>> is_p(13, std::vector<bool>(2));
  for (std::size_t n = 0; n <= 12; ++n)
    for (std::size_t goal = 0; goal < 2; ++goal) {
      bool wins = n == 0 && goal == 1;
      for (std::size_t to = 0; to < n; ++to) wins = wins || is_p[to][goal] || (n > 4 && is_p[to][1 - goal]);
      is_p[n][goal] = !wins;
      EXPECT_EQ(std::get<Table>(table).outcome(2 * n + goal) == Outcome::P, is_p[n][goal]) << n << "," << goal;
    }
  problem.terminal = [](PositionView) { return Outcome::draw; };
  EXPECT_TRUE(std::holds_alternative<Refusal>(solve_table(problem, Budget())));
}

TEST(TableSolver, KeepsToItsMemory) {
  const Case c = cases()[0];
  Budget budget;
  budget.memory = 4096;
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    EXPECT_THROW(solve_table(problem_of(c, Play::normal, kind), budget), LimitError);
}

/// Statements of any kind in any order, options that stay in the domain.
class RandomProgram {
 public:
  RandomProgram(std::size_t dimensions, std::int64_t high) : b_(dimensions), n_(dimensions), high_(high) {}
  MoveProgram make() {
    const Slot kept = b_.local("kept");
    b_.assign(kept, number(0));
    variables_.push_back(b_.program.variable(kept));
    kept_ = kept;
    block(0);
    return b_.program;
  }

 private:
  ExpressionId number(int depth) {
    if (depth > 2 || pick(0, 3) == 0) {
      const std::int64_t kind = pick(0, 3);
      if (kind == 0) return b_.c(pick(-3, 9));
      if (kind == 1 && !variables_.empty()) return variables_[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(variables_.size())))];
      return b_.x(static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n_))));
    }
    static const Op kOps[] = {Op::add, Op::sub, Op::mul, Op::min, Op::max, Op::bit_and, Op::bit_or, Op::bit_xor,
                              Op::floor_div, Op::floor_mod};
    const Op op = kOps[pick(0, 10)];
    if (op == Op::floor_div || op == Op::floor_mod) return b_.op(op, number(depth + 1), b_.c(pick(0, 2) == 0 ? pick(1, 5) : -pick(1, 4)));
    return b_.op(op, number(depth + 1), number(depth + 1));
  }
  ExpressionId truth(int depth = 0) {
    if (depth < 2 && pick(0, 3) == 0)
      return b_.op(pick(0, 2) == 0 ? Op::logical_and : Op::logical_or, truth(depth + 1), truth(depth + 1));
    static const Op kOps[] = {Op::equal, Op::less, Op::less_equal};
    const ExpressionId one = b_.op(kOps[pick(0, 3)], number(1), number(1));
    return pick(0, 3) == 0 ? b_.negated(one) : one;
  }
  void option() {
    // One coordinate falls by at least 1, those after it become anything in the domain.
    const auto lead = static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n_)));
    const ExpressionId amount = b_.max(b_.c(1), b_.op(Op::floor_mod, number(1), b_.c(pick(2, 7))));
    b_.branch(b_.op(Op::less_equal, amount, b_.x(lead)));
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < n_; ++i) {
      if (i < lead) to.push_back(b_.x(i));
      else if (i == lead) to.push_back(b_.sub(b_.x(i), amount));
      else to.push_back(pick(0, 2) == 0 ? b_.x(i) : b_.op(Op::floor_mod, number(1), b_.c(high_ + 1)));
    }
    b_.move(to);
    b_.end();
  }
  void block(int depth) {
    for (std::int64_t i = 0, count = pick(1, 4); i < count; ++i) {
      switch (pick(0, depth > 2 ? 3 : 7)) {
        case 0:
        case 1: option(); break;
        case 2: b_.assign(kept_, b_.op(Op::floor_mod, number(0), b_.c(pick(2, 40)))); break;
        case 3:
        case 4: {
          const ExpressionId t = b_.loop(pick(0, 2) == 0 ? b_.c(pick(0, 3)) : number(1),
                                         b_.min(b_.c(pick(0, 12)), number(1)), pick(0, 4) == 0 ? -1 : pick(1, 3));
          variables_.push_back(t);
          block(depth + 1);
          if (pick(0, 4) == 0) {
            b_.branch(truth());
            b_.leave();
            b_.end();
          }
          if (pick(0, 2) == 0) option();
          variables_.pop_back();
          b_.end();
          break;
        }
        case 5:
          b_.branch(truth());
          block(depth + 1);
          if (pick(0, 2) == 0) {
            b_.otherwise();
            block(depth + 1);
          }
          b_.end();
          break;
        default:
          b_.branch(truth());
          if (pick(0, 2) == 0) option();
          b_.finish();
          b_.end();
          break;
      }
    }
  }

  Builder b_;
  std::size_t n_;
  std::int64_t high_;
  Slot kept_ = 0;
  std::vector<ExpressionId> variables_;
};

TEST(TableSolver, RandomPrograms) {
  const bool good = rc::check("any kernel equals brute force", [] {
    const auto n = static_cast<std::size_t>(pick(1, 4));
    const std::int64_t high = n == 1 ? 300 : n == 2 ? 25 : 7;
    const MoveProgram program = RandomProgram(n, high).make();
    std::vector<Axis> axes;
    Position low, top;
    for (std::size_t i = 0; i < n; ++i) {
      axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .greatest = high});
      low.push_back(0);
      top.push_back(high);
    }
    const Domain domain = Domain::fixed(std::move(axes));
    const Play play = pick(0, 2) == 0 ? Play::normal : Play::misere;
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.play = play;
    problem.box = Box(low, top);
    problem.kind = play == Play::misere ? (pick(0, 2) == 0 ? ValueKind::outcome : ValueKind::remoteness)
                                        : static_cast<ValueKind>(pick(0, 3));
    const auto found = solve_table(problem, Budget());
    RC_CLASSIFY(std::holds_alternative<Refusal>(found));
    if (std::holds_alternative<Refusal>(found)) return;
    const auto expected = brute_force(program, domain, problem.box, play, problem.kind);
    RC_ASSERT(expected.has_value());
    RC_ASSERT(expected->cells == std::get<Table>(found).cells);
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
