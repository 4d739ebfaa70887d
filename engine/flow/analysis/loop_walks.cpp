#include "engine/flow/analysis/loop_walks.h"

#include <algorithm>
#include <utility>

#include "engine/flow/analysis/natural_loops.h"

namespace bouton {
namespace {

constexpr std::size_t kMostBlocksOfWalks = 150;
/// Of one loop: each wants a register of the machine.
constexpr std::size_t kMostWalks = 4;
constexpr std::size_t kLongestWay = 6;

/// An instruction must hold the distance, in bytes.
constexpr std::int64_t kMostApart = std::int64_t{1} << 28;

class WalkFinder {
 public:
  WalkFinder(const FlowProgram& program, const FlowBox& box)
      : program_(program), box_(box), blocks_(program.functions[0].blocks), before_(blocks_.size()) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      for (const std::uint32_t next : successors(blocks_[b].end)) before_[next].push_back(b);
  }

  LoopWalks find() {
    // Inner loops come first: an option is found by a walk of the innermost one.
    const std::vector<NaturalLoop> loops = find_loops(program_.functions[0]);
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

  /// What some coordinates of an option add to its cell, from that of the position whose coordinates are all 0.
  struct Part {
    RegisterForm cells = {};
    std::uint32_t places = 0;
    bool moves = false;
  };
  /// Of those that are sums of what stays and what is counted up or down in the loop.
  Part walked_part(const NaturalLoop& loop, const FlowOption& option, const RegisterForms& forms) const {
    Part part;
    for (std::size_t i = 0; i < option.to.size(); ++i) {
      const RegisterForm coordinate = forms.of(option.to[i]);
      bool is_walked = true, moves = false;
      for (const auto& [number, factor] : coordinate.terms) {
        const Change change = change_in(loop, number);
        is_walked = is_walked && change != Change::other;
        moves = moves || change == Change::increments;
      }
      if (!is_walked) continue;
      part.cells = add(part.cells, coordinate, box_.stride[i]);
      part.places |= 1U << i;
      part.moves = part.moves || moves;
    }
    return part;
  }

  /// At the beginning of a block of the loop: what is known at the end of the only block that leads to it.
  RegisterForms forms_at(const NaturalLoop& loop, std::uint32_t block) const {
    std::vector<std::uint32_t> way;
    for (std::uint32_t b = block; b != loop.head && before_[b].size() == 1 && way.size() < kLongestWay; b = before_[b][0])
      way.push_back(before_[b][0]);
    RegisterForms forms(program_);
    for (auto b = way.rbegin(); b != way.rend(); ++b)
      for (const FlowInstruction& i : blocks_[*b].instructions) forms.pass(i);
    return forms;
  }

  void find_in(const NaturalLoop& loop, const BlockSet& taken) {
    std::vector<RegisterForm> cells;  // of the loop's walks
    const std::size_t first = walks_.count;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      if (!loop.body[b] || taken[b]) continue;
      RegisterForms forms = forms_at(loop, b);
      for (std::size_t n = 0; n < blocks_[b].instructions.size(); ++n) {
        const FlowInstruction& i = blocks_[b].instructions[n];
        if (i.op == FlowOp::option) {
          Part part = walked_part(loop, program_.options[i.index], forms);
          const std::int64_t apart = std::exchange(part.cells.constant, 0);
          const bool fits = part.moves && apart < kMostApart && apart > -kMostApart;
          auto at = std::ranges::find(cells, part.cells);
          if (fits && at == cells.end() && cells.size() < kMostWalks) at = cells.insert(at, part.cells);
          if (fits && at != cells.end())
            walks_.options[{b, n}] = {{first + static_cast<std::size_t>(at - cells.begin()), apart}, part.places};
        }
        forms.pass(i);
      }
    }
    walks_.count += cells.size();
    for (std::size_t w = 0; w < cells.size(); ++w) follow(loop, first + w, cells[w]);
  }

  /// Where a walk is set, and where it moves.
  void follow(const NaturalLoop& loop, std::size_t walk, const RegisterForm& cell) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      if (!loop.body[b]) continue;
      for (std::size_t n = 0; n < blocks_[b].instructions.size(); ++n) {
        const FlowInstruction& i = blocks_[b].instructions[n];
        if (i.op >= FlowOp::call || cell.coefficient(i.to) == 0) continue;
        walks_.moves[{b, n}].push_back({walk, wrapping_mul(increment_of(i), cell.coefficient(i.to))});
      }
    }
    for (const std::uint32_t entry : loop.entries) {
      RegisterForms forms(program_);
      for (const FlowInstruction& i : blocks_[entry].instructions) forms.pass(i);
      RegisterForm start;
      for (const auto& [number, factor] : cell.terms) start = add(start, forms.of(FlowOperand::of_register(number)), factor);
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
