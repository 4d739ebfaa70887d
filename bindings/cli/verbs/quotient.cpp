#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/misere.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

GameQuotient quotient_of(Context& context, const std::shared_ptr<const Game>& on) {
  const std::vector<std::string>& operands = context.game_request().operands;
  const Game& game = *on;
  const Domain& domain = game.rules->domain();
  if (operands.empty()) throw RequestError(fmt::format("{} needs a position: {}", game.name, position_form(game)));
  if (domain.is_piles() || domain.dimensions() != 1) {
    Sum below;
    for (const std::string& text : operands) {
      if (domain.shape() != nullptr && game_of_position(on, text) != on)
        throw RequestError(fmt::format("position {}: the positions of a quotient are on one board or graph, that of {}", text,
                                       operands.front()));
      below.push_back({0, parse_position(game, text)});
    }
    return misere_quotient(game, below, context.budget());
  }
  if (operands.size() != 1) context.usage_error("takes one number N, the last heap");
  return misere_quotient(game, parse_value(domain.axis(0), operands[0]), context.budget());
}

/// The game on the board or graph of the first position, which all of them are on.
std::shared_ptr<const Game> game_of_positions(Context& context) {
  std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& operands = context.game_request().operands;
  if (game->rules->domain().shape() == nullptr || operands.empty()) return game;
  return game_of_position(game, operands.front());
}

int quotient(Context& context) {
  const std::shared_ptr<const Game> game = game_of_positions(context);
  const GameQuotient found = quotient_of(context, game);
  context.erase_progress();
  const std::string given_up = found.given_up ? message_of(*found.given_up) : "";
  if (context.format() == Format::json) write_json_with_provenance(context, to_json(*game, found, given_up));
  else write_text(context.out(), *game, found, given_up);
  return found.given_up ? 1 : 0;
}

}  // namespace

Verb quotient_verb() {
  return {
      .name = "quotient",
      .usage = "GAME N",
      .summary = "the misère quotient of heaps 0 to N, with their genera",
      .help =
          "Finds the finite commutative monoid that tells the misère outcome of every sum of any number of heaps up to N:\n"
          "its generators, its relations, its P-portion, and the value of each heap. Bouton proves it heap by heap, and for\n"
          "all heaps once the values have been periodic for long enough. Some quotients are infinite. If this one is, or\n"
          "grows too large, Bouton writes the last one that it found, and the exit code is 1.\n"
          "A genus is ? if finding it would take more than 20,000 positions, and the quotient of the heaps with *1, *2 and *3\n"
          "beside them is too large or does not tell it. Bouton does not try quotients with larger nimbers.\n"
          "In a game of several coordinates or of piles, give POS... instead of N: the quotient of what can be reached.\n"
          "Positions of a board or a graph are on that of the first one.\n\n"
          "  bouton quotient kayles 167          bouton quotient octal -p code=0.123 40 --format json",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::format, Option::output, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = quotient};
}

}  // namespace bouton::cli
