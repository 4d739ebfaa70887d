#include "engine/graph/predecessors.h"

namespace bouton {

Predecessors::Predecessors(const MoveGraph& graph, const std::shared_ptr<MemoryAccount>& account)
    : firsts_(graph.size() + 2, 0, account), sources_(graph.edges(), 0, account) {
  // A counting sort. One entry too many at first: firsts_[n + 2] counts the predecessors of n, then firsts_[n + 1]
  // says where its next one goes, and in the end where those of n + 1 begin.
  const auto nodes = static_cast<MoveGraph::Node>(graph.explored());
  for (MoveGraph::Node node = 0; node < nodes; ++node)
    for (const MoveGraph::Node option : graph.options(node)) ++firsts_[option + std::size_t{2}];
  for (std::size_t i = 1; i < firsts_.size(); ++i) firsts_[i] += firsts_[i - 1];
  for (MoveGraph::Node node = 0; node < nodes; ++node)
    for (const MoveGraph::Node option : graph.options(node)) sources_[firsts_[option + std::size_t{1}]++] = node;
}

}  // namespace bouton
