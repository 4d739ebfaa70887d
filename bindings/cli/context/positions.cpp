#include "bindings/cli/context/positions.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/cli/context/ranges.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

BigPosition position_without_numbers(const Game& game, bool or_example) {
  if (game.start_arity == std::size_t{0}) return complete_position(game, {});
  if (or_example && game.example) return complete_position(game, *game.example);
  throw RequestError(fmt::format("{} needs a position: {}", game.name, position_form(game)));
}

}  // namespace

NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, bool or_example) {
  NamedSum named;
  for (const GameRequest& request : requests) {
    const std::shared_ptr<const Game> game = context.load(request);
    const auto known = std::ranges::find(named.games, game);
    const auto number = static_cast<std::size_t>(known - named.games.begin());
    if (known == named.games.end()) named.games.push_back(game);
    if (request.operands.empty()) named.sum.push_back({number, position_without_numbers(*game, or_example)});
    for (const std::string& text : request.operands) named.sum.push_back({number, parse_position(*game, text)});
  }
  return named;
}

std::vector<std::shared_ptr<const Rules>> rules_of(std::span<const std::shared_ptr<const Game>> games) {
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const auto& game : games) rules.push_back(game->rules);
  return rules;
}

}  // namespace bouton::cli
