#include "engine/study/graph.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/plan/claims.h"
#include "engine/play/sum_moves.h"
#include "engine/question/parts.h"
#include "engine/sum/sum_rules.h"
#include "engine/why/words.h"

namespace bouton {
namespace {

/// A move graph, with what its nodes stand for.
struct Explored {
  std::shared_ptr<const Rules> rules;
  MoveGraph graph;
  std::function<Sum(const Position&)> sum_of;
};

using RulesOfGames = std::vector<std::shared_ptr<const Rules>>;

/// About what a node and an edge take, in the graph and in JSON of it.
constexpr std::size_t kBytesOfEdge = 600;
std::size_t bytes_of_node(const Sum& sum) {
  constexpr std::size_t kOfNode = 1000, kOfComponent = 200, kOfCoordinate = 150;
  std::size_t bytes = kOfNode + kOfComponent * sum.size();
  for (const Component& component : sum) bytes += kOfCoordinate * component.position.size();
  return bytes;
}

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
                                       const std::shared_ptr<MemoryAccount>& account, const Budget& budget) {
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

/// The graph of sums where moves oblige: what the player to move must do is part of a node.
class ObligedGraph {
 public:
  ObligedGraph(const RulesOfGames& rules, Solver& solver, std::uint64_t most, const std::shared_ptr<MemoryAccount>& account,
               const Budget& budget)
      : rules_(rules), large_(rules.begin(), rules.end()), solver_(solver), most_(most), budget_(budget), taken_(account) {}

  PositionGraph below(const Sum& start) {
    (void)node_of(start);
    for (std::uint32_t node = 0; node < found_.nodes.size(); ++node) {
      budget_.check_stop();
      const Sum sum = found_.nodes[node].position;
      const SumMoves moves = SumMoves::of(sum, large_, budget_);
      for (const Move& move : moves.list()) {
        taken_.add(kBytesOfEdge);
        found_.edges.push_back({node, node_of(after(sum, move)), name_of(move), move.kind});
      }
    }
    for (PositionGraph::Node& node : found_.nodes)
      node.value = {solver_.outcome(node.position), solver_.grundy(node.position), solver_.remoteness(node.position)};
    return std::move(found_);
  }

 private:
  using Key = std::vector<std::tuple<std::size_t, BigPosition, bool>>;

  std::uint32_t node_of(const Sum& sum) {
    Key key;
    for (const Component& component : sum) {
      Position position = *narrow(component.position);
      rules_[component.game]->normalize(position);
      key.emplace_back(component.game, widen(position), component.obliged);
    }
    std::ranges::sort(key);
    const auto [known, is_new] = nodes_.emplace(std::move(key), static_cast<std::uint32_t>(found_.nodes.size()));
    if (!is_new) return known->second;
    if (found_.nodes.size() >= most_) throw GraphTooLarge(most_);
    Sum normal;
    for (const auto& [game, position, obliged] : known->first) normal.push_back({game, position, obliged});
    taken_.add(2 * bytes_of_node(normal));  // it is a key besides
    found_.nodes.push_back({std::move(normal), {}});
    return known->second;
  }

  const RulesOfGames& rules_;
  std::vector<LargePositions> large_;
  Solver& solver_;
  std::uint64_t most_;
  const Budget& budget_;
  Reservation taken_;
  PositionGraph found_;
  std::map<Key, std::uint32_t> nodes_;
};

}  // namespace

GraphTooLarge::GraphTooLarge(std::uint64_t most)
    : LimitError(fmt::format("there are more than {} positions below this one", most)) {}

PositionGraph position_graph(const Games& games, Solver& solver, const Sum& start, std::uint64_t most, const Budget& budget) {
  const RulesOfGames rules = rules_of(games);
  look_at_claims(rules, budget);
  const auto obliges = [&](const Component& part) { return part.obliged || rules[part.game]->obliges(); };
  const auto account = std::make_shared<MemoryAccount>(budget);
  if (std::ranges::any_of(start, obliges)) return ObligedGraph(rules, solver, most, account, budget).below(start);
  const std::optional<Explored> explored = explored_below(rules, narrow_parts(start), most, account, budget);
  if (!explored) throw GraphTooLarge(most);
  PositionGraph found;
  const MoveGraph& graph = explored->graph;
  Reservation taken(account);
  for (MoveGraph::Node node = 0; node < graph.size(); ++node) {
    Sum sum = explored->sum_of(graph.position(node));
    taken.add(bytes_of_node(sum) + kBytesOfEdge * graph.options(node).size());
    Value value = {solver.outcome(sum), std::nullopt, solver.remoteness(sum)};
    if (rules[0]->play() == Play::normal) value.grundy = solver.grundy(sum);
    found.nodes.push_back({std::move(sum), std::move(value)});
    for (std::size_t i = 0; i < graph.options(node).size(); ++i)
      found.edges.push_back(
          {node, graph.options(node)[i], std::string(explored->rules->label_name(graph.labels(node)[i])), MoveKind::ordinary});
  }
  return found;
}

}  // namespace bouton
