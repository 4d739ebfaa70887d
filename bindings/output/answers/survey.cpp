#include "bindings/output/answers/survey.h"

#include <fmt/format.h>

#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/values/period_json.h"

namespace bouton {
namespace {

using Kind = SurveyColumn::Kind;

constexpr SurveyColumn kColumns[] = {{"game", Kind::text},      {"params", Kind::text},    {"heaps", Kind::number},
                                     {"largest", Kind::number}, {"rare", Kind::number},    {"preperiod", Kind::number},
                                     {"period", Kind::number},  {"saltus", Kind::number},  {"proved", Kind::truth},
                                     {"theorem", Kind::text},   {"statement", Kind::text}, {"error", Kind::text}};

std::string field_text(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string params_text(const Json& params) {
  std::string text;
  for (const auto& [name, value] : params.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, field_text(value));
  return text;
}

std::vector<std::string> header() {
  std::vector<std::string> names;
  for (const SurveyColumn& column : kColumns) names.emplace_back(column.name);
  return names;
}

std::vector<std::string> fields_of(const Json& row) {
  std::vector<std::string> fields;
  for (const Json& cell : survey_cells(row)) fields.push_back(field_text(cell));
  return fields;
}

Json empty_row(const std::string& game, const Json& params) {
  Json row;
  row["game"] = game;
  row["params"] = params;
  for (const char* name : {"heaps", "largest", "rare", "period", "statement", "error"}) row[name] = nullptr;
  return row;
}

}  // namespace

Json to_json(const SurveyRow& found, const Budget& budget) {
  if (!found.game) {
    Json params = Json::object();
    for (const auto& [name, value] : found.member.settings) params[name] = value;
    Json row = empty_row(found.member.game, params);
    row["error"] = found.error;
    return row;
  }
  const Game& game = *found.game;
  const SurveyEntry& entry = found.entry;
  Json row = empty_row(game.name, params_json(game));
  if (entry.heaps) {
    row["heaps"] = entry.heaps->known;
    row["largest"] = entry.largest ? Json(*entry.largest) : Json();
    row["rare"] = entry.rare ? Json(*entry.rare) : Json();
    row["period"] = period_json(entry.heaps->period);
  }
  if (entry.theorem) {
    const Json theorem = to_json(theorem_answer(game, *entry.theorem, budget));
    row["statement"] = theorem["statement"];
    row["error"] = theorem["reason"];
  }
  return row;
}

Json survey_json(const std::string& family, const std::vector<Json>& rows) { return {{"family", family}, {"rows", rows}}; }

std::span<const SurveyColumn> survey_columns() { return kColumns; }

std::vector<Json> survey_cells(const Json& row) {
  std::vector<Json> cells;
  for (const SurveyColumn& column : kColumns) {
    const std::string name = column.name;
    if (name == "params") cells.emplace_back(params_text(row[name]));
    else if (row.contains(name) && name != "period") cells.push_back(row[name]);
    else cells.push_back(row["period"].is_null() ? Json() : row["period"][name]);
  }
  return cells;
}

void write_survey_text(Sink& out, const std::vector<Json>& rows) {
  std::vector<std::vector<std::string>> lines = {header()};
  for (const Json& row : rows) lines.push_back(fields_of(row));
  out.write(aligned(lines, ""));
}

void write_survey_csv(Sink& out, const std::vector<Json>& rows) {
  write_csv_row(out, header());
  for (const Json& row : rows) write_csv_row(out, fields_of(row));
}

}  // namespace bouton
