#include <fmt/format.h>

#include "bindings/c/answers.h"
#include "bindings/c/questions.h"
#include "bindings/output/answers/misere.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/formats/json.h"
#include "engine/misere/game_quotient.h"
#include "engine/plan/position_graph.h"

namespace bouton::c {
namespace {

Json quotient_json(const Game& game, const GameQuotient& found) {
  return to_json(game, found, found.given_up ? message_of(*found.given_up) : "");
}

Json quotient_below(const Games& games, const Sum& sum) {
  std::vector<Position> positions;
  for (SumPart& part : narrow_parts(sum)) {
    if (part.game != sum.front().game) throw RequestError("a misère quotient is of positions of one game");
    positions.push_back(std::move(part.position));
  }
  const Game& game = *games.editions[sum.empty() ? 0 : sum.front().game]->solved;
  return quotient_json(game, quotient_below(game, positions, games.core->budget()));
}

Json genus(const Games& games, const Sum& sum) {
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const auto& edition : games.editions) rules.push_back(edition->solved->rules);
  return to_json(GenusAnswer{solved_games(games), sum, misere_position(rules, narrow_parts(sum), games.core->budget())});
}

}  // namespace

bouton_status give(const std::shared_ptr<Json>& answer, bouton_list** json) {
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
      return quotient_json(about, quotient_to(about, last, asked.core->budget()));
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
