#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/answers/game_card.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/formats/words.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/plan/claims.h"
#include "engine/plan/compound_game.h"
#include "engine/play/board.h"
#include "engine/play/player.h"
#include "engine/play/session.h"
#include "engine/play/starts.h"
#include "engine/question/parts.h"

namespace bouton::web {
namespace {

/// A position as it can be typed, all coordinates of it.
std::string typed(const Game& game, const BigPosition& position) {
  // In parentheses it is all coordinates, never the fewer numbers that a start takes.
  return game.start_arity == position.size() ? fmt::format("({})", to_string(position)) : position_text(game, position);
}

Json place_json(const Games& games, std::size_t number, const BigPosition& position) {
  const Game& game = *games[number];
  Json place;
  place["game"] = number;
  place["position"] = typed(game, position);
  place["coordinates"] = to_json(position);
  place["shown"] = show_position(game, position);
  const CellShape* const shape = game.rules->domain().shape();
  if (shape != nullptr && shape->is_part_of_position()) place["cells"] = domain_json(game.rules->domain());
  return place;
}

Json places_json(const Games& games, const Sum& sum) {
  if (const NamedPositions named = named_positions(games, sum); named.compound != Compound::disjunctive)
    return places_json(named.games, named.sum);
  Json places = Json::array();
  for (const Component& component : sum) {
    places.push_back(place_json(games, component.game, component.position));
    if (component.obliged) places.back()["obliged"] = true;
  }
  return places;
}

/// What a move of a compound does in each of its components.
Json parts_json(const NamedSum& named, const Move& move) {
  const Games& components = components_of(*named.games[0]);
  Json parts = Json::array();
  for (const MovePart& part : parts_of(named.games, named.sum, move))
    parts.push_back(
        {{"component", part.component}, {"label", part.label}, {"to", place_json(components, part.component, part.to)}});
  return parts;
}

Json move_json(const NamedSum& named, const Move& move) {
  Json json;
  if (compound_of(named.games, named.sum) != Compound::disjunctive) json["parts"] = parts_json(named, move);
  json["component"] = move.component;
  json["label"] = name_of(move);
  if (move.kind != MoveKind::ordinary) json["kind"] = name(move.kind);
  json["to"] = Json::array();
  const std::size_t game = named.sum[move.component].game;
  for (const BigPosition& position : move.to) json["to"].push_back(place_json(named.games, game, position));
  return json;
}

/// The "forbidden" of a request, in ascending order: numbers of moves among all, whatever is forbidden. None where it is
/// missing.
std::vector<std::size_t> forbidden_in(const Json& request) {
  std::vector<std::size_t> numbers;
  for (const Json& number : request.value("forbidden", Json::array())) {
    if (!number.is_number_unsigned()) throw RequestError("what is forbidden is not a list of numbers");
    numbers.push_back(number.get<std::size_t>());
  }
  std::ranges::sort(numbers);
  return numbers;
}

/// So many moves are listed for a page.
constexpr unsigned kMostListed = 200'000;

}  // namespace

Json list_moves(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  look_at_claims(rules_of(named.games), desk.budget());
  Session session(rules_of(named.games), named.sum, desk.budget());
  Json answer;
  answer["sum"] = places_json(named.games, named.sum);
  answer["moves"] = Json::array();
  answer["count"] = to_json(session.all_moves().count());
  const bool listed = session.all_moves().count() <= kMostListed;
  if (listed)
    for (const Move& move : session.moves()) answer["moves"].push_back(move_json(named, move));
  if (const std::uint64_t most = session.may_forbid(); most > 0) answer["may_forbid"] = most;
  if (std::vector<std::size_t> forbidden = forbidden_in(request); !forbidden.empty()) session.forbid(std::move(forbidden));
  answer["over"] = session.over();
  answer["result"] = session.over() ? Json(name(session.result())) : Json();
  if (!request.value("values", false)) return answer;
  Solver& solver = *desk.solver(named.games);
  Json value = Json::object();
  // Of a compound values beside the outcome may take the product of its games.
  const bool compound = compound_of(named.games, named.sum) != Compound::disjunctive;
  add_value(value, solver.solve(named.sum, 0, compound ? Wanted() : Wanted::everything()).value);
  answer["value"] = std::move(value);
  if (!listed) return answer;
  const std::vector<MoveValue> valued = solver.moves(named.sum);
  for (std::size_t i = 0; i < valued.size() && i < answer["moves"].size(); ++i) add_value(answer["moves"][i], valued[i].value);
  return answer;
}

Json choose_move(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  const std::unique_ptr<Player> player =
      make_player(text_in(request, "player"), named.games, desk.budget(), desk.solver(named.games));
  Board board(rules_of(named.games));
  board.set_up(named.sum);
  const std::vector<std::size_t> forbidden = forbidden_in(request);
  if (std::adjacent_find(forbidden.begin(), forbidden.end()) != forbidden.end() ||
      (!forbidden.empty() && forbidden.back() >= board.move_count()))
    throw RequestError("what is forbidden is not one of the moves, or is named twice");
  if (!forbidden.empty()) board.forbid(forbidden);
  if (board.over()) throw RequestError("the game is over");
  Random random(static_cast<std::uint64_t>(integer_in(request, "seed", 1)));
  const Integer index = player->choose(board, random);
  Integer number = index;
  for (const std::size_t other : forbidden)
    if (number >= widen_unsigned(other)) ++number;
  return {{"index", to_json(number)}, {"move", move_json(named, board.move(index))}};
}

Json choose_forbidden(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  const std::unique_ptr<Player> player =
      make_player(text_in(request, "player"), named.games, desk.budget(), desk.solver(named.games));
  Board board(rules_of(named.games));
  board.set_up(named.sum);
  Json answer = {{"indices", Json::array()}, {"moves", Json::array()}};
  if (board.may_forbid() == 0) return answer;
  Random random(static_cast<std::uint64_t>(integer_in(request, "seed", 1)));
  for (const std::size_t number : player->forbid(board, random)) {
    answer["indices"].push_back(number);
    answer["moves"].push_back(move_json(named, board.move(widen_unsigned(number))));
  }
  return answer;
}

Json random_position(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const Json component = {{"game", member(request, "game")}, {"position", request.value("like", Json())}};
  const NamedSum named = desk.sum(Json::array({component}));
  Random random(static_cast<std::uint64_t>(integer_in(request, "seed", 1)));
  const Game& game = *named.games[0];
  const std::optional<BigPosition> found = random_start(game, named.sum[0].position, *desk.solver(named.games), 0, random);
  return {{"position", typed(game, found ? *found : named.sum[0].position)}};
}

}  // namespace bouton::web
