#include "engine/graph/move_graph.h"

namespace bouton {

MoveGraph::MoveGraph(const std::shared_ptr<MemoryAccount>& account, Labels labels)
    : kept_(labels),
      positions_(account),
      option_ends_(account),
      options_(account),
      labels_(account),
      last_parent_(account),
      found_(account) {}

MoveGraph::Node MoveGraph::add_start(const Rules& rules, PositionView position) {
  scratch_.assign(position);
  rules.normalize(scratch_);
  if (!rising_) rising_.emplace(rules.domain());
  rising_->begin(scratch_);
  return positions_.insert(scratch_).first;
}

MoveGraph::Status MoveGraph::explore(const Rules& rules, const Budget& budget, const Limits& limits) {
  constexpr std::size_t kReportEvery = std::size_t{1} << 10;
  std::uint64_t named = 0;
  while (explored() < size()) {
    budget.check_stop();
    if (size() > limits.nodes || edges() > limits.edges || named > limits.named) return Status::too_large;
    found_.clear();
    const auto node = static_cast<Node>(explored());
    positions_.read(node, scratch_);
    rising_->meet(scratch_);
    rules.options(scratch_, found_);
    named += found_.size();
    rising_->name(found_.size());
    if (found_.has_split()) return Status::split;
    if (rules.blocking() > 0) found_ = found_.unique();
    add_options(rules, node);
    if (explored() % kReportEvery == 0 && budget.progress) budget.progress({"positions", explored(), 0});
  }
  return Status::complete;
}

void MoveGraph::add_options(const Rules& rules, Node node) {
  const std::size_t edges_before = options_.size();
  try {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Options::Option option = found_[i];
      scratch_.assign(option[0]);
      rules.normalize(scratch_);
      const Node to = positions_.insert(scratch_).first;
      if (last_parent_.size() < positions_.size()) last_parent_.resize(positions_.size(), kNobody);
      if (rules.blocking() > 0) last_parent_[to] = kNobody;  // options that are the same are counted apart
      if (last_parent_[to] == node) continue;
      options_.push_back(to);
      last_parent_[to] = node;
      if (kept_ == Labels::keep) labels_.push_back(option.label());
    }
    option_ends_.push_back(options_.size());
  } catch (...) {
    for (std::size_t i = edges_before; i < options_.size(); ++i) last_parent_[options_[i]] = kNobody;
    options_.resize(edges_before);
    if (kept_ == Labels::keep) labels_.resize(edges_before);
    throw;
  }
}

}  // namespace bouton
