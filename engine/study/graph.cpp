#include "engine/study/graph.h"

#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/plan/claims.h"
#include "engine/question/parts.h"
#include "engine/sum/sum_rules.h"

namespace bouton {
namespace {

/// A move graph, with what its nodes stand for.
struct Explored {
  std::shared_ptr<const Rules> rules;
  MoveGraph graph;
  std::function<Sum(const Position&)> sum_of;
};

using RulesOfGames = std::vector<std::shared_ptr<const Rules>>;

MoveGraph::Status explore(Explored& explored, const Position& start, std::uint64_t most, const Budget& budget) {
  explored.graph.add_start(*explored.rules, start);
  return explored.graph.explore(*explored.rules, budget, {.nodes = most});
}

/// The graph of the sums of what the components become.
Explored graph_of_sums(const RulesOfGames& games, const std::shared_ptr<MemoryAccount>& account) {
  const Play play = games[0]->play();
  for (const auto& game : games)
    if (game->play() != play) throw MixedPlay();
  if (play == Play::by_position) throw RequestError("there is no graph of sums where the last position says who has won");
  const auto sums = std::make_shared<SumRules>(games, play, account);
  return {sums, MoveGraph(account, MoveGraph::Labels::keep), [sums](const Position& position) {
            Sum sum;
            for (const SumPart& part : sums->parts(position)) sum.push_back({part.game, widen(part.position)});
            return sum;
          }};
}

/// Nothing if there are too many nodes.
std::optional<Explored> explored_below(const RulesOfGames& games, const std::vector<SumPart>& parts, std::uint64_t most,
                                       const Budget& budget) {
  const auto account = std::make_shared<MemoryAccount>(budget);
  MoveGraph::Status status = MoveGraph::Status::split;
  if (parts.size() == 1) {
    Explored explored{games[parts[0].game], MoveGraph(account, MoveGraph::Labels::keep),
                      [game = parts[0].game](const Position& position) {
                        return Sum{{game, widen(position)}};
                      }};
    status = explore(explored, parts[0].position, most, budget);
    if (status == MoveGraph::Status::complete) return explored;
  }
  if (status == MoveGraph::Status::too_large) return std::nullopt;
  Explored explored = graph_of_sums(games, account);
  const Position start = static_cast<const SumRules&>(*explored.rules).position(parts);
  if (explore(explored, start, most, budget) != MoveGraph::Status::complete) return std::nullopt;
  return explored;
}

}  // namespace

GraphTooLarge::GraphTooLarge(std::uint64_t most)
    : LimitError(fmt::format("there are more than {} positions below this one", most)) {}

PositionGraph position_graph(const Games& games, Solver& solver, const Sum& start, std::uint64_t most, const Budget& budget) {
  const RulesOfGames rules = rules_of(games);
  look_at_claims(rules, budget);
  const std::optional<Explored> explored = explored_below(rules, narrow_parts(start), most, budget);
  if (!explored) throw GraphTooLarge(most);
  PositionGraph found;
  const MoveGraph& graph = explored->graph;
  for (MoveGraph::Node node = 0; node < graph.size(); ++node) {
    Sum sum = explored->sum_of(graph.position(node));
    Value value = {solver.outcome(sum), std::nullopt, solver.remoteness(sum)};
    if (rules[0]->play() == Play::normal) value.grundy = solver.grundy(sum);
    found.nodes.push_back({std::move(sum), std::move(value)});
    for (std::size_t i = 0; i < graph.options(node).size(); ++i)
      found.edges.push_back({node, graph.options(node)[i], std::string(explored->rules->label_name(graph.labels(node)[i]))});
  }
  return found;
}

}  // namespace bouton
