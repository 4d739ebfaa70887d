#include "bindings/output/answers/counts.h"

#include "bindings/output/formats/words.h"
#include "engine/rules/blocking.h"

namespace bouton {
namespace {

/// The same for both: what was counted, and where.
Json head(const Game& game, const BigPosition& low, const BigPosition& high) {
  Json json;
  json["game"] = game.name;
  json["params"] = params_json(game);
  json["play"] = play_name(play_as_written(*game.rules));
  json["low"] = to_json(low);
  json["high"] = to_json(high);
  return json;
}

}  // namespace

Json to_json(const Game& game, const CountRequest& request, const Counted& counted) {
  Json json = head(game, request.low, request.high);
  json["count"] = to_json(counted.count);
  if (counted.total) json["total"] = to_json(*counted.total);
  if (request.heaps) {
    json["heaps"] = to_json(widen_unsigned(request.heaps->number));
    json["multisets"] = request.heaps->multisets;
  }
  if (request.modulus != 0) json["mod"] = to_json(request.modulus);
  json["by"] = counted.by;
  return json;
}

void write_text(Sink& out, const Histogram& histogram) {
  for (const auto& [value, count] : histogram.values) out.print("{} {}\n", histogram.text(value), count);
  for (const auto& [value, count] : histogram.others) out.print("{} {}\n", value, count);
}

Json to_json(const Game& game, const Box& box, const Histogram& histogram) {
  Json json = head(game, widen(box.low()), widen(box.high()));
  json["value"] = name(histogram.kind);
  json["histogram"] = Json::array();
  for (const auto& [value, count] : histogram.values) {
    Json row = Json::array();
    if (histogram.kind == ValueKind::outcome) row.push_back(histogram.text(value));
    else row.push_back(value);
    row.push_back(to_json(widen_unsigned(count)));
    json["histogram"].push_back(std::move(row));
  }
  for (const auto& [value, count] : histogram.others)
    json["histogram"].push_back(Json::array({value, to_json(widen_unsigned(count))}));
  return json;
}

}  // namespace bouton
