#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"

#include <atomic>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "hwy/targets.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using namespace table_test;

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
      {"bounded rays", ray_rule(2, {{1, 0}, {0, 1}, {2, 1}}, 11), plain_domain(2), Box({0, 0}, {40, 90}), K::rays, K::rays,
       K::rays},
      {"nimrod", nimrod(), nimrod_domain(), Box({0, 1}, {300, 9}), K::batch, K::row_shifts, K::batch},
      {"subtraction", subtraction({1, 4, 9}), plain_domain(1), Box({5}, {300}), K::steps, K::steps, K::steps},
      {"copycat", copycat(4), copycat_domain(4), Box({0, 0}, {400, 4}), K::batch, K::row_shifts, K::batch},
      {"take-away", take_away(2, 0), plain_domain(2), Box({0, 0}, {60, 50}), K::batch, K::thresholds, K::batch},
      {"irregular", irregular(), plain_domain(2), Box({0, 0}, {50, 60}), K::batch, K::batch, K::batch},
      {"euclid", euclid(), plain_domain(2), Box({0, 0}, {40, 50}), K::batch, K::batch, K::batch},
      {"moore", moore(3), plain_domain(3), Box({0, 0, 0}, {6, 6, 9}), K::batch, K::marking, K::batch},
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
        ASSERT_TRUE(found) << found.reason();
        ASSERT_EQ(expected->cells, found->cells);
        if (kind != ValueKind::outcome) return;
        std::vector<Position> positions;
        const auto count =
            visit_p_positions(problem_of(c, play, kind), budget, [&](PositionView p) { positions.emplace_back(p); });
        ASSERT_TRUE(count);
        EXPECT_EQ(positions, wanted);
        EXPECT_EQ(*count, wanted.size());
      });
    }
}
void expect_all_same(const Case& c) {
  expect_all_same(c, [](const std::function<void()>& compare) { compare(); });
}

TEST(TableSolverSlow, EqualsBruteForceInEveryKernelAndTarget) {
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
      EXPECT_TRUE(plan);
      EXPECT_FALSE(plan->cost.empty());
      EXPECT_GT(plan->seconds, 0);
      EXPECT_GT(plan->bytes, 0U);
      return plan->kernel;
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
    return !plan ? plan.reason() : "";
  };
  EXPECT_EQ(reason(loopy.program, plain_domain(2), Box({0, 0}, {5, 5})),
            "no order is known in which every option comes before its position");
  EXPECT_EQ(reason(endless.program, plain_domain(1), Box({0}, {5})), "moves can make a as large as you like");
}

TEST(TableSolver, GoesDownWhereTheRuleGoesUp) {
  // Twenty-one: say 1 to 3 more numbers up to the goal.
  Builder b(1);
  const ExpressionId n = b.loop(b.c(1), b.min(b.c(3), b.sub(b.c(21), b.x(0))));
  b.move({b.add(b.x(0), n)});
  b.end();
  const Case up{"twenty-one",      b.program,          Domain::fixed({{.name = "said", .greatest = 21}}),
                Box({3}, {20}),    TableKernel::batch, TableKernel::batch,
                TableKernel::batch};
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
  EXPECT_FALSE(table);

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
  const Case sums{"sums",
                  inside.program,
                  Domain::fixed({{.name = "a", .greatest = 20}, {.name = "b", .greatest = 20}}),
                  Box({0, 0}, {20, 20}),
                  TableKernel::batch,
                  TableKernel::batch,
                  TableKernel::batch};
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
  ASSERT_TRUE(table);
  std::vector<std::vector<bool>> is_p(13, std::vector<bool>(2));
  for (std::size_t n = 0; n <= 12; ++n)
    for (std::size_t goal = 0; goal < 2; ++goal) {
      bool wins = n == 0 && goal == 1;
      for (std::size_t to = 0; to < n; ++to) wins = wins || is_p[to][goal] || (n > 4 && is_p[to][1 - goal]);
      is_p[n][goal] = !wins;
      EXPECT_EQ(table->outcome(2 * n + goal) == Outcome::P, is_p[n][goal]) << n << "," << goal;
    }
  problem.terminal = [](PositionView) { return Outcome::draw; };
  EXPECT_FALSE(solve_table(problem, Budget()));
}

TEST(TableSolver, KeepsToItsMemory) {
  Budget budget;
  budget.memory = 4096;
  for (const Case& c : cases())
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      if (c.box.size() * 4 <= budget.memory) continue;
      EXPECT_THROW(solve_table(problem_of(c, Play::normal, kind), budget), LimitError) << c.name << ", " << name(kind);
    }
  // Megabytes are asked for where the P-positions of a row with a cap are wanted, not gigabytes.
  const Case row_one{"nimrod", nimrod(), nimrod_domain(), Box({0, 1}, {1000000000, 1}), {}, {}, {}};
  TableProblem nimrod_row = problem_of(row_one, Play::normal, ValueKind::outcome);
  nimrod_row.positions_only = true;
  const auto plan = plan_table(nimrod_row);
  ASSERT_TRUE(plan);
  EXPECT_LT(plan->bytes, std::size_t{50} << 20);
  budget.memory = 100000;
  bool visited = false;
  EXPECT_THROW(visit_p_positions(nimrod_row, budget, [&](PositionView) { visited = true; }), LimitError);
  EXPECT_FALSE(visited);
}

