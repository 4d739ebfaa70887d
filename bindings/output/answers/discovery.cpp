#include "bindings/output/answers/discovery.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/plain_text.h"
#include "engine/plan/solvers/heap_solver.h"

namespace bouton {
namespace {

void write_conjecture(Sink& out, const std::string& where, const Conjecture& conjecture) {
  out.print("  conjecture  {}{}{}\n", where, where.empty() ? "" : ": ", conjecture.statement);
  const ConjectureCheck& check = conjecture.check;
  if (check.failure)
    out.print("              FALSE: found from numbers up to {}, it fails first at {}\n", conjecture.found_to,
              to_string(PositionView(*check.failure)));
  else
    out.print("              not proved: found from numbers up to {}, holds up to {}, {} more looked at\n", conjecture.found_to,
              check.holds_to, check.positions);
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
  json["failure"] = Json();
  if (conjecture.check.failure) {
    json["failure"] = Json::array();
    for (const Coordinate number : *conjecture.check.failure) json["failure"].push_back(number);
  }
  return json;
}

/// Whether two parts have one and the same conjecture.
bool is_same(const Conjecture& a, const Conjecture& b) {
  return a.kind == b.kind && a.statement == b.statement && a.found_to == b.found_to && a.check == b.check;
}

/// Those that hold first, whatever part they are of; each part's in its order, and those that several parts have once, with the
/// names of these parts.
template <class Visit>
void for_each_conjecture(const Discovery& discovery, Visit visit) {
  for (const bool fails : {false, true}) {
    std::vector<std::pair<std::string, const Conjecture*>> listed;
    for (const Discovery::Part& part : discovery.parts)
      for (const Conjecture& conjecture : part.conjectures) {
        if (conjecture.check.failure.has_value() != fails) continue;
        const auto same = std::ranges::find_if(listed, [&](const auto& other) { return is_same(*other.second, conjecture); });
        if (same == listed.end()) listed.emplace_back(part.where, &conjecture);
        else same->first += "; " + part.where;
      }
    for (const auto& [where, conjecture] : listed) visit(where, *conjecture);
  }
}

}  // namespace

DiscoveryAnswer discovery_answer(const Game& game, const Discovery& discovery, const Budget& budget) {
  return {game, discovery, theorem_answer(game, discovery.theorem, budget)};
}

bool DiscoveryAnswer::has_found() const {
  bool found = discovery.theorem.theorem.has_value() || discovery.period;
  for_each_conjecture(discovery,
                      [&](const std::string&, const Conjecture& conjecture) { found = found || !conjecture.check.failure; });
  return found;
}

void write_text(Sink& out, const DiscoveryAnswer& answer) {
  const TheoremReport& report = answer.discovery.theorem;
  out.print("{}\n", answer.game.name);
  for (const TheoremSet& set : answer.theorem.sets) out.print("  proved      {}: {}\n", set.name, sentence(set));
  if (report.theorem) out.print("              for positions of every size; `bouton theorem` has the automata\n");
  else
    out.print("  no theorem  {}\n",
              reason_text(answer.game, report.formula ? report.theorem.refusal() : report.formula.refusal()));
  if (answer.discovery.period) out.print("  proved      Grundy values of heaps: {}\n", describe(*answer.discovery.period));
  bool any = false;
  for_each_conjecture(answer.discovery, [&](const std::string& where, const Conjecture& conjecture) {
    write_conjecture(out, where, conjecture);
    any = true;
  });
  if (!answer.discovery.not_looked_at.empty())
    out.print("  conjectures are not looked for: {}\n", plain_line(answer.discovery.not_looked_at));
  else if (!any && !answer.discovery.theorem.theorem && !answer.discovery.period)
    out.print("  no conjecture of a kind that is known fits the tables\n");
}

Json to_json(const DiscoveryAnswer& answer) {
  Json json;
  json["game"] = answer.game.name;
  json["params"] = params_json(answer.game);
  json["theorem"] = to_json(answer.theorem);
  json["period"] = Json();
  if (const std::optional<Period>& period = answer.discovery.period)
    json["period"] = {{"preperiod", period->preperiod}, {"period", period->period},   {"saltus", period->saltus},
                      {"proved", period->proved},       {"theorem", period->theorem}, {"checked_to", period->checked_to}};
  json["conjectures"] = Json::array();
  for_each_conjecture(answer.discovery, [&](const std::string& where, const Conjecture& conjecture) {
    json["conjectures"].push_back(conjecture_json(where, conjecture));
  });
  json["not_looked_at"] = answer.discovery.not_looked_at.empty() ? Json() : Json(answer.discovery.not_looked_at);
  json["seconds"] = answer.discovery.seconds;
  return json;
}

}  // namespace bouton
