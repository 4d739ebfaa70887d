#include <thread>

#include <fmt/format.h>

#include "bindings/c/handles.h"
#include "bindings/c/settings.h"
#include "bindings/output/answers/explanation.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/explain.h"
#include "engine/plan/under_play.h"
#include "engine/rules/blocking.h"

namespace bouton::c {
namespace {

std::vector<std::shared_ptr<const Rules>> rules_of(const std::vector<std::shared_ptr<const Edition>>& editions,
                                                   std::shared_ptr<const Game> Edition::*copy) {
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const auto& edition : editions) rules.push_back(((*edition).*copy)->rules);
  return rules;
}

/// The copy that questions ask. The flag that ends a cancelled question is this copy's too, and may still be up: then it is
/// loaded once more.
std::shared_ptr<const Game> load_solved(Core& core, const std::string& name, const lua::Settings& settings) {
  while (true) {
    try {
      return lua::load_game(name, settings, core.loader(core.questions));
    } catch (const Interrupted&) {
      if (core.rules.stop()) throw;  // it is this call that was cancelled
      while (core.questions.stop()) std::this_thread::yield();
    }
  }
}

/// Loads what `game` was loaded by, with these settings, under `play` if that is given. The caller's turn at Core::rules.
std::shared_ptr<const Games> load(const std::shared_ptr<Core>& core, const std::string& name, const lua::Settings& settings,
                                  std::optional<Play> play) {
  auto edition = std::make_shared<Edition>();
  edition->shown = lua::load_game(name, settings, core->loader(core->rules));
  edition->solved = load_solved(*core, name, settings);
  if (play)
    for (std::shared_ptr<const Game>* game : {&edition->shown, &edition->solved}) *game = game_under_play(*game, *play);
  return std::make_shared<Games>(core, std::vector<std::shared_ptr<const Edition>>{std::move(edition)});
}

const Game& shown(const bouton_game* game) { return *game->current()->editions[0]->shown; }

std::vector<std::string> coordinate_names(const Domain& domain) {
  std::vector<std::string> names;
  if (domain.is_piles()) return {domain.names()};
  for (std::size_t i = 0; i < domain.dimensions(); ++i) names.push_back(domain.coordinate_name(i));
  return names;
}

/// Puts a new edition in the place of `game`'s, once it is whole; `change` makes the new settings and play of the old ones.
template <class Change>
void replace(bouton_game& game, Change change) {
  const std::shared_ptr<Core>& core = game.core;
  core->rules.run([&] {
    lua::Settings settings = game.settings;
    std::optional<Play> play = game.play;
    change(settings, play);
    std::shared_ptr<const Games> games = load(core, game.asked_for, settings, play);
    std::vector<std::string> names = coordinate_names(games->editions[0]->shown->rules->domain());
    const std::scoped_lock lock(core->editions_mutex);
    game.settings.swap(settings);
    game.play = play;
    game.coordinates.swap(names);
    game.games.swap(games);
  });
}

}  // namespace

Games::Games(std::shared_ptr<Core> c, std::vector<std::shared_ptr<const Edition>> e)
    : core(std::move(c)),
      editions(std::move(e)),
      solver(std::make_shared<Solver>(rules_of(editions, &Edition::solved), core->budget())) {}

std::vector<std::shared_ptr<const Rules>> Games::shown_rules() const { return rules_of(editions, &Edition::shown); }

std::uint64_t Edition::new_number() {
  static std::atomic<std::uint64_t> editions{0};
  return ++editions;
}

std::string question_key(const Games& games, std::string_view question) {
  std::string key(question);
  for (const auto& edition : games.editions) key += fmt::format(" {}", edition->number);
  return key;
}

