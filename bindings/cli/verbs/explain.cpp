#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/json.h"
#include "bindings/output/text.h"
#include "engine/plan/explain.h"

namespace bouton::cli {
namespace {

Json json_of(const Game& game, const Explanation& explanation) {
  Json json;
  json["game"] = game.name;
  json["findings"] = explanation.findings;
  json["program"] = explanation.program;
  json["shape"] = explanation.shape;
  json["answers"] = Json::array();
  for (const Explanation::Answer& answer : explanation.answers)
    json["answers"].push_back(
        {{"question", answer.question}, {"way", answer.way}, {"reason", answer.reason}, {"cost", answer.cost}});
  json["advice"] = explanation.advice;
  return json;
}

int explain_game(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& ranges = context.game_request().operands;
  std::optional<Box> box;
  if (!ranges.empty()) box = parse_box(*game, ranges);
  Explanation explanation = explain(*game, viewpoint(*game, box), box, context.budget());
  if (explanation.limit) explanation.findings.push_back("The look ended at a limit: " + message_of(*explanation.limit));
  context.erase_progress();
  if (context.format() == Format::json) write_json(context.out(), json_of(*game, explanation));
  else write_text(context.out(), game->name, game->title, explanation);
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
