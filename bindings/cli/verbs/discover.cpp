#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/piles.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/discovery.h"

namespace bouton::cli {
namespace {

int discover_game(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::size_t dimensions = dimensions_of_theorem(context, *game);
  const Budget budget = context.budget();
  const Discovery discovery = discover(*game, dimensions, budget);
  const DiscoveryAnswer answer = discovery_answer(*game, discovery, budget);
  context.erase_progress();
  if (context.format() == Format::json) write_json(context.out(), to_json(answer));
  else write_text(context.out(), answer, terminal_width());
  return answer.has_found() ? 0 : 1;
}

}  // namespace

Verb discover_verb() {
  return {
      .name = "discover",
      .usage = "GAME [PILES]",
      .summary = "a theorem, a proved period, and conjectures from tables",
      .help =
          "Looks for what is true of all positions: a theorem about the P-positions, as `bouton theorem` does, the proved\n"
          "period of a game of heaps, and conjectures. A conjecture is found from one part of a table and checked on the\n"
          "rest; it is marked as not proved, with the number up to which it holds, or its first failure. Looked for are "
          "nim-sums\n"
          "of functions of one coordinate, functions of one number or of remainders, periods of sequences and of rows, pairs\n"
          "like those of Beatty, linear recurrences, and how many P-positions there are.\n"
          "In a game of piles, PILES is their number. The exit code is 1 where nothing was found.\n\n"
          "  bouton discover wythoff          bouton discover mine.lua --format json",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::format, Option::output, Option::memory, Option::limit,
                  Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = discover_game};
}

}  // namespace bouton::cli
