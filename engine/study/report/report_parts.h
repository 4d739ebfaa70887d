// The parts of a report, each found with a share of work of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/study/report/report.h"

namespace bouton {

/// Work with a share that is counted.
class ReportShares {
 public:
  /// All that it refers to must outlive it.
  ReportShares(const Budget& outer, std::vector<std::string>& left_out);
  /// What is done within it; one thread, so that the count is the same everywhere.
  const Budget& budget() const { return budget_; }
  /// Runs `work` with so many polls of the budget. False, and a sentence in the list, where it takes more, meets a limit or
  /// cannot be asked; of an empty `what` no sentence. Throws Interrupted where whoever asked wants that, RuleError.
  bool run(std::string_view what, std::int64_t polls, const std::function<void()>& work);

 private:
  const Budget& outer_;
  Budget budget_;
  std::atomic<std::int64_t> polls_left_{0};
  std::vector<std::string>& left_out_;
};

/// The values of a box that a picture shows, and its P-positions. Nothing where positions are not numbers, or all boxes take
/// too much.
std::optional<ReportMap> report_map(const Game& game, const BigPosition& like, ReportShares& shares);

/// What random starts are like; those that were solved within the share.
ReportBalance report_balance(const ReportRequest& request, Solver& solver, ReportShares& shares);

/// Matches of beginners against perfect play, from the starts that the first player wins.
void add_beginners(Report& report, std::uint64_t seed, const std::shared_ptr<Solver>& solver, ReportShares& shares);

/// Three starts of the balance, the easiest first, with reasons.
void add_exercises(Report& report, Solver& solver, ReportShares& shares);

}  // namespace bouton
