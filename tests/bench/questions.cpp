#include "tests/bench/questions.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/errors.h"
#include "engine/plan/explain.h"
#include "engine/rules/sample_box.h"
#include "tests/bench/timer.h"

namespace bouton::bench {
namespace {

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
    const auto sum = std::make_shared<const Sum>(Sum{{0, widen(position)}});
    asked.push_back({fmt::format("solve {} {}", game->name, to_string(PositionView(position))), game,
                     Question::about(Question::Of::winning_moves, sum->front()), [sum](Solver& solver) {
                       (void)solver.solve(*sum, 10, {Extent::none, Extent::none});
                     }});
  };
  add_position(viewpoint(*game, std::nullopt));
  if (game->rules->domain().shape() != nullptr) return;
  for (const double positions : {100.0, 30'000.0, 1'000'000.0}) {
    const std::optional<Box> found = box_of(*game, positions);
    if (!found || found->size() < 2) continue;
    const auto box = std::make_shared<const Box>(*found);  // questions refer to it
    if (game->rules->valid(box->high())) add_position(box->high());
    const std::string where = fmt::format("{} {}", game->name, to_string(box->high()));
    const ValueKind kind = game->rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
    asked.push_back({"table " + where, game, Question::table_of(*box, kind),
                     [box, kind](Solver& solver) { (void)solver.table(*box, kind); }});
    asked.push_back({"positions " + where, game, Question::positions_of(*box),
                     [box](Solver& solver) { solver.positions(*box, [](PositionView) {}); }});
  }
}

}  // namespace

std::optional<double> seconds_of(const Asked& asked, std::optional<MethodChoice> method, double most, std::string* chosen) {
  std::optional<double> least;
  for (int run = 0; run < 3; ++run) {
    Timer timer(most);
    Budget budget;
    budget.stop = timer.flag();
    const double before = processor_seconds();
    try {
      Solver solver({asked.game->rules}, budget, {.claims = false, .only = method});
      asked.ask(solver);
      if (chosen != nullptr) *chosen = name(solver.answered());
    } catch (const Error&) {
      return least;
    }
    const double seconds = processor_seconds() - before;
    if (!least || seconds < *least) least = seconds;
    if (seconds > 0.3) break;
  }
  return least;
}

std::vector<Asked> questions(std::string_view part) {
  lua::LoaderOptions options;
  const std::filesystem::path root = BOUTON_SOURCE_DIRECTORY;
  options.rule_directories = {root / "rules"};
  std::vector<Asked> asked;
  std::vector<std::string> names = lua::list_games(options.rule_directories);
  for (const auto& file : std::filesystem::directory_iterator(root / "tests/bench/regret_rules")) names.push_back(file.path());
  std::ranges::sort(names);
  for (const std::string& name : names) add_questions(lua::load_game(name, {}, options), asked);
  std::erase_if(asked, [part](const Asked& one) { return one.words.find(part) == std::string::npos; });
  return asked;
}

}  // namespace bouton::bench
