#include <algorithm>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/explanation.h"

namespace bouton::cli {
namespace {

/// Positions have a comma, where they have more than one coordinate; boxes have none.
bool names_positions(const std::vector<GameRequest>& games) {
  const auto has_comma = [](const std::string& operand) { return operand.find(',') != operand.npos; };
  return games.size() > 1 || (games.size() == 1 && std::ranges::any_of(games.front().operands, has_comma));
}

int write(Context& context, const Game& game, const Explanation& explanation) {
  context.erase_progress();
  if (context.format() == Format::json) write_json(context.out(), to_json(game, explanation, &remedy));
  else write_text(context.out(), game, explanation, &remedy);
  return 0;
}

int explain_game(Context& context) {
  if (names_positions(context.request().games)) {
    const NamedSum named = read_sum(context, context.request().games);
    return write(context, *named.games.front(), explain(named.games, named.sum, context.budget()));
  }
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& ranges = context.game_request().operands;
  std::optional<Box> box;
  if (!ranges.empty()) box = parse_box(*game, ranges);
  return write(context, *game, explain(*game, viewpoint(*game, box), box, context.budget()));
}

}  // namespace

Verb explain_verb() {
  return {.name = "explain",
          .usage = "GAME [HI... | POS... [+ GAME POS...]...]",
          .summary = "which way answers which question, why, and at what cost",
          .help =
              "Looks at the moves of the game, below the far corner of the box if one is named, and says which way answers\n"
              "each question, for what reason, and what that costs. With a position or a sum, says so of this one; positions\n"
              "are those that have a comma.\n\n"
              "  bouton explain wythoff 1000 1000\n"
              "  bouton explain wythoff 7,9 + kayles 20",
          .operands = Operands::games,
          .options = {Option::parameter, Option::play, Option::format, Option::output, Option::threads, Option::memory,
                      Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::text, Format::json},
          .run = explain_game};
}

}  // namespace bouton::cli
