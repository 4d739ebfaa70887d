// Every kernel beside brute force: all its outputs (the whole table, the P-positions, stripes, the blocks of ranks), all
// values, all orders of the coordinates.
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "engine/table/sinks/p_positions.h"
#include "tests/engine/table/axis_orders.h"
#include "tests/engine/table/kept_values.h"
#include "tests/engine/table/questions.h"
#include "tests/engine/table/random_programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

/// "thresholds along 1 of 3": the kernel, and where its axis stands.
std::string kernel_of(const TableAnalysis& analysis, std::size_t dimensions) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return fmt::format("rays of {}", dimensions);
    case TableKernel::thresholds: return fmt::format("thresholds along {} of {}", analysis.thresholds->axis, dimensions);
    case TableKernel::row_shifts: return fmt::format("shifts along {} of {}", analysis.shifts->axis, dimensions);
    case TableKernel::steps: return fmt::format("steps of {}", dimensions);
    case TableKernel::marking: return fmt::format("marking of {}", dimensions);
    case TableKernel::batch: return fmt::format("batch of {}", dimensions);
    case TableKernel::native: return fmt::format("native of {}", dimensions);
    case TableKernel::components: return fmt::format("components of {}", dimensions);
  }
  return {};
}

bool visits_go_on(const TableAnalysis& analysis) {
  return analysis.plan.kernel == TableKernel::rays || analysis.plan.kernel == TableKernel::thresholds ||
         (analysis.plan.kernel == TableKernel::row_shifts && analysis.shifts->axis == 0);
}

/// All outputs of one question beside the cells that it should have. Says what differs, and nothing where all agree.
class OutputComparison {
 public:
  OutputComparison(const TableCase& asked, std::vector<std::uint32_t> expected, bool may_fall_back)
      : asked_(asked),
        expected_(std::move(expected)),
        may_fall_back_(may_fall_back),
        problem_(asked.problem()),
        analysis_(analyse_table(problem_)) {}

  std::string run() {
    if (!analysis_) return "refused: " + analysis_.reason();
    whole(*analysis_, "the table");
    if (const auto batch = analyse_table(problem_, KernelChoice::batch_only))
      whole(*batch, "the table by the batch interpreter");
    if (asked_.kind == ValueKind::outcome) positions();
    stripes();
    blocks();
    return difference_;
  }
  const TableAnalysis& analysis() const { return *analysis_; }
  /// How many runs were ended and gone on with.
  int gone_on() const { return gone_on_; }

 private:
  void compare(const std::vector<std::uint32_t>& found, const std::string& what) {
    if (!difference_.empty() || found == expected_) return;
    difference_ = what;
    for (std::uint64_t i = 0; i < std::min(found.size(), expected_.size()); ++i)
      if (found[i] != expected_[i]) {
        difference_ += fmt::format(": {} at {}, right is {}", found[i], to_string(asked_.box.position(i)), expected_[i]);
        return;
      }
    difference_ += fmt::format(" has {} of {} cells", found.size(), expected_.size());
  }

  void whole(const TableAnalysis& analysis, const std::string& what) {
    const auto table = solve_table(problem_, analysis, asked_.budget());
    if (!table) difference_ = what + " is refused: " + table.reason();
    else compare(table->cells, what);
  }

  /// As cells: where a position was not visited it is taken to be what it was expected to be, unless that is P.
  void compare_positions(const std::vector<Position>& found, const std::string& what) {
    if (!difference_.empty()) return;
    std::vector<std::uint32_t> cells = expected_;
    const auto p = static_cast<std::uint32_t>(Outcome::P), n = static_cast<std::uint32_t>(Outcome::N);
    std::ranges::replace(cells, p, n);
    for (const Position& position : found) cells[asked_.box.index(position)] = p;
    compare(cells, what);
    if (difference_.empty() && !std::ranges::is_sorted(found, {}, [&](const Position& x) { return asked_.box.index(x); }))
      difference_ = what + " are not in the order of the box";
    if (difference_.empty() && found.size() != static_cast<std::size_t>(std::ranges::count(expected_, p)))
      difference_ = what + " are visited twice";
  }

