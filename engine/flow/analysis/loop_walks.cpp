#include "engine/flow/analysis/loop_walks.h"

#include <algorithm>
#include <utility>

namespace bouton {
namespace {

constexpr std::size_t kMostBlocksOfWalks = 150;
/// Of one loop: each wants a register of the machine.
constexpr std::size_t kMostWalks = 4;
constexpr std::size_t kLongestWay = 6;

/// An instruction must hold the distance, in bytes.
constexpr std::int64_t kMostApart = std::int64_t{1} << 28;

using BlockSet = std::vector<bool>;

std::vector<std::uint32_t> followers(const FlowTerminator& end) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump: return {end.then};
    case FlowTerminator::Kind::branch: return {end.then, end.otherwise};
    default: return {};
  }
}

/// A loop with one block that it is entered by.
struct NaturalLoop {
  std::uint32_t head = 0;
  BlockSet body;
  std::vector<std::uint32_t> entries;  ///< blocks outside that lead to the head
  std::size_t size() const { return static_cast<std::size_t>(std::ranges::count(body, true)); }
};

/// Source: Aho, Lam, Sethi and Ullman, Compilers (2006), 9.6.
class LoopFinder {
 public:
  explicit LoopFinder(const FlowFunction& function) : function_(function), count_(function.blocks.size()), before_(count_) {
    reached_ = reached_without(count_);
    for (std::uint32_t b = 0; b < count_; ++b)
      if (reached_[b])
        for (const std::uint32_t next : followers(function.blocks[b].end)) before_[next].push_back(b);
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
      for (const std::uint32_t next : followers(function_.blocks[b].end))
        if (next != barred) open.push_back(next);
    }
    return seen;
  }

  const FlowFunction& function_;
  std::size_t count_;
  BlockSet reached_;
  std::vector<std::vector<std::uint32_t>> before_;
};

class WalkFinder {
 public:
  WalkFinder(const FlowProgram& program, const FlowBox& box)
      : program_(program), box_(box), blocks_(program.functions[0].blocks), before_(blocks_.size()) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      for (const std::uint32_t next : followers(blocks_[b].end)) before_[next].push_back(b);
  }

  LoopWalks find() {
    std::vector<NaturalLoop> loops = LoopFinder(program_.functions[0]).loops();
    // Inner loops come first: an option is found by a walk of the innermost one.
    std::ranges::stable_sort(loops, {}, &NaturalLoop::size);
    BlockSet taken(blocks_.size(), false);
    for (const NaturalLoop& loop : loops) {
      if (std::ranges::all_of(loop.entries, [&](std::uint32_t b) { return blocks_[b].end.kind == FlowTerminator::Kind::jump; }))
        find_in(loop, taken);
      for (std::size_t b = 0; b < blocks_.size(); ++b) taken[b] = taken[b] || loop.body[b];
    }
    return std::move(walks_);
  }

 private:
  enum class Change : std::uint8_t { none, increments, other };

  Change change_in(const NaturalLoop& loop, std::uint32_t number) const {
    Change change = Change::none;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      if (!loop.body[b]) continue;
      for (const FlowInstruction& i : blocks_[b].instructions) {
        if (i.op == FlowOp::call) {
          const std::vector<std::uint32_t>& results = program_.calls[i.index].results;
          if (std::ranges::find(results, number) != results.end()) return Change::other;
        }
        if (i.op >= FlowOp::call || i.to != number) continue;
        if (increment_of(i) == 0) return Change::other;
        change = Change::increments;
      }
    }
    return change;
  }

  /// The cell of an option, from that of the position whose coordinates are all 0.
  LinearForm cell_of(const FlowOption& option, const LinearForms& forms) const {
    LinearForm cell;
    for (std::size_t i = 0; i < option.to.size(); ++i) cell.add(forms.of(option.to[i]), box_.stride[i]);
    return cell;
  }

  /// At the beginning of a block of the loop: what is known at the end of the only block that leads to it.
  LinearForms forms_at(const NaturalLoop& loop, std::uint32_t block) const {
    std::vector<std::uint32_t> way;
    for (std::uint32_t b = block; b != loop.head && before_[b].size() == 1 && way.size() < kLongestWay; b = before_[b][0])
      way.push_back(before_[b][0]);
    LinearForms forms(program_);
    for (auto b = way.rbegin(); b != way.rend(); ++b)
      for (const FlowInstruction& i : blocks_[*b].instructions) forms.pass(i);
    return forms;
  }

  bool is_walked(const NaturalLoop& loop, const LinearForm& cell) const {
    bool moves = false;
    for (const auto& [number, factor] : cell.factors) {
      const Change change = change_in(loop, number);
      if (change == Change::other) return false;
      moves = moves || change == Change::increments;
    }
    return moves;
  }

  void find_in(const NaturalLoop& loop, const BlockSet& taken) {
    std::vector<LinearForm> cells;  // of the loop's walks
    const std::size_t first = walks_.count;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      if (!loop.body[b] || taken[b]) continue;
      LinearForms forms = forms_at(loop, b);
      for (std::size_t n = 0; n < blocks_[b].instructions.size(); ++n) {
        const FlowInstruction& i = blocks_[b].instructions[n];
        if (i.op == FlowOp::option) {
          LinearForm cell = cell_of(program_.options[i.index], forms);
          const std::int64_t apart = std::exchange(cell.constant, 0);
          if (apart > kMostApart || apart < -kMostApart) continue;
          auto at = std::ranges::find(cells, cell);
          if (at == cells.end() && cells.size() < kMostWalks && is_walked(loop, cell)) at = cells.insert(at, cell);
          if (at != cells.end()) walks_.options[{b, n}] = {first + static_cast<std::size_t>(at - cells.begin()), apart};
        }
        forms.pass(i);
      }
    }
    walks_.count += cells.size();
    for (std::size_t w = 0; w < cells.size(); ++w) follow(loop, first + w, cells[w]);
  }

  /// Where a walk is set, and where it moves.
  void follow(const NaturalLoop& loop, std::size_t walk, const LinearForm& cell) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      if (!loop.body[b]) continue;
      for (std::size_t n = 0; n < blocks_[b].instructions.size(); ++n) {
        const FlowInstruction& i = blocks_[b].instructions[n];
        if (i.op >= FlowOp::call || !cell.factors.contains(i.to)) continue;
        LinearForm step;
        step.add(LinearForm::of_constant(increment_of(i)), cell.factors.at(i.to));
        walks_.moves[{b, n}].push_back({walk, step.constant});
      }
    }
    for (const std::uint32_t entry : loop.entries) {
      LinearForms forms(program_);
      for (const FlowInstruction& i : blocks_[entry].instructions) forms.pass(i);
      LinearForm start;
      for (const auto& [number, factor] : cell.factors) start.add(forms.of(FlowOperand::of_register(number)), factor);
      walks_.starts[entry].push_back({walk, start});
    }
  }

  const FlowProgram& program_;
  const FlowBox& box_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<std::vector<std::uint32_t>> before_;
  LoopWalks walks_;
};

}  // namespace

LoopWalks find_walks(const FlowProgram& program, const FlowBox& box) {
  if (program.functions[0].blocks.size() > kMostBlocksOfWalks) return {};
  return WalkFinder(program, box).find();
}

}  // namespace bouton
