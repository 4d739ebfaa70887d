#include "bindings/output/answers/misere.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"

namespace bouton {
namespace {

const char* tameness(const GenusSolver::Found& found) { return found.tame ? "tame" : "wild"; }

std::string name_of(const Game& game, const Position& position) { return line_of(game, widen(position)); }

/// Lines no longer than people like to read, broken at the joints; the first follows `head`, the others stand below it.
void write_broken(Sink& out, std::string_view head, const std::vector<std::string>& pieces) {
  constexpr std::size_t kWidth = 110;
  std::string line(head);
  const std::size_t indent = line.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string piece = fmt::format("{}{}", pieces[i], i + 1 < pieces.size() ? ", " : "");
    if (line.size() > indent && line.size() + piece.size() > kWidth) {
      line.erase(line.find_last_not_of(' ') + 1);
      out.print("{}\n", line);
      line.assign(indent, ' ');
    }
    line += piece;
  }
  out.print("{}\n", line);
}

std::string proof_text(const Game& game, const GameQuotient& quotient) {
  const std::size_t proved = quotient.quotient.heaps();
  if (quotient.period)
    return fmt::format("all heaps: their values have the period {} from heap {} on, by heaps 0 to {} (Plambeck, Siegel 2008)",
                       quotient.period->period, quotient.period->preperiod, quotient.period->checked - 1);
  if (proved == 0) return "nothing";
  return fmt::format("sums of the positions {} to {}, of any number of them", name_of(game, quotient.positions.front()),
                     name_of(game, quotient.positions[proved - 1]));
}

Json word_json(const GeneratorWord& word) {
  Json json = Json::object();
  for (const std::uint32_t generator : word) {
    Json& exponent = json[generator_name(generator)];
    exponent = exponent.is_null() ? 1 : exponent.get<int>() + 1;
  }
  return json;
}

void add_genus(Json& json, const GenusSolver::Found& found) {
  json["genus"] = found.genus.text();
  json["grundy"] = found.genus.normal;
  json["misere_grundy"] = found.genus.misere[0];
  json["digits"] = found.genus.misere;
  json["tame"] = found.tame;
}

}  // namespace

void write_text(Sink& out, const Game& game, const GameQuotient& quotient, const std::string& given_up) {
  const Presentation& shown = quotient.presentation;
  const std::size_t order = quotient.quotient.size();
  out.print("{}: the misère quotient\n  order       {} element{}\n", game.name, order, order == 1 ? "" : "s");
  std::vector<std::string> pieces;
  for (std::uint32_t i = 0; i < shown.generators.size(); ++i)
    pieces.push_back(fmt::format("{} = {}", generator_name(i), name_of(game, quotient.positions[shown.generators[i]])));
  write_broken(out, "  generators  ", pieces);
  pieces.clear();
  for (const auto& [left, right] : shown.relations) pieces.push_back(fmt::format("{} = {}", to_string(left), to_string(right)));
  write_broken(out, "  relations   ", pieces);
  pieces.clear();
  for (const GeneratorWord& word : shown.p_portion) pieces.push_back(to_string(word));
  write_broken(out, "  P-portion   ", pieces);
  out.print("  proved for  {}\n", proof_text(game, quotient));
  if (!given_up.empty()) out.print("  given up    {}\n", given_up);

  std::vector<std::string> names = {"position"}, values = {"value"};
  for (std::size_t i = 0; i < quotient.positions.size(); ++i) {
    names.push_back(name_of(game, quotient.positions[i]));
    values.push_back(i < quotient.quotient.heaps() ? to_string(shown.words[quotient.quotient.value(static_cast<Heap>(i))])
                                                   : "?");
  }
  const auto width = [](const std::vector<std::string>& texts) {
    std::size_t widest = 0;
    for (const std::string& text : texts) widest = std::max(widest, display_width(text));
    return widest;
  };
  const std::size_t name_width = width(names), value_width = width(values);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string gap(name_width - display_width(names[i]), ' ');
    std::string genus = "genus";
    if (i > 0)
      genus = i <= quotient.genera.size()
                  ? fmt::format("{}  {}", quotient.genera[i - 1].genus.text(), tameness(quotient.genera[i - 1]))
                  : "?";
    out.print("{}{}  {:<{}}  {}\n", gap, names[i], values[i], value_width, genus);
  }
}

