#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/explanation.h"

namespace bouton::cli {
namespace {

int explain_game(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& ranges = context.game_request().operands;
  std::optional<Box> box;
  if (!ranges.empty()) box = parse_box(*game, ranges);
  const Explanation explanation = explain(*game, viewpoint(*game, box), box, context.budget());
  context.erase_progress();
  if (context.format() == Format::json) write_json(context.out(), to_json(*game, explanation, &remedy));
  else write_text(context.out(), *game, explanation, &remedy);
  return 0;
}

}  // namespace

Verb explain_verb() {
  return {.name = "explain",
          .usage = "GAME [HI...]",
          .summary = "which way answers which question, why, and at what cost",
          .help =
              "Looks at the moves of the game, below the far corner of the box if one is named, and says which way answers\n"
              "each question, for what reason, and what that costs.\n\n"
              "  bouton explain wythoff 1000 1000",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::format, Option::output, Option::threads, Option::memory,
                      Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::text, Format::json},
          .run = explain_game};
}

}  // namespace bouton::cli
