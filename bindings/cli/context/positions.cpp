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

/// A position, or all positions of a box, and the game that they are of.
struct Placed {
  std::shared_ptr<const Game> game;
  BigPosition position;
  bool obliged = false;
  BigPosition last = {};  ///< of a box, the position with the greatest coordinates; else empty
};

/// Ranges become sums of so many positions at most.
constexpr std::uint64_t kMostListed = 10'000;

/// The box that a text with ranges names, "1:1000,7"; nothing where it is no such text.
std::optional<Placed> read_box(const std::shared_ptr<const Game>& game, std::string_view text) {
  const Domain& domain = game->rules->domain();
  if (text.find(':') == text.npos || game->read || domain.shape() != nullptr || domain.is_terms()) return std::nullopt;
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string field(text.substr(at, comma - at));
    fields.push_back(field.find(':') == field.npos ? field + ":" + field : field);
    at = comma + 1;
  }
  auto [low, high] = parse_big_box(*game, fields);
  return Placed{game, std::move(low), false, std::move(high)};
}

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
      if (std::optional<Placed> box = read_box(game, text)) {
        if (obliged)
          throw RequestError(fmt::format("{}: the player to move must move in one position, not in a range", operand));
        positions.push_back(*std::move(box));
        continue;
      }
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

void NamedSum::list_boxes() {
  const Sum typed = std::move(sum);
  sum = listed_components(boxes, kMostListed);
  for (const Component& component : sum) check_position(*games[component.game], component.position);
  std::size_t at = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    sum[at].obliged = typed[i].obliged;
    at += static_cast<std::size_t>(*narrow_unsigned(boxes[i].size()));
  }
  boxes.clear();
}

NamedSum read_sum(Context& context, const std::vector<GameRequest>& requests, Unplaced unplaced, Ranges ranges) {
  NamedSum named;
  bool has_ranges = false;
  for (const GameRequest& request : requests) {
    const std::shared_ptr<const Game> game = context.load(request);
    std::vector<Placed> all = read_positions(game, request.operands);
    if (request.operands.empty())
      for (BigPosition& position : positions_without_numbers(context, *game, unplaced))
        all.push_back({game, std::move(position)});
    for (Placed& placed : all) {
      const bool is_box = !placed.last.empty();
      named.add(request, placed.game, placed.position);
      named.sum.back().obliged = placed.obliged;
      named.boxes.push_back({named.sum.back().game, placed.position, is_box ? placed.last : placed.position});
      has_ranges = has_ranges || is_box;
    }
  }
  if (!has_ranges) {
    named.boxes.clear();
  } else if (ranges == Ranges::kept && context.request().sum == Compound::disjunctive) {
    return named;
  } else {
    named.list_boxes();
  }
  play_as(context.request().sum, named.games, named.sum, context.budget());
  return named;
}

}  // namespace bouton::cli
