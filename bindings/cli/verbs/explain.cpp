#include <algorithm>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/explanation.h"
#include "bindings/output/formats/words.h"

namespace bouton::cli {
namespace {

/// The positions that the operands name, as in `solve`; nothing where they can only be the ranges of a box.
std::optional<NamedSum> named_positions(Context& context) {
  const std::vector<GameRequest>& games = context.request().games;
  if (games.size() <= 1) {
    const auto is_range = [](const std::string& operand) { return operand.find(':') != operand.npos; };
    if (games.empty() || games[0].operands.empty() || std::ranges::any_of(games[0].operands, is_range)) return std::nullopt;
  }
  try {
    return read_sum(context, games);
  } catch (const RequestError&) {
    const bool box = games.size() == 1 && games[0].operands.size() == context.load_only_game()->rules->domain().dimensions() &&
                     games[0].operands.size() > 1;
    if (!box) throw;
  }
  return std::nullopt;
}

int write(Context& context, const Game& game, Explanation explanation) {
  context.erase_progress();
  if (context.request().play)
    explanation.findings.insert(explanation.findings.begin(), fmt::format("Play is {}.", play_text(*context.request().play)));
  if (context.format() == Format::json) write_json_with_provenance(context, to_json(game, explanation, &remedy));
  else write_text(context.out(), game, explanation, &remedy, terminal_width());
  return 0;
}

ExplanationRequest requested(const Context& context) {
  const Request& request = context.request();
  return {.methods = {.only = request.method}, .analyze = request.analyze, .value = request.value};
}

int explain_game(Context& context) {
  if (const std::optional<NamedSum> named = named_positions(context))
    return write(context, *named->games.front(), explain(named->games, named->sum, context.budget(), requested(context)));
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& ranges = context.game_request().operands;
  std::optional<Box> box;
  if (!ranges.empty()) box = parse_box(*game, ranges);
  return write(context, *game, explain(*game, viewpoint(*game, box), box, context.budget(), requested(context)));
}

}  // namespace

Verb explain_verb() {
  return {
      .name = "explain",
      .usage = "GAME [HI... | POS... [+ GAME POS...]...]",
      .summary = "which method answers which question, why, and at what cost",
      .help =
          "Looks at the moves of the game (below the far corner of the box, if you name one), and says which method answers\n"
          "each question, why, how long that should take, and what runs if the estimate is wrong. If you name a position or a\n"
          "sum, it does so for that. Bouton reads words as positions where it can: write a range of a box as LO:HI if it\n"
          "could be either.\n"
          "--analyze runs the questions about the position or the box, and prints what they took beside the estimates.\n\n"
          "  bouton explain wythoff 1000 1000\n"
          "  bouton explain kayles 0:1000 --analyze --value grundy\n"
          "  bouton explain wythoff 7,9 + kayles 20",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::analyze, Option::only_value, Option::method,
                  Option::format, Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = explain_game};
}

}  // namespace bouton::cli
