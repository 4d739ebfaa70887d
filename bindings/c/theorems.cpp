// Theorem, discover and survey: answers as the command writes them with `--format json`.
#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "bindings/c/answers.h"
#include "bindings/c/pictures.h"
#include "bindings/c/questions.h"
#include "bindings/c/settings.h"
#include "bindings/lua/load/library.h"
#include "bindings/output/answers/discovery.h"
#include "bindings/output/answers/survey.h"
#include "engine/image/automaton/automaton_picture.h"
#include "engine/study/discovery/discover.h"

namespace bouton::c {
namespace {

std::size_t dimensions_asked(const Game& game, std::uint64_t piles) {
  return dimensions_of_theorem(game, piles == 0 ? std::nullopt : std::optional<std::size_t>(piles));
}

Json theorem_json(const TheoremAnswer& answer) { return to_json(answer); }

std::vector<std::string> drawn_theorem(const TheoremAnswer& answer) {
  std::vector<std::string> texts = {text_of(to_json(answer))};
  const bool fits =
      std::ranges::all_of(answer.sets, [](const TheoremSet& set) { return set.automaton->states() <= kMostDrawnStates; });
  if (!answer.sets.empty() && fits) texts.push_back(svg_of(picture_of(answer)));
  return texts;
}

/// What `form` makes of the theorem; null: not yet. Questions for different forms are different ones.
template <class Answer>
std::shared_ptr<const Answer> ask_theorem(const bouton_game& game, std::uint64_t piles, std::uint64_t value,
                                          std::uint64_t steps, Answer (*form)(const TheoremAnswer&)) {
  const std::shared_ptr<const Games> games = game.current();
  const std::size_t greatest =
      value == BOUTON_ALL_VALUES ? kAllValues : static_cast<std::size_t>(std::min<std::uint64_t>(value, kAllValues - 1));
  TheoremRequest request{.dimensions = dimensions_asked(*games->editions[0]->shown, piles), .greatest_value = greatest};
  if (steps > 0) request.limits.most_steps = steps;
  const char* const name = std::is_same_v<Answer, Json> ? "theorem" : "drawn theorem";
  const std::string key = question_key(*games, fmt::format("{} {} {} {}", name, piles, value, steps));
  return ask<Answer>(games, key, [request, form](const Games& asked) {
    const Game& about = *asked.editions[0]->solved;
    const Budget budget = asked.core->budget();
    const TheoremReport report = find_theorem(about, request, budget);
    return form(theorem_answer(about, report, budget));
  });
}

Json discovery_json(const Games& games, std::size_t dimensions, std::uint64_t further, const Library& library) {
  const Game& game = *games.editions[0]->solved;
  const Budget budget = games.core->budget();
  const Discovery discovery = discover(game, dimensions, budget, further, library);
  return to_json(discovery_answer(game, discovery, budget));
}

/// How rule files are loaded for a question, and how many had been added then.
struct RuleFiles {
  lua::LoaderOptions loader;
  std::uint64_t added = 0;
};

RuleFiles rule_files(Core& core) {
  return core.rules.run([&] { return RuleFiles{core.loader(core.questions), core.rule_files_added}; });
}

Json survey_of(Core& core, const lua::LoaderOptions& loader, const FamilyMember& family, Coordinate last) {
  const auto load = [&](const FamilyMember& member) { return lua::load_game(member.game, member.settings, loader); };
  const Budget budget = core.budget();
  std::vector<Json> rows;
  survey(members_of(family), load, last, budget, [&](const SurveyRow& row) { rows.push_back(to_json(row, budget)); });
  return survey_json(family.game, rows);
}

/// The name of the question, when so many rule files had been added.
std::string survey_key(const FamilyMember& family, Coordinate last, std::uint64_t rule_files_added) {
  std::string key = fmt::format("survey {} {} {}", family.game, last, rule_files_added);
  for (const auto& [name, value] : family.settings) key += fmt::format(" {}={}", name, value);
  return key;
}

}  // namespace
}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace
using bouton::Json;

bouton_status bouton_theorem(const bouton_game* game, uint64_t piles, uint64_t value, uint64_t steps, bouton_list** json) {
  return guarded([&]() -> bouton_status {
    given(json, "json");
    const auto answer = ask_theorem<Json>(given(game, "game"), piles, value, steps, theorem_json);
    return give(answer, json);
  });
}

bouton_status bouton_draw_theorem(const bouton_game* game, uint64_t piles, uint64_t value, uint64_t steps,
                                  bouton_list** texts) {
  return guarded([&]() -> bouton_status {
    using Texts = std::vector<std::string>;
    given(texts, "texts");
    const auto answer = ask_theorem<Texts>(given(game, "game"), piles, value, steps, drawn_theorem);
    if (!answer) return BOUTON_NOT_YET;
    *texts = new bouton_list{*answer};
    return BOUTON_OK;
  });
}

bouton_status bouton_discover(const bouton_game* game, uint64_t piles, bouton_list** json) {
  return bouton_discover_further(game, piles, 1, json);
}

bouton_status bouton_discover_further(const bouton_game* game, uint64_t piles, uint64_t further, bouton_list** json) {
  return guarded([&] {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    given(json, "json");
    const std::size_t dimensions = dimensions_asked(*games->editions[0]->shown, piles);
    const RuleFiles files = rule_files(*games->core);
    const std::string key = question_key(*games, fmt::format("discover {} {} {}", piles, further, files.added));
    const auto find = [dimensions, further, loader = files.loader](const Games& asked) {
      return discovery_json(asked, dimensions, further, bouton::lua::library_of(loader));
    };
    return give(ask<Json>(games, key, find), json);
  });
}

bouton_status bouton_survey(bouton_runtime* runtime, const char* family, const bouton_setting* settings, size_t count,
                            int64_t last, bouton_list** json) {
  return guarded([&] {
    const std::shared_ptr<Core> core = given(runtime, "runtime").core;
    const bouton::FamilyMember asked{&given(family, "family"), given_settings(settings, count)};
    given(json, "json");
    const RuleFiles files = rule_files(*core);
    const auto find = [core = core.get(), loader = files.loader, asked, last] { return survey_of(*core, loader, asked, last); };
    const auto answer = ask_core<Json>(core, survey_key(asked, last, files.added), find);
    return give(answer, json);
  });
}