  void positions() {
    std::vector<Position> found;
    const auto keep = [&](PositionView position) { found.emplace_back(position); };
    const auto count = visit_p_positions(problem_, asked_.budget(), keep);
    if (!count || *count != found.size()) difference_ = "the P-positions are refused or counted wrong";
    compare_positions(found, "the P-positions");

    found.clear();
    StoppingCourse resumable;
    for (bool done = false; !done && difference_.empty();) try {
        done = visit_p_positions(problem_, asked_.budget(), keep, &resumable).has_value();
      } catch (const StripesKilled&) {
        ++gone_on_;
      }
    compare_positions(found, "the P-positions of runs that go on");
    if (visits_go_on(*analysis_)) return;
    resumable.from.done = 1;
    try {
      (void)visit_p_positions(problem_, asked_.budget(), keep, &resumable);
      difference_ = "the P-positions go on though they are found as a whole";
    } catch (const RequestError&) {}
  }

  void stripes() {
    const auto compare_streamed = [&](std::int64_t rows, std::uint64_t stops) {
      const auto cells = streamed_cells(asked_, rows, stops);
      const bool has_stripes = analysis_->plan.stripes.has_value();
      if (cells) compare(*cells, fmt::format("stripes of {} rows, ended after {} stops", rows, stops));
      else if (has_stripes && !may_fall_back_ && difference_.empty()) difference_ = "stripes are refused";
      if (cells && !has_stripes) difference_ = "stripes where none are planned";
    };
    compare_streamed(0, kNeverKilled);
    compare_streamed(3, 3);
  }

  void blocks() {
    for (const int ranks : {1, 3}) {
      const std::uint64_t kills_after = ranks == 1 ? 0 : 1;
      const auto cells = block_cells(asked_, ranks, SlabCut{1, 5}, kills_after);
      if (cells) compare(*cells, fmt::format("blocks of {} ranks", ranks));
      else if (analysis_->plan.stripes && !may_fall_back_ && difference_.empty()) difference_ = "blocks are refused";
    }
  }

  const TableCase& asked_;
  const std::vector<std::uint32_t> expected_;
  const bool may_fall_back_;  ///< whether the kernel of the plan may refuse, so that there are no stripes
  const TableProblem problem_;
  const Result<TableAnalysis> analysis_;
  std::string difference_;
  int gone_on_ = 0;
};

// Takes some 3 s: 25 rules, five questions, each order of the axes and each output are some thousand tables.
TEST(EveryOutput, OfEveryKernelInEveryOrderOfTheAxesIsThatOfBruteForce) {
  std::set<std::string> kernels;
  int gone_on = 0;
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    RuleOfAxes::Plain plain(rule);
    for (const auto& [kind, play] : test::kQuestions) {
      const auto expected = plain.cells(kind, play);
      ASSERT_TRUE(expected) << rule.name;
      for (const AxisOrder& order : axis_orders(rule.axes.size())) {
        TableCase asked = rule.in(order);
        asked.kind = kind;
        asked.play = play;
        OutputComparison comparison(asked, rule.cells_in(order, *expected), rule.falls_back);
        ASSERT_EQ(comparison.run(), "") << rule.name << ", " << name(kind) << (play == Play::misere ? ", misere" : "")
                                        << ", order " << fmt::format("{}", fmt::join(order, " "));
        kernels.insert(kernel_of(comparison.analysis(), order.size()));
        gone_on += comparison.gone_on();
      }
    }
  }
  for (const char* kernel :
       {"rays of 2", "rays of 3", "thresholds along 0 of 2", "thresholds along 1 of 2", "thresholds along 0 of 3",
        "thresholds along 1 of 3", "thresholds along 2 of 3", "shifts along 0 of 1", "shifts along 0 of 2",
        "shifts along 1 of 2", "shifts along 0 of 3", "shifts along 1 of 3", "shifts along 2 of 3", "steps of 1", "steps of 2",
        "steps of 3", "batch of 2", "batch of 3"})
    EXPECT_TRUE(kernels.contains(kernel)) << kernel;
  EXPECT_GT(gone_on, 20);
}

