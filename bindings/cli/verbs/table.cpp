#include <fmt/format.h>

#include "bindings/cli/context/going_on.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/counts.h"
#include "bindings/output/streams/table_block.h"
#include "bindings/output/streams/table_stream.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"
#include "engine/farm/ranks.h"
#include "engine/image/charts/table_picture.h"
#include "engine/study/counts.h"

namespace bouton::cli {
namespace {

std::string words_of(const TableForm& form) { return fmt::format("{}{}", name(form.kind), form.packed ? " packed" : ""); }

/// Every rank writes its part of the file. Rank 0 says whether they do: false, before anything is written, where it finds the
/// values alone, and on the other ranks then, which have nothing more to do.
bool share(Context& context, Ranks& ranks, Solver& solver, const TableForm& form) {
  const Request& request = context.request();
  const Budget budget = context.budget();
  std::optional<Division> division;
  if (ranks.rank() == 0) {
    if (context.shares_output()) division = solver.division(form.box, form.kind);
    // Parts are not gone on with: then one rank does it, as without others.
    if (request.checkpoint && division == Division::parts) division.reset();
    for (int rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, division ? "share" : "alone", budget);
    if (!division) return false;
  } else if (ranks.receive(0, budget) == "alone") {
    return false;
  }
  TableBlock block(ranks, form, *request.output, ranks.rank() == 0 ? &context.out() : nullptr, request.checkpoint,
                   work_of_box(context, "table", words_of(form), form.game, form.box), budget);
  if (!solver.solve_block(form.box, form.kind, ranks, block)) return false;
  block.finish();
  return true;
}

/// The same, with an end to the run where one rank fails.
bool share_or_fail(Context& context, Ranks& ranks, Solver& solver, const TableForm& form) {
  std::string why;
  try {
    return share(context, ranks, solver, form);
  } catch (const std::exception& error) {
    if (ranks.rank() == 0) throw;
    why = error.what();
  }
  ranks.fail(why);
  return false;
}

/// Writes the values stripe by stripe; false, before anything is written, where they are found as a whole.
bool stream(Context& context, Solver& solver, const TableForm& form) {
  const std::unique_ptr<Continued> continued = going_on(context, "table", words_of(form), form.game, form.box);
  const std::unique_ptr<TableStream> stream = make_table_stream(context.out(), form, continued.get());
  const Striping striping = continued ? Striping::always : Striping::to_save_memory;
  if (!solver.stream(form.box, form.kind, striping, *stream)) {
    if (!continued) return false;
    throw RequestError(
        "--checkpoint: the values of this box are found as a whole, not stripe by stripe (`bouton explain` says why)");
  }
  stream->finish();
  return true;
}

int write_histogram(Context& context, Solver& solver, const Game& game, const Box& box, ValueKind kind) {
  if (context.format() != Format::text && context.format() != Format::json)
    context.usage_error("--histogram is written as text or json");
  if (context.request().checkpoint) context.usage_error("--histogram keeps nothing to continue from");
  const Histogram histogram = histogram_of(solver, box, kind);
  context.erase_progress();
  if (context.format() == Format::json) {
    write_json_with_provenance(context, to_json(game, box, histogram));
    return 0;
  }
  write_play(context);
  write_text(context.out(), histogram);
  return 0;
}

int table(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Box box = parse_box(*game, context.game_request().operands);
  check_picture(context, [&] { require_map(*game, box); });
  const Request& request = context.request();
  const ValueKind kind = value_kind(context, *game);
  if (request.packed && (kind != ValueKind::outcome || context.format() != Format::npy))
    context.usage_error("--packed is for outcomes as npy: --value outcome -o FILE.npy");
  if (request.checkpoint && !is_streamed(context.format())) context.usage_error("--checkpoint is for npy, csv and bfile");
  Solver solver({game->rules}, context.budget(), {.only = context.request().method});
  if (request.histogram) return write_histogram(context, solver, *game, box, kind);
  const TableForm form{.game = *game,
                       .box = box,
                       .kind = kind,
                       .format = context.format(),
                       .packed = request.packed,
                       .provenance = provenance_line(context)};
  Ranks* const ranks = form.format == Format::npy && request.output ? context.farm().ranks() : nullptr;
  if (ranks != nullptr && share_or_fail(context, *ranks, solver, form)) return 0;
  if (context.farm().is_only_worker()) return 0;
  if (is_streamed(context.format()) && stream(context, solver, form)) return 0;
  const Table values = solver.table(box, kind);
  context.erase_progress();
  if (request.packed) {
    write_packed(context.out(), values);
    return 0;
  }
  write_play(context);
  write_with_provenance(context,
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
          "Give HI or LO:HI for every coordinate; both ends are included, and LO is the least value of the coordinate if you\n"
          "leave it out. A game of piles has as many piles as there are ranges. Rows are the first coordinate, columns the\n"
          "last.\n\n"
          "--histogram prints each value and how often it occurs.\n\n"
          "  bouton table wythoff 12 12          bouton table nimrod 20 1:6 --value outcome -o nimrod.csv\n"
          "  bouton table wythoff 200 200 -o wythoff.png         bouton table flip-flop 40 40 0:0 1:1 -o flip-flop.svg\n\n"
          "A picture (png, svg, pdf) is a map of two coordinates; ranges of one value fix the others. In a picture the first\n"
          "coordinate runs to the right and the second upwards; in text the first runs downwards and the second to the "
          "right.\n\n"
          "Large tables go to npy, csv and bfile stripe by stripe where the shape of the rules allows it (bouton explain\n"
          "says so); memory then holds only what later rows need. --packed writes outcomes as bits.\n"
          "--checkpoint FILE keeps how far such a table is, and a part of the output beside the file of -o; the same command\n"
          "continues from there. With bouton-mpi (docs/scaling.md) several processes share a table that goes to an npy "
          "file.\n\n"
          "  bouton table wythoff 20000 20000 --value outcome --packed --checkpoint w.checkpoint -o wythoff.npy",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::value, Option::histogram, Option::packed, Option::method,
                  Option::checkpoint, Option::title, Option::size, Option::theme, Option::format, Option::output,
                  Option::provenance, Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native,
                  Option::quiet},
      .formats = value_formats(),
      .run = table,
      .output_goes_on = true};
}

}  // namespace bouton::cli
