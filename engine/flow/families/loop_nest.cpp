#include "engine/flow/families/loop_nest.h"

#include <algorithm>
#include <limits>

#include "engine/flow/analysis/natural_loops.h"
#include "engine/program/construction/refused.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

/// Calls visit(operand) for all that the instruction reads.
template <class Visit>
void each_read(const FlowProgram& program, const FlowInstruction& i, const Visit& visit) {
  if (i.op == FlowOp::tick) return;
  if (i.op == FlowOp::call) {
    for (const FlowOperand& argument : program.calls[i.index].arguments) visit(argument);
  } else if (i.op == FlowOp::option) {
    for (const FlowOperand& to : program.options[i.index].to) visit(to);
    for (const FlowOperand& argument : program.options[i.index].label_arguments) visit(argument);
  } else {
    visit(i.a);
    if (i.op >= FlowOp::add && i.op <= FlowOp::max) visit(i.b);
  }
}

template <class Visit>
void each_assigned(const FlowProgram& program, const FlowInstruction& i, const Visit& visit) {
  if (i.op == FlowOp::tick || i.op == FlowOp::option) return;
  if (i.op != FlowOp::call) {
    visit(i.to);
    return;
  }
  for (const std::uint32_t result : program.calls[i.index].results) visit(result);
}

/// What a register holds in the midst of a round: what another held at its beginning, and a constant more.
struct Offset {
  bool known = false;
  std::uint32_t of = 0;
  std::int64_t plus = 0;
  friend bool operator==(const Offset&, const Offset&) = default;
};
using Offsets = std::vector<Offset>;

/// `constants`: of registers that the loop does not assign to.
void note(const FlowProgram& program, const FlowInstruction& i, const std::vector<std::optional<std::int64_t>>& constants,
          Offsets& now) {
  const auto constant = [&](const FlowOperand& operand) {
    return operand.is_constant ? std::optional(operand.value) : constants[operand.number()];
  };
  const auto of = [&](const FlowOperand& operand, std::int64_t plus) {
    if (operand.is_constant) return Offset{};
    Offset offset = now[operand.number()];
    offset.plus = wrapping_add(offset.plus, plus);
    return offset;
  };
  Offset result;
  if (i.op == FlowOp::move) result = of(i.a, 0);
  if (i.op == FlowOp::add || i.op == FlowOp::sub) {
    const std::optional<std::int64_t> a = constant(i.a), b = constant(i.b);
    if (b) result = of(i.a, i.op == FlowOp::add ? *b : wrapping_neg(*b));
    else if (a && i.op == FlowOp::add) result = of(i.b, *a);
  }
  each_assigned(program, i, [&](std::uint32_t number) { now[number] = result; });
}

void join(std::optional<Offsets>& all, const Offsets& more) {
  if (!all) {
    all = more;
    return;
  }
  for (std::size_t r = 0; r < more.size(); ++r)
    if (!((*all)[r] == more[r])) (*all)[r] = {};
}

}  // namespace

LoopNest::LoopNest(const FlowProgram& program, const FlowFunction& function)
    : program_(program), function_(function), place_(function.blocks.size(), kNowhere), loop_of_(function.blocks.size(), -1) {
  find_order();
  find_dominators();
  find_loops();
  find_live();
}

std::vector<std::uint32_t> LoopNest::successors(std::uint32_t block) const {
  return bouton::successors(function_.blocks[block].end);
}

/// Depth first; the reverse of the order in which blocks are left.
void LoopNest::find_order() {
  std::vector<bool> seen(function_.blocks.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> path = {{0, 0}};
  seen[0] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    // The last successor first: what `then` leads to stands before what `otherwise` does.
    const std::vector<std::uint32_t> to = successors(block);
    if (next == to.size()) {
      order_.push_back(block);
      path.pop_back();
      continue;
    }
    const std::uint32_t one = to[to.size() - 1 - next++];
    if (seen[one]) continue;
    seen[one] = true;
    path.emplace_back(one, 0);
  }
  std::ranges::reverse(order_);
  for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = static_cast<std::uint32_t>(i);
  predecessors_.resize(function_.blocks.size());
  for (const std::uint32_t block : order_)
    for (const std::uint32_t to : successors(block)) predecessors_[to].push_back(block);
}

