#include <optional>

#include <fmt/format.h>

#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/position_list.h"
#include "bindings/output/formats/csv.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

int count(Context& context, Solver& solver, const Box& box, const Game& game) {
  const bool json = context.format() == Format::json;
  if (!json && context.format() != Format::text) context.usage_error("--count is written as text or json");
  const std::uint64_t count = solver.positions(box, [](PositionView) {});
  context.erase_progress();
  if (json) write_count_json(context.out(), count, box, game.name);
  else context.out().print("{}\n", count);
  return 0;
}

/// Writes each position as it is found.
int stream(Context& context, Solver& solver, const Box& box, const Domain& domain) {
  if (context.format() == Format::csv) write_csv_row(context.out(), coordinate_names(domain, box.dimensions()));
  solver.positions(box, [&context](PositionView position) {
    context.erase_progress();
    write_csv_position(context.out(), position);
  });
  return 0;
}

/// An OEIS b-file of the coordinate that is free, counted from 1.
int number_them(Context& context, Solver& solver, const Box& box, const Domain& domain) {
  std::optional<std::size_t> free;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    if (box.length(i) == 1) continue;
    if (free)
      throw RequestError(
          fmt::format("a b-file holds one number a line, and {} and {} vary here; fix one by a range of one value",
                      domain.coordinate_name(*free), domain.coordinate_name(i)));
    free = i;
  }
  std::uint64_t index = 0;
  solver.positions(box, [&](PositionView position) {
    context.erase_progress();
    context.out().print("{} {}\n", ++index, position[free.value_or(0)]);
  });
  return 0;
}

/// Writes all positions at once, for formats that say first how many there are.
int collect(Context& context, Solver& solver, const Box& box, const Game& game) {
  PositionList list{box.dimensions(), 0, {}};
  solver.positions(box, [&list](PositionView position) { list.add(position); });
  context.erase_progress();
  if (context.format() == Format::npy) write_npy(context.out(), list);
  else write_json(context.out(), list, box, game.name);
  return 0;
}

int positions(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Box box = parse_box(*game, context.game_request().operands);
  Solver solver({game->rules}, context.budget());
  write_play(context);
  if (context.request().count) return count(context, solver, box, *game);
  if (context.format() == Format::bfile) return number_them(context, solver, box, game->rules->domain());
  const bool line_by_line = context.format() == Format::text || context.format() == Format::csv;
  return line_by_line ? stream(context, solver, box, game->rules->domain()) : collect(context, solver, box, *game);
}

}  // namespace

Verb positions_verb() {
  return {.name = "positions",
          .usage = "GAME HI...",
          .summary = "the P-positions of a box, in order",
          .help =
              "Prints every position of the box that the player to move loses, one a line, coordinates joined by commas.\n"
              "Ranges are those of `bouton table`.\n\n"
              "A b-file (as the OEIS has them) numbers the values of the one coordinate that varies.\n\n"
              "  bouton positions wythoff 100 100          bouton positions nimrod 1:400 1:1 --count\n"
              "  bouton positions nimrod 1:400 1:1 --format bfile",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::count, Option::format, Option::output, Option::threads,
                      Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::text, Format::csv, Format::json, Format::npy, Format::bfile},
          .run = positions};
}

}  // namespace bouton::cli
