#include "engine/program/analysis/traps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/program/move_program_run.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

using Kind = Statement::Kind;

/// The expressions that may trap by themselves or through an operand, as far as the ranges tell.
std::vector<bool> trapping(const MoveProgram& program, const Ranges& ranges) {
  std::vector<bool> traps(program.expressions.size(), false);
  for (ExpressionId id = 0; id < traps.size(); ++id) {
    if (ranges.expressions[id].empty()) continue;  // never evaluated
    traps[id] = may_trap(program, id, ranges);
    for_each_operand(program[id], [&](ExpressionId operand) { traps[id] = traps[id] || traps[operand]; });
  }
  return traps;
}

/// Cuts out of a program what decides whether it traps.
class Slicing {
 public:
  Slicing(const MoveProgram& program, const Ranges& ranges, const Box* inside)
      : program_(program),
        ranges_(ranges),
        inside_(inside),
        traps_(trapping(program, ranges)),
        needed_(program.slot_names.size(), false) {}

  TrapProgram run() {
    TrapProgram result{program_, false};
    const Slot aside = result.program.new_slot("aside");
    // What is kept reads variables, whose assignments are kept then, which read others.
    do {
      changed_ = any_trap_ = false;
      result.program.body = slice(program_.body, aside);
    } while (changed_);
    result.may_trap = any_trap_;
    if (!any_trap_) result.program.body.clear();
    return result;
  }

 private:
  Block slice(const Block& block, Slot aside) {
    Block result;
    for (const Statement& s : block) slice(s, aside, result);
    return result;
  }

  void slice(const Statement& s, Slot aside, Block& out) {
    switch (s.kind) {
      case Kind::assign:
        if (keeps(s.a) || needed_[s.slot]) {
          read(s.a);
          out.push_back(s);
        }
        return;
      case Kind::loop: loop(s, aside, out); return;
      case Kind::branch: {
        Statement kept = copy_without_blocks(s);
        kept.body = slice(s.body, aside);
        kept.otherwise = slice(s.otherwise, aside);
        if (!keeps(s.a) && kept.body.empty() && kept.otherwise.empty()) return;
        read(s.a);
        out.push_back(std::move(kept));
        return;
      }
      case Kind::option:
        if (may_leave(s)) {
          any_trap_ = true;
          for (const ExpressionId to : s.to.at(0)) read(to);
          out.push_back(s);
          return;
        }
        [[fallthrough]];
      case Kind::split:
      case Kind::finish:
        for (const auto& position : s.to)
          for (const ExpressionId to : position)
            if (keeps(to)) {
              read(to);
              out.push_back({.kind = Kind::assign, .line = s.line, .slot = aside, .a = to});
            }
        if (s.kind == Kind::finish) out.push_back({.kind = Kind::finish, .line = s.line});
        return;
      case Kind::leave: out.push_back(s); return;
    }
  }

  void loop(const Statement& s, Slot aside, Block& out) {
    Statement kept = copy_without_blocks(s);
    kept.body = slice(s.body, aside);
    if (only_leaves(kept.body)) kept.body.clear();
    const Interval step = ranges_.expressions[s.c];
    const bool zero = !step.empty() && step.low <= 0 && step.high >= 0;
    const bool bounds = keeps(s.a) || keeps(s.b) || keeps(s.c);
    if (kept.body.empty() && !zero && !bounds) return;
    any_trap_ = any_trap_ || zero;
    for (const ExpressionId id : {s.a, s.b, s.c}) read(id);
    out.push_back(std::move(kept));
  }

  static Statement copy_without_blocks(const Statement& s) {
    Statement copy{.kind = s.kind, .line = s.line, .slot = s.slot, .a = s.a, .b = s.b, .c = s.c};
    return copy;
  }

  /// Whether nothing happens in the block but that a loop is left.
  bool only_leaves(const Block& block) const {
    return std::ranges::all_of(block, [&](const Statement& s) {
      return s.kind == Kind::leave ||
             (s.kind == Kind::branch && !traps_[s.a] && only_leaves(s.body) && only_leaves(s.otherwise));
    });
  }

  bool keeps(ExpressionId id) {
    any_trap_ = any_trap_ || traps_[id];
    return traps_[id];
  }

  bool may_leave(const Statement& option) const {
    if (inside_ == nullptr) return false;
    const auto range = std::ranges::find(ranges_.options, &option, &OptionRange::statement);
    if (range == ranges_.options.end()) return false;  // never reached
    for (std::size_t i = 0; i < range->to.size(); ++i)
      if (!range->to[i].within({inside_->low()[i], inside_->high()[i]})) return true;
    return false;
  }