/// K. Cooper, T. Harvey and K. Kennedy, A simple, fast dominance algorithm (2001).
void LoopNest::find_dominators() {
  dominator_.assign(function_.blocks.size(), kNowhere);
  dominator_[0] = 0;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (place_[a] > place_[b]) a = dominator_[a];
      while (place_[b] > place_[a]) b = dominator_[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order_) {
      if (block == 0) continue;
      std::uint32_t found = kNowhere;
      for (const std::uint32_t before : predecessors_[block])
        if (dominator_[before] != kNowhere) found = found == kNowhere ? before : common(found, before);
      changed = changed || found != dominator_[block];
      dominator_[block] = found;
    }
  }
}

bool LoopNest::dominates(std::uint32_t a, std::uint32_t b) const {
  while (place_[b] > place_[a]) b = dominator_[b];
  return a == b;
}

void LoopNest::find_loops() {
  // Heads in their order, so that loops come before those in them.
  for (const std::uint32_t head : order_) {
    std::vector<std::uint32_t> open;
    for (const std::uint32_t block : predecessors_[head]) {
      if (place_[block] < place_[head]) continue;
      if (!dominates(head, block)) throw Refused{"a jump into the middle of a loop"};
      open.push_back(block);
    }
    if (open.empty()) continue;
    FlowLoop loop{.head = head,
                  .parent = loop_of_[head],
                  .contains = std::vector<bool>(function_.blocks.size(), false),
                  .assigns = std::vector<bool>(function_.registers, false)};
    loop.contains[head] = true;
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      if (loop.contains[block]) continue;
      loop.contains[block] = true;
      open.insert(open.end(), predecessors_[block].begin(), predecessors_[block].end());
    }
    for (std::uint32_t block = 0; block < function_.blocks.size(); ++block) {
      if (!loop.contains[block]) continue;
      loop_of_[block] = static_cast<int>(loops_.size());
      for (const FlowInstruction& i : function_.blocks[block].instructions)
        each_assigned(program_, i, [&](std::uint32_t number) { loop.assigns[number] = true; });
    }
    loops_.push_back(std::move(loop));
  }
}

void LoopNest::find_live() {
  live_.assign(function_.blocks.size(), std::vector<bool>(function_.registers, false));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      const FlowBlock& block = function_.blocks[*at];
      std::vector<bool> now(function_.registers, false);
      const auto read = [&](const FlowOperand& operand) {
        if (!operand.is_constant) now[operand.number()] = true;
      };
      for (const std::uint32_t to : successors(*at))
        for (std::size_t r = 0; r < now.size(); ++r)
          if (live_[to][r]) now[r] = true;
      if (block.end.kind == FlowTerminator::Kind::branch) {
        read(block.end.a);
        read(block.end.b);
      }
      for (const FlowOperand& result : block.end.results) read(result);
      for (auto i = block.instructions.rbegin(); i != block.instructions.rend(); ++i) {
        each_assigned(program_, *i, [&](std::uint32_t number) { now[number] = false; });
        each_read(program_, *i, read);
      }
      changed = changed || now != live_[*at];
      live_[*at] = std::move(now);
    }
  }
}

/// Each register is followed from the head to where control comes back.
LoopNest::Carried LoopNest::carried(const FlowLoop& loop, const std::vector<std::optional<std::int64_t>>& constants) const {
  std::vector<std::optional<std::int64_t>> known = constants;
  for (std::size_t r = 0; r < known.size(); ++r)
    if (loop.assigns[r]) known[r].reset();
  std::vector<std::optional<Offsets>> at(function_.blocks.size());
  std::optional<Offsets> end;
  at[loop.head].emplace(function_.registers);
  for (std::uint32_t r = 0; r < function_.registers; ++r) (*at[loop.head])[r] = {true, r, 0};
  for (std::size_t place = place_[loop.head]; place < order_.size(); ++place) {
    const std::uint32_t block = order_[place];
    if (!loop.contains[block] || !at[block]) continue;
    Offsets now = *std::move(at[block]);
    for (const FlowLoop& inner : loops_)
      if (inner.head == block && block != loop.head)
        for (std::size_t r = 0; r < now.size(); ++r)
          if (inner.assigns[r]) now[r] = {};
    for (const FlowInstruction& i : function_.blocks[block].instructions) note(program_, i, known, now);
    for (const std::uint32_t to : successors(block)) {
      if (to == loop.head) join(end, now);
      else if (loop.contains[to] && place_[to] > place_[block]) join(at[to], now);
    }
  }
  Carried found;
  for (std::uint32_t r = 0; end && r < function_.registers; ++r) {
    if (!loop.assigns[r] || !live_[loop.head][r]) continue;
    const Offset& last = (*end)[r];
    found.emplace(r, last.known && last.of == r ? std::optional(last.plus) : std::nullopt);
  }
  return found;
}

}  // namespace bouton
