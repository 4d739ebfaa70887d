#include "bindings/cli/context/positions.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/cli/context/ranges.h"
#include "engine/base/errors.h"
#include "engine/plan/compound_game.h"

namespace bouton::cli {
namespace {

std::vector<BigPosition> positions_without_numbers(const Context& context, const Game& game, Unplaced unplaced) {
  if (game.start_arity == std::size_t{0}) {
    if (unplaced == Unplaced::nowhere || !game.example) return {complete_position(game, {})};
    if (std::optional<BigPosition> start = playable_start(game)) return {*std::move(start)};
  }
  if (unplaced == Unplaced::opening && game.opening) return {*game.opening};
  if (unplaced != Unplaced::nowhere && game.example) {
    if (unplaced == Unplaced::told_example)
      context.notice(fmt::format("no position of {} is given; this is its example, {}", game.name, example_text(game)));
    const std::optional<std::string>& start = context.request().start;
    if (start && *start != "example") return {complete_position(game, *game.example)};  // chance chooses one position
    return example_positions(game);
  }
  throw RequestError(fmt::format("{} needs a position: {}", game.name, position_form(game)));
}

bool names_position(const std::shared_ptr<const Game>& game, const std::string& text) {
  try {
    parse_position(*game_of_position(game, text), text);
    return true;
  } catch (const RequestError&) {
    return false;
  }
}

/// A position, and the game that it is one of.
struct Placed {
  std::shared_ptr<const Game> game;
  BigPosition position;
  bool obliged = false;
};

/// The other way to type the operands, where that names positions: the numbers of one position apart, or several positions of
/// one number together; else nothing.
std::string otherwise_typed(const std::shared_ptr<const Game>& game, const std::vector<std::string>& operands) {
  std::string joined = fmt::format("{}", fmt::join(operands, ","));
  if (operands.size() >= 2) return names_position(game, joined) ? joined : "";
  const Domain& domain = game->rules->domain();
  if (domain.is_piles() || domain.dimensions() != 1 || joined.find(',') == joined.npos) return "";
  for (std::size_t at = 0; at <= joined.size();) {
    const std::size_t comma = std::min(joined.find(',', at), joined.size());
    if (!names_position(game, joined.substr(at, comma - at))) return "";
    at = comma + 1;
  }
  std::replace(joined.begin(), joined.end(), ',', ' ');
  return joined;
}

/// The positions that the operands of a request name. Whoever typed the numbers of one position apart, or positions together,
/// is told so.
std::vector<Placed> read_positions(const std::shared_ptr<const Game>& game, const std::vector<std::string>& operands) {
  std::vector<Placed> positions;
  try {
    for (const std::string& operand : operands) {
      std::string_view text = operand;
      const bool obliged = take_obligation(*game, text);
      const std::shared_ptr<const Game> own = game_of_position(game, text);
      positions.push_back({own, parse_position(*own, text), obliged});
    }
  } catch (const RequestError& error) {
    const std::string otherwise = otherwise_typed(game, operands);
    if (otherwise.empty()) throw;
    throw RequestError(fmt::format("{}; did you mean {}?", error.what(), otherwise));
  }
  return positions;
}

}  // namespace

void NamedSum::add(const GameRequest& request, const std::shared_ptr<const Game>& game, BigPosition position) {
  const auto known = std::ranges::find(games, game);
  if (known == games.end())
    requests.push_back({request.name, request.settings, {}, game->on_shape ? position_text(*game, position) : ""});
  sum.push_back({static_cast<std::size_t>(known - games.begin()), std::move(position)});
  if (known == games.end()) games.push_back(game);
}

NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, Unplaced unplaced) {
  NamedSum named;
  for (const GameRequest& request : requests) {
    const std::shared_ptr<const Game> game = context.load(request);
    if (request.operands.empty())
      for (BigPosition& position : positions_without_numbers(context, *game, unplaced))
        named.add(request, game, std::move(position));
    for (Placed& placed : read_positions(game, request.operands)) {
      named.add(request, placed.game, std::move(placed.position));
      named.sum.back().obliged = placed.obliged;
    }
  }
  play_as(context.request().sum, named.games, named.sum, context.budget());
  return named;
}

}  // namespace bouton::cli
