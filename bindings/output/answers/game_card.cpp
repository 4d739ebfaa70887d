#include "bindings/output/answers/game_card.h"
#include "engine/rules/blocking.h"

#include <limits>

namespace bouton {

std::string_view kind_name(KnownFact::Kind kind) {
  switch (kind) {
    case KnownFact::Kind::grundy: return "Grundy value";
    case KnownFact::Kind::outcome: return "outcome";
    case KnownFact::Kind::remoteness: return "remoteness";
  }
  return {};
}

std::string expected_text(const KnownFact& fact) {
  if (fact.loony) return "loony";
  if (fact.kind != KnownFact::Kind::outcome) return fact.expected.get_str();
  return std::string(name(static_cast<Outcome>(fact.expected.get_ui())));
}

namespace {

Json axis_json(const Axis& axis) {
  Json json;
  json["name"] = axis.name;
  json["min"] = axis.least == kLeastCoordinate ? Json() : to_json(axis.least);
  json["max"] = axis.greatest == kGreatestCoordinate ? Json() : to_json(axis.greatest);
  if (!axis.value_names.empty()) json["values"] = axis.value_names;
  return json;
}

}  // namespace

std::string_view kind_of(const Domain& domain) {
  if (const CellShape* const shape = domain.shape()) return shape->kind == CellShape::Kind::board ? "board" : "graph";
  if (domain.is_terms()) return "value";
  if (domain.is_piles()) return "piles";
  return domain.dimensions() == 1 ? "heap" : "heaps";
}

Json domain_json(const Domain& domain) {
  if (const CellShape* const shape = domain.shape()) {
    Json json;
    json["cells"] = shape->is_board() ? "squares" : shape->kind == CellShape::Kind::vertices ? "vertices" : "edges";
    json["count"] = shape->cells();
    if (shape->is_board()) {
      json["rows"] = shape->rows;
      json["columns"] = shape->columns;
    } else {
      json["vertices"] = shape->vertices;
      json["edges"] = Json::array();
      for (const auto& [a, b] : shape->edges) json["edges"].push_back({a + 1, b + 1});
    }
    json["states"] = shape->states;
    json["any"] = shape->is_part_of_position();
    return json;
  }
  if (domain.is_terms()) return {{"value", true}};
  if (!domain.is_piles()) {
    Json json = Json::array();
    for (std::size_t i = 0; i < domain.dimensions(); ++i) json.push_back(axis_json(domain.axis(i)));
    return json;
  }
  Json json;
  json["piles"] = axis_json(domain.axis(0));
  json["min_length"] = domain.least_length();
  const bool bounded = domain.greatest_length() != std::numeric_limits<std::size_t>::max();
  json["max_length"] = bounded ? Json(domain.greatest_length()) : Json();
  return json;
}

namespace {

Json known_json(const Game& game, const KnownFact& fact) {
  Json json;
  json["position"] = position_json(game, fact.position);
  json["kind"] = fact.kind == KnownFact::Kind::grundy ? "grundy" : kind_name(fact.kind);
  json["value"] = fact.loony || fact.kind == KnownFact::Kind::outcome ? Json(expected_text(fact)) : to_json(fact.expected);
  return json;
}

}  // namespace

Json to_json(const Game& game) {
  Json json;
  json["name"] = game.name;
  json["title"] = game.title;
  json["text"] = game.description;
  json["source"] = game.source;
  json["file"] = game.file;
  json["position"] = domain_json(game.rules->domain());
  json["play"] = play_name(play_as_written(*game.rules));
  if (game.rules->blocking() > 0) json["blocking"] = to_json(static_cast<Coordinate>(game.rules->blocking()));
  json["start"] = game.start_arity ? Json(*game.start_arity) : Json();
  json["params"] = Json::array();
  for (const Parameter& parameter : game.parameters) {
    Json entry;
    entry["name"] = parameter.name;
    entry["value"] = to_json(parameter.value);
    entry["doc"] = parameter.doc;
    json["params"].push_back(entry);
  }
  json["example"] = game.example ? to_json(*game.example) : Json();
  if (!game.example_sum.empty()) {
    json["example_sum"] = Json::array();
    for (const BigPosition& position : game.example_sum) json["example_sum"].push_back(to_json(position));
  }
  json["players"] = Json::array();
  for (const GamePlayer& player : game.players) json["players"].push_back(player.name);
  json["known"] = Json::array();
  for (const KnownFact& fact : game.known) json["known"].push_back(known_json(game, fact));
  json["claims"] = Json::array();
  for (const GameClaim& claim : game.claims)
    json["claims"].push_back({{"claim", claim.words},
                              {"source", claim.source},
                              {"fails", claim.failure ? position_json(game, widen(*claim.failure)) : Json()}});
  return json;
}

}  // namespace bouton
