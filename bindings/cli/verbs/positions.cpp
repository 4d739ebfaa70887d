#include "bindings/cli/context/going_on.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/position_list.h"
#include "bindings/output/streams/position_stream.h"

namespace bouton::cli {
namespace {

int count(Context& context, Solver& solver, const Box& box, const Game& game) {
  const bool json = context.format() == Format::json;
  if (!json && context.format() != Format::text) context.usage_error("--count is written as text or json");
  const std::uint64_t count = solver.positions(box, [](PositionView) {});
  context.erase_progress();
  if (json) {
    ProvenanceSink sink(context, "game");
    write_count_json(sink, count, box, game.name);
    sink.finish();
  } else {
    context.out().print("{}\n", count);
  }
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
  const Box box = parse_box(*game, context.game_request().operands);
  Solver solver({game->rules}, context.budget(), {.only = context.request().method});
  const bool streamed = !context.request().count && context.format() != Format::json;
  if (context.request().checkpoint && !streamed)
    context.usage_error("--checkpoint is for positions as text, csv, npy and bfile");
  if (streamed) return stream(context, solver, box, *game);
  write_play(context);
  return context.request().count ? count(context, solver, box, *game) : collect(context, solver, box, *game);
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
          "--checkpoint FILE keeps how far a long list is, and a part of the output beside the file of -o; the same command\n"
          "continues from there.\n\n"
          "  bouton positions wythoff 100 100          bouton positions nimrod 1:400 1:1 --count\n"
          "  bouton positions nimrod 1:400 1:1 --format bfile",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::count, Option::method, Option::checkpoint, Option::format,
                  Option::output, Option::provenance, Option::threads, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::text, Format::csv, Format::json, Format::npy, Format::bfile},
      .run = positions,
      .output_goes_on = true};
}

}  // namespace bouton::cli
