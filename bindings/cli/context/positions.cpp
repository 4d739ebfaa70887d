#include "bindings/cli/context/positions.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/cli/context/ranges.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

BigPosition position_without_numbers(const Game& game, Unplaced unplaced) {
  if (game.start_arity == std::size_t{0}) return complete_position(game, {});
  if (unplaced == Unplaced::opening && game.opening) return *game.opening;
  if (unplaced != Unplaced::nowhere && game.example) return complete_position(game, *game.example);
  throw RequestError(fmt::format("{} needs a position: {}", game.name, position_form(game)));
}

bool names_position(const Game& game, const std::string& text) {
  try {
    parse_position(game, text);
    return true;
  } catch (const RequestError&) {
    return false;
  }
}

/// The positions that the operands of a request name. Whoever typed the numbers of one position apart is told so.
std::vector<BigPosition> read_positions(const Game& game, const std::vector<std::string>& operands) {
  std::vector<BigPosition> positions;
  try {
    for (const std::string& text : operands) positions.push_back(parse_position(game, text));
  } catch (const RequestError& error) {
    const std::string joined = fmt::format("{}", fmt::join(operands, ","));
    if (operands.size() < 2 || !names_position(game, joined)) throw;
    throw RequestError(fmt::format("{}; did you mean {}?", error.what(), joined));
  }
  return positions;
}

}  // namespace

NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, Unplaced unplaced) {
  NamedSum named;
  for (const GameRequest& request : requests) {
    const std::shared_ptr<const Game> game = context.load(request);
    const auto known = std::ranges::find(named.games, game);
    const auto number = static_cast<std::size_t>(known - named.games.begin());
    if (known == named.games.end()) named.games.push_back(game);
    if (request.operands.empty()) named.sum.push_back({number, position_without_numbers(*game, unplaced)});
    for (BigPosition& position : read_positions(*game, request.operands)) named.sum.push_back({number, std::move(position)});
  }
  return named;
}

std::vector<std::shared_ptr<const Rules>> rules_of(std::span<const std::shared_ptr<const Game>> games) {
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const auto& game : games) rules.push_back(game->rules);
  return rules;
}

}  // namespace bouton::cli
