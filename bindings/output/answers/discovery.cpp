#include "bindings/output/answers/discovery.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/values/period_json.h"
#include "engine/base/plain_text.h"
#include "engine/heap/period/period.h"

namespace bouton {
namespace {

/// What a statement is, in a column of its own.
std::string head(std::string_view word) { return fmt::format("  {:<12}", word); }

void write_conjecture(Sink& out, const std::string& where, const Conjecture& conjecture, std::size_t width) {
  out.write(hanging(head("conjecture"), fmt::format("{}{}{}", where, where.empty() ? "" : ": ", conjecture.statement), width));
  const ConjectureCheck& check = conjecture.check;
  const std::string checked = fmt::format("not proved: found from numbers up to {}, holds up to {}, {} more looked at",
                                          conjecture.found_to, check.holds_to, check.positions);
  out.write(wrapped(checked, width, head("")));
}

Json conjecture_json(const std::string& where, const Conjecture& conjecture) {
  Json json;
  json["kind"] = conjecture.kind;
  json["where"] = where.empty() ? Json() : Json(where);
  json["statement"] = conjecture.statement;
  json["proved"] = false;
  json["found_to"] = conjecture.found_to;
  json["holds_to"] = conjecture.check.holds_to;
  json["checked"] = conjecture.check.positions;
  json["failure"] = Json();  // what fails is no conjecture
  return json;
}

/// Whether two parts have one and the same conjecture.
bool is_same(const Conjecture& a, const Conjecture& b) {
  return a.kind == b.kind && a.statement == b.statement && a.found_to == b.found_to && a.check == b.check;
}

/// Each part's in its order, and those that several parts have once, with the names of these parts.
template <class Visit>
void for_each_conjecture(const Discovery& discovery, Visit visit) {
  std::vector<std::pair<std::string, const Conjecture*>> listed;
  for (const Discovery::Part& part : discovery.parts)
    for (const Conjecture& conjecture : part.conjectures) {
      const auto same = std::ranges::find_if(listed, [&](const auto& other) { return is_same(*other.second, conjecture); });
      if (same == listed.end()) listed.emplace_back(part.where, &conjecture);
      else same->first += "; " + part.where;
    }
  for (const auto& [where, conjecture] : listed) visit(where, *conjecture);
}

bool has_conjectures(const Discovery& discovery) {
  return std::ranges::any_of(discovery.parts, [](const Discovery::Part& part) { return !part.conjectures.empty(); });
}

/// The proved periods, those that several parts have once, with the names of these parts.
std::vector<std::pair<std::string, const ProvedPeriod*>> proved_periods(const Discovery& discovery) {
  std::vector<std::pair<std::string, const ProvedPeriod*>> listed;
  for (const ProvedPeriod& proved : discovery.periods) {
    const auto same = std::ranges::find_if(listed, [&](const auto& other) {
      return other.second->kind == proved.kind && describe(other.second->period) == describe(proved.period);
    });
    if (same == listed.end()) listed.emplace_back(proved.where, &proved);
    else same->first += "; " + proved.where;
  }
  return listed;
}

std::string_view name_of(ValueKind kind) { return kind == ValueKind::grundy ? "Grundy values" : "outcomes"; }

std::string statement_with_game(const TheoremSet& set) {
  return fmt::format("{}: {}{}{}", set.name, sentence(set), set.game.empty() ? "" : "; this is ", set.game);
}

/// What is proved, a statement each.
Json theorems_json(const DiscoveryAnswer& answer) {
  Json theorems = Json::array();
  for (const std::vector<TheoremSet>* const sets : {&answer.theorem.sets, &answer.theorem.layers})
    for (const TheoremSet& set : *sets)
      theorems.push_back({{"kind", set.name.starts_with("Grundy values") ? "Grundy values" : "P-positions"},
                          {"where", sets == &answer.theorem.layers ? Json(set.where) : Json()},
                          {"statement", statement_with_game(set)},
                          {"plain", set.words.empty() ? Json() : Json(set.words)},
                          {"formula", set.formula.empty() ? Json() : Json(set.formula)},
                          {"proved", true}});
  if (const std::optional<HeapTheorem>& heaps = answer.discovery.theorem.heaps; heaps && heaps->elements > 0)
    theorems.push_back({{"kind", "quotient"},
                        {"where", Json()},
                        {"statement", statement_of(*heaps)},
                        {"proved", true},
                        {"period", period_json(heaps->period)},
                        {"elements", heaps->elements}});
  for (const auto& [where, proved] : proved_periods(answer.discovery))
    theorems.push_back({{"kind", "period"},
                        {"where", where.empty() ? Json() : Json(where)},
                        {"statement", fmt::format("{} of heaps: {}", name_of(proved->kind), describe(proved->period))},
                        {"proved", true},
                        {"period", period_json(proved->period)}});
  for (const PeriodicRows& rows : answer.discovery.periodic_rows)
    theorems.push_back({{"kind", "periodic rows"}, {"where", Json()}, {"statement", rows.statement}, {"proved", true}});
  for (const WordsOfRow& row : answer.discovery.row_words) {
    Json json = {{"kind", "row words"}, {"where", row.where}, {"statement", statement(row)}, {"proved", true}};
    json["gaps"] = row.words.gaps;
    json["impossible"] = row.words.impossible;
    json["density"] = Json();
    if (const std::optional<GapDensity>& density = row.words.density)
      json["density"] = {text_of(density->least), text_of(density->greatest)};
    theorems.push_back(std::move(json));
  }
  return theorems;
}

/// By its name, with the settings that the game was loaded with.
DiscoveryWords words_of(const Game& game, const Discovery& discovery) {
  DiscoveryWords words{game.name, {}, {}, {}};
  for (const Parameter& parameter : game.parameters)
    if (parameter.given) words.settings.emplace_back(parameter.name, to_string(parameter.value));
  const TheoremReport& report = discovery.theorem;
  if (game.rules->domain().is_piles() && report.formula) words.piles.push_back(std::to_string(report.formula->dimensions()));
  if (game.rules->play() == Play::misere) words.play = Play::misere;
  return words;
}

/// The same question with tables that go twice as far.
std::string further_command(const Game& game, const Discovery& discovery, const std::optional<DiscoveryWords>& asked) {
  const DiscoveryWords words = asked ? *asked : words_of(game, discovery);
  std::vector<std::string> line = {words.game};
  line.insert(line.end(), words.piles.begin(), words.piles.end());
  for (const auto& [name, value] : words.settings) {
    line.emplace_back("-p");
    line.push_back(fmt::format("{}={}", name, value));
  }
  if (words.play) {
    line.emplace_back("--play");
    line.emplace_back(play_name(*words.play));
  }
  line.emplace_back("--further");
  line.push_back(std::to_string(std::min(kFurthest, 2 * discovery.further)));
  return shell_line("discover", line);
}

}  // namespace

std::string sentence(const Disguise& disguise) {
  return fmt::format(
      "{}; {}", statement_of(disguise),
      disguise.proved ? "proved: " + disguise.theorem : fmt::format("not proved, the same up to {}", disguise.checked_to));
}

Json to_json(const Disguise& disguise) {
  return {{"game", disguise.game.empty() ? Json() : Json(disguise.game)},
          {"code", disguise.code.empty() ? Json() : Json(disguise.code)},
          {"kind", name_of(disguise.kind)},
          {"shift", disguise.of_heaps ? Json(disguise.shift) : Json()},
          {"from", disguise.of_heaps ? Json(disguise.from) : Json()},
          {"exchanged", disguise.exchanged},
          {"checked_to", disguise.checked_to},
          {"proved", disguise.proved},
          {"theorem", disguise.proved ? Json(disguise.theorem) : Json()},
          {"statement", statement_of(disguise)}};
}

DiscoveryAnswer discovery_answer(const Game& game, const Discovery& discovery, const Budget& budget,
                                 const std::optional<DiscoveryWords>& asked) {
  DiscoveryAnswer answer{game, discovery, theorem_answer(game, discovery.theorem, budget), ""};
  if (has_conjectures(discovery) && discovery.further < kFurthest) answer.further = further_command(game, discovery, asked);
  return answer;
}

bool DiscoveryAnswer::has_found() const {
  return discovery.theorem.theorem.has_value() || discovery.theorem.layers.has_value() || discovery.theorem.heaps.has_value() ||
         !discovery.periods.empty() || !discovery.disguises.empty() || !discovery.row_words.empty() ||
         !discovery.periodic_rows.empty() || has_conjectures(discovery);
}

void write_text(Sink& out, const DiscoveryAnswer& answer, std::size_t width) {
  const TheoremReport& report = answer.discovery.theorem;
  const auto say = [&](std::string_view word, const std::string& prose) { out.write(hanging(head(word), prose, width)); };
  out.print("{}\n", answer.game.name);
  for (const std::vector<TheoremSet>* const sets : {&answer.theorem.sets, &answer.theorem.layers})
    for (const TheoremSet& set : *sets) say("proved", statement_with_game(set));
  if (const std::optional<Growth>& growth = answer.theorem.growth) {
    std::string many = order_text(*growth);
    if (many.empty() && !growth->recurrence.empty()) many = growth_text(*growth);
    if (!many.empty()) say("proved", "P-positions: " + many);
  }
  if (report.theorem) say("", "for positions of every size; `bouton theorem` has the automata");
  else if (report.heaps && report.heaps->elements > 0) say("proved", statement_of(*report.heaps));
  else if (!report.heaps)
    say("no theorem", (report.layers ? "of positions " + left_out_text(report) + ": " : "") +
                          reason_text(answer.game, report.formula ? report.theorem.refusal() : report.formula.refusal()));
  for (const auto& [where, proved] : proved_periods(answer.discovery))
    say("proved",
        fmt::format("{}{}{} of heaps: {}", where, where.empty() ? "" : ": ", name_of(proved->kind), describe(proved->period)));
  for (const PeriodicRows& rows : answer.discovery.periodic_rows) say("proved", rows.statement);
  for (const WordsOfRow& row : answer.discovery.row_words) say("proved", statement(row));
  for (const Disguise& disguise : answer.discovery.disguises) say(disguise.proved ? "proved" : "same as", sentence(disguise));
  bool any =
      !answer.discovery.disguises.empty() || !answer.discovery.row_words.empty() || !answer.discovery.periodic_rows.empty();
  for_each_conjecture(answer.discovery, [&](const std::string& where, const Conjecture& conjecture) {
    write_conjecture(out, where, conjecture, width);
    any = true;
  });
  if (!any && !answer.discovery.theorem.theorem && !answer.discovery.theorem.layers && answer.discovery.periods.empty())
    out.write(hanging("  ", "no conjecture of a known kind fits the tables", width));
  if (!answer.further.empty()) say("further", answer.further);
  for (const std::string& table : answer.discovery.not_looked_at) say("left out", plain_line(table));
}

Json to_json(const DiscoveryAnswer& answer) {
  Json json;
  json["game"] = answer.game.name;
  json["params"] = params_json(answer.game);
  json["theorem"] = to_json(answer.theorem);
  const Period* const period = answer.discovery.heap_period();
  json["period"] = period_json(period == nullptr ? std::nullopt : std::optional(*period));
  json["theorems"] = theorems_json(answer);
  json["conjectures"] = Json::array();
  for_each_conjecture(answer.discovery, [&](const std::string& where, const Conjecture& conjecture) {
    json["conjectures"].push_back(conjecture_json(where, conjecture));
  });
  json["disguises"] = Json::array();
  for (const Disguise& disguise : answer.discovery.disguises) json["disguises"].push_back(to_json(disguise));
  json["check_further"] = answer.further.empty() ? Json() : Json(answer.further);
  const std::string not_looked_at = fmt::format("{}", fmt::join(answer.discovery.not_looked_at, "; "));
  json["not_looked_at"] = not_looked_at.empty() ? Json() : Json(not_looked_at);
  json["seconds"] = answer.discovery.seconds;
  return json;
}

}  // namespace bouton
