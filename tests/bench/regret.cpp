// What the plan's choices cost: each question is asked by the plan, and by every method alone that accepts it; the regret is
// the plan's time over that of the fastest, a millisecond added to both: nobody notices less, and a process takes more to
// start. Prints a line a question, then the median, the 95th percentile and the worst.
//
//   bouton_regret [SECONDS]   a method that takes longer than so many seconds (10) alone is stopped

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/errors.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "engine/rules/sample_box.h"

namespace bouton {
namespace {

constexpr const char* kMethods[] = {"closed-form",      "theorem",       "heap",        "table:rays",   "table:row-shifts",
                                    "table:thresholds", "table:marking", "table:batch", "table:native", "cells",
                                    "nimbers",          "search",        "graph",       "quotient"};

/// In seconds.
constexpr double kUnnoticed = 1e-3;

struct Asked {
  std::string words;
  std::shared_ptr<const Game> game;
  std::function<void(Solver&)> ask;
};

struct Regret {
  std::string words, best, chosen;
  double plan = 0, least = 0;

  double ratio() const { return (plan + kUnnoticed) / (least + kUnnoticed); }
};

/// Sets a flag after some time, unless it is called off before.
class Timer {
 public:
  explicit Timer(double seconds) : thread_([this, seconds] { wait(seconds); }) {}
  ~Timer() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
  }
  const std::atomic<bool>* flag() const { return &flag_; }

 private:
  void wait(double seconds) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; })) flag_ = true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::atomic<bool> flag_{false};
  std::jthread thread_;  // last, so that it ends first
};

/// The least of three runs, of one where that takes long; nothing where the method refuses or is stopped.
std::optional<double> seconds_of(const Asked& asked, std::optional<MethodChoice> method, double most, std::string* chosen) {
  std::optional<double> least;
  for (int run = 0; run < 3; ++run) {
    Timer timer(most);
    Budget budget;
    budget.stop = timer.flag();
    const Stopwatch watch;
    try {
      Solver solver({asked.game->rules}, budget, {.claims = false, .only = method});
      asked.ask(solver);
      if (chosen != nullptr) *chosen = name(solver.answered());
    } catch (const Error&) {
      return least;
    }
    const double seconds = watch.seconds();
    if (!least || seconds < *least) least = seconds;
    if (seconds > 0.3) break;
  }
  return least;
}

std::optional<Regret> regret_of(const Asked& asked, double most) {
  Regret regret{.words = asked.words, .best = {}, .chosen = {}};
  // What the process keeps, such as periods, is there for all of them.
  (void)seconds_of(asked, {}, most, nullptr);
  const std::optional<double> plan = seconds_of(asked, {}, 6 * most, &regret.chosen);
  regret.plan = plan.value_or(6 * most);
  regret.least = regret.plan;
  regret.best = "the plan's";
  for (const char* method : kMethods)
    if (const std::optional<double> alone = seconds_of(asked, parse_method(method), std::min(most, 1.5 * regret.plan), nullptr))
      if (*alone < regret.least) {
        regret.least = *alone;
        regret.best = method;
      }
  return regret;
}

/// The corner of a box with about so many positions.
std::optional<Box> box_of(const Game& game, double positions) {
  try {
    return sample_box(game, static_cast<std::uint64_t>(positions));
  } catch (const Error&) {
    return std::nullopt;
  }
}

void add_questions(const std::shared_ptr<const Game>& game, std::vector<Asked>& asked) {
  const auto add_position = [&](const Position& position) {
    const Sum sum = {{0, widen(position)}};
    asked.push_back({fmt::format("solve {} {}", game->name, to_string(PositionView(position))), game, [sum](Solver& solver) {
                       (void)solver.solve(sum, 10, {Extent::none, Extent::none});
                     }});
  };
  add_position(viewpoint(*game, std::nullopt));
  if (game->rules->domain().shape() != nullptr) return;
  for (const double positions : {100.0, 30'000.0, 1'000'000.0}) {
    const std::optional<Box> box = box_of(*game, positions);
    if (!box || box->size() < 2) continue;
    if (game->rules->valid(box->high())) add_position(box->high());
    const std::string where = fmt::format("{} {}", game->name, to_string(box->high()));
    const ValueKind kind = game->rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
    asked.push_back({"table " + where, game, [box, kind](Solver& solver) { (void)solver.table(*box, kind); }});
    asked.push_back({"positions " + where, game, [box](Solver& solver) { solver.positions(*box, [](PositionView) {}); }});
  }
}

std::vector<Asked> questions() {
  lua::LoaderOptions options;
  const std::filesystem::path root = BOUTON_SOURCE_DIRECTORY;
  options.rule_directories = {root / "rules"};
  std::vector<Asked> asked;
  std::vector<std::string> names = lua::list_games(options.rule_directories);
  for (const auto& file : std::filesystem::directory_iterator(root / "tests/bench/regret_rules")) names.push_back(file.path());
  std::ranges::sort(names);
  for (const std::string& name : names) add_questions(lua::load_game(name, {}, options), asked);
  return asked;
}

int run(double most) {
  std::vector<Regret> regrets;
  fmt::print("{:>8} {:>10} {:>10}  question: the plan's method; the fastest\n", "regret", "plan s", "best s");
  for (const Asked& asked : questions()) {
    const std::optional<Regret> regret = regret_of(asked, most);
    if (!regret) continue;
    fmt::print("{:8.2f} {:10.6f} {:10.6f}  {}: {}; {}\n", regret->ratio(), regret->plan, regret->least, regret->words,
               regret->chosen, regret->best);
    std::fflush(stdout);
    regrets.push_back(*regret);
  }
  std::ranges::sort(regrets, {}, &Regret::ratio);
  const auto at = [&](double share) {
    return regrets[static_cast<std::size_t>(share * static_cast<double>(regrets.size() - 1))];
  };
  fmt::print("\n{} questions: median {:.2f}, 95 % within {:.2f}, worst {:.2f}\n", regrets.size(), at(0.5).ratio(),
             at(0.95).ratio(), regrets.back().ratio());
  return 0;
}

}  // namespace
}  // namespace bouton

int main(int count, char** words) { return bouton::run(count > 1 ? std::atof(words[1]) : 10); }
