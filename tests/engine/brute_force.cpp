#include "tests/engine/brute_force.h"

#include <set>

#include "tests/generators.h"

namespace bouton::test {

std::vector<OutcomeAndRemoteness> decide_by_rounds(const Graph& graph, const std::function<Outcome(std::size_t)>& terminal) {
  std::vector<OutcomeAndRemoteness> found(graph.size(), {Outcome::draw, {}});
  for (std::size_t node = 0; node < graph.size(); ++node)
    if (graph[node].empty() && terminal(node) != Outcome::draw) found[node] = {terminal(node), 0};
  for (Remoteness round = 1; round <= graph.size(); ++round) {
    const std::vector<OutcomeAndRemoteness> before = found;
    for (std::size_t node = 0; node < graph.size(); ++node) {
      if (graph[node].empty() || before[node].outcome != Outcome::draw) continue;
      bool some_p = false;
      bool all_n = true;
      for (const std::size_t option : graph[node]) {
        some_p = some_p || before[option].outcome == Outcome::P;
        all_n = all_n && before[option].outcome == Outcome::N;
      }
      if (some_p) found[node] = {Outcome::N, round};
      if (all_n) found[node] = {Outcome::P, round};
    }
  }
  return found;
}

std::vector<OutcomeAndRemoteness> decide_by_rounds(const Graph& graph, Play play) {
  return decide_by_rounds(graph, [play](std::size_t) { return terminal_outcome(play); });
}

std::vector<std::uint32_t> grundy_values(const Graph& graph) {
  std::vector<std::uint32_t> values;
  for (const std::vector<std::size_t>& options : graph) {
    std::set<std::uint32_t> seen;
    for (const std::size_t option : options) seen.insert(values[option]);
    std::uint32_t mex = 0;
    while (seen.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

Graph product(const Graph& a, const Graph& b) {
  Graph sum(a.size() * b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      for (const std::size_t option : a[i]) sum[i * b.size() + j].push_back(option * b.size() + j);
      for (const std::size_t option : b[j]) sum[i * b.size() + j].push_back(i * b.size() + option);
    }
  return sum;
}

rc::Gen<Graph> arbitrary_graph(std::size_t most, bool acyclic) {
  // All sizes from the first case on: a graph of a few nodes shows little.
  const auto below = [](std::size_t end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, end)); };
  return rc::gen::exec([most, acyclic, below] {
    const std::size_t nodes = 1 + below(most);
    Graph graph(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
      const std::size_t targets = acyclic ? node : nodes;
      if (targets == 0) continue;
      const std::size_t degree = below(5);
      for (std::size_t i = 0; i < degree; ++i) graph[node].push_back(below(targets));
    }
    return graph;
  });
}

}  // namespace bouton::test
