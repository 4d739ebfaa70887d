#include <fmt/format.h>

#include "bindings/cli/context/going_on.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/counts.h"
#include "bindings/output/answers/position_list.h"
#include "bindings/output/streams/position_stream.h"
#include "engine/base/errors.h"
#include "engine/study/counts.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "engine/verify/guess.h"

namespace bouton::cli {
namespace {

/// What is added up over the positions.
std::optional<Term> total_of(const Context& context, const Game& game, std::size_t dimensions) {
  if (!context.request().total) return std::nullopt;
  try {
    return read_term(*context.request().total, names_in_guess(game, dimensions, false));
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("--total: {}", error.what()));
  }
}

int count(Context& context, const Game& game) {
  const Request& request = context.request();
  const bool json = context.format() == Format::json;
  if (!json && context.format() != Format::text) context.usage_error("--count is written as text or json");
  auto [low, high] = parse_big_box(game, context.game_request().operands);
  CountRequest wanted{std::move(low), std::move(high), {}, request.modulus, {}};
  wanted.total = total_of(context, game, wanted.low.size());
  if (request.heaps) wanted.heaps = {*request.heaps, request.multisets};
  Solver solver({game.rules}, context.budget(), {.only = request.method});
  const Budget budget = context.budget();
  const Counted counted = count_positions(game, solver, wanted, request.method, budget);
  context.erase_progress();
  if (json) {
    write_json_with_provenance(context, to_json(game, wanted, counted));
    return 0;
  }
  write_play(context);
  if (request.count || !request.total) context.out().print("{}\n", counted.count.get_str());
  if (counted.total) context.out().print("{}\n", counted.total->get_str());
  return 0;
}

/// Writes each position as it is found.
int stream(Context& context, Solver& solver, const Box& box, const Game& game) {
  const std::unique_ptr<Continued> continued = going_on(context, "positions", "P-positions", game, box);
  PositionStream stream(context.out(), context.format(), game.rules->domain(), box, continued.get(), provenance_line(context));
  if (stream.begun().done == 0) write_play(context);
  solver.positions(
      box, [&](PositionView position) { stream.write(position); }, &stream);
  stream.finish();
  return 0;
}

/// Writes all positions at once: JSON says first how many there are.
int collect(Context& context, Solver& solver, const Box& box, const Game& game) {
  PositionList list{box.dimensions(), 0, {}};
  solver.positions(box, [&list](PositionView position) { list.add(position); });
  context.erase_progress();
  ProvenanceSink sink(context, "game");
  write_json(sink, list, box, game.name);
  sink.finish();
  return 0;
}

int positions(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Request& request = context.request();
  if (request.multisets && !request.heaps) context.usage_error("--multisets goes with --heaps K");
  const bool counts = request.count || request.total || request.heaps;
  if (request.modulus != 0 && !counts) context.usage_error("--mod goes with --count, --total or --heaps");
  if (counts && request.checkpoint) context.usage_error("--checkpoint is for positions as text, csv, npy and bfile");
  if (counts) return count(context, *game);
  const Box box = parse_box(*game, context.game_request().operands);
  Solver solver({game->rules}, context.budget(), {.only = context.request().method});
  const bool streamed = context.format() != Format::json;
  if (request.checkpoint && !streamed) context.usage_error("--checkpoint is for positions as text, csv, npy and bfile");
  if (streamed) return stream(context, solver, box, *game);
  write_play(context);
  return collect(context, solver, box, *game);
}

}  // namespace

Verb positions_verb() {
  return {
      .name = "positions",
      .usage = "GAME HI...",
      .summary = "the P-positions of a box, in order",
      .help =
          "Prints every position of the box in which the player to move loses, one a line, with commas between coordinates.\n"
          "Ranges are those of bouton table. A b-file (as the OEIS has them) numbers the values of the one coordinate that\n"
          "varies.\n\n"
          "--count prints how many there are, in boxes of any size where a theorem tells them, and --total EXPR what a Lua\n"
          "expression of the coordinates adds up to over them. --heaps K counts the sums of K positions, each of the box, in "
          "which\n"
          "the player to move loses; with --multisets in whatever order. --mod M counts modulo M.\n\n"
          "  bouton positions wythoff 10^18 10^18 --count        bouton positions nim 0:99 --heaps 9 --count\n\n"
          "--checkpoint FILE keeps how far a long list is, and a part of the output beside the file of -o; the same command\n"
          "continues from there.\n\n"
          "  bouton positions wythoff 100 100          bouton positions nimrod 1:400 1:1 --count\n"
          "  bouton positions nimrod 1:400 1:1 --format bfile",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::count, Option::total, Option::heaps, Option::multisets,
                  Option::modulus, Option::method, Option::checkpoint, Option::format, Option::output, Option::provenance,
                  Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::csv, Format::json, Format::npy, Format::bfile},
      .run = positions,
      .output_goes_on = true};
}

}  // namespace bouton::cli
