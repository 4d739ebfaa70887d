#include "bindings/output/answers/family.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"
#include "engine/base/plain_text.h"

namespace bouton {
namespace {

std::string members_text(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "game" : "games"); }

/// The same family from the last member on, as far again.
std::string further_command(const std::string& game, const std::vector<std::pair<std::string, std::string>>& settings,
                            const ParameterFamily& family) {
  const std::int64_t first = family.numbers.front(), last = family.numbers.back();
  const std::int64_t step = family.numbers.size() > 1 ? family.numbers[1] - first : 1;
  std::string text = "bouton discover " + game;
  for (const auto& [name, setting] : settings) {
    text += fmt::format(" -p {}=", name);
    if (name == family.parameter) {
      text += fmt::format("{}:{}", first, last + (last - first));
      if (step != 1) text += fmt::format(":{}", step);
    } else {
      text += setting;
    }
  }
  return text;
}

}  // namespace

FamilyAnswer family_answer(const std::string& game, const std::vector<std::pair<std::string, std::string>>& settings,
                           ParameterFamily family, std::vector<FamilyFacts> facts) {
  FamilyAnswer answer{game, std::move(family), std::move(facts), {}, {}};
  answer.laws = family_laws(family_evidence(answer.family, answer.facts));
  answer.further = further_command(game, settings, answer.family);
  return answer;
}

Json to_json(const FamilyFacts& facts) {
  Json json;
  json["numbers"] = Json::object();
  for (const auto& [key, number] : facts.numbers) json["numbers"][key] = to_json(Coordinate{number});
  json["slopes"] = Json::object();
  for (const auto& [key, range] : facts.slopes) json["slopes"][key] = {range.least, range.greatest};
  json["error"] = facts.error.empty() ? Json() : Json(facts.error);
  return json;
}

FamilyFacts family_facts_of(const Json& json) {
  FamilyFacts facts;
  for (const auto& [key, number] : json["numbers"].items())
    facts.numbers[key] = number.is_string() ? std::stoll(number.get<std::string>()) : number.get<std::int64_t>();
  for (const auto& [key, range] : json["slopes"].items()) facts.slopes[key] = {range[0], range[1]};
  if (!json["error"].is_null()) facts.error = json["error"];
  return facts;
}

void write_text(Sink& out, const FamilyAnswer& answer, std::size_t width) {
  const std::vector<std::int64_t>& numbers = answer.family.numbers;
  const auto say = [&](std::string_view word, const std::string& prose) {
    out.write(hanging(fmt::format("  {:<12}", word), prose, width));
  };
  out.print("{}, {} = {} to {}: {}\n", answer.game, answer.family.parameter, numbers.front(), numbers.back(),
            members_text(numbers.size()));
  for (const FamilyLaw& law : answer.laws) {
    say("conjecture", law.statement(answer.family.parameter));
    say("", fmt::format("not proved: found from {}, {} up to {}; holds for {} more, up to {}{}", members_text(law.found),
                        answer.family.parameter, law.found_to, law.checked, law.holds_to,
                        law.where.empty() ? "" : fmt::format("; {} in all, of {}", law.found + law.checked, law.members)) +
                (law.unknown == 0 ? "" : fmt::format("; for {} it is not known", members_text(law.unknown))));
  }
  if (answer.laws.empty()) out.write(hanging("  ", "no law of a known kind fits what was found of these games", width));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!answer.facts[i].error.empty())
      say("left out", plain_line(fmt::format("{} = {}: {}", answer.family.parameter, numbers[i], answer.facts[i].error)));
  if (!answer.laws.empty()) say("further", answer.further);
}

Json to_json(const FamilyAnswer& answer) {
  Json json;
  json["game"] = answer.game;
  json["parameter"] = answer.family.parameter;
  json["range"] = {answer.family.numbers.front(), answer.family.numbers.back()};
  json["members"] = answer.family.numbers.size();
  json["laws"] = Json::array();
  for (const FamilyLaw& law : answer.laws) {
    Json one;
    one["kind"] = "law of a family";
    one["quantity"] = law.quantity;
    one["formula"] = law.formula;
    one["where"] = law.where.empty() ? Json() : Json(law.where);
    one["exactly"] = law.exactly;
    one["statement"] = law.statement(answer.family.parameter);
    one["proved"] = false;
    one["from"] = law.from;
    one["found_to"] = law.found_to;
    one["holds_to"] = law.holds_to;
    one["found"] = law.found;
    one["checked"] = law.checked;
    one["members"] = law.members;
    one["unknown"] = law.unknown;
    json["laws"].push_back(std::move(one));
  }
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < answer.facts.size(); ++i) {
    Json row = {{"value", answer.family.numbers[i]}};
    row.update(to_json(answer.facts[i]));
    json["rows"].push_back(std::move(row));
  }
  json["check_further"] = answer.further;
  return json;
}

}  // namespace bouton
