#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/misere.h"

namespace bouton::cli {
namespace {

int genus(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  NamedSum named = read_sum(context, context.request().games);
  const GenusOfSum answer = genus_of(std::move(named.games), std::move(named.sum), context.budget());
  context.erase_progress();
  if (context.format() == Format::json) write_json_with_provenance(context, to_json(answer));
  else write_text(context.out(), answer);
  return 0;
}

}  // namespace

Verb genus_verb() {
  return {
      .name = "genus",
      .usage = "GAME POS... [+ GAME POS...]",
      .summary = "genus, misère Grundy value and misère outcome of a position or a sum",
      .help =
          "The genus of a position G is its Grundy value and, as superscripts, the misère Grundy values of G, G + *2,\n"
          "G + *2 + *2, ...; the last two repeat for ever. G is tame if it and all positions below it have the genus of a\n"
          "position of Nim, and wild otherwise. Play must end. It does not matter which convention of play the rules name.\n\n"
          "  bouton genus kayles 9 5 + wythoff 3,5",
      .operands = Operands::games,
      .options = {Option::parameter, Option::format, Option::output, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = genus};
}

}  // namespace bouton::cli