bouton_status give_text(std::string_view value, char* text, std::size_t capacity, std::size_t* length) {
  if (text == nullptr && capacity > 0) throw Misuse("text is null");
  if (length != nullptr) *length = value.size();
  if (capacity > 0) {
    const std::size_t fitting = std::min(value.size(), capacity - 1);
    value.copy(text, fitting);
    text[fitting] = '\0';
  }
  if (value.size() < capacity) return BOUTON_OK;
  return fail(BOUTON_ERROR_SPACE, fmt::format("the text takes {} bytes, but the buffer has {}", value.size() + 1, capacity));
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace

bouton_status bouton_game_load(bouton_runtime* runtime, const char* name_or_path, const bouton_setting* settings, size_t count,
                               bouton_game** game) {
  return guarded([&] {
    const std::shared_ptr<Core> core = given(runtime, "runtime").core;
    auto loaded = std::make_unique<bouton_game>();
    loaded->core = core;
    loaded->asked_for = &given(name_or_path, "name_or_path");
    given(game, "game");
    loaded->settings = given_settings(settings, count);
    loaded->games = core->rules.run([&] { return load(core, loaded->asked_for, loaded->settings, {}); });
    loaded->coordinates = coordinate_names(shown(loaded.get()).rules->domain());
    *game = loaded.release();
    return BOUTON_OK;
  });
}

void bouton_game_destroy(bouton_game* game) {
  if (game != nullptr) destroy(game, *game->core);
}

bouton_status bouton_game_reload(bouton_game* game) {
  return guarded([&] {
    replace(given(game, "game"), [](bouton::lua::Settings&, std::optional<bouton::Play>&) {});
    return BOUTON_OK;
  });
}

bouton_status bouton_game_set(bouton_game* game, const char* name, const char* value) {
  return guarded([&] {
    const std::string wanted = &given(name, "name");
    const std::string typed = &given(value, "value");
    replace(given(game, "game"), [&](bouton::lua::Settings& settings, std::optional<bouton::Play>&) {
      std::erase_if(settings, [&](const auto& setting) { return setting.first == wanted; });
      settings.emplace_back(wanted, typed);
    });
    return BOUTON_OK;
  });
}

bouton_status bouton_game_set_play(bouton_game* game, int32_t play) {
  return guarded([&] {
    if (play < BOUTON_PLAY_NORMAL || play > BOUTON_PLAY_BY_POSITION)
      throw Misuse(fmt::format("there is no play {}; use BOUTON_PLAY_NORMAL or another BOUTON_PLAY constant", play));
    replace(given(game, "game"), [play](bouton::lua::Settings&, std::optional<bouton::Play>& wanted) {
      wanted.reset();
      if (play != BOUTON_PLAY_BY_POSITION) wanted = play == BOUTON_PLAY_MISERE ? bouton::Play::misere : bouton::Play::normal;
    });
    return BOUTON_OK;
  });
}

const char* bouton_game_name(const bouton_game* game) { return game == nullptr ? "" : shown(game).name.c_str(); }
const char* bouton_game_title(const bouton_game* game) { return game == nullptr ? "" : shown(game).title.c_str(); }
const char* bouton_game_source(const bouton_game* game) { return game == nullptr ? "" : shown(game).source.c_str(); }
const char* bouton_game_text(const bouton_game* game) { return game == nullptr ? "" : shown(game).description.c_str(); }
const char* bouton_game_file(const bouton_game* game) { return game == nullptr ? "" : shown(game).file.c_str(); }

int32_t bouton_game_dimensions(const bouton_game* game) {
  if (game == nullptr) return 0;
  const bouton::Domain& domain = shown(game).rules->domain();
  return domain.is_piles() ? -1 : static_cast<int32_t>(domain.dimensions());
}

const char* bouton_game_coordinate(const bouton_game* game, int32_t index) {
  if (game == nullptr || index < 0 || static_cast<std::size_t>(index) >= game->coordinates.size()) return nullptr;
  return game->coordinates[static_cast<std::size_t>(index)].c_str();
}

bouton_status bouton_game_range(const bouton_game* game, int32_t index, int64_t* least, int64_t* greatest) {
  return guarded([&] {
    const std::size_t count = given(game, "game").coordinates.size();
    if (index < 0 || static_cast<std::size_t>(index) >= count)
      throw Misuse(fmt::format("there is no coordinate {}; there are {}, counted from 0", index, count));
    const bouton::Axis& axis = shown(game).rules->domain().axis(static_cast<std::size_t>(index));
    if (least != nullptr) *least = axis.least;
    if (greatest != nullptr) *greatest = axis.greatest;
    return BOUTON_OK;
  });
}

int32_t bouton_game_play(const bouton_game* game) {
  if (game == nullptr) return fail(BOUTON_ERROR_MISUSE, "game is null");
  switch (play_as_written(*shown(game).rules)) {
    case bouton::Play::normal: return BOUTON_PLAY_NORMAL;
    case bouton::Play::misere: return BOUTON_PLAY_MISERE;
    case bouton::Play::by_position: return BOUTON_PLAY_BY_POSITION;
  }
  return BOUTON_ERROR_INTERNAL;
}

int64_t bouton_game_blocking(const bouton_game* game) {
  if (game == nullptr) return fail(BOUTON_ERROR_MISUSE, "game is null");
  return static_cast<int64_t>(shown(game).rules->blocking());
}

bouton_status bouton_game_parameters(const bouton_game* game, bouton_list** settings, bouton_list** docs) {
  return guarded([&] {
    given(game, "game");
    given(settings, "settings");
    auto values = std::make_unique<bouton_list>();
    auto texts = std::make_unique<bouton_list>();
    for (const bouton::Parameter& parameter : shown(game).parameters) {
      const auto* const function = std::get_if<bouton::Parameter::Function>(&parameter.value);
      const bool plain = function != nullptr && function->text.empty();
      values->texts.push_back(plain ? parameter.name : fmt::format("{}={}", parameter.name, to_string(parameter.value)));
      texts->texts.push_back(parameter.doc);
    }
    *settings = values.release();
    if (docs != nullptr) *docs = texts.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_game_explain(const bouton_game* game, char* text, size_t capacity, size_t* length) {
  return guarded([&] {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    Core& core = *games->core;
    bouton::TextSink sink;
    core.rules.run([&] {
      const bouton::Game& rules = *games->editions[0]->shown;
      bouton::Budget budget = core.budget();
      budget.stop = &core.rules.stop();
      budget.progress = nullptr;
      write_text(sink, rules, explain(rules, viewpoint(rules, {}), {}, budget));
    });
    return give_text(sink.text(), text, capacity, length);
  });
}