Json to_json(const Game& game, const GameQuotient& quotient, const std::string& given_up) {
  const Presentation& shown = quotient.presentation;
  Json json;
  json["game"] = game.name;
  json["params"] = params_json(game);
  json["order"] = quotient.quotient.size();
  json["generators"] = Json::array();
  for (std::uint32_t i = 0; i < shown.generators.size(); ++i)
    json["generators"].push_back(
        {{"name", generator_name(i)}, {"position", position_json(game, widen(quotient.positions[shown.generators[i]]))}});
  json["relations"] = Json::array();
  for (const auto& [left, right] : shown.relations)
    json["relations"].push_back(Json::array({word_json(left), word_json(right)}));
  json["p_portion"] = Json::array();
  for (const GeneratorWord& word : shown.p_portion) json["p_portion"].push_back(word_json(word));
  json["positions"] = Json::array();
  for (std::size_t i = 0; i < quotient.positions.size(); ++i) {
    Json entry;
    entry["position"] = position_json(game, widen(quotient.positions[i]));
    const bool proved = i < quotient.quotient.heaps();
    entry["value"] = proved ? word_json(shown.words[quotient.quotient.value(static_cast<Heap>(i))]) : Json();
    if (i < quotient.genera.size()) {
      add_genus(entry, quotient.genera[i]);
    } else {
      for (const char* name : {"genus", "grundy", "misere_grundy", "digits", "tame"}) entry[name] = Json();
    }
    json["positions"].push_back(std::move(entry));
  }
  json["orders"] = quotient.quotient.sizes();
  json["proved_for"] = quotient.period ? Json("all") : Json(quotient.quotient.heaps());
  json["period"] = Json();
  if (quotient.period)
    json["period"] = {{"preperiod", quotient.period->preperiod},
                      {"period", quotient.period->period},
                      {"proved", true},
                      {"theorem", "Plambeck, Siegel (2008)"},
                      {"checked_to", quotient.period->checked - 1}};
  json["given_up"] = given_up.empty() ? Json() : Json(given_up);
  json["text"] = to_string(shown);
  return json;
}

void write_text(Sink& out, const GenusOfSum& answer) {
  std::vector<std::string> names;
  for (const Component& component : answer.sum) {
    const Game& game = *answer.games[component.game];
    names.push_back(fmt::format("{} {}", game.name, line_of(game, component.position)));
  }
  const GenusSolver::Found& found = answer.value.found;
  out.print("{}\n", fmt::join(names, " + "));
  out.print("  genus                {}, {}\n", found.genus.text(), tameness(found));
  out.print("  Grundy value         {}\n", found.genus.normal);
  out.print("  misère Grundy value  {}\n", found.genus.misere[0]);
  out.print("  misère outcome       {}, the player to move {}\n", letter(answer.value.outcome),
            answer.value.outcome == Outcome::P ? "loses" : "wins");
}

Json to_json(const GenusOfSum& answer) {
  Json json;
  json["game"] = game_names(answer.games);
  json["position"] = Json::array();
  json["components"] = Json::array();
  for (const Component& component : answer.sum) {
    const Game& game = *answer.games[component.game];
    json["position"].push_back(position_json(game, component.position));
    json["components"].push_back(
        {{"game", game.name}, {"params", params_json(game)}, {"position", position_json(game, component.position)}});
  }
  json["outcome"] = std::string(1, letter(answer.value.outcome));
  add_genus(json, answer.value.found);
  return json;
}

}  // namespace bouton
