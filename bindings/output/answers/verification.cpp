#include "bindings/output/answers/verification.h"

#include <algorithm>

namespace bouton {
namespace {

Json json_of(const Check& check) {
  Json json;
  json["check"] = check.name;
  json["compared"] = check.compared;
  json["unit"] = check.unit;
  json["skipped"] = check.skipped.empty() ? Json() : Json(check.skipped);
  json["difference"] = check.difference ? Json(*check.difference) : Json();
  if (!check.verdict) return json;
  json["source"] = check.verdict->source;
  const std::optional<Position>& counterexample = check.verdict->counterexample;
  json["counterexample"] = counterexample ? to_json(PositionView(*counterexample)) : Json();
  json["proved"] = check.verdict->is_proved;
  json["not_proved"] = check.verdict->not_proved.empty() ? Json() : Json(check.verdict->not_proved);
  const std::optional<Position>& beyond = check.verdict->beyond;
  json["beyond"] = beyond ? to_json(PositionView(*beyond)) : Json();
  return json;
}

}  // namespace

bool all_same(const std::vector<Check>& checks) {
  return std::ranges::none_of(checks, [](const Check& check) { return check.difference.has_value(); });
}

bool something_compared(const std::vector<Check>& checks) {
  return std::ranges::any_of(checks, [](const Check& check) { return check.compared > 0; });
}

Json to_json(const Game& game, const Box& box, const std::vector<Check>& checks) {
  Json json;
  json["game"] = game.name;
  json["low"] = to_json(PositionView(box.low()));
  json["high"] = to_json(PositionView(box.high()));
  json["same"] = all_same(checks);
  json["checks"] = Json::array();
  for (const Check& check : checks) json["checks"].push_back(json_of(check));
  return json;
}

}  // namespace bouton
