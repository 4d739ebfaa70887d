#include "engine/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

std::shared_ptr<const Rules> lifted_wythoff() {
  return std::make_shared<test::ProgramRules>(test::two_heaps(), test::wythoff_program(), Play::normal);
}

Component component_at(Integer a, Integer b) { return {0, {std::move(a), std::move(b)}}; }

const Step* step_of(const QuestionPlan& plan, Method method) {
  const auto found = std::ranges::find(plan.steps, method, [](const Step& step) { return step.proposal.method; });
  return found == plan.steps.end() ? nullptr : &*found;
}

TEST(Plan, SearchesWhatASearchHasAtHand) {
  Solver solver({lifted_wythoff()}, {});
  const Component component = component_at(4, 6);
  const QuestionPlan plan = solver.plan(Question::about(Question::Of::winning_moves, component));
  ASSERT_FALSE(plan.steps.empty());
  EXPECT_EQ(plan.steps.front().proposal.method, Method::search);
  EXPECT_FALSE(plan.steps.front().proposal.open_ended);
}

/// A search comes first, for half of what the table takes at most, and the table behind it.
TEST(Plan, GivesASearchAShareOfWhatATableTakes) {
  Solver solver({lifted_wythoff()}, {});
  const Component component = component_at(300, 500);
  const QuestionPlan plan = solver.plan(Question::about(Question::Of::grundy, component));
  const Step* const table = step_of(plan, Method::table);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->proposal.kernel, TableKernel::rays);
  EXPECT_TRUE(table->allowance.unlimited());
  const Step& first = plan.steps.front();
  if (first.proposal.method == Method::search) {
    EXPECT_LE(first.allowance.seconds(), table->proposal.cost.seconds);
  }
  EXPECT_EQ(solver.solve({component}).solver, "table");
}

/// Every method that has a proposal has the same answer; the others say why not.
TEST(Plan, RunsOneMethodAlone) {
  const Component component = component_at(30, 50);
  const Outcome truth = Solver({lifted_wythoff()}, {}).outcome({component});
  for (const char* name : {"search", "table", "table:rays", "table:batch", "theorem", "nimbers"}) {
    SCOPED_TRACE(name);
    Solver solver({lifted_wythoff()}, {}, {.only = parse_method(name)});
    try {
      EXPECT_EQ(solver.outcome({component}), truth);
    } catch (const RequestError& error) {
      EXPECT_NE(std::string(error.what()).find("does not answer this question"), std::string::npos) << error.what();
    }
  }
  Solver heap({lifted_wythoff()}, {}, {.only = MethodChoice{Method::heap, {}}});
  EXPECT_THROW(heap.outcome({component}), RequestError);
  const Box box(Position{0, 0}, Position{20, 20});
  const Table reference =
      Solver({lifted_wythoff()}, {}, {.only = MethodChoice{Method::search, {}}}).table(box, ValueKind::grundy);
  for (const TableKernel kernel : {TableKernel::rays, TableKernel::batch})
    EXPECT_EQ(Solver({lifted_wythoff()}, {}, {.only = MethodChoice{Method::table, kernel}}).table(box, ValueKind::grundy).cells,
              reference.cells);
}

/// A table takes less here, and a search that is asked for does not go over to it.
TEST(Plan, RunsNoTableWhereASearchIsAskedFor) {
  const Component component = component_at(250, 300);
  EXPECT_EQ(Solver({lifted_wythoff()}, {}).solve({component}).solver, "table");
  EXPECT_EQ(Solver({lifted_wythoff()}, {}, {.only = parse_method("search")}).solve({component}).solver, "search");
}

TEST(Plan, NamesOfMethodsAreRead) {
  EXPECT_EQ(parse_method("closed-form").method, Method::closed_form);
  EXPECT_EQ(parse_method("table:row-shifts").kernel, TableKernel::row_shifts);
  for (const std::string& option : method_options()) {
    const MethodChoice choice = parse_method(option);
    EXPECT_EQ(option, choice.kernel ? "table:" + std::string(option_name(*choice.kernel)) : option_name(choice.method));
  }
  EXPECT_THROW(parse_method("magic"), RequestError);
  EXPECT_THROW(parse_method("table:magic"), RequestError);
}

/// The estimate of a table is of its counted work: four times as many positions take about four times as long.
TEST(Plan, EstimatesGrowWithTheWork) {
  Solver solver({lifted_wythoff()}, {});
  const auto seconds = [&](Coordinate high) {
    const Box box(Position{0, 0}, Position{high, high});
    return solver.plan(Question::table_of(box, ValueKind::grundy)).steps.front().proposal.cost.seconds;
  };
  EXPECT_NEAR(seconds(1999) / seconds(999), 4, 0.1);
}

