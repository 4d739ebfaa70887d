// What estimates are worth: each question is put to each method that knows beforehand what it takes, and what is measured is
// compared with the estimate. Prints for each method, kernel and kind of question by how much the constants of
// engine/base/costs.h are off on this machine, and for how many of the plan's own choices the estimate is within a factor of 3.
//
//   bouton_calibrate [SECONDS [PART]]   runs that take longer than so many seconds (5) are stopped; of the questions only those
//                                       with PART in their words, and each of them in a line

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "tests/bench/questions.h"

namespace bouton::bench {
namespace {

/// Estimates below so many seconds are mostly of what happens once.
constexpr double kLeast = 2e-3;
/// Only those above so many seconds are judged.
constexpr double kJudged = 0.05;

struct Comparison {
  std::string words;
  double estimated = 0, measured = 0;

  double factor() const { return measured / estimated; }
};

/// The first step of the plan that has this method alone, or any; nothing where there is none that knows what it takes.
std::optional<Proposal> proposal_of(const Asked& asked, std::optional<MethodChoice> method) {
  try {
    Budget budget;
    Solver solver({asked.game->rules}, budget, {.claims = false, .only = method});
    QuestionPlan plan = solver.plan(asked.question);
    if (plan.steps.empty() || plan.steps.front().proposal.open_ended) return std::nullopt;
    return std::move(plan.steps.front().proposal);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<Comparison> compare(const Asked& asked, std::optional<MethodChoice> method, const Proposal& proposal,
                                  double most) {
  const double estimated = proposal.cost.seconds * costs::machine_factor();
  if (!(estimated <= most)) return std::nullopt;
  const std::optional<double> seconds = seconds_of(asked, method, 4 * most, nullptr);
  if (!seconds || std::max(*seconds, estimated) < kLeast) return std::nullopt;
  return Comparison{asked.words, estimated, *seconds};
}

double share(const std::vector<Comparison>& all, double part) {
  return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))].factor();
}

int run(double most, std::string_view part) {
  std::map<std::string, std::vector<Comparison>> of;
  std::vector<Comparison> chosen;
  for (const Asked& asked : questions(part)) {
    if (const std::optional<Proposal> plan = proposal_of(asked, {}))
      if (auto found = compare(asked, {}, *plan, most); found && std::max(found->measured, found->estimated) >= kJudged)
        chosen.push_back(*std::move(found));
    for (const std::string& method : method_options())
      if (const std::optional<Proposal> proposal = proposal_of(asked, parse_method(method)))
        if (auto found = compare(asked, parse_method(method), *proposal, most)) {
          if (!part.empty())
            fmt::print("  estimated {:.5f}, measured {:.5f}  {}: {}\n", found->estimated, found->measured, asked.words, method);
          of[fmt::format("{}, {}", title(*proposal), asked.words.substr(0, asked.words.find(' ')))].push_back(
              *std::move(found));
        }
  }
  fmt::print("this machine takes {:.2f} times as long as that of the table\n\n", costs::machine_factor());
  fmt::print("{:>9} {:>7} {:>7} {:>7}  measured over estimated; method and question\n", "questions", "median", "10 %", "90 %");
  for (auto& [name, all] : of) {
    std::ranges::sort(all, {}, &Comparison::factor);
    fmt::print("{:9} {:7.2f} {:7.2f} {:7.2f}  {}\n", all.size(), share(all, 0.5), share(all, 0.1), share(all, 0.9), name);
  }
  if (chosen.empty()) return 0;
  std::ranges::sort(chosen, {}, [](const Comparison& one) { return std::abs(std::log(one.factor())); });
  const auto within =
      std::ranges::count_if(chosen, [](const Comparison& one) { return one.factor() < 3 && one.factor() > 1.0 / 3; });
  fmt::print("\nof the plan's choices {} take {} ms or more; the estimate is within a factor of 3 for {} of them. The worst:\n",
             chosen.size(), 1e3 * kJudged, within);
  for (std::size_t i = chosen.size() - std::min<std::size_t>(chosen.size(), 10); i < chosen.size(); ++i)
    fmt::print("  estimated {:.4f}, measured {:.4f}  {}\n", chosen[i].estimated, chosen[i].measured, chosen[i].words);
  return 0;
}

}  // namespace
}  // namespace bouton::bench

int main(int count, char** words) { return bouton::bench::run(count > 1 ? std::atof(words[1]) : 5, count > 2 ? words[2] : ""); }
