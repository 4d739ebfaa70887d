#include "engine/graph/loopy_nimbers.h"

namespace bouton {
namespace {

using Node = MoveGraph::Node;

/// Gives out the values 0, 1, 2, ... in rounds. Round i labels a node i if none of its options has the label i, and
/// each option that has no smaller label, or is infinite, can be answered by a move to a node labelled i. A node that
/// has neither a label nor an option labelled i after round i is infinite.
class Labelling {
 public:
  static constexpr Grundy kUnlabelled = 0xFFFFFFFF;

  Labelling(const MoveGraph& graph, const Predecessors& predecessors, const Budget& budget, ChargedVector<Grundy>& values)
      : graph_(graph),
        predecessors_(predecessors),
        budget_(budget),
        values_(values),
        unlabelled_(values.get_allocator()),
        answered_(values.size(), 0, values.get_allocator()),
        unanswered_(values.size(), 0, values.get_allocator()),
        labelled_(values.get_allocator()) {
    unlabelled_.reserve(values.size());
    for (Node node = 0; node < values.size(); ++node) unlabelled_.push_back(node);
  }

  void run() {
    for (round_ = 0; !unlabelled_.empty(); ++round_) {
      begin_round();
      for (std::size_t next = 0; next < labelled_.size(); ++next) spread(labelled_[next]);
      end_round();
    }
  }

 private:
  /// Whether `node` has an option labelled in this round.
  bool is_answered(Node node) const { return answered_[node] == round_ + 1; }
  /// Whether a move to `node` needs an answer: it has no label smaller than this round's.
  bool needs_answer(Node node) const { return values_[node] >= LoopyNimbers::kInfinite; }

  void begin_round() {
    labelled_.clear();
    for (const Node node : unlabelled_) {
      budget_.check_stop();
      std::uint32_t unanswered = 0;
      for (const Node option : graph_.options(node)) unanswered += needs_answer(option) ? 1 : 0;
      unanswered_[node] = unanswered;
    }
    for (const Node node : unlabelled_)
      if (unanswered_[node] == 0) label(node);
  }

  void label(Node node) {
    values_[node] = round_;
    labelled_.push_back(node);
  }

  /// The nodes that can move to a node just labelled are answered; moves to them are no longer an escape. A node that
  /// is answered itself is not labelled: its option that has this round's label stays without an answer.
  void spread(Node node) {
    budget_.check_stop();
    for (const Node above : predecessors_[node]) {
      if (is_answered(above) || !needs_answer(above)) continue;
      answered_[above] = round_ + 1;
      for (const Node candidate : predecessors_[above])
        if (values_[candidate] == kUnlabelled && --unanswered_[candidate] == 0) label(candidate);
    }
  }

  void end_round() {
    std::size_t kept = 0;
    for (const Node node : unlabelled_) {
      if (values_[node] != kUnlabelled) continue;
      if (is_answered(node)) unlabelled_[kept++] = node;
      else values_[node] = LoopyNimbers::kInfinite;
    }
    unlabelled_.resize(kept);
  }

  const MoveGraph& graph_;
  const Predecessors& predecessors_;
  const Budget& budget_;
  ChargedVector<Grundy>& values_;
  Grundy round_ = 0;
  ChargedVector<Node> unlabelled_;
  ChargedVector<Grundy> answered_;           ///< 1 + the last round in which the node was answered
  ChargedVector<std::uint32_t> unanswered_;  ///< of an unlabelled node: options that need an answer and have none yet
  ChargedVector<Node> labelled_;             ///< in this round
};

}  // namespace

LoopyNimbers::LoopyNimbers(const MoveGraph& graph, const Predecessors& predecessors, const Budget& budget,
                           const std::shared_ptr<MemoryAccount>& account)
    : graph_(graph), values_(graph.size(), Labelling::kUnlabelled, account) {
  Labelling(graph, predecessors, budget, values_).run();
}

Nimber LoopyNimbers::operator[](MoveGraph::Node node) const {
  if (values_[node] != kInfinite) return Nimber(values_[node]);
  std::vector<Integer> among;
  for (const MoveGraph::Node option : graph_.options(node))
    if (values_[option] != kInfinite) among.push_back(widen_unsigned(values_[option]));
  return Nimber::infinity(std::move(among));
}

}  // namespace bouton