TEST(TableSolver, StopsWhenAsked) {
  using K = TableKernel;
  const std::vector<Case> large = {
      {"wythoff", wythoff(), plain_domain(2), Box({0, 0}, {900, 900}), K::rays, K::rays, K::rays},
      {"nimrod", nimrod(), nimrod_domain(), Box({0, 1}, {100000, 2}), K::batch, K::row_shifts, K::batch},
      {"take-away", take_away(2, 0), plain_domain(2), Box({0, 0}, {1000000, 0}), K::batch, K::thresholds, K::batch},
      {"subtraction", subtraction({1, 4, 9}), plain_domain(1), Box({0}, {1000000}), K::batch, K::row_shifts, K::batch},
      {"irregular", irregular(), plain_domain(2), Box({0, 0}, {300, 300}), K::batch, K::batch, K::batch},
  };
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.stop = &stop;
  for (const Case& c : large)
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      // The unbounded games have a table for outcomes alone.
      const TableProblem problem = problem_of(c, Play::normal, kind);
      if (c.outcome == K::thresholds && kind != ValueKind::outcome) continue;
      if (c.name == "nimrod" && kind != ValueKind::outcome) continue;
      EXPECT_THROW(solve_table(problem, budget), Interrupted) << c.name << ", " << name(kind);
      if (kind == ValueKind::outcome) {
        EXPECT_THROW(visit_p_positions(problem, budget, [](PositionView) {}), Interrupted) << c.name;
      }
    }
}

/// Row 1 of Nimrod by its rule, one position after another: rows up to the square root of 2 p matter, since from row r
/// on every move costs at least r - 1 sticks. A ring of the latest positions.
std::vector<Coordinate> nimrod_row_one(std::int64_t most) {
  std::int64_t rows = 2;
  while (rows * (rows - 1) / 2 <= most) ++rows;
  ++rows;
  // is_p[(p modulo ring) * rows + r], from row 1 on.
  const std::int64_t ring = rows + 2;
  std::vector<char> is_p(static_cast<std::size_t>(ring * (rows + 1)), 1);
  std::vector<Coordinate> found;
  for (std::int64_t p = 0; p <= most; ++p)
    for (std::int64_t r = rows - 1; r >= 1; --r) {
      bool wins = false;
      for (const std::int64_t q : {r - 1, r, r + 1}) {
        if (q < 1 || q > p) continue;
        // A row above those that are kept has no part in row 1 up to `most`.
        wins = wins || (q < rows && is_p[static_cast<std::size_t>((p - q) % ring * rows + q)] != 0);
      }
      is_p[static_cast<std::size_t>(p % ring * rows + r)] = wins ? 0 : 1;
      if (r == 1 && !wins) found.push_back(p);
    }
  return found;
}

TEST(TableSolver, NimrodsCapIsProvedOracle) {
  const bool long_tests = test::is_long();
  const std::int64_t most = long_tests ? 1000000 : 100000;
  const Case row_one{"nimrod", nimrod(), nimrod_domain(), Box({0, 1}, {most, 1}), {}, {}, {}};
  const TableProblem problem = problem_of(row_one, Play::normal, ValueKind::outcome);
  std::vector<Coordinate> found;
  const auto count = visit_p_positions(problem, Budget(), [&](PositionView p) { found.push_back(p[0]); });
  ASSERT_TRUE(count);
  EXPECT_EQ(found, nimrod_row_one(most));
}