  /// Marks the variables that the expression reads as needed.
  void read(ExpressionId id) {
    if (seen_.empty()) seen_.resize(program_.expressions.size(), false);
    if (seen_[id]) return;
    seen_[id] = true;
    const Expression& e = program_[id];
    if (e.op == Op::variable && !needed_[static_cast<std::size_t>(e.value)])
      changed_ = needed_[static_cast<std::size_t>(e.value)] = true;
    for_each_operand(e, [&](ExpressionId operand) { read(operand); });
  }

  const MoveProgram& program_;
  const Ranges& ranges_;
  const Box* inside_;
  std::vector<bool> traps_;
  std::vector<bool> needed_;  ///< by slot
  std::vector<bool> seen_;    ///< by expression: what it reads is needed already
  bool changed_ = false;
  bool any_trap_ = false;
};

void mark_coordinates(const MoveProgram& program, ExpressionId id, std::vector<bool>& seen, std::vector<bool>& reads) {
  if (seen[id]) return;
  seen[id] = true;
  const Expression& e = program[id];
  if (e.op == Op::coordinate) reads[static_cast<std::size_t>(e.value)] = true;
  for_each_operand(e, [&](ExpressionId operand) { mark_coordinates(program, operand, seen, reads); });
}

void mark_coordinates(const MoveProgram& program, const Block& block, std::vector<bool>& seen, std::vector<bool>& reads) {
  for (const Statement& s : block) {
    if (s.kind == Kind::assign || s.kind == Kind::branch || s.kind == Kind::loop) mark_coordinates(program, s.a, seen, reads);
    if (s.kind == Kind::loop)
      for (const ExpressionId id : {s.b, s.c}) mark_coordinates(program, id, seen, reads);
    for (const auto& position : s.to)
      for (const ExpressionId to : position) mark_coordinates(program, to, seen, reads);
    mark_coordinates(program, s.body, seen, reads);
    mark_coordinates(program, s.otherwise, seen, reads);
  }
}

/// The box, with one value only of each coordinate that the program does not read.
Box box_of_reads(const MoveProgram& program, const Box& box) {
  std::vector<bool> seen(program.expressions.size(), false), reads(box.dimensions(), false);
  mark_coordinates(program, program.body, seen, reads);
  Position high(box.high());
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (!reads[i]) high[i] = box.low()[i];
  return Box(box.low(), high);
}

}  // namespace

bool never_traps(const MoveProgram& program) {
  const auto is_nonzero = [&](ExpressionId id) { return program[id].op == Op::constant && program[id].value != 0; };
  const auto traps = [&](const Expression& e) { return may_trap(program, e); };
  const auto steps = [&](const auto& self, const Block& block) -> bool {
    return std::ranges::all_of(block, [&](const Statement& s) {
      return (s.kind != Kind::loop || is_nonzero(s.c)) && self(self, s.body) && self(self, s.otherwise);
    });
  };
  return std::ranges::none_of(program.expressions, traps) && steps(steps, program.body);
}

TrapProgram trap_program(const MoveProgram& program, const Ranges& ranges, const Box* inside) {
  return Slicing(program, ranges, inside).run();
}

std::optional<Refusal> find_trap(const TrapProgram& traps, const Box& box, const MoveProgram* valid, const Box* inside,
                                 const Budget& budget) {
  if (!traps.may_trap) return std::nullopt;
  const CompiledProgram compiled(traps.program);
  std::optional<CompiledProgram> exists;
  if (valid != nullptr) exists.emplace(*valid);
  const Box looked_at = exists ? box : box_of_reads(traps.program, box);
  const RunLimits limits{.stop = budget.stop};
  const Refusal refusal{"the rule raises an error somewhere, or names an option that is not a position", 0};
  Options options;
  std::vector<std::int64_t> result;
  Position position(looked_at.low());
  do {
    budget.check_stop();
    if (exists) {
      if (exists->results(position, result, limits) != RunStatus::done || result.empty()) return refusal;
      if (result[0] == 0) continue;
    }
    options.clear();
    const RunStatus status = compiled.options(position, options, limits);
    budget.check_stop();
    if (status != RunStatus::done) return refusal;
    for (std::size_t part = 0; part < options.part_count(); ++part)
      if (inside != nullptr && !inside->contains(options.part(part))) return refusal;
  } while (looked_at.next(position));
  return std::nullopt;
}

}  // namespace bouton
