#include <algorithm>

#include <fmt/format.h>

#include "bindings/cpp/rules.h"

namespace bouton {
inline namespace v1 {
namespace {

core::Axis to_core(Axis axis) {
  if (axis.least > axis.greatest)
    throw RequestError(fmt::format("{} goes from {} to {}: there is no such value", axis.name, axis.least, axis.greatest));
  return {std::move(axis.name), axis.least, axis.greatest, std::move(axis.value_names)};
}

/// Throws RequestError where the states are not some characters, no two the same.
void check_states(const std::string& states) {
  std::string sorted = states;
  std::ranges::sort(sorted);
  if (states.empty() || std::ranges::adjacent_find(sorted) != sorted.end())
    throw RequestError(fmt::format("'{}' are not states: states must be different characters, at least one", states));
}

std::vector<Option> listed(const core::Options& options, const core::Rules& rules) {
  std::vector<Option> list(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) {
    list[i].label = rules.label_name(options[i].label());
    for (std::size_t part = 0; part < options[i].size(); ++part) list[i].to.emplace_back(options[i][part]);
  }
  return list;
}

core::GamePlayer player_of(const Strategy& strategy, const std::shared_ptr<const core::Rules>& rules) {
  const auto choose = [strategy, rules](core::PositionView position, const core::Options& options, core::Random& random) {
    const std::vector<Option> list = listed(options, *rules);
    const std::size_t chosen = of_user(
        [&] { return Access::with(random, [&](Random& numbers) { return strategy.choose(position, list, numbers); }); });
    if (chosen >= list.size())
      throw core::RuleError(
          fmt::format("{} chooses option {} of {}, which has {}", strategy.name, chosen, to_string(position), list.size()));
    return chosen;
  };
  return {.name = strategy.name, .choose = choose, .choose_of_many = {}};
}

std::shared_ptr<const core::Game> core_game(std::shared_ptr<const Rules> rules, const About& about) {
  auto game = std::make_shared<core::Game>();
  game->name = about.name;
  game->title = about.title;
  game->source = about.source;
  game->description = about.description;
  const std::uint64_t blocking = of_user([&] { return rules->blocking(); });
  game->rules = with_blocking(std::make_shared<UserRules>(std::move(rules), about.name), blocking, about.name + ": ");
  if (about.example) {
    game->example = to_core(*about.example);
    check_position(*game, *game->example);
  }
  if (about.show)
    game->show = [show = about.show](core::PositionView position) { return of_user([&] { return show(position); }); };
  for (const Strategy& strategy : about.players) game->players.push_back(player_of(strategy, game->rules));
  return game;
}

}  // namespace

Domain Domain::fixed(std::vector<Axis> axes) {
  std::vector<core::Axis> converted;
  converted.reserve(axes.size());
  for (Axis& axis : axes) converted.push_back(to_core(std::move(axis)));
  return Access::domain(core::Domain::fixed(std::move(converted)));
}

Domain Domain::piles(Axis axis, std::size_t least_length, std::size_t greatest_length) {
  if (least_length > greatest_length) throw RequestError("a list cannot have a least length above its greatest");
  return Access::domain(core::Domain::piles(to_core(std::move(axis)), least_length, greatest_length));
}

Domain Domain::board(std::uint32_t rows, std::uint32_t columns, std::string states) {
  check_states(states);
  if (std::uint64_t{rows} * columns == 0 || std::uint64_t{rows} * columns > core::CellShape::kMostCells)
    throw RequestError(fmt::format("a board cannot have {} rows and {} columns; it must have 1 to {} squares", rows, columns,
                                   core::CellShape::kMostCells));
  core::CellShape shape;
  shape.states = std::move(states);
  shape.rows = rows;
  shape.columns = columns;
  return Access::domain(core::Domain::cells(std::move(shape)));
}

Domain Domain::graph(std::string_view graph, Cells cells, std::string states) {
  check_states(states);
  core::CellShape shape = translated([&] { return graph_named(graph); });
  shape.kind = cells == Cells::edges ? core::CellShape::Kind::edges : core::CellShape::Kind::vertices;
  shape.states = std::move(states);
  return Access::domain(core::Domain::cells(std::move(shape)));
}

bool Domain::is_piles() const { return impl_->domain.is_piles(); }
std::size_t Domain::dimensions() const { return impl_->domain.is_piles() ? 0 : impl_->domain.dimensions(); }

Axis Domain::axis(std::size_t i) const {
  if (!is_piles() && i >= dimensions()) throw RequestError(fmt::format("there is no coordinate {}", i));
  const core::Axis& axis = impl_->domain.axis(i);
  return {axis.name, axis.least, axis.greatest, axis.value_names};
}

bool Domain::contains(PositionView position) const { return impl_->domain.contains(position); }

Outcome Rules::terminal_outcome(PositionView) const {
  throw RuleError("play is by position, and the rules have no terminal_outcome");
}

std::uint64_t Random::below(std::uint64_t n) { return impl_.random.below(n); }
double Random::real() { return impl_.random.real(); }

Game::Game(std::shared_ptr<const Rules> rules, About about) {
  if (!rules) throw RequestError("a game without rules");
  impl_ = translated([&] {
    Domain domain = of_user([&] { return rules->domain(); });
    const std::shared_ptr<const core::Game> game = core_game(std::move(rules), about);
    return std::make_shared<const Impl>(Impl{std::move(about), std::move(domain), game, game});
  });
}

const About& Game::about() const { return impl_->about; }
const Domain& Game::domain() const { return impl_->domain; }

Play Game::play() const {
  switch (core::play_as_written(*impl_->game->rules)) {
    case core::Play::normal: return Play::normal;
    case core::Play::misere: return Play::misere;
    case core::Play::by_position: break;
  }
  return Play::by_position;
}

std::uint64_t Game::blocking() const { return impl_->game->rules->blocking(); }

Game Game::under(Play play) const {
  Impl changed = *impl_;
  if (!components_of(*changed.stated).empty() && play != Play::by_position && play != this->play())
    throw RequestError("a compound is played as its games are: set the convention of each game before you combine them");
  changed.game = play == Play::by_position ? changed.stated
                                           : translated([&] { return game_under_play(changed.stated, v1::to_core(play)); });
  Game game;
  game.impl_ = std::make_shared<const Impl>(std::move(changed));
  return game;
}

void Game::check(const Position& position) const {
  translated([&] { check_position(*impl_->game, v1::to_core(position)); });
}

Position Game::parse(std::string_view text) const {
  return translated([&] { return from_core(parse_position(*impl_->game, text)); });
}

std::string Game::text(const Position& position) const {
  return translated([&] { return position_text(*impl_->game, v1::to_core(position)); });
}

std::string Game::show(const Position& position) const {
  return translated([&] { return show_position(*impl_->game, v1::to_core(position)); });
}

Game Access::game(const std::shared_ptr<const core::Game>& game) {
  Game made;
  made.impl_ = std::make_shared<const Game::Impl>(
      Game::Impl{{.name = game->name, .title = game->title}, domain(game->rules->domain()), game, game});
  return made;
}

std::vector<Option> Game::options(const Position& position) const {
  return translated([&] {
    const core::BigPosition asked = v1::to_core(position);
    check_position(*impl_->game, asked);
    const std::optional<core::Position> narrowed = narrow(asked);
    if (!narrowed) throw core::RequestError(fmt::format("{} has more options than can be listed", position.text()));
    core::Options options;
    impl_->game->rules->options(*narrowed, options);
    return listed(options.unique(), *impl_->game->rules);
  });
}

}  // namespace v1
}  // namespace bouton