/// Take from a first to a last number under a guard; what is allowed next is a function of it, or of nothing.
RuleOfAxes random_limit() {
  const auto heaps = static_cast<std::size_t>(pick(1, 3));
  const std::int64_t least = pick(-3, 3);
  Builder b(heaps + 1);
  const ExpressionId limit = b.x(heaps);
  std::vector<Axis> axes;
  Position low, high;
  for (std::size_t i = 0; i < heaps; ++i) {
    axes.push_back({.name = std::string(1, static_cast<char>('a' + i))});
    low.push_back(pick(0, 3));
    high.push_back(pick(low[i], heaps == 1 ? 60 : 12));
    const ExpressionId bound = b.add(b.mul(limit, b.c(pick(1, 3))), b.c(pick(-2, 5)));
    const ExpressionId t = b.loop(b.c(pick(1, 3)), b.min(bound, b.x(i)), pick(1, 3));
    const bool guarded = pick(0, 3) == 0;
    if (guarded) b.branch(b.negated(b.op(Op::equal, b.op(Op::floor_mod, b.add(b.x(0), t), b.c(3)), b.c(0))));
    std::vector<ExpressionId> to;
    for (std::size_t j = 0; j < heaps; ++j) to.push_back(j == i ? b.sub(b.x(j), t) : b.x(j));
    to.push_back(b.max(b.add(b.mul(t, b.c(pick(-1, 3))), b.c(pick(-3, 6))), b.c(least)));
    b.move(to);
    if (guarded) b.end();
    b.end();
  }
  axes.push_back({.name = "limit", .least = least});
  low.push_back(pick(least, 4));
  high.push_back(pick(low[heaps], 12));
  return {"a limit", b.program, axes, Box(low, high)};
}

RuleOfAxes random_rule_of_any_shape() {
  switch (pick(0, 4)) {
    case 0: return random_limit();
    case 1: {
      const RandomRays rule = random_rays();
      std::vector<Axis> axes;
      for (std::size_t i = 0; i < rule.box.dimensions(); ++i) axes.push_back(rule.domain.axis(i));
      return {"rays", rule.program, axes, rule.box};
    }
    default: {
      const auto n = static_cast<std::size_t>(pick(1, 4));
      const std::int64_t high = n == 1 ? 300 : n == 2 ? 16 : 6;
      const bool loops = pick(0, 2) == 0;
      const RandomBox random(n, high);
      if (loops) return {"loops", RandomLoops(std::vector<std::int64_t>(n, high)).make(), random.axes, random.box};
      const std::int64_t modulus = pick(0, 3) == 0 ? pick(2, 7) : 0;
      RuleOfAxes rule{"any program", RandomProgram(n, high, modulus).make(), random.axes, random.box};
      if (modulus != 0) rule.valid = valid_program(n, modulus);
      return rule;
    }
  }
}

TEST(EveryOutput, OfRandomRulesInAnyOrderOfTheAxesIsThatOfBruteForce) {
  EXPECT_TRUE(rc::check("every output", [] {
    const RuleOfAxes rule = random_rule_of_any_shape();
    const auto& [kind, play] = test::kQuestions[pick(0, 5)];
    const auto expected = RuleOfAxes::Plain(rule).cells(kind, play);
    RC_CLASSIFY(!expected, "with errors");
    if (!expected) return;
    const std::vector<AxisOrder> orders = axis_orders(rule.axes.size());
    const AxisOrder& order = orders[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(orders.size())))];
    TableCase asked = rule.in(order);
    asked.kind = kind;
    asked.play = play;
    const auto analysis = analyse_table(asked.problem());
    RC_CLASSIFY(!analysis, "refused");
    // An option that may leave the domain is refused by the kernel alone, once the values below are known.
    if (!analysis || !solve_table(asked.problem(), *analysis, asked.budget())) return;
    RC_CLASSIFY(true, kernel_of(*analysis, order.size()));
    OutputComparison comparison(asked, rule.cells_in(order, *expected), true);
    const std::string difference = comparison.run();
    if (!difference.empty())
      RC_FAIL(rule.name + ", order " + fmt::format("{}", fmt::join(order, " ")) + ": " + difference + "\n" +
              to_string(asked.program, std::vector<std::string>{"move"}));
  }));
}

}  // namespace
}  // namespace bouton
