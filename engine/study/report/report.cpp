#include "engine/study/report/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/study/report/report_parts.h"

namespace bouton {
namespace {

constexpr std::size_t kMostMovesReported = 1000;

/// What is proved and conjectured; of positions that theorems can be about.
void add_discovery(Report& report, ReportShares& shares, const Budget& budget) {
  const Game& game = *report.games[0];
  const Domain& domain = game.rules->domain();
  if (domain.shape() != nullptr || domain.is_terms()) return;
  const std::size_t piles = report.position[0].position.size();
  const Result<std::size_t> dimensions = theorem_dimensions(game, domain.is_piles() ? std::optional(piles) : std::nullopt);
  if (!dimensions) return;
  constexpr std::int64_t kPolls = 2'000'000;
  shares.run("What is proved and conjectured", kPolls, [&] {
    Budget within = shares.budget();
    within.progress = budget.progress;
    report.discovery = discover(game, *dimensions, within);
  });
}

}  // namespace

ReportShares::ReportShares(const Budget& outer, std::vector<std::string>& left_out)
    : outer_(outer), budget_(outer), left_out_(left_out) {
  budget_.threads = 1;
  budget_.polls_left = &polls_left_;
}

bool ReportShares::run(std::string_view what, std::int64_t polls, const std::function<void()>& work) {
  polls_left_ = polls;
  std::string why;
  try {
    work();
    return true;
  } catch (const Interrupted&) {
    outer_.check_stop();  // whoever asked wants it to stop
    why = "this takes more work than a report allows";
  } catch (const LimitError& error) {
    why = error.what();
  } catch (const RequestError& error) {
    why = error.what();
  }
  if (!what.empty()) left_out_.push_back(fmt::format("{}: {}.", what, why));
  return false;
}

Report report(const ReportRequest& request, const Budget& budget) {
  if (request.position.empty()) throw RequestError("a report is about a position; an empty sum has nothing to tell");
  Report report;
  report.games = request.games;
  report.position = request.position;
  Solver solver(rules_of(request.games), budget);
  report.answer = solver.solve(request.position, kMostMovesReported);
  report.reason = why(request.games, request.position, solver, budget);
  ReportShares shares(budget, report.left_out);
  report.map = report_map(*request.games[0], request.position[0].position, shares);
  add_discovery(report, shares, budget);
  const auto counted = std::make_shared<Solver>(rules_of(request.games), shares.budget());
  report.balance = report_balance(request, *counted, shares);
  add_beginners(report, request.seed, counted, shares);
  add_exercises(report, *counted, shares);
  return report;
}

}  // namespace bouton
