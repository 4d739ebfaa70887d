#include "engine/graph/retrograde.h"

#include "engine/rules/blocking.h"

namespace bouton {
namespace {

using Node = MoveGraph::Node;

/// Decides the nodes in the order of their remoteness.
class Retrograde {
 public:
  /// Up to `blocked` options of each node are forbidden; 0: none.
  Retrograde(const MoveGraph& graph, std::uint64_t blocked, Play play, const std::shared_ptr<MemoryAccount>& account)
      : blocked_(blocked),
        misere_(play == Play::misere),
        outcomes_(graph.size(), PackedOutcome(Outcome::draw), account),
        undecided_(account),
        winning_(account),
        decided_(account) {
    undecided_.reserve(graph.size());
    decided_.reserve(graph.size());
    for (Node node = 0; node < graph.explored(); ++node)
      undecided_.push_back(static_cast<std::uint32_t>(graph.options(node).size()));
    if (blocked_ > 0) winning_.resize(graph.size(), 0);
  }

  void decide(Node node, PackedOutcome outcome) {
    if (outcome.outcome() == Outcome::draw) return;
    outcomes_[node] = outcome;
    decided_.push_back(node);
  }

  /// The first option decided as P is the nearest one, the last one decided as N the farthest.
  void propagate(const MoveGraph& graph, const Predecessors& predecessors, const Budget& budget) {
    for (std::size_t next = 0; next < decided_.size(); ++next) {
      budget.check_stop();
      const PackedOutcome option = outcomes_[decided_[next]];
      for (const Node node : predecessors[decided_[next]]) {
        if (outcomes_[node].outcome() != Outcome::draw) continue;
        if (option.outcome() == Outcome::P) {
          if (is_won(node, graph)) decide(node, PackedOutcome(Outcome::N, option.remoteness() + 1));
        } else if (is_lost(node)) {
          decide(node, PackedOutcome(Outcome::P, option.remoteness() + 1));
        }
      }
    }
  }

  ChargedVector<PackedOutcome> take() { return std::move(outcomes_); }

 private:
  /// After one more option was decided as P: the nearest ones are forbidden. Under misère play not all options may be.
  bool is_won(Node node, const MoveGraph& graph) {
    if (blocked_ == 0) return true;
    const std::uint64_t winning = ++winning_[node];
    return winning > blocked_ || (misere_ && winning == graph.options(node).size());
  }
  /// After one more option was decided as N: those that are not yet known to be N are forbidden, the farthest ones among them.
  bool is_lost(Node node) { return --undecided_[node] <= blocked_; }

  std::uint64_t blocked_;
  bool misere_;
  ChargedVector<PackedOutcome> outcomes_;   ///< draw as long as nothing else is known
  ChargedVector<std::uint32_t> undecided_;  ///< how many options of each node are not known to be N
  ChargedVector<std::uint32_t> winning_;    ///< how many are known to be P; of a blocking game
  ChargedVector<Node> decided_;
};

}  // namespace

ChargedVector<PackedOutcome> retrograde(const MoveGraph& graph, const Predecessors& predecessors, const Rules& rules,
                                        const Budget& budget, const std::shared_ptr<MemoryAccount>& account) {
  const std::uint64_t blocked = rules.blocking();
  const Play play = play_as_written(rules);
  Retrograde retrograde(graph, blocked, play, account);
  const bool by_position = play == Play::by_position;
  for (Node node = 0; node < graph.explored(); ++node) {
    // Under normal play all options may be forbidden.
    const bool ends = play == Play::normal ? graph.options(node).size() <= blocked : graph.options(node).empty();
    if (!ends) continue;
    retrograde.decide(node, PackedOutcome(by_position ? rules.terminal_outcome(graph.position(node)) : terminal_outcome(play)));
  }
  retrograde.propagate(graph, predecessors, budget);
  return retrograde.take();
}

}  // namespace bouton
