#include "engine/table/batch/pushed_loops.h"

#include <algorithm>
#include <optional>

#include "engine/table/batch/loop_rounds.h"

namespace bouton {
namespace {

/// Whether the loop that the block is the body of may be left before its end.
bool leaves(const Block& block) {
  return std::ranges::any_of(block, [](const Statement& statement) {
    return statement.kind == Statement::Kind::leave || statement.kind == Statement::Kind::finish ||
           (statement.kind == Statement::Kind::loop ? has_kind(statement.body, Statement::Kind::finish)
                                                    : leaves(statement.body) || leaves(statement.otherwise));
  });
}

int loops_with(const Block& block, Slot slot) {
  int count = 0;
  for (const Statement& statement : block)
    count += static_cast<int>(statement.kind == Statement::Kind::loop && statement.slot == slot) +
             loops_with(statement.body, slot) + loops_with(statement.otherwise, slot);
  return count;
}

class PushFinder {
 public:
  PushFinder(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout,
             const std::vector<const Statement*>& candidates)
      : program_(program), ranges_(ranges), layout_(layout), candidates_(candidates) {
    collect_assigned(program.body, assigned_);
  }

  std::vector<PushedLoop> run() {
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id)
      if (may_trap(program_, id, ranges_)) return {};
    visit(program_.body);
    return std::move(found_);
  }

 private:
  void visit(const Block& block) {
    for (const Statement& statement : block) {
      if (statement.kind == Statement::Kind::loop && try_loop(statement)) continue;
      visit(statement.body);
      visit(statement.otherwise);
    }
  }

  bool try_loop(const Statement& loop) {
    if (program_[loop.c].op != Op::constant || program_[loop.c].value != 1 || leaves(loop.body)) return false;
    if (depends_on_coordinate(program_, loop.a, lane_axis()) || depends_on_slots(program_, loop.a)) return false;
    PushedLoop pushed{&loop, 0, {}, is_sparse(loop.body, loop.slot)};
    collect(loop.body, loop.slot, pushed);
    if (pushed.options.empty() || loops_with(program_.body, loop.slot) != 1 ||
        std::ranges::find(assigned_, loop.slot) != assigned_.end() || reads(program_, program_.body, loop.slot, &loop))
      return false;
    if (!rounds_stand_alone(program_, program_.body, loop)) return false;
    found_.push_back(std::move(pushed));
    return true;
  }

  bool is_sparse(const Block& block, Slot slot) const {
    return std::ranges::any_of(block, [&](const Statement& statement) {
      return (statement.kind == Statement::Kind::branch && has_equation(statement.a, slot)) || is_sparse(statement.body, slot);
    });
  }
  bool has_equation(ExpressionId id, Slot slot) const {
    const Expression& e = program_[id];
    if (e.op == Op::logical_and) return has_equation(e.a, slot) || has_equation(e.b, slot);
    return e.op == Op::equal && depends_on_slot(program_, id, slot) && depends_on_coordinate(program_, id, lane_axis());
  }

  void collect(const Block& block, Slot slot, PushedLoop& pushed) const {
    for (const Statement& statement : block) {
      if (std::ranges::find(candidates_, &statement) != candidates_.end()) {
        const std::optional<std::int64_t> shift = shift_of(statement, slot);
        if (shift && (pushed.options.empty() || *shift == pushed.shift)) {
          pushed.shift = *shift;
          pushed.options.push_back(&statement);
        }
      }
      collect(statement.body, slot, pushed);
      collect(statement.otherwise, slot, pushed);
    }
  }

  /// The loop's variable less the distance to the option, where that is a constant and the option lies in the row.
  std::optional<std::int64_t> shift_of(const Statement& option, Slot slot) const {
    const auto range = std::ranges::find(ranges_.options, &option, &OptionRange::statement);
    if (range == ranges_.options.end()) return std::nullopt;
    std::int64_t shift = 0;
    for (std::size_t axis = 0; axis < layout_.box.dimensions(); ++axis) {
      if (!range->to[axis].within({layout_.box.low()[axis], layout_.box.high()[axis]})) return std::nullopt;
      Affine to = affine(program_, option.to[0][axis]);
      const std::int64_t sign = layout_.axes.back().descending ? -1 : 1;
      bool here = false, counts = false;
      for (const auto& [atom, coefficient] : to.terms) {
        const Expression& e = program_[atom];
        if (e.op == Op::coordinate && static_cast<std::size_t>(e.value) == axis && coefficient == 1) here = true;
        else if (e.op == Op::variable && static_cast<Slot>(e.value) == slot && coefficient == -sign) counts = true;
        else return std::nullopt;
      }
      if (!here || counts != (axis == lane_axis())) return std::nullopt;
      if (axis == lane_axis()) shift = sign * to.constant;
      else if (to.constant != 0) return std::nullopt;
    }
    return shift;
  }

  std::size_t lane_axis() const { return layout_.axes.back().axis; }

  const MoveProgram& program_;
  const Ranges& ranges_;
  const CellLayout& layout_;
  const std::vector<const Statement*>& candidates_;
  std::vector<Slot> assigned_;
  std::vector<PushedLoop> found_;
};

}  // namespace

std::vector<PushedLoop> find_pushed_loops(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout,
                                          const std::vector<const Statement*>& candidates) {
  return PushFinder(program, ranges, layout, candidates).run();
}

}  // namespace bouton
