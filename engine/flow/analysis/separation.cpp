#include "engine/flow/analysis/separation.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "engine/flow/analysis/coordinate_offsets.h"
#include "engine/flow/analysis/natural_loops.h"

namespace bouton {
namespace {

/// A set of coordinates, a bit each.
using Coordinates = std::uint32_t;
constexpr std::size_t kMostCoordinates = 32;

constexpr std::size_t kMostSeparatedBlocks = 2000;
constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;

bool may_trap(const FlowInstruction& i) {
  switch (i.op) {
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
    case FlowOp::truncating_mod: return !i.b.is_constant || i.b.value == 0;
    case FlowOp::element:
    case FlowOp::call: return true;
    default: return false;
  }
}

/// Which blocks a branch decides about. Blocks that end in an error are left out, and so are the edges to them.
class ControlDependence {
 public:
  explicit ControlDependence(const FlowFunction& function) : count_(function.blocks.size()) {
    find_edges(function);
    find_postdominators();
  }

  /// Whether every error or end is reached from each block that is reached; else there is a loop without an end.
  bool is_complete() const { return is_complete_; }
  /// Whether control comes to the block, and from there to an end without an error.
  bool is_live(std::uint32_t block) const { return parent_[block] != kNoNumber; }
  /// Whether the branch has one way alone that does not lead to an error.
  bool is_watched(std::uint32_t block) const { return next_[block].size() < 2; }
  /// Those that are executed or not by what the branch at the end of `block` decides.
  std::vector<std::uint32_t> decided_by(std::uint32_t block) const {
    std::vector<std::uint32_t> found;
    if (is_watched(block)) return found;
    for (std::uint32_t next : next_[block])
      for (; next != parent_[block]; next = parent_[next]) found.push_back(next);
    return found;
  }

 private:
  void find_edges(const FlowFunction& function) {
    next_.resize(count_);
    before_.resize(count_ + 1);
    std::vector<bool> reached(count_, false), good(count_, false);
    std::vector<std::uint32_t> open{0};
    std::vector<std::vector<std::uint32_t>> from(count_);
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (reached[b]) continue;
      reached[b] = true;
      for (const std::uint32_t next : successors(function.blocks[b].end)) {
        from[next].push_back(b);
        open.push_back(next);
      }
    }
    // From where an end is reached that is not an error.
    for (std::uint32_t b = 0; b < count_; ++b)
      if (reached[b] && function.blocks[b].end.kind == FlowTerminator::Kind::finish) open.push_back(b);
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (good[b]) continue;
      good[b] = true;
      open.insert(open.end(), from[b].begin(), from[b].end());
    }
    std::vector<bool> fails = fails_for_certain(function);
    for (std::uint32_t b = 0; b < count_; ++b) {
      if (!reached[b]) continue;
      if (!good[b]) {
        is_complete_ = is_complete_ && fails[b];
        continue;
      }
      if (function.blocks[b].end.kind == FlowTerminator::Kind::finish) before_[count_].push_back(b);
      for (const std::uint32_t next : successors(function.blocks[b].end)) {
        if (!good[next] || std::ranges::find(next_[b], next) != next_[b].end()) continue;
        next_[b].push_back(next);
        before_[next].push_back(b);
      }
    }
  }

  /// Blocks from which control comes to an error without going in circles.
  std::vector<bool> fails_for_certain(const FlowFunction& function) const {
    std::vector<bool> fails(count_, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = 0; b < count_; ++b) {
        const FlowTerminator& end = function.blocks[b].end;
        const std::vector<std::uint32_t> next = successors(end);
        const bool does = end.kind == FlowTerminator::Kind::trap ||
                          (!next.empty() && std::ranges::all_of(next, [&](std::uint32_t to) { return fails[to]; }));
        changed = changed || (does && !fails[b]);
        fails[b] = fails[b] || does;
      }
    }
    return fails;
  }

  /// By Cooper, Harvey and Kennedy, on the edges turned round; behind all ends stands one more block.
  void find_postdominators() {
    const auto end = static_cast<std::uint32_t>(count_);
    parent_.assign(count_ + 1, kNoNumber);
    std::vector<std::uint32_t> number(count_ + 1, kNoNumber), order;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
    std::vector<bool> seen(count_ + 1, false);
    seen[end] = true;
    while (!stack.empty()) {
      auto& [block, at] = stack.back();
      if (at < before_[block].size()) {
        const std::uint32_t next = before_[block][at++];
        if (!seen[next]) {
          seen[next] = true;
          stack.emplace_back(next, 0);
        }
        continue;
      }
      number[block] = static_cast<std::uint32_t>(order.size());
      order.push_back(block);
      stack.pop_back();
    }
    const auto meet = [&](std::uint32_t a, std::uint32_t b) {
      while (a != b) {
        while (number[a] < number[b]) a = parent_[a];
        while (number[b] < number[a]) b = parent_[b];
      }
      return a;
    };
    parent_[end] = end;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = order.size(); i-- > 0;) {
        const std::uint32_t block = order[i];
        if (block == end) continue;
        std::uint32_t found = next_[block].empty() ? end : kNoNumber;
        for (const std::uint32_t next : next_[block])
          if (parent_[next] != kNoNumber) found = found == kNoNumber ? next : meet(found, next);
        changed = changed || parent_[block] != found;
        parent_[block] = found;
      }
    }
  }

  std::size_t count_;
  bool is_complete_ = true;
  std::vector<std::vector<std::uint32_t>> next_, before_;
  std::vector<std::uint32_t> parent_;  ///< the nearest block that postdominates, perhaps the one behind all ends
};

