// The table solver against engine/search, which knows nothing of programs: random rules, questions and circumstances.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/search/search.h"
#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "hwy/targets.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

/// A program as rules that are asked one position at a time.
class ProgramRules : public Rules {
 public:
  explicit ProgramRules(const TableProblem& problem) : problem_(problem) {}
  const Domain& domain() const override { return *problem_.domain; }
  void options(PositionView position, Options& out) const override {
    const Run options = run(*problem_.moves, position);
    RC_ASSERT(!options.trapped);
    for (const Position& to : options.options) {
      RC_ASSERT(domain().contains(PositionView(to)) && valid(to));
      out.add(to);
    }
  }
  Play play() const override { return problem_.play; }
  Outcome terminal_outcome(PositionView position) const override {
    return play() == Play::by_position ? problem_.terminal(position) : bouton::terminal_outcome(play());
  }
  bool valid(PositionView position) const override {
    return problem_.valid == nullptr || run(*problem_.valid, position).result.value_or(0) != 0;
  }

 private:
  const TableProblem& problem_;
};

Table searched(const TableProblem& problem) {
  const ProgramRules rules(problem);
  const Budget budget;
  const bool grundy = problem.kind == ValueKind::grundy;
  Search search(rules, grundy ? Search::Quantity::grundy : Search::Quantity::outcome, budget,
                std::make_shared<MemoryAccount>(budget));
  Table table{.box = problem.box, .kind = problem.kind, .cells = {}, .loopy = {}};
  for (std::uint64_t i = 0; i < problem.box.size(); ++i) {
    const Position position = problem.box.position(i);
    if (!rules.valid(position)) {
      table.cells.push_back(Table::kInvalid);
      continue;
    }
    RC_ASSERT(search.find(position) == Search::Status::found);
    const Search::Values values = search.values();
    table.cells.push_back(grundy                               ? values.grundy
                          : problem.kind == ValueKind::outcome ? static_cast<std::uint32_t>(values.outcome.outcome())
                                                               : values.outcome.remoteness());
  }
  return table;
}

/// Some kind of value under some play, some threads, some vector instructions.
void choose_question(TableProblem& problem, Budget& budget) {
  problem.kind = static_cast<ValueKind>(pick(0, 3));
  if (problem.kind != ValueKind::grundy) problem.play = static_cast<Play>(pick(0, problem.kind == ValueKind::outcome ? 3 : 2));
  problem.terminal = [](PositionView position) { return (position[0] & 1) == 0 ? Outcome::P : Outcome::N; };
  budget.threads = static_cast<unsigned>(pick(1, 4));
  const auto targets = hwy::SupportedAndGeneratedTargets();
  hwy::SetSupportedTargetsForTest(targets[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(targets.size())))]);
}

void expect_as_searched(const TableProblem& problem, const Budget& budget) {
  const auto found = solve_table(problem, budget);
  RC_CLASSIFY(!found, "refused");
  if (!found) return;
  const Table expected = searched(problem);
  RC_ASSERT(expected.cells == found->cells);
  if (problem.kind != ValueKind::outcome) return;
  std::vector<Position> wanted, positions;
  for (std::uint64_t i = 0; i < problem.box.size(); ++i)
    if (expected.valid(i) && expected.outcome(i) == Outcome::P) wanted.push_back(problem.box.position(i));
  const auto count = visit_p_positions(problem, budget, [&](PositionView p) { positions.emplace_back(p); });
  RC_ASSERT(count.has_value());
  RC_ASSERT(*count == wanted.size());
  RC_ASSERT(positions == wanted);
}

class TableAndSearch : public testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_F(TableAndSearch, AgreeOnRandomPrograms) {
  EXPECT_TRUE(rc::check("any program", [] {
    const auto n = static_cast<std::size_t>(pick(1, 5));
    const std::int64_t high = n == 1 ? 300 : n == 2 ? 16 : n == 3 ? 6 : 3;
    const std::int64_t modulus = pick(0, 3) == 0 ? pick(2, 7) : 0;
    const MoveProgram program = RandomProgram(n, high, modulus).make();
    const MoveProgram valid = valid_program(n, std::max<std::int64_t>(modulus, 1));
    const RandomBox random(n, high);
    const Domain domain = Domain::fixed(random.axes);
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.box = random.box;
    if (modulus != 0) problem.valid = &valid;
    Budget budget;
    choose_question(problem, budget);
    expect_as_searched(problem, budget);
  }));
}

TEST_F(TableAndSearch, AgreeOnRandomRays) {
  EXPECT_TRUE(rc::check("rays of any kind", [] {
    const RandomRays rule = random_rays();
    TableProblem problem;
    problem.moves = &rule.program;
    problem.domain = &rule.domain;
    problem.box = rule.box;
    Budget budget;
    choose_question(problem, budget);
    const auto plan = plan_table(problem);
    RC_CLASSIFY(plan && plan->kernel == TableKernel::rays, "rays");
    expect_as_searched(problem, budget);
  }));
}

TEST_F(TableAndSearch, AgreeOnRaysThatGoUpAlongSomeAxes) {
  EXPECT_TRUE(rc::check("directions with negative parts", [] {
    const auto n = static_cast<std::size_t>(pick(2, 5));
    Position low, high;
    std::vector<Axis> axes;
    for (std::size_t i = 0; i < n; ++i) {
      low.push_back(0);
      high.push_back(pick(1, n == 2 ? 40 : n == 3 ? 11 : 6));
      axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .greatest = high[i]});
    }
    std::vector<std::vector<std::int64_t>> directions;
    for (std::int64_t k = 0, count = pick(1, 5); k < count; ++k) {
      std::vector<std::int64_t> d(n, 0);
      const auto lead = static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n)));
      d[lead] = pick(1, 4);
      for (std::size_t i = lead + 1; i < n; ++i) d[i] = pick(-3, 4);
      directions.push_back(std::move(d));
    }
    const MoveProgram program = rays_inside(directions, high);
    const Domain domain = Domain::fixed(std::move(axes));
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.box = Box(low, high);
    Budget budget;
    choose_question(problem, budget);
    expect_as_searched(problem, budget);
  }));
}

}  // namespace
}  // namespace bouton
