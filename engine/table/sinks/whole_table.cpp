#include "engine/table/sinks/whole_table.h"

#include <algorithm>
#include <utility>

#include "engine/system/large_pages.h"
#include "engine/table/kernel_values.h"

namespace bouton {
namespace {

class WholeTable final : public ValueSink {
 public:
  explicit WholeTable(const TableProblem& problem) : table_{problem.box, problem.kind, {}, {}} {}

  bool wants_table() const override { return true; }
  bool may_begin_again() const override { return true; }
  void begin(std::uint32_t) override {
    table_.cells.clear();
    const std::size_t bytes = room_for_large_pages(bytes_of_cells(table_.box));
    table_.cells.reserve(bytes / sizeof(std::uint32_t));
    ask_for_large_pages(table_.cells.data(), bytes);
  }
  // Pieces come one after another, so each is written once, when it comes.
  void take(std::uint64_t, std::span<const std::uint32_t> cells) override {
    table_.cells.insert(table_.cells.end(), cells.begin(), cells.end());
  }
  void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) override {
    constexpr std::uint64_t kAtOnce = 4096;
    for (std::uint64_t done = 0; done < outcomes.count; done += kAtOnce) {
      const auto count = static_cast<std::size_t>(std::min(kAtOnce, outcomes.count - done));
      table_.cells.resize(static_cast<std::size_t>(first + done) + count);
      outcomes.part(done, count).write({table_.cells.data() + first + done, count});
    }
  }
  void take_run(std::uint64_t, Outcome outcome, std::uint64_t count) override {
    table_.cells.insert(table_.cells.end(), static_cast<std::size_t>(count), static_cast<std::uint32_t>(outcome));
  }
  void take_table(Table&& table) override { table_ = std::move(table); }

  Table result() { return std::move(table_); }

 private:
  Table table_;
};

Result<Table> whole_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  WholeTable table(problem);
  const Result<bool> done = hand_values(problem, analysis, budget, table);
  if (!done) return done.refusal();
  return table.result();
}

}  // namespace

Result<Table> solve_table(const TableProblem& problem, const Budget& budget) {
  const Result<TableAnalysis> analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return solve_table(problem, *analysis, budget);
}

Result<Table> solve_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  budget.check_memory(bytes_of_cells(problem.box), "the table");
  auto solved = whole_table(problem, analysis, budget);
  if (!solved)
    if (const auto second = second_choice(problem, analysis, budget)) return whole_table(problem, *second, budget);
  return solved;
}

}  // namespace bouton
