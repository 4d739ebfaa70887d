#include "engine/study/match.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/farm/journal.h"

namespace bouton {
namespace {

using DrawStart = std::function<Sum(Random&)>;

DrawStart drawing_of(const std::shared_ptr<const Game>& game, const MatchRequest::Drawn& drawn, const BigPosition& like,
                     const Budget& budget) {
  if (drawn.ranges)
    return [game, ranges = *drawn.ranges](Random& random) { return Sum{{0, start_within(*game, ranges, random)}}; };
  const auto solver = std::make_shared<Solver>(std::vector<std::shared_ptr<const Rules>>{game->rules}, budget);
  return [game, like, solver](Random& random) {
    const std::optional<BigPosition> found = random_start(*game, like, *solver, 0, random);
    if (!found) throw RequestError("no position of this size was found that the first player wins");
    return Sum{{0, *found}};
  };
}

std::string packed(const MatchResult& result) {
  const auto& [a, b] = result.sides;
  return fmt::format("{} {} {} {} {} {} {}", a.wins_moving_first, a.wins_moving_second, b.wins_moving_first,
                     b.wins_moving_second, result.draws, result.games, result.moves);
}

MatchResult unpacked(const std::string& text) {
  MatchResult result;
  auto& [a, b] = result.sides;
  std::istringstream(text) >> a.wins_moving_first >> a.wins_moving_second >> b.wins_moving_first >> b.wins_moving_second >>
      result.draws >> result.games >> result.moves;
  return result;
}

/// By blocks of games, which the farm's workers play.
MatchResult play_on_farm(Farm& farm, const std::function<Arena()>& make_arena, const Sum& start, const MatchRequest& request,
                         const Budget& asked) {
  constexpr std::uint64_t kBlock = 100;
  Budget budget = asked;
  ProgressTotal progress(budget, "games", request.rounds);
  Budget alone = budget;
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t block) {
    const std::uint64_t first = block * kBlock;
    return packed(play_match(make_arena, start, std::min(kBlock, request.rounds - first), request.seed, alone, first));
  };
  MatchResult result;
  for (const std::string& block : farm_results(farm, (request.rounds + kBlock - 1) / kBlock, work, {}, budget))
    result.add(unpacked(block));
  return result;
}

}  // namespace

MatchReport match(const MatchRequest& request, const Budget& asked, Farm* farm) {
  if (request.rounds == 0) throw RequestError("a match must have at least one game");
  if (request.drawn && request.start.size() != 1) throw RequestError("random starts are for one position, not for sums");
  const Sum& start = request.start;
  Budget budget = asked;
  if (!request.load_again) budget.threads = 1;  // the rules' functions belong to one thread
  // What players look at before a move goes on beside the games.
  ProgressTotal progress(budget, "games", request.rounds, 0, ProgressTotal::Steps::are_beside);
  MatchReport report{.games = request.games,
                     .start = request.start,
                     .drawn = request.drawn ? request.drawn->how : "",
                     .seed = request.seed,
                     .players = {},
                     .result = {}};
  for (std::size_t i = 0; i < 2; ++i) report.players[i] = make_player(request.players[i], request.games, budget)->name();
  const auto make_arena = [&] {
    const Games games = request.load_again ? request.load_again() : request.games;
    Arena arena{Board(rules_of(games)), {}};
    for (std::size_t i = 0; i < 2; ++i) arena.players[i] = make_player(request.players[i], games, budget);
    if (request.drawn) arena.draw_start = drawing_of(games[0], *request.drawn, request.start[0].position, budget);
    return arena;
  };
  report.result = farm != nullptr ? play_on_farm(*farm, make_arena, start, request, asked)
                                  : play_match(make_arena, start, request.rounds, request.seed, budget);
  return report;
}

}  // namespace bouton
