#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/formats/text.h"

namespace bouton::cli {
namespace {

int why_of(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  const NamedSum named = read_sum(context, context.request().games, Unplaced::told_example);
  Solver solver(rules_of(named.games), context.budget());
  const Reason reason = why(named.games, named.sum, solver, context.budget());
  context.erase_progress();
  if (context.format() == Format::json) {
    write_json_with_provenance(context, to_json(named.games, named.sum, reason));
    return 0;
  }
  context.out().write(wrapped(line_of(named.games, named.sum), prose_width()));
  context.out().write(text_of(reason, prose_width()));
  return 0;
}

}  // namespace

Verb why_verb() {
  return {
      .name = "why",
      .usage = "GAME [POS...] [+ GAME [POS...]]",
      .summary = "why a position is won or lost, ending in the winning move",
      .help =
          "Gives the reason for the outcome of a position or a sum in sentences that a person can check: the theorem of the\n"
          "game at work, the Grundy values of a sum in binary, the sequence of a game of heaps; for other games the\n"
          "P-position that is reached, with every move from there and its answer. It ends in a winning move, or in why\n"
          "every move fails. Without a POS the example of the game is meant, and standard error says so. Lines are broken at "
          "the width of the terminal, or at 80.\n\n"
          "  bouton why wythoff 29,51          bouton why nim 3 4 5 + kayles 12 --format json",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::format, Option::output, Option::threads, Option::memory,
                  Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = why_of};
}

}  // namespace bouton::cli
