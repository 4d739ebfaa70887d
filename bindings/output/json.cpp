#include "bindings/output/json.h"

namespace bouton {
namespace {

constexpr Coordinate kExact = Coordinate{1} << 53;

template <typename Values>
Json array_of(const Values& values) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(to_json(value));
  return array;
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json move_json(const Move& move) {
  Json json;
  json["component"] = move.component;
  json["label"] = move.label.empty() ? Json() : Json(move.label);
  json["to"] = array_of(move.to);
  return json;
}

Json parameters_json(const Game& game) {
  Json json = Json::object();
  for (const Parameter& parameter : game.parameters) json[parameter.name] = to_json(parameter.value);
  return json;
}

Json component_json(const Game& game, const BigPosition& position) {
  Json json;
  json["game"] = game.name;
  json["params"] = parameters_json(game);
  json["position"] = to_json(position);
  return json;
}

std::string cell_json(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return "null";
  switch (table.kind) {
    case ValueKind::grundy:
      return table.cells[index] == Table::kInfinite ? text_of(to_json(table.nimber(index)))
                                                    : std::to_string(table.cells[index]);
    case ValueKind::outcome: return fmt::format("\"{}\"", letter(table.outcome(index)));
    case ValueKind::remoteness: {
      const std::optional<Remoteness> remoteness = table.remoteness(index);
      return remoteness ? std::to_string(*remoteness) : "null";
    }
  }
  return "null";
}

void write_cells(Sink& out, const Table& table) {
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    if (i > 0) out.write(",");
    out.write(cell_json(table, i));
  }
}

/// {"game":..,"low":..,"high":..,"count":.., without the end.
void write_box_and_count(Sink& out, std::uint64_t count, const Box& box, std::string_view game) {
  out.print(R"({{"game":{},"low":{},"high":{},"count":{})", text_of(game), text_of(to_json(PositionView(box.low()))),
            text_of(to_json(PositionView(box.high()))), count);
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

Json to_json(const Nimber& nimber) {
  if (nimber.is_finite()) return to_json(nimber.value());
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

Json to_json(const Solution& solution) {
  Json json;
  json["game"] = game_names(solution);
  json["position"] = Json::array();
  json["components"] = Json::array();
  for (const Component& component : solution.sum) {
    json["position"].push_back(to_json(component.position));
    json["components"].push_back(component_json(*solution.games[component.game], component.position));
  }
  json["play"] = play_name(solution.game_of(0).rules->play());
  add_value(json, solution.answer.value);
  json["winning_moves"] = Json::array();
  for (const Move& move : solution.answer.winning_moves) json["winning_moves"].push_back(move_json(move));
  json["winning_moves_complete"] = solution.answer.winning_moves_complete;
  json["solver"] = solution.answer.solver;
  if (!solution.answer.theorem.empty()) json["theorem"] = solution.answer.theorem;
  if (solution.moves) {
    json["moves"] = Json::array();
    for (const MoveValue& move : *solution.moves) {
      json["moves"].push_back(move_json(move.move));
      add_value(json["moves"].back(), move.value);
    }
  }
  return json;
}

void write_json(Sink& out, const Json& json) {
  out.write(text_of(json));
  out.write("\n");
}

void write_json(Sink& out, const Table& table, std::string_view game) {
  Json shape = Json::array();
  for (std::size_t i = 0; i < table.box.dimensions(); ++i) shape.push_back(table.box.length(i));
  out.print(R"({{"game":{},"value":"{}","low":{},"high":{},"shape":{},"data":[)", text_of(game), name(table.kind),
            text_of(to_json(PositionView(table.box.low()))), text_of(to_json(PositionView(table.box.high()))), text_of(shape));
  write_cells(out, table);
  out.write("]}\n");
}

void write_sequence_json(Sink& out, const Table& table, std::string_view game, const std::optional<Period>& period) {
  out.print(R"({{"game":{},"low":{},"values":[)", text_of(game), text_of(to_json(table.box.low()[0])));
  write_cells(out, table);
  Json json;
  if (period) {
    json["preperiod"] = period->preperiod;
    json["period"] = period->period;
    json["saltus"] = period->saltus;
    json["proved"] = period->proved;
    json["theorem"] = period->theorem.empty() ? Json() : Json(period->theorem);
    json["checked_to"] = period->checked_to;
  }
  out.print("],\"period\":{}}}\n", text_of(json));
}

void write_json(Sink& out, const PositionList& positions, const Box& box, std::string_view game) {
  write_box_and_count(out, positions.count, box, game);
  out.write(",\"positions\":[");
  for (std::size_t i = 0; i < positions.count; ++i) {
    if (i > 0) out.write(",");
    out.write(text_of(to_json(positions[i])));
  }
  out.write("]}\n");
}

void write_count_json(Sink& out, std::uint64_t count, const Box& box, std::string_view game) {
  write_box_and_count(out, count, box, game);
  out.write("}\n");
}

}  // namespace bouton
