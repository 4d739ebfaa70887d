// Which kernels are needed: every table of the shipped rules and of the rules of tests/bench, by the kernel that is chosen and
// by each that accepts it alone, with one thread, in seconds of processor time. A line a table: the kernel that is chosen, and
// each kernel with what it takes and, after a slash, what its plan says; one that is stopped since it takes far longer than
// the chosen one has a +. Then a line a kernel: how many tables it accepts, and how many need it, since all others take more
// than 1.5 times as long and 15 ms more; then the tables for which another than the chosen kernel is at least 1.5 times as
// fast, and 20 ms faster.
//
//   bouton_kernels [SIDE [PART]]   boxes of SIDE (500) x SIDE positions, of 40 x SIDE where there is one coordinate; only the
//                                  tables with PART in their words: "nimrod", "remoteness"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/question/proposal.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"
#include "engine/rules/sample_box.h"
#include "tests/bench/questions.h"
#include "tests/bench/timer.h"

namespace bouton::bench {
namespace {

/// A kernel is stopped after so many seconds, and after so many times what the chosen one takes, a second added.
constexpr double kLongest = 20, kFarLonger = 4;

struct AskedTable {
  Asked asked;
  bool is_shipped = false;
};

struct Timed {
  std::string kernel;
  double seconds = 0;
  std::optional<double> estimated = {};
  bool is_stopped = false;
};

struct Counts {
  int accepted = 0, needed_by_shipped = 0, needed_by_others = 0;
};

std::optional<Box> box_of(const Game& game, std::uint64_t side) {
  try {
    return sample_box(game, (sample_box(game, 1).dimensions() == 1 ? 40 : side) * side);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void add_tables(const std::string& name, bool is_shipped, std::uint64_t side, const lua::LoaderOptions& options,
                std::vector<AskedTable>& tables) {
  const std::shared_ptr<const Game> game = lua::load_game(name, {}, options);
  if (game->rules->domain().shape() != nullptr || game->rules->domain().is_terms()) return;
  const std::optional<Box> found = box_of(*game, side);
  if (!found) return;
  const auto box = std::make_shared<const Box>(*found);  // questions refer to it
  for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy}) {
    if (kind == ValueKind::grundy && game->rules->play() != Play::normal) continue;
    tables.push_back({{fmt::format("{} {} {}", game->name, to_string(box->high()), bouton::name(kind)), game,
                       Question::table_of(*box, kind), [box, kind](Solver& solver) { (void)solver.table(*box, kind); }},
                      is_shipped});
  }
}

std::vector<AskedTable> tables(std::uint64_t side, std::string_view part) {
  const std::filesystem::path root = BOUTON_SOURCE_DIRECTORY;
  lua::LoaderOptions options;
  options.rule_directories = {root / "rules"};
  std::vector<AskedTable> asked;
  for (const std::string& name : lua::list_games(options.rule_directories)) add_tables(name, true, side, options, asked);
  std::vector<std::string> others;
  for (const char* folder : {"tests/bench/rules", "tests/bench/regret_rules", "tests/bench/unshaped"})
    for (const auto& file : std::filesystem::directory_iterator(root / folder)) others.push_back(file.path());
  std::ranges::sort(others);
  for (const std::string& name : others) add_tables(name, false, side, options, asked);
  std::erase_if(asked, [part](const AskedTable& one) { return one.asked.words.find(part) == std::string::npos; });
  return asked;
}

/// The first step of the plan, where a table is what it ends with.
std::optional<Proposal> proposal_of(const Asked& asked, const MethodChoice& choice) {
  try {
    Solver solver({asked.game->rules}, Budget(), {.claims = false, .only = choice});
    const QuestionPlan plan = solver.plan(asked.question);
    if (!plan.steps.empty()) return plan.steps.front().proposal;
  } catch (const Error&) {
    // There is no plan.
  }
  return std::nullopt;
}

/// The kernels that fill the table, the fastest first; one that takes more than `most` seconds is stopped.
std::vector<Timed> by_each_kernel(const Asked& asked, double most) {
  std::vector<Timed> timed;
  for (const std::string& method : method_options()) {
    const MethodChoice choice = parse_method(method);
    if (!choice.kernel) continue;
    const std::optional<Proposal> proposal = proposal_of(asked, choice);
    if (!proposal) continue;
    const double before = processor_seconds();
    const std::optional<double> seconds = seconds_of(asked, choice, most, nullptr);
    const bool is_stopped = !seconds && processor_seconds() - before >= most;
    if (!seconds && !is_stopped) continue;
    timed.push_back({std::string(option_name(*choice.kernel)), seconds.value_or(most), proposal->cost.seconds, is_stopped});
  }
  std::ranges::sort(timed, {}, &Timed::seconds);
  return timed;
}

std::string to_text(const Timed& timed) {
  return fmt::format("{} {:.3f}{}{}", timed.kernel, timed.seconds, timed.is_stopped ? "+" : "",
                     timed.estimated ? fmt::format("/{:.3f}", *timed.estimated) : "");
}

/// What the plan for tables takes, and by which kernel.
std::optional<Timed> by_choice(const Asked& asked) {
  const MethodChoice choice{.method = Method::table};
  const std::optional<Proposal> proposal = proposal_of(asked, choice);
  if (!proposal) return std::nullopt;
  const std::optional<double> seconds = seconds_of(asked, choice, kLongest, nullptr);
  if (!seconds) return std::nullopt;
  return Timed{proposal->kernel ? std::string(option_name(*proposal->kernel)) : title(*proposal), *seconds};
}

/// Whether so many seconds are far more than so few.
bool is_far(double more, double fewer, double least) { return more > 1.5 * fewer && more > fewer + least; }

int run(std::uint64_t side, std::string_view part) {
  constexpr double kOfNeed = 0.015, kOfChoice = 0.020;
  std::map<std::string, Counts> counts;
  std::vector<std::string> wrong;
  for (const auto& [asked, is_shipped] : tables(side, part)) {
    const std::optional<Timed> chosen = by_choice(asked);
    const double most = chosen ? std::min(kLongest, kFarLonger * chosen->seconds + 1) : kLongest;
    const std::vector<Timed> timed = by_each_kernel(asked, most);
    if (timed.empty()) continue;
    std::string line;
    for (const Timed& one : timed) {
      ++counts[one.kernel].accepted;
      line += ' ' + to_text(one);
    }
    if (timed.size() == 1 || is_far(timed[1].seconds, timed[0].seconds, kOfNeed))
      ++(is_shipped ? counts[timed[0].kernel].needed_by_shipped : counts[timed[0].kernel].needed_by_others);
    fmt::print("{}: {}{}\n", asked.words, chosen ? "chosen " + to_text(*chosen) + ';' : "not chosen;", line);
    std::fflush(stdout);
    if (chosen && is_far(chosen->seconds, timed[0].seconds, kOfChoice))
      wrong.push_back(fmt::format("{}: chosen {}, {}", asked.words, to_text(*chosen), to_text(timed[0])));
  }
  fmt::print("\n{:20} {:>8} {:>16} {:>22}\n", "kernel", "accepts", "needed in rules/", "needed in tests/bench");
  for (const auto& [kernel, count] : counts)
    fmt::print("{:20} {:8} {:16} {:22}\n", kernel, count.accepted, count.needed_by_shipped, count.needed_by_others);
  fmt::print("\nanother kernel was far faster than the chosen one for {}\n", wrong.size());
  for (const std::string& line : wrong) fmt::print("  {}\n", line);
  return counts.empty() ? 2 : 0;
}

}  // namespace
}  // namespace bouton::bench

int main(int count, char** words) {
  return bouton::bench::run(count > 1 ? std::strtoull(words[1], nullptr, 10) : 500, count > 2 ? words[2] : "");
}
