#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/answers/explanation.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/pictures/svg.h"
#include "bindings/output/sink/output.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/image/automaton/automaton_picture.h"
#include "engine/image/graph/graph_picture.h"
#include "engine/plan/explain.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/graph.h"
#include "engine/why/reason.h"

namespace bouton::web {
namespace {

std::string svg_of(const Picture& picture) {
  TextSink out;
  write_svg(out, picture);
  return out.text();
}

/// An automaton of very many states shows nothing as a picture.
bool can_be_drawn(const TheoremAnswer& answer) {
  return !answer.sets.empty() &&
         std::ranges::all_of(answer.sets, [](const TheoremSet& set) { return set.automaton->states() <= kMostDrawnStates; });
}

}  // namespace

Json find_value(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const NamedSum named = desk.sum(member(request, "sum"));
  const std::string kind = text_in(request, "kind");
  Solver& solver = *desk.solver(named.games);
  if (kind == "outcome") return {{kind, name(solver.outcome(named.sum))}};
  if (kind == "grundy") {
    const std::optional<Nimber> value = solver.grundy(named.sum);
    return {{kind, value ? to_json(*value) : Json()}};
  }
  const auto number = [&](std::optional<Remoteness> moves) { return Json({{kind, moves ? Json(*moves) : Json()}}); };
  if (kind == "remoteness") return number(solver.remoteness(named.sum));
  if (kind == "suspense") return number(solver.suspense(named.sum));
  if (kind == "longest") return number(solver.longest(named.sum));
  throw RequestError(fmt::format("'{}' is not a kind of value", kind));
}

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
  if (request.value("picture", false))
    json["svg"] = graph.nodes.size() <= kMostDrawnNodes ? Json(svg_of(picture_of(graph))) : Json();
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
  TheoremRequest wanted{.dimensions = dimensions_of_theorem(*game, piles), .greatest_value = count_in(request, "value", 0)};
  if (request.contains("steps")) wanted.limits.most_steps = count_in(request, "steps", 0);
  const Budget budget = desk.budget();
  const TheoremReport report = bouton::find_theorem(*game, wanted, budget);
  const TheoremAnswer answer = theorem_answer(*game, report, budget);
  TextSink text;
  write_text(text, answer, 0);
  Json json = {{"text", text.text()}, {"theorem", to_json(answer)}};
  if (request.value("picture", false)) json["svg"] = can_be_drawn(answer) ? Json(svg_of(picture_of(answer))) : Json();
  return json;
}

}  // namespace bouton::web
