#include <functional>

#include <fmt/format.h>

#include "bindings/cli/context/positions.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/sum/sum_rules.h"

namespace bouton::cli {
namespace {

/// A move graph, with what its nodes stand for.
struct Explored {
  std::shared_ptr<const Rules> rules;
  MoveGraph graph;
  std::function<Sum(const Position&)> sum_of;
};

/// Explores what is below `start`; false if a move splits the game.
bool explore(Context& context, Explored& explored, const Position& start) {
  const std::uint64_t most = context.request().max_nodes;
  explored.graph.add_start(*explored.rules, start);
  switch (explored.graph.explore(*explored.rules, context.budget(), {.nodes = most})) {
    case MoveGraph::Status::complete: return true;
    case MoveGraph::Status::split: return false;
    case MoveGraph::Status::too_large: break;
  }
  throw LimitError(fmt::format("graph: there are more than {} positions below this one; --max-nodes N allows more", most));
}

Explored explore(Context& context, const NamedSum& named, const std::shared_ptr<MemoryAccount>& account) {
  std::vector<SumPart> parts;
  for (const Component& component : named.sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) throw RequestError(fmt::format("position {} does not fit into 64 bits", to_string(component.position)));
    parts.push_back({component.game, *position});
  }
  if (parts.size() == 1) {
    Explored explored{named.games[0]->rules, MoveGraph(account, MoveGraph::Labels::keep), [](const Position& position) {
                        return Sum{{0, widen(position)}};
                      }};
    if (explore(context, explored, parts[0].position)) return explored;
  }
  const Play play = named.games[0]->rules->play();
  for (const auto& game : named.games)
    if (game->rules->play() != play) throw MixedPlay();
  if (play == Play::by_position) throw RequestError("there is no graph of sums where the last position says who has won");
  const auto sums = std::make_shared<SumRules>(rules_of(named.games), play, account);
  Explored explored{sums, MoveGraph(account, MoveGraph::Labels::keep), [sums](const Position& position) {
                      Sum sum;
                      for (const SumPart& part : sums->parts(position)) sum.push_back({part.game, widen(part.position)});
                      return sum;
                    }};
  explore(context, explored, sums->position(parts));
  return explored;
}

ValuedGraph::Node valued_node(const NamedSum& named, Solver& solver, const Sum& sum) {
  ValuedGraph::Node node;
  for (const Component& component : sum) {
    node.text += (node.text.empty() ? "" : " + ") + line_of(*named.games[component.game], component.position);
    node.position.push_back(component.position);
  }
  if (sum.empty()) node.text = "nothing";
  node.value = {solver.outcome(sum), std::nullopt, solver.remoteness(sum)};
  if (named.games[0]->rules->play() == Play::normal) node.value.grundy = solver.grundy(sum);
  return node;
}

ValuedGraph with_values(const NamedSum& named, const Explored& explored, Solver& solver) {
  ValuedGraph valued;
  for (const auto& game : named.games) valued.name += (valued.name.empty() ? "" : " + ") + game->name;
  const MoveGraph& graph = explored.graph;
  for (MoveGraph::Node node = 0; node < graph.size(); ++node) {
    valued.nodes.push_back(valued_node(named, solver, explored.sum_of(graph.position(node))));
    for (std::size_t i = 0; i < graph.options(node).size(); ++i)
      valued.edges.push_back({node, graph.options(node)[i], std::string(explored.rules->label_name(graph.labels(node)[i]))});
  }
  return valued;
}

int graph(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  const NamedSum named = read_sum(context, context.request().games);
  Solver solver(rules_of(named.games), context.budget());
  const Explored explored = explore(context, named, std::make_shared<MemoryAccount>(context.budget()));
  const ValuedGraph valued = with_values(named, explored, solver);
  context.erase_progress();
  switch (context.format()) {
    case Format::graphml: write_graphml(context.out(), valued); break;
    case Format::json: write_json(context.out(), to_json(valued)); break;
    default: write_dot(context.out(), valued);
  }
  return 0;
}

}  // namespace

Verb graph_verb() {
  return {.name = "graph",
          .usage = "GAME POS... [+ GAME POS...]",
          .summary = "the move graph below a position, with values",
          .help =
              "Writes every position that can come of POS, with its value, and every move, as DOT (for Graphviz), GraphML\n"
              "or JSON. Positions that a symmetry makes the same are one node; so are sums after a split.\n\n"
              "  bouton graph wythoff 3,5 | dot -Tsvg > wythoff.svg",
          .operands = Operands::games,
          .options = {Option::parameter, Option::play, Option::max_nodes, Option::format, Option::output, Option::threads,
                      Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::dot, Format::graphml, Format::json},
          .run = graph};
}

}  // namespace bouton::cli