class Separation {
 public:
  explicit Separation(const FlowProgram& program)
      : program_(program), function_(program.functions[0]), control_(function_), axes_(program.options.size(), kNoNumber) {}

  std::optional<Refusal> run() {
    if (!control_.is_complete()) return Refusal{"a loop may have no end"};
    find_dependences();
    CoordinateOffsets offsets(program_);
    for (std::uint32_t b = 0; b < function_.blocks.size(); ++b) {
      if (!control_.is_live(b)) continue;
      offsets.begin(b);
      std::vector<Coordinates> now = at_[b];
      for (const FlowInstruction& i : function_.blocks[b].instructions) {
        if (may_trap(i) && std::popcount(of(i, now) | decides_[b]) > 1)
          return Refusal{"whether an error is raised depends on several coordinates", i.line};
        if (i.op == FlowOp::option)
          if (auto refusal = see(i, offsets, now, decides_[b])) return refusal;
        pass(i, now, decides_[b]);
        offsets.pass(i);
      }
      const FlowTerminator& end = function_.blocks[b].end;
      if (end.kind == FlowTerminator::Kind::branch && std::popcount(of(end, now) | decides_[b]) > 1)
        return Refusal{"a condition depends on several coordinates", end.line};
    }
    return std::nullopt;
  }

  FlowProgram of_coordinate(std::uint32_t axis) const {
    FlowProgram program = program_;
    for (FlowBlock& block : program.functions[0].blocks)
      std::erase_if(block.instructions,
                    [&](const FlowInstruction& i) { return i.op == FlowOp::option && axes_[i.index] != axis; });
    return program;
  }

 private:
  Coordinates of(const FlowOperand& operand, const std::vector<Coordinates>& now) const {
    return operand.is_constant ? 0 : now[operand.number()];
  }
  Coordinates of(const FlowTerminator& end, const std::vector<Coordinates>& now) const {
    return of(end.a, now) | of(end.b, now);
  }
  Coordinates of(const FlowInstruction& i, const std::vector<Coordinates>& now) const {
    if (i.op != FlowOp::call) return of(i.a, now) | of(i.b, now);
    Coordinates all = 0;
    for (const FlowOperand& argument : program_.calls[i.index].arguments) all |= of(argument, now);
    return all;
  }

  void pass(const FlowInstruction& i, std::vector<Coordinates>& now, Coordinates decides) const {
    if (i.op == FlowOp::option || i.op == FlowOp::tick) return;
    const Coordinates result = of(i, now) | decides;
    if (i.op == FlowOp::call)
      for (const std::uint32_t to : program_.calls[i.index].results) now[to] = result;
    else now[i.to] = result;
  }

  /// What registers and control depend on at the beginning of each block.
  void find_dependences() {
    const std::size_t count = function_.blocks.size();
    at_.assign(count, std::vector<Coordinates>(function_.registers, 0));
    decides_.assign(count, 0);
    for (std::size_t i = 0; i < program_.dimensions; ++i) at_[0][i] = Coordinates{1} << i;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = 0; b < count; ++b) {
        if (!control_.is_live(b)) continue;
        std::vector<Coordinates> now = at_[b];
        for (const FlowInstruction& i : function_.blocks[b].instructions) pass(i, now, decides_[b]);
        const FlowTerminator& end = function_.blocks[b].end;
        const auto add = [&](Coordinates& to, Coordinates more) {
          changed = changed || (to | more) != to;
          to |= more;
        };
        if (end.kind == FlowTerminator::Kind::branch)
          for (const std::uint32_t decided : control_.decided_by(b)) add(decides_[decided], of(end, now) | decides_[b]);
        for (const std::uint32_t next : successors(end))
          for (std::size_t r = 0; r < now.size(); ++r) add(at_[next][r], now[r]);
      }
    }
  }

  /// To which coordinate an option belongs.
  std::optional<Refusal> see(const FlowInstruction& i, const CoordinateOffsets& offsets, const std::vector<Coordinates>& now,
                             Coordinates decides) {
    const FlowOption& option = program_.options[i.index];
    if (option.part != FlowPart::whole) return Refusal{"a move splits the position", i.line};
    std::uint32_t changed = kNoNumber;
    for (std::uint32_t c = 0; c < option.to.size(); ++c) {
      if (offsets.of(option.to[c]) == CoordinateOffset{c, 0}) continue;
      if (changed != kNoNumber) return Refusal{"an option changes several coordinates", i.line};
      changed = c;
    }
    if (changed == kNoNumber) return Refusal{"an option is the position itself", i.line};
    if (((of(option.to[changed], now) | decides) & ~(Coordinates{1} << changed)) != 0)
      return Refusal{"an option of one coordinate depends on another", i.line};
    axes_[i.index] = changed;
    return std::nullopt;
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  ControlDependence control_;
  std::vector<std::vector<Coordinates>> at_;  ///< registers, by block
  std::vector<Coordinates> decides_;          ///< by block
  std::vector<std::uint32_t> axes_;           ///< by option
};

}  // namespace

Result<std::vector<FlowProgram>> separate_coordinates(const FlowProgram& flow) {
  if (flow.dimensions < 2) return Refusal{"positions have one coordinate"};
  if (flow.dimensions > kMostCoordinates || flow.functions[0].blocks.size() > kMostSeparatedBlocks)
    return Refusal{"the program is long"};
  if (calls_name_options(flow)) return Refusal{"a function that is called names options"};
  Separation separation(flow);
  if (auto refusal = separation.run()) return *std::move(refusal);
  std::vector<FlowProgram> programs;
  for (std::uint32_t i = 0; i < flow.dimensions; ++i) programs.push_back(separation.of_coordinate(i));
  return programs;
}

}  // namespace bouton
