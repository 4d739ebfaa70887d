#include "bindings/output/formats/json.h"

#include "bindings/output/formats/words.h"

namespace bouton {
namespace {

constexpr Coordinate kExact = Coordinate{1} << 53;

template <typename Members>
Json array_of(const Members& members) {
  Json array = Json::array();
  for (const auto& member : members) array.push_back(to_json(member));
  return array;
}

}  // namespace

Json to_json(Coordinate value) {
  if (value >= -kExact && value <= kExact) return value;
  return std::to_string(value);
}

Json to_json(const Integer& value) {
  if (const std::optional<Coordinate> narrowed = narrow(value)) return to_json(*narrowed);
  return value.get_str();
}

Json to_json(const BigPosition& position) { return array_of(position); }

Json to_json(PositionView position) { return array_of(position); }

Json position_json(const Game& game, const BigPosition& position) {
  if (game.rules->domain().shape() != nullptr || game.rules->domain().is_terms()) return position_text(game, position);
  return to_json(position);
}

Json to_json(const Nimber& nimber) {
  if (nimber.is_finite()) return to_json(nimber.value());
  if (nimber.is_loony()) return "loony";
  Json json;
  json["infinity"] = array_of(nimber.among());
  return json;
}

Json to_json(const Parameter::Value& value) {
  if (const auto* number = std::get_if<Coordinate>(&value)) return to_json(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<std::vector<Coordinate>>(&value)) return array_of(*list);
  const std::string& function = std::get<Parameter::Function>(value).text;
  return function.empty() ? "default" : function;
}

void add_value(Json& json, const Value& value) {
  json["outcome"] = outcome_name(value.outcome);
  json["grundy"] = value.grundy ? to_json(*value.grundy) : Json();
  json["remoteness"] = value.remoteness ? Json(*value.remoteness) : Json();
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json params_json(const Game& game) {
  Json json = Json::object();
  for (const Parameter& parameter : game.parameters) json[parameter.name] = to_json(parameter.value);
  return json;
}

void write_json(Sink& out, const Json& json) {
  out.write(text_of(json));
  out.write("\n");
}

}  // namespace bouton
