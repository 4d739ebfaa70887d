#include "bindings/output/answers/survey.h"

#include <fmt/format.h>

#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/values/period_json.h"

namespace bouton {
namespace {

const std::vector<std::string> kHeader = {"game",   "params", "heaps",  "largest", "rare",      "preperiod",
                                          "period", "saltus", "proved", "theorem", "statement", "error"};

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

std::vector<std::string> fields_of(const Json& row) {
  std::vector<std::string> fields;
  for (const std::string& name : kHeader) {
    if (name == "params") fields.push_back(params_text(row[name]));
    else if (row.contains(name) && name != "period") fields.push_back(field_text(row[name]));
    else fields.push_back(row["period"].is_null() ? "" : field_text(row["period"][name]));
  }
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

Json survey_json(const Game& game, const SurveyEntry& entry, const Budget& budget) {
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

Json survey_error_json(const std::string& game, const Json& params, const std::string& error) {
  Json row = empty_row(game, params);
  row["error"] = error;
  return row;
}

void write_survey_text(Sink& out, const std::vector<Json>& rows) {
  std::vector<std::vector<std::string>> lines = {kHeader};
  for (const Json& row : rows) lines.push_back(fields_of(row));
  out.write(aligned(lines, ""));
}

void write_survey_csv(Sink& out, const std::vector<Json>& rows) {
  write_csv_row(out, kHeader);
  for (const Json& row : rows) write_csv_row(out, fields_of(row));
}

}  // namespace bouton
