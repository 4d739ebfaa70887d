// What the plan's choices cost: each question is asked by the plan, and by every method alone that accepts it; the regret is
// the plan's time over that of the fastest, a millisecond added to both: nobody notices less, and a process takes more to
// start. Prints a line a question, then the median, the 95th percentile and the worst.
//
//   bouton_regret [SECONDS [PART]]   a method that takes longer than so many seconds (10) alone is stopped; of the questions
//                                    only those with PART in their words: "coprime", "solve nim 9"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/questions.h"

namespace bouton::bench {
namespace {

/// In seconds.
constexpr double kUnnoticed = 1e-3;

struct Regret {
  std::string words, best, chosen;
  double plan = 0, least = 0;

  double ratio() const { return (plan + kUnnoticed) / (least + kUnnoticed); }
};

std::optional<Regret> regret_of(const Asked& asked, double most) {
  Regret regret{.words = asked.words, .best = {}, .chosen = {}};
  // What the process keeps, such as periods, is there for all of them.
  (void)seconds_of(asked, {}, most, nullptr);
  const std::optional<double> plan = seconds_of(asked, {}, 6 * most, &regret.chosen);
  regret.plan = plan.value_or(6 * most);
  regret.least = regret.plan;
  regret.best = "the plan's";
  for (const std::string& method : method_options())
    if (const std::optional<double> alone = seconds_of(asked, parse_method(method), std::min(most, 1.5 * regret.plan), nullptr))
      if (*alone < regret.least) {
        regret.least = *alone;
        regret.best = method;
      }
  return regret;
}

int run(double most, std::string_view part) {
  std::vector<Regret> regrets;
  fmt::print("{:>8} {:>10} {:>10}  question: the plan's method; the fastest\n", "regret", "plan s", "best s");
  for (const Asked& asked : questions(part)) {
    const std::optional<Regret> regret = regret_of(asked, most);
    if (!regret) continue;
    fmt::print("{:8.2f} {:10.6f} {:10.6f}  {}: {}; {}\n", regret->ratio(), regret->plan, regret->least, regret->words,
               regret->chosen, regret->best);
    std::fflush(stdout);
    regrets.push_back(*regret);
  }
  if (regrets.empty()) return 2;
  std::ranges::sort(regrets, {}, &Regret::ratio);
  const auto at = [&](double share) {
    return regrets[static_cast<std::size_t>(share * static_cast<double>(regrets.size() - 1))];
  };
  fmt::print("\n{} questions: median {:.2f}, 95 % within {:.2f}, worst {:.2f}\n", regrets.size(), at(0.5).ratio(),
             at(0.95).ratio(), regrets.back().ratio());
  return 0;
}

}  // namespace
}  // namespace bouton::bench

int main(int count, char** words) {
  return bouton::bench::run(count > 1 ? std::atof(words[1]) : 10, count > 2 ? words[2] : "");
}
