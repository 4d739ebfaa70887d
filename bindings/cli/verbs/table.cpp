#include "bindings/cli/format/bfile.h"
#include "bindings/cli/format/csv.h"
#include "bindings/cli/format/json.h"
#include "bindings/cli/format/npy.h"
#include "bindings/cli/format/text.h"
#include "bindings/cli/ranges.h"
#include "bindings/cli/terminal.h"
#include "bindings/cli/values.h"
#include "bindings/cli/verbs/verb.h"

namespace bouton::cli {
namespace {

void write(Context& context, const Game& game, const Table& table) {
  Output& out = context.out();
  const Domain& domain = game.rules->domain();
  switch (context.format()) {
    case Format::csv: write_csv(out, table, coordinate_names(domain, table.box.dimensions())); break;
    case Format::json: write_json(out, table, game.name); break;
    case Format::npy: write_npy(out, table); break;
    case Format::bfile: write_bfile(out, table); break;
    default: write_text(out, table, domain, context.on_terminal() ? terminal_width() : 0);
  }
}

int table(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Box box = parse_box(*game, context.game_request().operands);
  Solver solver({game->rules}, context.budget());
  const Table values = solver.table(box, value_kind(context, *game));
  context.erase_progress();
  write(context, *game, values);
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
