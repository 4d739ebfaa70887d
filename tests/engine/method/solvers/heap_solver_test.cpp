#include "engine/method/solvers/heap_solver.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"

namespace bouton {
namespace {

/// A take-and-break game that only says its code.
class CodeRules final : public Rules {
 public:
  explicit CodeRules(std::string code) : code_(std::move(code)), game_(TakeAndBreak::parse(code_)) {}
  const Domain& domain() const override { return domain_; }
  void options(PositionView position, Options& out) const override { game_.options(position[0], out); }
  std::string_view heap_code() const override { return code_; }

 private:
  std::string code_;
  TakeAndBreak game_;
  Domain domain_ = Domain::fixed({{.name = "n"}});
};

std::shared_ptr<const Rules> rules_of(const char* code) { return std::make_shared<CodeRules>(code); }

Table filled(HeapSolver& solver, Coordinate low, Coordinate high) {
  const Budget budget;
  Table table = empty_table(Box({low}, {high}), ValueKind::grundy, budget);
  solver.fill(0, table);
  return table;
}

TEST(HeapSolver, FillsTablesAsItTellsHeapsOneByOne) {
  const Budget budget;
  // Periods of 12, 34 and 4 heaps, some with exceptions at first; of 3, where the values rise; none.
  for (const char* code : {"0.77", "0.137", "0.333", "0.0333...", "0.3...", "4.3...", "0.007"}) {
    HeapSolver one_by_one({rules_of(code)}, budget);
    for (const auto& [low, high] : {std::pair<Coordinate, Coordinate>{0, 5000}, {5, 5}, {70, 8200}, {4090, 9001}}) {
      HeapSolver solver({rules_of(code)}, budget);
      const Table table = filled(solver, low, high);
      for (Coordinate heap = low; heap <= high; ++heap)
        ASSERT_EQ(Integer(table.cells[static_cast<std::size_t>(heap - low)]), one_by_one.grundy(0, heap))
            << code << ' ' << heap;
    }
  }
}

TEST(HeapSolver, FillsTablesFarBeyondTheFirstPeriod) {
  const Budget budget;
  constexpr Coordinate kFar = 1'000'000'007;
  for (const char* code : {"0.77", "0.0333..."}) {
    HeapSolver solver({rules_of(code)}, budget);
    const Table table = filled(solver, kFar, kFar + 200'000);
    for (Coordinate heap = kFar; heap <= kFar + 200'000; heap += 997)
      ASSERT_EQ(Integer(table.cells[static_cast<std::size_t>(heap - kFar)]), solver.grundy(0, heap)) << code << ' ' << heap;
  }
}

TEST(HeapSolver, RefusesValuesThatDoNotFitIntoATable) {
  const Budget budget;
  HeapSolver solver({rules_of("0.3...")}, budget);
  EXPECT_EQ(filled(solver, 4'294'967'290, 4'294'967'293).cells.back(), 4'294'967'293U);
  EXPECT_THROW(filled(solver, 4'294'967'290, 4'294'967'294), LimitError);
}

TEST(HeapSolver, TellsAtOnceWhatTakesNoCounting) {
  const Budget budget;
  HeapSolver solver({rules_of("0.77")}, budget);
  EXPECT_EQ(solver.grundy_at_hand(0, 1'000'000), std::nullopt);
  const Integer value = solver.grundy(0, 1'000'000);
  EXPECT_EQ(solver.grundy_at_hand(0, 1'000'000), Grundy{static_cast<Grundy>(value.get_ui())});
  EXPECT_EQ(Integer(*solver.grundy_at_hand(0, 10'000'019)), solver.grundy(0, 10'000'019));
}

TEST(HeapSolver, LooksForAPeriodBeforehandOnlyWhereThatIsQuick) {
  const Budget budget;
  // Periods of Kayles are proved by some hundred heaps. Moves that leave three heaps take a second for two thousand of them.
  HeapSolver kayles({rules_of("0.77")}, budget);
  EXPECT_LT(kayles.cost(0, 1'000'000).seconds, 1e-4);
  EXPECT_TRUE(kayles.period(0));
  HeapSolver three({rules_of("0.8")}, budget);
  EXPECT_GT(three.cost(0, 10'000).seconds, 1);
  EXPECT_FALSE(three.period(0));
}

/// The methods of a plan, in their order.
std::vector<Method> methods_of(const std::shared_ptr<const Rules>& rules, const Component& component) {
  Solver solver({rules}, Budget());
  std::vector<Method> methods;
  for (const Step& step : solver.plan(Question::about(Question::Of::winning_moves, component)).steps)
    methods.push_back(step.proposal.method);
  return methods;
}

TEST(HeapPlan, MakesNoLookAtMovesThatTakesAsLongAsTheAnswer) {
  // A million options are listed for the answer, and would be once more for a look.
  for (const Coordinate heap : {999'999, 1'000'000})
    EXPECT_EQ(methods_of(rules_of("0.77"), {0, {heap}}), std::vector<Method>{Method::heap}) << heap;
}

}  // namespace
}  // namespace bouton
