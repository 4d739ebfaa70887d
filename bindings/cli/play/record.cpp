#include "bindings/cli/play/record.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "bindings/output/formats/json.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

constexpr const char* kKind = "game record";
constexpr int kVersion = 1;

Integer integer_of(const Json& json) {
  if (json.is_number_integer()) return Integer(static_cast<long>(json.get<std::int64_t>()));
  if (json.is_string())
    if (std::optional<Integer> value = parse_integer(json.get<std::string>())) return *std::move(value);
  throw RequestError("a coordinate is not an integer");
}

BigPosition position_of(const Json& json) {
  BigPosition position;
  for (const Json& number : json) position.push_back(integer_of(number));
  return position;
}

Json json_of(const std::vector<BigPosition>& positions) {
  Json json = Json::array();
  for (const BigPosition& position : positions) json.push_back(to_json(position));
  return json;
}

Move move_of(const Json& json) {
  Move move{json.at("component"), "", {}};
  if (json.at("label").is_string()) move.label = json.at("label");
  for (const Json& position : json.at("to")) move.to.push_back(position_of(position));
  const std::string kind = json.value("kind", "");
  for (const MoveKind known : {MoveKind::again, MoveKind::entail})
    if (kind == name(known)) move.kind = known;
  return move;
}

Json json_of(const Move& move) {
  Json json;
  json["component"] = move.component;
  json["label"] = move.label.empty() ? Json() : Json(move.label);
  if (move.kind != MoveKind::ordinary) json["kind"] = name(move.kind);
  json["to"] = json_of(move.to);
  return json;
}

Json json_of(const std::vector<Move>& moves) {
  Json json = Json::array();
  for (const Move& move : moves) json.push_back(json_of(move));
  return json;
}

std::vector<Move> moves_of(const Json& json) {
  std::vector<Move> moves;
  for (const Json& move : json) moves.push_back(move_of(move));
  return moves;
}

Record record_of(const Json& json) {
  if (json.at("bouton") != kKind) throw RequestError("the file holds something else");
  if (json.at("version") != kVersion) throw RequestError("this Bouton does not know its version");
  Record record;
  record.play = json.at("play");
  record.sum = parse_compound(json.value("sum", std::string(name(Compound::disjunctive))));
  for (const Json& component : json.at("components")) {
    GameRequest request{component.at("game"), {}, {}, component.value("on", "")};
    for (const Json& setting : component.at("params")) request.settings.emplace_back(setting.at(0), setting.at(1));
    const auto known = std::ranges::find_if(record.games, [&](const GameRequest& other) {
      return other.name == request.name && other.settings == request.settings && other.on == request.on;
    });
    record.start.push_back({static_cast<std::size_t>(known - record.games.begin()), position_of(component.at("position")),
                            component.value("obliged", false)});
    if (known == record.games.end()) record.games.push_back(std::move(request));
  }
  record.moves = moves_of(json.at("moves"));
  if (json.contains("forbidden"))
    for (const Json& moves : json.at("forbidden"))
      record.forbidden.push_back(moves.is_null() ? std::nullopt : std::optional(moves_of(moves)));
  record.human_first = json.at("human") != "second";
  record.opponent = json.at("opponent");
  for (std::size_t i = 0; i < 2; ++i) record.bank[i] = json.at("bank").at(i);
  return record;
}

}  // namespace

void write_record(const std::filesystem::path& file, const Record& record) {
  Json json;
  json["bouton"] = kKind;
  json["version"] = kVersion;
  json["play"] = record.play;
  if (record.sum != Compound::disjunctive) json["sum"] = name(record.sum);
  json["components"] = Json::array();
  for (const Component& component : record.start) {
    const GameRequest& game = record.games[component.game];
    Json settings = Json::array();
    for (const auto& [name, value] : game.settings) settings.push_back(Json::array({name, value}));
    Json one;
    one["game"] = game.name;
    one["params"] = std::move(settings);
    if (!game.on.empty()) one["on"] = game.on;
    one["position"] = to_json(component.position);
    if (component.obliged) one["obliged"] = true;
    json["components"].push_back(std::move(one));
  }
  json["moves"] = json_of(record.moves);
  if (!record.forbidden.empty()) {
    json["forbidden"] = Json::array();
    for (const auto& moves : record.forbidden) json["forbidden"].push_back(moves ? json_of(*moves) : Json());
  }
  json["human"] = record.human_first ? "first" : "second";
  json["opponent"] = record.opponent;
  json["bank"] = {record.bank[0], record.bank[1]};
  const std::unique_ptr<Output> out = open_output(file);
  write_json(*out, json);
  out->finish();
}

Record read_record(const std::filesystem::path& file, const Budget& budget) {
  const std::optional<std::string> text = read_whole_file(file, budget);
  if (!text) throw RequestError(fmt::format("cannot read {}", file.string()));
  try {
    return record_of(Json::parse(*text));
  } catch (const nlohmann::json::exception&) {
    throw RequestError(fmt::format("{} is not a record of a game", file.string()));
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("{} is not a record of a game: {}", file.string(), error.what()));
  }
}

}  // namespace bouton::cli
