#include "engine/flow/analysis/natural_loops.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace bouton {
namespace {

class LoopFinder {
 public:
  explicit LoopFinder(const FlowFunction& function) : function_(function), count_(function.blocks.size()), before_(count_) {
    reached_ = reached_without(count_);
    for (std::uint32_t b = 0; b < count_; ++b)
      if (reached_[b])
        for (const std::uint32_t next : successors(function.blocks[b].end)) before_[next].push_back(b);
  }

  std::vector<NaturalLoop> loops() const {
    std::vector<NaturalLoop> found;
    // The first block is entered from nowhere.
    for (std::uint32_t head = 1; head < count_; ++head) {
      if (!reached_[head]) continue;
      // The head dominates what cannot be reached without it.
      const BlockSet around = reached_without(head);
      NaturalLoop loop{head, BlockSet(count_, false), {}};
      std::vector<std::uint32_t> open;
      for (const std::uint32_t b : before_[head])
        if (!around[b]) open.push_back(b);
        else loop.entries.push_back(b);
      if (open.empty()) continue;
      loop.body[head] = true;
      while (!open.empty()) {
        const std::uint32_t b = open.back();
        open.pop_back();
        if (loop.body[b]) continue;
        loop.body[b] = true;
        open.insert(open.end(), before_[b].begin(), before_[b].end());
      }
      found.push_back(std::move(loop));
    }
    return found;
  }

 private:
  BlockSet reached_without(std::size_t barred) const {
    BlockSet seen(count_, false);
    std::vector<std::uint32_t> open;
    if (barred != 0) open.push_back(0);
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (seen[b]) continue;
      seen[b] = true;
      for (const std::uint32_t next : successors(function_.blocks[b].end))
        if (next != barred) open.push_back(next);
    }
    return seen;
  }

  const FlowFunction& function_;
  std::size_t count_;
  BlockSet reached_;
  std::vector<std::vector<std::uint32_t>> before_;
};

}  // namespace

std::vector<std::uint32_t> successors(const FlowTerminator& end) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump: return {end.then};
    case FlowTerminator::Kind::branch: return {end.then, end.otherwise};
    default: return {};
  }
}

std::vector<NaturalLoop> find_loops(const FlowFunction& function) {
  std::vector<NaturalLoop> loops = LoopFinder(function).loops();
  std::ranges::stable_sort(loops, {}, [](const NaturalLoop& loop) { return std::ranges::count(loop.body, true); });
  return loops;
}

/// Depth first, backwards: what is visited first stands last. So what leaves a loop is visited first.
std::vector<std::uint32_t> block_order(const FlowFunction& function, const std::vector<NaturalLoop>& loops) {
  const std::size_t count = function.blocks.size();
  // How many of the loops around `from` hold `to` as well.
  const auto depth = [&](std::uint32_t from, std::uint32_t to) {
    return std::ranges::count_if(loops, [&](const NaturalLoop& loop) { return loop.body[from] && loop.body[to]; });
  };
  std::vector<std::uint32_t> order;
  BlockSet seen(count, false);
  std::vector<std::pair<std::uint32_t, bool>> open{{0, false}};  // whether what follows has been visited
  while (!open.empty()) {
    const std::uint32_t block = open.back().first;
    const bool is_done = open.back().second;
    open.pop_back();
    if (is_done) {
      order.push_back(block);
      continue;
    }
    if (seen[block]) continue;
    seen[block] = true;
    open.push_back({block, true});
    std::vector<std::uint32_t> next = successors(function.blocks[block].end);
    std::ranges::stable_sort(next, std::greater<>(), [&](std::uint32_t to) { return depth(block, to); });
    for (const std::uint32_t to : next) open.push_back({to, false});
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace bouton
