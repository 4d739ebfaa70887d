#include <fmt/format.h>

#include "bindings/c/answers.h"
#include "bindings/c/questions.h"
#include "bindings/output/answers/misere.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/formats/json.h"
#include "engine/study/misere.h"

namespace bouton::c {
namespace {

Json quotient_json(const Game& game, const GameQuotient& found) {
  return to_json(game, found, found.given_up ? message_of(*found.given_up) : "");
}

Json quotient_below(const Games& games, const Sum& sum) {
  const Game& game = *games.editions[sum.empty() ? 0 : sum.front().game]->solved;
  return quotient_json(game, misere_quotient(game, sum, games.core->budget()));
}

Json genus(const Games& games, const Sum& sum) { return to_json(genus_of(solved_games(games), sum, games.core->budget())); }

}  // namespace

bouton_status give(const std::shared_ptr<const Json>& answer, bouton_list** json) {
  if (!answer) return BOUTON_NOT_YET;
  *json = new bouton_list{{text_of(*answer)}};
  return BOUTON_OK;
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace
using bouton::Json;
using bouton::Sum;

bouton_status bouton_solve(const bouton_position* position, size_t most, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    const auto answer = ask_games<Json>(position, fmt::format("solve {}", most), [most](const Games& games, const Sum& sum) {
      return to_json(bouton::Solution{solved_games(games), sum, games.solver->solve(sum, most), std::nullopt});
    });
    return give(answer, json);
  });
}

bouton_status bouton_quotient(const bouton_game* game, int64_t last, bouton_list** json) {
  return guarded([&] {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    given(json, "json");
    const auto answer = ask<Json>(games, question_key(*games, fmt::format("quotient {}", last)), [last](const Games& asked) {
      const bouton::Game& about = *asked.editions[0]->solved;
      return quotient_json(about, misere_quotient(about, last, asked.core->budget()));
    });
    return give(answer, json);
  });
}

bouton_status bouton_quotient_below(const bouton_position* position, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    return give(
        ask_games<Json>(position, "quotient", [](const Games& games, const Sum& sum) { return quotient_below(games, sum); }),
        json);
  });
}

bouton_status bouton_genus(const bouton_position* position, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    return give(ask_games<Json>(position, "genus", [](const Games& games, const Sum& sum) { return genus(games, sum); }), json);
  });
}
