#include <cstring>

#include <fmt/format.h>

#include "bindings/output/answers/counts.h"
#include "bindings/output/answers/discovery.h"
#include "bindings/output/answers/match.h"
#include "bindings/output/answers/misere.h"
#include "bindings/output/answers/survey.h"
#include "bindings/output/answers/verification.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/study/counts.h"
#include "engine/study/discovery/discover.h"
#include "engine/study/match.h"
#include "engine/study/misere.h"
#include "engine/study/survey.h"

namespace bouton::web {
namespace {

/// A sum whose components are of one game.
const Game& only_game(const NamedSum& named) {
  if (named.games.size() != 1) throw RequestError("a misère quotient takes components of one game only");
  return *named.games.front();
}

Json quotient_json(const Game& game, const GameQuotient& found) {
  return to_json(game, found, found.given_up ? found.given_up->what() : "");
}

}  // namespace

Json find_quotient(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  if (request.contains("sum")) {
    const NamedSum named = desk.sum(member(request, "sum"));
    const Game& game = only_game(named);
    return quotient_json(game, misere_quotient(game, named.sum, desk.budget()));
  }
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  return quotient_json(*game, misere_quotient(*game, integer_in(request, "last"), desk.budget()));
}

Json find_genus(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  NamedSum named = desk.sum(member(request, "sum"));
  return to_json(genus_of(std::move(named.games), std::move(named.sum), desk.budget()));
}

Json verify_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  const Budget budget = desk.budget();
  const Box box = request.contains("high") ? box_in(request, *game) : verification_box(*game, budget);
  return to_json(*game, box, verify(*game, box, budget));
}

Json count_positions(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  const Coordinate modulus = integer_in(request, "mod", 0);
  if (modulus < 0) throw RequestError(fmt::format("'mod' is {}, less than 0", modulus));
  const auto [low, high] = corners_in(request, *game);
  const CountRequest wanted = count_request(*game, {.low = widen(low),
                                                    .high = widen(high),
                                                    .total = optional_text_in(request, "total"),
                                                    .heaps = count_in(request, "heaps", 0),
                                                    .multisets = request.contains("multisets") && request["multisets"] == true,
                                                    .modulus = static_cast<std::uint64_t>(modulus)});
  const Budget budget = desk.budget();
  return to_json(*game, wanted, bouton::count_positions(*game, *desk.solver({game}), wanted, {}, budget));
}

Json play_match(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  NamedSum named = desk.sum(member(request, "sum"));
  MatchRequest match{.games = std::move(named.games),
                     .start = std::move(named.sum),
                     .players = {text_in(request, "player"), text_in(request, "other")},
                     .rounds = count_in(request, "games", 1000),
                     .seed = static_cast<std::uint64_t>(integer_in(request, "seed", 1))};
  if (match.rounds == 0) throw RequestError("a match must have at least one game");
  return to_json(bouton::match(match, desk.budget()));
}

Json discover_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  std::optional<std::size_t> piles;
  if (request.contains("piles")) piles = count_in(request, "piles", 0);
  const Budget budget = desk.budget();
  const std::uint64_t further = count_in(request, "further", 1);
  const Library library{desk.names(), [&](const std::string& name) { return desk.load(name, {}); }};
  const Discovery discovery = discover(*game, dimensions_of_theorem(*game, piles), budget, further, library);
  return to_json(discovery_answer(*game, discovery, budget));
}

Json survey_family(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  FamilyMember family{.game = text_in(request, "family"), .settings = desk.settings(request)};
  const auto load = [&](const FamilyMember& one) { return desk.load(one.game, one.settings); };
  constexpr Coordinate kUsual = 2000;
  const Budget budget = desk.budget();
  std::vector<Json> rows;
  survey(members_of(family), load, integer_in(request, "last", kUsual), budget,
         [&](const SurveyRow& row) { rows.push_back(to_json(row, budget)); });
  return survey_json(family.game, rows);
}

Json list_p_positions(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  const Box box = box_in(request, *game);
  constexpr Coordinate kMost = Coordinate{1} << 53;
  std::size_t count = 0;
  std::vector<std::uint32_t> found;
  desk.solver({game})->positions(box, [&](PositionView position) {
    ++count;
    for (const Coordinate coordinate : position) {
      if (coordinate > kMost || coordinate < -kMost)
        throw RequestError(fmt::format("the coordinate {} is beyond 2^53, which a JavaScript number cannot hold", coordinate));
      const auto number = static_cast<double>(coordinate);
      std::uint32_t words[2];
      std::memcpy(words, &number, sizeof words);
      found.insert(found.end(), words, words + 2);
    }
  });
  cells = std::move(found);
  return {{"count", count}, {"dimensions", box.dimensions()}};
}

Json set_limits(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  DeskLimits limits = desk.limits();
  limits.memory = count_in(request, "memory", limits.memory);
  limits.lua_memory = count_in(request, "lua_memory", limits.lua_memory);
  limits.seconds = request.value("seconds", limits.seconds);
  if (limits.memory == 0 || limits.lua_memory == 0 || !(limits.seconds > 0)) throw RequestError("a limit must be more than 0");
  desk.set_limits(limits);
  return nullptr;
}

}  // namespace bouton::web
