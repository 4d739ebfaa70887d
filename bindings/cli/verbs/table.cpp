#include "bindings/cli/ranges.h"
#include "bindings/cli/terminal.h"
#include "bindings/cli/values.h"
#include "bindings/cli/verbs/verb.h"
#include "bindings/output/write_values.h"

namespace bouton::cli {
namespace {

int table(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Box box = parse_box(*game, context.game_request().operands);
  Solver solver({game->rules}, context.budget());
  const Table values = solver.table(box, value_kind(context, *game));
  context.erase_progress();
  write_table(context.out(), context.format(), *game, values, context.on_terminal() ? terminal_width() : 0);
  return 0;
}

}  // namespace

Verb table_verb() {
  return {.name = "table",
          .usage = "GAME HI...",
          .summary = "the values of a box of positions",
          .help = "For every coordinate HI or LO:HI, both included; LO is the coordinate's least value if left out. In a\n"
                  "game of piles there are as many piles as ranges. Rows are the first coordinate, columns the last.\n\n"
                  "  bouton table wythoff 12 12          bouton table nimrod 20 1:6 --value outcome -o nimrod.csv",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::value, Option::format, Option::output, Option::threads,
                      Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::text, Format::csv, Format::json, Format::npy, Format::bfile},
          .run = table};
}

}  // namespace bouton::cli
