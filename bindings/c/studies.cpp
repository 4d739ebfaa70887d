// Why, verify, graph and match: answers as the command writes them with `--format json`.
#include <fmt/format.h>

#include "bindings/c/answers.h"
#include "bindings/c/questions.h"
#include "bindings/output/answers/counts.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/answers/match.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/answers/verification.h"
#include "engine/study/counts.h"
#include "engine/study/graph.h"

namespace bouton::c {
namespace {

Json why_json(const Games& games, const Sum& sum) {
  const std::vector<std::shared_ptr<const Game>> solved = solved_games(games);
  return to_json(solved, sum, why(solved, sum, *games.solver, games.core->budget()));
}

Json graph_json(const Games& games, const Sum& sum, std::uint64_t most) {
  const std::vector<std::shared_ptr<const Game>> solved = solved_games(games);
  return to_json(valued_graph(solved, position_graph(solved, *games.solver, sum, most, games.core->budget())));
}

Json match_json(const Games& games, const Sum& sum, MatchRequest request) {
  request.games = solved_games(games);
  request.start = sum;
  return to_json(match(request, games.core->budget()));
}

}  // namespace
}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace
using bouton::Json;
using bouton::Sum;

bouton_status bouton_why(const bouton_position* position, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    return give(ask_games<Json>(position, "why", why_json), json);
  });
}

bouton_status bouton_verify(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                            bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    const std::shared_ptr<const Games> games = given(game, "game").current();
    std::optional<bouton::Box> box;
    if (dimensions > 0) box = box_question(game, low, high, dimensions).box;
    const std::string key = question_key(*games, fmt::format("verify {}", box ? box_text(*box) : ""));
    const auto answer = ask<Json>(games, key, [box](const Games& asked) {
      const bouton::Game& about = *asked.editions[0]->solved;
      const bouton::Budget budget = asked.core->budget();
      const bouton::Box within = box ? *box : verification_box(about, budget);
      return to_json(about, within, verify(about, within, budget));
    });
    return give(answer, json);
  });
}

bouton_status bouton_count(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                           const char* total, uint64_t heaps, int32_t multisets, uint64_t modulus, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    const std::shared_ptr<const Games> games = given(game, "game").current();
    given_many(low, dimensions, "low");
    given_many(high, dimensions, "high");
    bouton::StatedCount stated{.low = bouton::widen(bouton::PositionView(low, dimensions)),
                               .high = bouton::widen(bouton::PositionView(high, dimensions))};
    if (total != nullptr) stated.total = total;
    stated.heaps = heaps;
    stated.multisets = multisets != 0;
    stated.modulus = modulus;
    const bouton::CountRequest request = count_request(*games->editions[0]->shown, stated);
    const std::string key = question_key(
        *games, fmt::format("count {}:{} {} {} {} {}", bouton::to_string(stated.low), bouton::to_string(stated.high), heaps,
                            stated.multisets, modulus, stated.total.value_or("")));
    const auto answer = ask<Json>(games, key, [request](const Games& asked) {
      const bouton::Game& about = *asked.editions[0]->solved;
      return to_json(about, request, count_positions(about, *asked.solver, request, {}, asked.core->budget()));
    });
    return give(answer, json);
  });
}

bouton_status bouton_graph(const bouton_position* position, uint64_t most, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    const auto answer = ask_games<Json>(position, fmt::format("graph {}", most),
                                        [most](const Games& games, const Sum& sum) { return graph_json(games, sum, most); });
    return give(answer, json);
  });
}

bouton_status bouton_match(const bouton_position* position, const char* player, const char* other, uint64_t games,
                           uint64_t seed, bouton_list** json) {
  return guarded([&] {
    given(json, "json");
    const bouton::MatchRequest match{
        .games = {}, .start = {}, .players = {&given(player, "player"), &given(other, "other")}, .rounds = games, .seed = seed};
    if (games == 0 || games > INT64_MAX)  // a negative number of games, most likely
      throw bouton::RequestError(fmt::format("a match cannot have {} games; ask for 1 to {}", games, INT64_MAX));
    const std::string name = fmt::format("match {} {} {} {}", match.players[0], match.players[1], games, seed);
    return give(
        ask_games<Json>(position, name, [match](const Games& asked, const Sum& sum) { return match_json(asked, sum, match); }),
        json);
  });
}
