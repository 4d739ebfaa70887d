#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/formats/text.h"
#include "engine/why/value_reason.h"

namespace bouton::cli {
namespace {

int why_of(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  const NamedSum named = read_sum(context, context.request().games, Unplaced::told_example);
  Solver solver(rules_of(named.games), context.budget());
  const Reason reason = context.request().of_value ? why_value(named.games, named.sum, solver, context.budget())
                                                   : why(named.games, named.sum, solver, context.budget());
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
      .summary = "why a position is won or lost, ending with the winning move",
      .help =
          "Gives the reason for the outcome of a position or a sum, in sentences that a person can check: how the theorem of\n"
          "the game applies, the Grundy values of a sum in binary, or the sequence of a game of heaps. For other games it\n"
          "names the P-position to move to, with every reply and its answer. It ends with a winning move, or says why every\n"
          "move fails. Without a POS, Bouton explains the game's example and says so on standard error. Lines are as wide as\n"
          "the terminal, or 80 characters.\n"
          "--value says why the Grundy value is what it is: an option for each lesser number, and that none has this one.\n\n"
          "  bouton why wythoff 29,51          bouton why nim 3 4 5 + kayles 12 --format json",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::of_value, Option::format, Option::output,
                  Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = why_of};
}

}  // namespace bouton::cli
