#include "bindings/output/answers/explanation.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/answers/theorem.h"
#include "bindings/output/sink/output.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/plan/explain.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/graph.h"
#include "engine/why/reason.h"

namespace bouton::web {

Json solve(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  NamedSum named = desk.sum(member(request, "sum"));
  Answer answer = desk.solver(named.games)->solve(named.sum, count_in(request, "most", 100));
  return to_json(Solution{std::move(named.games), std::move(named.sum), std::move(answer), std::nullopt});
}

Json explain_position(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  return to_json(named.games, named.sum, why(named.games, named.sum, *desk.solver(named.games), desk.budget()));
}

Json move_graph(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  const std::uint64_t most = count_in(request, "most", 200);
  const ValuedGraph graph =
      valued_graph(named.games, position_graph(named.games, *desk.solver(named.games), named.sum, most, desk.budget()));
  Json json = to_json(graph);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) json["nodes"][i]["text"] = graph.nodes[i].text;
  return json;
}

Json explain_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  return to_json(*game, explain(*game, viewpoint(*game, {}), {}, desk.budget()), nullptr);
}

Json find_theorem(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  std::optional<std::size_t> piles;
  if (request.contains("piles")) piles = count_in(request, "piles", 0);
  const Budget budget = desk.budget();
  const TheoremReport report = bouton::find_theorem(*game, {.dimensions = dimensions_of_theorem(*game, piles)}, budget);
  const TheoremAnswer answer = theorem_answer(*game, report, budget);
  TextSink text;
  write_text(text, answer, 0);
  return {{"text", text.text()}, {"theorem", to_json(answer)}};
}

}  // namespace bouton::web
