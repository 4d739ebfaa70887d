#include "bindings/output/answers/match.h"
#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"

namespace bouton::cli {
namespace {

/// The games of the sum, loaded once more: each thread of a match has its own.
Games load_again(const Context& context, const NamedSum& named) {
  Games games;
  for (const GameRequest& request : named.requests) games.push_back(context.load_apart(request));
  return games;
}

void write(Context& context, const MatchReport& report) {
  switch (context.format()) {
    case Format::json: write_json_with_provenance(context, to_json(report)); break;
    case Format::csv: write_csv(context.out(), report); break;
    default: write_text(context.out(), report);
  }
}

std::optional<MatchRequest::Drawn> drawn_starts(const Context& context, const Game& game) {
  const std::string how = context.request().start.value_or("example");
  if (how == "example") return std::nullopt;
  if (how == "random") return MatchRequest::Drawn{how, std::nullopt};
  return MatchRequest::Drawn{how, parse_start_ranges(game, how)};
}

int match(Context& context) {
  const Request& request = context.request();
  if (request.games.empty()) context.usage_error("a GAME is missing");
  if (request.players[0].empty()) context.usage_error("--players A,B is missing");
  const NamedSum named = read_sum(context, request.games, Unplaced::example);
  MatchRequest wanted{.games = named.games,
                      .start = named.sum,
                      .players = request.players,
                      .rounds = request.rounds,
                      .seed = request.seed.value_or(1),
                      .drawn = drawn_starts(context, *named.games[0]),
                      .load_again = [&] { return load_again(context, named); }};
  if (request.sum != Compound::disjunctive) wanted.load_again = {};  // what a compound remembers is of one thread
  const MatchReport report = bouton::match(wanted, context.budget(), context.has_ranks() ? &context.farm() : nullptr);
  context.erase_progress();
  write(context, report);
  return 0;
}

}  // namespace

Verb match_verb() {
  return {
      .name = "match",
      .usage = "GAME [POS...] --players A,B",
      .summary = "lets two players play each other many times",
      .help =
          "Plays many games from POS (or the game's example), in which A and B move first in turn, and counts who wins.\n"
          "Players are perfect, random, level:K (K from 1 to 10: perfect in K moves of 10, otherwise random) and those that\n"
          "the rule file declares. A game in which a position comes back again and again is a draw. The shares come with\n"
          "their 95 % confidence intervals; the same seed gives the same numbers. With --start random or --start RANGES,\n"
          "games begin at random positions; A and B each move first once at every start.\n\n"
          "  bouton match nimrod 1000000 --players model,random --games 100 --seed 1",
      .operands = Operands::games,
      .options = {Option::players, Option::rounds, Option::start, Option::seed, Option::parameter, Option::play, Option::sum,
                  Option::format, Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::text, Format::csv, Format::json},
      .run = match};
}

}  // namespace bouton::cli
