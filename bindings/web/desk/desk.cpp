#include "bindings/web/desk/desk.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/web/desk/request.h"
#include "engine/base/errors.h"
#include "engine/plan/compound_game.h"
#include "engine/plan/under_play.h"

namespace bouton::web {
namespace {

constexpr std::size_t kMostGames = 12;
constexpr std::size_t kMostSolvers = 6;

/// Where play begins; a start without a move, such as a board without stones, is none where there is an example.
BigPosition beginning(const Game& game) {
  const bool starts = game.start_arity == std::size_t{0};
  if (starts)
    if (std::optional<BigPosition> start = playable_start(game)) return *std::move(start);
  if (game.opening) return *game.opening;
  if (game.example) return complete_position(game, *game.example);
  if (starts) return complete_position(game, {});
  throw RequestError(fmt::format("{} needs a position", game.name));
}

}  // namespace

lua::Settings Desk::settings(const Json& description) {
  lua::Settings settings;
  const auto found = description.find("settings");
  if (found == description.end() || found->is_null()) return settings;
  for (const auto& [name, value] : found->items()) settings.emplace_back(name, text_in(*found, name.c_str()));
  return settings;
}

void Desk::set_limits(const DeskLimits& limits) {
  limits_ = limits;
  loaded_.clear();
  solvers_.clear();
}

std::shared_ptr<const Game> Desk::load(const std::string& name, const lua::Settings& settings) const {
  return lua::load_game(name, settings, options());
}

void Desk::put_source(const std::string& name, std::string text) {
  sources_[name] = std::move(text);
  loaded_.clear();
  solvers_.clear();
}

std::vector<std::string> Desk::names() const { return lua::list_games(options()); }

lua::LoaderOptions Desk::options() const {
  lua::LoaderOptions options;
  options.sources = sources_;
  options.limits.load = std::chrono::duration<double>(limits_.seconds);
  options.limits.call = std::chrono::duration<double>(limits_.seconds);
  options.limits.memory = limits_.lua_memory;
  options.limits.options = lua::options_within(limits_.memory);
  options.alarm = lua::Alarm::hook;  // there is neither a signal nor a second thread
  return options;
}

Budget Desk::budget() const {
  Budget budget;
  budget.memory = limits_.memory;
  budget.progress = progress_;
  return budget;
}

std::shared_ptr<const Game> Desk::game(const Json& description) {
  return remembered(text_of(description), [&] {
    const std::string name = text_in(description, "name");
    lua::LoaderOptions loading = options();
    if (description.contains("text")) loading.sources[name] = text_in(description, "text");
    std::shared_ptr<const Game> game = lua::load_game(name, settings(description), loading);
    if (const std::optional<std::string> play = optional_text_in(description, "play"); play && !play->empty()) {
      if (*play != "normal" && *play != "misere") throw RequestError(fmt::format("'{}' is not a convention of play", *play));
      game = game_under_play(game, *play == "misere" ? Play::misere : Play::normal);
    }
    return game;
  });
}

std::shared_ptr<const Game> Desk::remembered(const std::string& key, const std::function<std::shared_ptr<const Game>()>& load) {
  const auto known = std::ranges::find(loaded_, key, [](const Loaded& loaded) { return loaded.key; });
  if (known != loaded_.end()) return known->game;
  std::shared_ptr<const Game> game = load();
  loaded_.push_front({key, game});
  if (loaded_.size() > kMostGames) loaded_.pop_back();
  return game;
}

/// The game on the board, or on the graph, of a position that says which.
std::shared_ptr<const Game> Desk::game_at(const Json& description, const std::string& position) {
  const std::shared_ptr<const Game> any = game(description);
  const CellShape* const shape = any->rules->domain().shape();
  const std::optional<CellShape> own = shape != nullptr ? shape->shape_of(position) : std::nullopt;
  if (!own) return any;
  const std::string key = fmt::format("{} {} {} {}", text_of(description), own->rows, own->columns, own->graph);
  return remembered(key, [&] { return game_of_position(any, position); });
}

NamedSum Desk::sum(const Json& asked) {
  if (!asked.is_object()) return disjunctive_sum(asked);
  NamedSum named = disjunctive_sum(member(asked, "components"));
  const Compound way = parse_compound(text_in(asked, "way"));
  if (way == Compound::disjunctive) return named;
  play_as(way, named.games, named.sum, budget());
  // Whoever asks about the same games again is to find the same game, for the sake of the solver.
  std::string key(name(way));
  for (const std::shared_ptr<const Game>& component : components_of(*named.games[0]))
    key += fmt::format(" {}", static_cast<const void*>(component.get()));
  named.games = {remembered(key, [&] { return named.games[0]; })};
  return named;
}

NamedSum Desk::disjunctive_sum(const Json& components) {
  if (!components.is_array() || components.empty()) throw RequestError("a sum is a list of at least one component");
  NamedSum named;
  for (const Json& component : components) {
    const std::optional<std::string> text = optional_text_in(component, "position");
    const Json& description = member(component, "game");
    const std::shared_ptr<const Game> of = text ? game_at(description, *text) : game(description);
    const auto known = std::ranges::find(named.games, of);
    const auto number = static_cast<std::size_t>(known - named.games.begin());
    if (known == named.games.end()) named.games.push_back(of);
    named.sum.push_back({number, text ? parse_position(*of, *text) : beginning(*of), component.value("obliged", false)});
  }
  return named;
}

const std::shared_ptr<Solver>& Desk::solver(const Games& games) {
  const auto known = std::ranges::find(solvers_, games, [](const Solving& solving) { return solving.games; });
  if (known != solvers_.end()) return known->solver;
  solvers_.push_front({games, std::make_shared<Solver>(rules_of(games), budget())});
  if (solvers_.size() > kMostSolvers) solvers_.pop_back();
  return solvers_.front().solver;
}

}  // namespace bouton::web