/// A theorem is looked for where everything else takes long, and not where it does not.
TEST(Plan, LooksForATheoremWhereAllElseTakesLong) {
  Solver solver({lifted_wythoff()}, {});
  const Component small = component_at(40, 60), large = component_at(2'000'000, 3'000'000);
  const QuestionPlan few = solver.plan(Question::about(Question::Of::outcome, small));
  EXPECT_EQ(step_of(few, Method::theorem), nullptr);
  const QuestionPlan many = solver.plan(Question::about(Question::Of::outcome, large));
  const Step* const theorem = step_of(many, Method::theorem);
  ASSERT_NE(theorem, nullptr);
  EXPECT_TRUE(theorem->proposal.open_ended);
  EXPECT_EQ(solver.solve({large}).solver, "theorem");
}

/// Nim with all heaps in one position, which says that it is the sum of its heaps.
class SummedHeaps final : public Rules {
 public:
  const Domain& domain() const override { return heaps_->domain(); }
  void options(PositionView position, Options& out) const override { heaps_->options(position, out); }
  bool independent() const override { return true; }

 private:
  std::shared_ptr<const Rules> heaps_ = test::piles_nim();
};

/// An answer names the steps that were run before it, in their order.
TEST(Plan, AnswersNameTheStepsThatYielded) {
  for (const BigPosition& heaps : {BigPosition{1, 2}, BigPosition{60, 70, 80, 90}}) {
    Solver solver({std::make_shared<SummedHeaps>()}, {});
    const Component component{0, heaps};
    const QuestionPlan plan = solver.plan(Question::about(Question::Of::winning_moves, component));
    const Answer answer = solver.solve({component});
    EXPECT_EQ(*answer.value.grundy, Nimber(heaps.size() == 2 ? Grundy{1 ^ 2} : Grundy{60 ^ 70 ^ 80 ^ 90}));
    EXPECT_EQ(answer.fallbacks.empty(), heaps.size() == 2);
    ASSERT_LT(answer.fallbacks.size(), plan.steps.size());
    for (std::size_t i = 0; i < answer.fallbacks.size(); ++i) {
      EXPECT_EQ(answer.fallbacks[i].from, plan.steps[i].proposal.method);
      EXPECT_NE(answer.fallbacks[i].why, "");
    }
    EXPECT_EQ(answer.methods, std::vector<Method>{plan.steps[answer.fallbacks.size()].proposal.method});
  }
}

/// Each turn is worth twice the one before, and all of them before a certain method no more than that one takes.
TEST(Plan, TurnsAreWorthTwiceTheOneBefore) {
  const auto turns_of = [](const QuestionPlan& plan) {
    std::vector<Step> turns;
    for (const Step& step : plan.steps)
      if (step.proposal.open_ended && !step.allowance.unlimited()) turns.push_back(step);
    return turns;
  };
  Solver sums({std::make_shared<SummedHeaps>()}, {});
  const Component heaps{0, {60, 70, 80, 90}};
  const std::vector<Step> turns = turns_of(sums.plan(Question::about(Question::Of::winning_moves, heaps)));
  ASSERT_GE(turns.size(), 4U);
  double before = 0;
  for (const Step& turn : turns) {
    // The most of both counts is the turn's worth; of some methods a position takes longer than usual.
    const double seconds = turn.allowance.seconds();
    if (before > 0) EXPECT_NEAR(seconds / before, 2, 0.01);
    before = seconds;
  }
  EXPECT_LE(before, 8);

  Solver wythoff({lifted_wythoff()}, {});
  for (const Coordinate high : {100, 300, 1000, 3000, 10'000}) {
    const QuestionPlan plan = wythoff.plan(Question::about(Question::Of::outcome, component_at(high, high + 1)));
    const Step* const table = step_of(plan, Method::table);
    ASSERT_NE(table, nullptr) << high;
    double all = 0;
    for (const Step& turn : turns_of(plan))
      if (turn.proposal.cost.seconds == Cost::kUnknown || turn.proposal.cost.seconds > table->proposal.cost.seconds)
        all += turn.allowance.seconds();
    EXPECT_LE(all, table->proposal.cost.seconds) << high;
  }
}

/// The methods of a sum are those that its answer names.
TEST(Plan, ExplainsSums) {
  Solver solver({lifted_wythoff()}, {});
  const Sum sum = {component_at(3, 4), component_at(5, 9)};
  const std::set<Method> methods = solver.methods_of(sum);
  const Answer answer = solver.solve(sum);
  EXPECT_EQ(std::set<Method>(answer.methods.begin(), answer.methods.end()), methods);
}

}  // namespace
}  // namespace bouton
