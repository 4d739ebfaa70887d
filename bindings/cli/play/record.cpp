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
  throw RequestError("a coordinate is no integer");
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

Record record_of(const Json& json) {
  if (json.at("bouton") != kKind) throw RequestError("it is something else");
  if (json.at("version") != kVersion) throw RequestError("it is of a version that this Bouton does not know");
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
  for (const Json& json_move : json.at("moves")) {
    Move move{json_move.at("component"), "", {}};
    if (json_move.at("label").is_string()) move.label = json_move.at("label");
    for (const Json& position : json_move.at("to")) move.to.push_back(position_of(position));
    const std::string kind = json_move.value("kind", "");
    for (const MoveKind known : {MoveKind::again, MoveKind::entail})
      if (kind == name(known)) move.kind = known;
    record.moves.push_back(std::move(move));
  }
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
  json["moves"] = Json::array();
  for (const Move& move : record.moves) {
    Json one;
    one["component"] = move.component;
    one["label"] = move.label.empty() ? Json() : Json(move.label);
    if (move.kind != MoveKind::ordinary) one["kind"] = name(move.kind);
    one["to"] = json_of(move.to);
    json["moves"].push_back(std::move(one));
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
  if (!text) throw RequestError(fmt::format("cannot read {}", file.native()));
  try {
    return record_of(Json::parse(*text));
  } catch (const nlohmann::json::exception&) {
    throw RequestError(fmt::format("{} is no record of a game", file.native()));
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("{} is no record of a game: {}", file.native(), error.what()));
  }
}

}  // namespace bouton::cli
