#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/values/values.h"
#include "engine/image/charts/table_picture.h"

namespace bouton::cli {
namespace {

int table(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Box box = parse_box(*game, context.game_request().operands);
  check_picture(context, [&] { require_map(*game, box); });
  Solver solver({game->rules}, context.budget());
  const Table values = solver.table(box, value_kind(context, *game));
  context.erase_progress();
  write_play(context);
  write_values(context.out(), context.format(),
               {.game = *game, .table = values, .page = page_of(context, *game), .style = context.request().style});
  return 0;
}

}  // namespace

Verb table_verb() {
  return {
      .name = "table",
      .usage = "GAME HI...",
      .summary = "the values of a box of positions",
      .help =
          "For every coordinate HI or LO:HI, both included; LO is the coordinate's least value if left out. In a\n"
          "game of piles there are as many piles as ranges. Rows are the first coordinate, columns the last.\n\n"
          "  bouton table wythoff 12 12          bouton table nimrod 20 1:6 --value outcome -o nimrod.csv\n"
          "  bouton table wythoff 200 200 -o wythoff.png         bouton table flip-flop 40 40 0:0 1:1 -o flip-flop.svg\n\n"
          "A picture (png, svg, pdf) is a map of two coordinates; ranges of one value fix the others.",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::value, Option::title, Option::size, Option::theme, Option::format,
                  Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift, Option::quiet},
      .formats = value_formats(),
      .run = table};
}

}  // namespace bouton::cli
