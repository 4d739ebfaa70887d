#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/match.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/farm/journal.h"
#include "engine/plan/position_graph.h"
#include "engine/play/match.h"
#include "engine/play/starts.h"

namespace bouton::cli {
namespace {

/// The games of the sum, loaded once more: each thread of a match has its own.
std::vector<std::shared_ptr<const Game>> load_again(const Context& context, const NamedSum& named) {
  std::vector<std::shared_ptr<const Game>> games;
  for (const GameRequest& request : named.requests) games.push_back(context.load_apart(request));
  return games;
}

/// How games begin by chance: the ranges of --start, or as the game's own way or a solver finds positions that can be won.
std::function<std::vector<SumPart>(Random&)> drawing_of(const std::shared_ptr<const Game>& game, const std::string& start,
                                                        const Component& like, const Budget& budget) {
  if (start != "random") {
    const StartRanges ranges = parse_start_ranges(*game, start);
    return [game, ranges](Random& random) { return narrow_parts({{0, start_within(*game, ranges, random)}}); };
  }
  const auto solver = std::make_shared<Solver>(std::vector<std::shared_ptr<const Rules>>{game->rules}, budget);
  return [game, like, solver](Random& random) {
    const std::optional<BigPosition> found = random_start(*game, like.position, *solver, 0, random);
    if (!found) throw RequestError("no position of this size was found that the first player wins");
    return narrow_parts({{0, *found}});
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

/// The match by blocks of games, which the farm's workers play: the result is the same.
MatchResult play_on_ranks(Context& context, const std::function<Arena()>& make_arena, const std::vector<SumPart>& start,
                          std::uint64_t seed) {
  constexpr std::uint64_t kBlock = 100;
  const std::uint64_t games = context.request().rounds;
  Budget budget = context.budget();
  ProgressTotal progress(budget, "games", games);
  Budget alone = budget;
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t block) {
    const std::uint64_t first = block * kBlock;
    return packed(play_match(make_arena, start, std::min(kBlock, games - first), seed, alone, first));
  };
  MatchResult result;
  for (const std::string& block : farm_results(context.farm(), (games + kBlock - 1) / kBlock, work, {}, "match", budget))
    result.add(unpacked(block));
  return result;
}

void write(Context& context, const MatchReport& report) {
  switch (context.format()) {
    case Format::json: write_json(context.out(), to_json(report)); break;
    case Format::csv: write_csv(context.out(), report); break;
    default: write_text(context.out(), report);
  }
}

int match(Context& context) {
  const Request& request = context.request();
  if (request.games.empty()) context.usage_error("a GAME is missing");
  if (request.players[0].empty()) context.usage_error("--players A,B is missing");
  const NamedSum named = read_sum(context, request.games, Unplaced::example);
  const std::vector<SumPart> start = narrow_parts(named.sum);
  Budget budget = context.budget();
  // What players look at before a move goes on beside the games.
  ProgressTotal progress(budget, "games", request.rounds, 0, ProgressTotal::Steps::are_beside);
  const std::string drawn = request.start.value_or("example") == "example" ? "" : *request.start;
  if (!drawn.empty() && named.sum.size() != 1) throw RequestError("starts by chance are for one position, not for sums");
  if (!drawn.empty() && drawn != "random") parse_start_ranges(*named.games[0], drawn);  // what is wrong is said before the work
  MatchReport report{
      .games = named.games, .start = named.sum, .drawn = drawn, .seed = request.seed.value_or(1), .players = {}, .result = {}};
  for (std::size_t i = 0; i < 2; ++i) report.players[i] = make_player(request.players[i], named.games, budget)->name();
  const auto make_arena = [&] {
    const std::vector<std::shared_ptr<const Game>> games = load_again(context, named);
    Arena arena{Board(rules_of(games)), {}};
    for (std::size_t i = 0; i < 2; ++i) arena.players[i] = make_player(request.players[i], games, budget);
    if (!drawn.empty()) arena.draw_start = drawing_of(games[0], drawn, named.sum[0], budget);
    return arena;
  };
  report.result = context.has_ranks() ? play_on_ranks(context, make_arena, start, report.seed)
                                      : play_match(make_arena, start, request.rounds, report.seed, budget);
  context.erase_progress();
  write(context, report);
  return 0;
}

}  // namespace

Verb match_verb() {
  return {
      .name = "match",
      .usage = "GAME [POS...] --players A,B",
      .summary = "players against each other, many times",
      .help =
          "Plays many games from POS (or the game's example), A and B moving first in turn, and counts who wins.\n"
          "Players are perfect, random, level:K (from 1 to 10: perfect at K moves of 10, else random) and those that\n"
          "the rule file declares. A game in which one position comes back again and again is a draw. The shares\n"
          "come with their 95 % confidence intervals; the same seed gives the same numbers. With --start random or\n"
          "--start RANGES the games begin at positions drawn by chance, each played twice, A and B moving first.\n\n"
          "  bouton match nimrod 1000000 --players model,random --games 100 --seed 1",
      .operands = Operands::games,
      .options = {Option::players, Option::rounds, Option::start, Option::seed, Option::parameter, Option::play, Option::format,
                  Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift, Option::quiet},
      .formats = {Format::text, Format::csv, Format::json},
      .run = match};
}

}  // namespace bouton::cli
