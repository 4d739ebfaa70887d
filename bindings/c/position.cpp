#include <algorithm>

#include <fmt/format.h>

#include "bindings/c/handles.h"
#include "bindings/c/questions.h"
#include "engine/plan/compound_game.h"
#include "engine/sum/compound_rules.h"

namespace bouton::c {
namespace {

/// A position of one game, made by `make(game)`, and checked.
template <class Make>
bouton_position* position_of(const bouton_game* game, Make make) {
  std::shared_ptr<const Games> games = given(game, "game").current();
  Core& core = *games->core;
  BigPosition position = core.rules.run([&] { return make(*games->editions[0]->shown); });
  return new bouton_position{std::move(games), {{0, std::move(position)}}};
}

/// The games whose position `text` is: these, or those of the same rules on another board or graph. The caller's turn at
/// Core::rules.
std::shared_ptr<const Games> games_of_position(std::shared_ptr<const Games> games, std::string_view text) {
  const Edition& own = *games->editions[0];
  const std::shared_ptr<const Game> shown = game_of_position(own.shown, text);
  if (shown == own.shown) return games;
  for (const auto& known : games->on_other_shapes)
    if (known->editions[0]->shown == shown) return known;
  auto edition = std::make_shared<Edition>(Edition{shown, own.solved->on_shape(*shown->rules->domain().shape())});
  auto others = std::make_shared<const Games>(games->core, std::vector<std::shared_ptr<const Edition>>{std::move(edition)});
  games->on_other_shapes.push_back(others);
  return others;
}

const Component& component_of(const bouton_position* position, std::size_t component) {
  if (component >= given(position, "position").sum.size())
    throw Misuse(fmt::format("there is no component {}; there are {}, counted from 0", component, position->sum.size()));
  return position->sum[component];
}

/// The games of both, those of `first` keeping their numbers; `numbers` becomes the new number of each of `second`'s.
std::shared_ptr<const Games> together(const std::shared_ptr<const Games>& first, const Games& second,
                                      std::vector<std::size_t>& numbers) {
  std::vector<std::shared_ptr<const Edition>> editions = first->editions;
  numbers.clear();
  for (const auto& edition : second.editions) {
    const auto known = std::ranges::find(editions, edition);
    numbers.push_back(static_cast<std::size_t>(known - editions.begin()));
    if (known == editions.end()) editions.push_back(edition);
  }
  if (editions.size() == first->editions.size()) return first;
  return std::make_shared<Games>(first->core, std::move(editions));
}

/// The disjunctive sum of positions.
std::unique_ptr<bouton_position> sum_of(const bouton_position* const* positions, std::size_t count) {
  if (count == 0) throw Misuse("a sum of no positions");
  auto result = std::make_unique<bouton_position>(given(positions[0], "a position of the sum"));
  for (std::size_t i = 1; i < count; ++i) {
    const bouton_position& other = given(positions[i], "a position of the sum");
    if (other.games->core != result->games->core) throw Misuse("positions of different runtimes cannot form a sum");
    std::vector<std::size_t> numbers;
    result->games = together(result->games, *other.games, numbers);
    for (const Component& component : other.sum)
      result->sum.push_back({numbers[component.game], component.position, component.obliged});
  }
  return result;
}

/// Makes of a sum the position of a compound, of games that are shown and of those that are solved.
void play_together(Compound compound, bouton_position& position) {
  Core& core = *position.games->core;
  auto edition = std::make_shared<Edition>();
  const Sum sum = position.sum;
  const auto made = [&](bouton::Games games) {
    position.sum = sum;
    play_as(compound, games, position.sum, core.budget());
    return games.front();
  };
  core.rules.run([&] {
    edition->shown = made(shown_games(*position.games));
    edition->solved = made(solved_games(*position.games));
  });
  position.games =
      std::make_shared<const Games>(position.games->core, std::vector<std::shared_ptr<const Edition>>{std::move(edition)});
}

}  // namespace

bouton::Games shown_games(const Games& games) {
  bouton::Games shown;
  for (const auto& edition : games.editions) shown.push_back(edition->shown);
  return shown;
}

std::string typed_text(const Games& games, std::size_t number, const BigPosition& position) {
  const Game& game = *games.editions[number]->shown;
  if (!game.rules->domain().is_terms()) return to_string(position);
  return games.core->rules.run([&] { return position_text(game, position); });
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace

bouton_status bouton_position_parse(const bouton_game* game, const char* text, bouton_position** position) {
  return guarded([&] {
    given(text, "text");
    given(position, "position");
    std::shared_ptr<const Games> games = given(game, "game").current();
    Core& core = *games->core;
    bool obliged = false;
    bouton::BigPosition made = core.rules.run([&] {
      std::string_view rest = text;
      obliged = bouton::take_obligation(*games->editions[0]->shown, rest);
      games = games_of_position(std::move(games), rest);
      return bouton::parse_position(*games->editions[0]->shown, rest);
    });
    *position = new bouton_position{std::move(games), {{0, std::move(made), obliged}}};
    return BOUTON_OK;
  });
}

bouton_status bouton_position_of(const bouton_game* game, const int64_t* coordinates, size_t count,
                                 bouton_position** position) {
  return guarded([&] {
    given_many(coordinates, count, "coordinates");
    given(position, "position");
    *position = position_of(game, [&](const bouton::Game& rules) {
      bouton::BigPosition made = bouton::widen(bouton::PositionView(coordinates, count));
      bouton::check_position(rules, made);
      return made;
    });
    return BOUTON_OK;
  });
}

bouton_status bouton_position_example(const bouton_game* game, bouton_position** position) {
  return guarded([&]() -> bouton_status {
    std::shared_ptr<const Games> games = given(game, "game").current();
    given(position, "position");
    std::vector<bouton::BigPosition> example = bouton::example_positions(*games->editions[0]->shown);
    if (example.empty()) return BOUTON_UNKNOWN;
    auto result = std::make_unique<bouton_position>(bouton_position{games, {}});
    for (bouton::BigPosition& part : example) result->sum.push_back({0, std::move(part)});
    *position = result.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_position_sum(const bouton_position* const* positions, size_t count, bouton_position** sum) {
  return guarded([&] {
    given_many(positions, count, "positions");
    given(sum, "sum");
    *sum = sum_of(positions, count).release();
    return BOUTON_OK;
  });
}

bouton_status bouton_position_compound(const bouton_position* const* positions, size_t count, const char* way,
                                       bouton_position** compound) {
  return guarded([&] {
    given_many(positions, count, "positions");
    given(compound, "compound");
    const bouton::Compound wanted = bouton::parse_compound(&given(way, "way"));
    std::unique_ptr<bouton_position> result = sum_of(positions, count);
    if (wanted != bouton::Compound::disjunctive) play_together(wanted, *result);
    *compound = result.release();
    return BOUTON_OK;
  });
}

const char* bouton_position_way(const bouton_position* position) {
  const bouton::CompoundRules* compound = nullptr;
  if (position != nullptr && position->sum.size() == 1)
    compound = bouton::compound_of(*position->games->editions[position->sum[0].game]->shown->rules);
  // The name is that of a literal, which ends in a null.
  return bouton::name(compound != nullptr ? compound->compound() : bouton::Compound::disjunctive).data();
}

void bouton_position_destroy(bouton_position* position) {
  if (position != nullptr) destroy(position, *position->games->core);
}

int32_t bouton_position_obliged(const bouton_position* position) {
  if (position == nullptr) return -1;
  const std::optional<std::size_t> obliged = bouton::obliged_component(position->sum);
  return obliged ? static_cast<int32_t>(*obliged) : -1;
}

size_t bouton_position_components(const bouton_position* position) { return position == nullptr ? 0 : position->sum.size(); }

bouton_status bouton_position_text(const bouton_position* position, size_t component, char* text, size_t capacity,
                                   size_t* length) {
  return guarded([&] {
    const bouton::Component& part = component_of(position, component);
    return give_text(typed_text(*position->games, part.game, part.position), text, capacity, length);
  });
}

const char* bouton_position_game(const bouton_position* position, size_t component) {
  if (component >= bouton_position_components(position)) return nullptr;
  return position->games->editions[position->sum[component].game]->shown->name.c_str();
}

bouton_status bouton_position_show(const bouton_position* position, size_t component, char* text, size_t capacity,
                                   size_t* length) {
  return guarded([&] {
    const bouton::Component& part = component_of(position, component);
    const bouton::Game& game = *position->games->editions[part.game]->shown;
    const std::string shown = position->games->core->rules.run([&] { return bouton::show_position(game, part.position); });
    return give_text(shown, text, capacity, length);
  });
}

bouton_status bouton_position_coordinates(const bouton_position* position, size_t component, int64_t* coordinates,
                                          size_t capacity, size_t* count) {
  return guarded([&]() -> bouton_status {
    const std::optional<bouton::Position> narrowed = bouton::narrow(component_of(position, component).position);
    if (!narrowed) return BOUTON_UNKNOWN;
    if (capacity > 0) given(coordinates, "coordinates");
    if (count != nullptr) *count = narrowed->size();
    std::copy_n(narrowed->begin(), std::min(capacity, narrowed->size()), coordinates);
    if (narrowed->size() <= capacity) return BOUTON_OK;
    return fail(BOUTON_ERROR_SPACE, fmt::format("the position has {} coordinates", narrowed->size()));
  });
}
