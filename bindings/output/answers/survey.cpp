#include "bindings/output/answers/survey.h"

#include <fmt/format.h>

#include "bindings/output/answers/discovery.h"
#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/values/period_json.h"
#include "engine/heap/period/period.h"

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

namespace {

std::string member_text(const FamilyMember& member) {
  if (member.game == "octal" && member.settings.size() == 1) return member.settings[0].second;  // the code says it all
  std::string text = member.game;
  for (const auto& [name, value] : member.settings) text += fmt::format(" {}={}", name, value);
  return text;
}

Json member_json(const FamilyMember& member) {
  Json json = {{"game", member.game}, {"params", Json::object()}};
  for (const auto& [name, value] : member.settings) json["params"][name] = value;
  return json;
}

}  // namespace

void write_text(Sink& out, const EqualGames& found, const std::string& family) {
  out.print("{}: {} games, {} of them different; compared to {}\n", family, found.members.size() - found.errors.size(),
            found.classes.size(), found.last);
  for (const EqualGames::Class& one : found.classes) {
    std::string text;
    for (const std::size_t member : one.members) text += (text.empty() ? "" : " = ") + member_text(found.members[member]);
    if (one.members.size() > 1 && one.proved) text += fmt::format(", proved for all heaps by {}", describe(*one.period));
    out.print("  {}\n", text);
    for (const Disguise& disguise : one.disguises) out.print("    {}\n", sentence(disguise));
  }
  const auto name_of = [&](std::size_t number) { return member_text(found.members[found.classes[number].members[0]]); };
  if (!found.differences.empty()) out.write("each differs first from the one that it agrees with longest:\n");
  for (const EqualGames::Difference& difference : found.differences)
    out.print("  {} and {}: at {}, {} and {}\n", name_of(difference.a), name_of(difference.b),
              to_string(PositionView(difference.first)), difference.value_a, difference.value_b);
  for (const auto& [member, error] : found.errors) out.print("  {}: {}\n", member_text(found.members[member]), error);
}

Json to_json(const EqualGames& found, const std::string& family) {
  Json json = {{"family", family}, {"heaps", found.last}};
  json["classes"] = json["differences"] = json["errors"] = Json::array();
  for (const EqualGames::Class& one : found.classes) {
    Json games = Json::array();
    for (const std::size_t member : one.members) games.push_back(member_json(found.members[member]));
    Json disguises = Json::array();
    for (const Disguise& disguise : one.disguises) disguises.push_back(to_json(disguise));
    json["classes"].push_back(
        {{"games", games}, {"proved", one.proved}, {"period", period_json(one.period)}, {"disguises", disguises}});
  }
  for (const EqualGames::Difference& difference : found.differences)
    json["differences"].push_back({{"classes", {difference.a, difference.b}},
                                   {"at", to_json(PositionView(difference.first))},
                                   {"values", {difference.value_a, difference.value_b}}});
  for (const auto& [member, error] : found.errors) {
    Json row = member_json(found.members[member]);
    row["error"] = error;
    json["errors"].push_back(std::move(row));
  }
  return json;
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