TEST(TableSolver, RaysAtTheEndsOfWordsAndOfWhatIsAskedFor) {
  using K = TableKernel;
  const auto of_rays = [](std::string name, MoveProgram program, Domain domain, Box box) {
    expect_all_same({std::move(name), std::move(program), std::move(domain), std::move(box), K::rays, K::rays, K::rays});
  };
  // The last column, 64, is the first of a word, and (104, 64) is a P-position.
  of_rays("65 columns", wythoff(), plain_domain(2), Box({0, 0}, {110, 64}));
  // Moves lead to columns beyond those asked for.
  of_rays("beyond", rays_inside({{1, -1}, {0, 1}, {1, 0}}, Position{30, 50}),
          Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 50}}), Box({0, 0}, {30, 20}));
  // To another row, and then along that: (a - 1, b - t), from t = 0 on.
  Builder along(2);
  along.branch(along.op(Op::less, along.c(0), along.x(0)));
  const ExpressionId t = along.loop(along.c(0), along.x(1));
  along.move({along.sub(along.x(0), along.c(1)), along.sub(along.x(1), t)});
  along.end();
  along.end();
  const ExpressionId u = along.loop(along.c(1), along.x(1));
  along.move({along.x(0), along.sub(along.x(1), u)});
  along.end();
  of_rays("along another row", along.program, plain_domain(2), Box({0, 0}, {12, 90}));
  // Of options along another row all but the farthest of the last column.
  Builder window(2);
  window.branch(window.op(Op::less, window.c(0), window.x(0)));
  const ExpressionId w = window.loop(window.c(0), window.min(window.x(1), window.c(8)));
  window.move({window.sub(window.x(0), window.c(1)), window.sub(window.x(1), w)});
  window.end();
  window.end();
  const ExpressionId x = window.loop(window.c(1), window.x(1));
  window.move({window.x(0), window.sub(window.x(1), x)});
  window.end();
  of_rays("a window", window.program, plain_domain(2), Box({0, 0}, {6, 9}));
  of_rays("a window of more than a word", ray_rule(1, {{1}}, 70), plain_domain(1), Box({0}, {300}));
  of_rays("rows of many words", rays_inside({{1, -1}, {0, 1}}, Position{3, 260}),
          Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 260}}), Box({0, 0}, {3, 250}));
  of_rays("beyond, in the middle", rays_inside({{1, -1, 0}, {0, 1, 0}, {0, 0, 1}}, Position{5, 9, 6}),
          Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 9}, {.name = "c", .greatest = 6}}),
          Box({0, 0, 0}, {5, 4, 6}));
  // Only to positions between 2.5 and 9.
  Builder between(2);
  const ExpressionId v = between.loop(between.c(1), between.x(0));
  const ExpressionId to = between.sub(between.x(0), v);
  between.branch(between.op(Op::logical_and, between.op(Op::less_equal, between.c(5), between.mul(between.c(2), to)),
                            between.op(Op::less_equal, to, between.c(9))));
  between.move({to, between.x(1)});
  between.end();
  between.end();
  const ExpressionId one = between.loop(between.c(1), between.x(1));
  between.move({between.x(0), between.sub(between.x(1), one)});
  between.end();
  of_rays("targets between bounds", between.program, plain_domain(2), Box({0, 0}, {30, 20}));
  // Up along the next row: no ray that the kernels know.
  Builder up(2);
  up.branch(up.op(Op::less, up.c(0), up.x(0)));
  const ExpressionId more = up.loop(up.c(0), up.sub(up.c(10), up.x(1)));
  up.move({up.sub(up.x(0), up.c(1)), up.add(up.x(1), more)});
  up.end();
  up.end();
  of_rays("up along the next row", up.program, Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 10}}),
          Box({0, 0}, {6, 10}));
  // Up along earlier rows and down along the row, three tokens at most: every fourth column of a row is a P-position.
  const auto rising = [](std::int64_t rows, std::int64_t most) {
    Builder b(2);
    const ExpressionId t = b.loop(b.c(1), b.min(b.op(Op::floor_div, b.x(0), b.c(rows)), b.sub(b.c(260), b.x(1))));
    b.move({b.sub(b.x(0), b.mul(t, b.c(rows))), b.add(b.x(1), t)});
    b.end();
    const ExpressionId u = b.loop(b.c(1), b.min(b.x(1), b.c(most)));
    b.move({b.x(0), b.sub(b.x(1), u)});
    b.end();
    return b.program;
  };
  const Domain narrow = Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 260}});
  of_rays("rows of many words with many P-positions", rising(1, 3), narrow, Box({0, 0}, {3, 260}));
  // Two rows up and one column on, over the edges of tiles.
  of_rays("two rows up", rising(2, 10), narrow, Box({0, 0}, {40, 260}));
  // A guard of constants that just holds.
  Builder just(2);
  const ExpressionId s = just.loop(just.c(1), just.x(0));
  just.move({just.sub(just.x(0), s), just.x(1)});
  just.end();
  const ExpressionId k = just.loop(just.c(1), just.c(3));
  just.branch(just.op(Op::logical_and, just.op(Op::less_equal, just.c(2), k), just.op(Op::less_equal, k, just.x(1))));
  just.move({just.x(0), just.sub(just.x(1), k)});
  just.end();
  just.end();
  of_rays("a guard that just holds", just.program, plain_domain(2), Box({0, 0}, {20, 70}));
}

TEST(TableSolver, ThresholdsAlongTheFirstAxis) {
  // Take-away as (limit, n): below a P-position there are N-positions in the order of the box.
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.x(1)));
  b.move({b.mul(t, b.c(2)), b.sub(b.x(1), t)});
  b.end();
  expect_all_same({"take-away, the limit first", b.program, plain_domain(2), Box({0, 0}, {12, 12}), TableKernel::batch,
                   TableKernel::thresholds, TableKernel::batch});
}

}  // namespace
}  // namespace bouton
