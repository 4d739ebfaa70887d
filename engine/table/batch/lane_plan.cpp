#include "engine/table/batch/lane_plan.h"

#include <algorithm>
#include <cstdlib>

#include "engine/program/operands.h"

namespace bouton {

CellLayout make_layout(const Box& box, const SolveOrder& order) {
  CellLayout layout{.box = box, .strides = std::vector<std::int64_t>(box.dimensions()), .origin = 0, .axes = order.axes};
  std::int64_t stride = 1;
  for (std::size_t k = order.axes.size(); k-- > 0;) {
    const auto [axis, descending] = order.axes[k];
    layout.strides[axis] = descending ? -stride : stride;
    layout.origin -= (descending ? box.high()[axis] : box.low()[axis]) * layout.strides[axis];
    stride *= static_cast<std::int64_t>(box.length(axis));
  }
  return layout;
}

bool fits_32_bits(const MoveProgram& program, const Ranges& ranges) {
  constexpr Interval kFits{-(std::int64_t{1} << 30), std::int64_t{1} << 30};
  for (ExpressionId id = 0; id < program.expressions.size(); ++id)
    if (!ranges.expressions[id].within(kFits)) return false;
  for (const Interval& slot : ranges.slots)
    if (!slot.within(kFits)) return false;
  return true;
}

namespace {

bool contains_any(const Block& block, const std::vector<const Statement*>& keep) {
  return std::ranges::any_of(block, [&](const Statement& statement) {
    return std::ranges::find(keep, &statement) != keep.end() || contains_any(statement.body, keep) ||
           contains_any(statement.otherwise, keep);
  });
}

/// Whether no option comes before a `leave` in the same round, so that leaving cuts off whole rounds.
bool leaves_first(const Block& block, bool& option_seen) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::option) option_seen = true;
    if (statement.kind == Statement::Kind::leave && option_seen) return false;
    bool in_body = option_seen, in_otherwise = option_seen;
    if (!leaves_first(statement.body, in_body) || !leaves_first(statement.otherwise, in_otherwise)) return false;
    option_seen = option_seen || in_body || in_otherwise;
  }
  return true;
}

class LanePlanner {
 public:
  LanePlanner(LanePlan& plan, const Ranges& ranges, const CellLayout& layout, LaneMode mode,
              const std::vector<const Statement*>& keep, const MoveProgram& original)
      : plan_(plan), ranges_(ranges), layout_(layout), mode_(mode), keep_(keep), original_(original) {}

  void run() {
    plan_.slot_varying.assign(plan_.program.slot_names.size(), false);
    if (mode_ == LaneMode::row) mark_assigned(original_.body);
    // The marks only grow, one loop variable at a time at worst.
    for (std::size_t round = 0; round <= plan_.slot_varying.size(); ++round) {
      analyse_expressions();
      plan_.targets.clear();
      changed_ = false;
      plan_.recorded = 0;
      plan_.body = block(original_.body);
      if (!changed_) break;
    }
    mark_fixed();
  }

 private:
  void mark_assigned(const Block& body) {
    for (const Statement& statement : body) {
      if (statement.kind == Statement::Kind::assign) plan_.slot_varying[statement.slot] = true;
      mark_assigned(statement.body);
      mark_assigned(statement.otherwise);
    }
  }

  std::size_t lane_axis() const { return layout_.axes.back().axis; }

  void analyse_expressions() {
    const MoveProgram& program = plan_.program;
    plan_.expressions.assign(program.expressions.size(), {});
    for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
      const Expression& e = program[id];
      LaneExpression& out = plan_.expressions[id];
      const auto operand = [&](ExpressionId of) {
        const LaneExpression& in = plan_.expressions[of];
        out.varying = out.varying || in.varying;
        out.may_trap = out.may_trap || in.may_trap;
        for (const LaneSource source : in.sources)
          if (std::ranges::find(out.sources, source) == out.sources.end()) out.sources.push_back(source);
      };
      switch (e.op) {
        case Op::constant: break;
        case Op::coordinate:
          out.sources = {static_cast<LaneSource>(e.value)};
          out.varying = mode_ == LaneMode::row && static_cast<std::size_t>(e.value) == lane_axis();
          break;
        case Op::variable:
          out.sources = {static_cast<LaneSource>(program.dimensions + static_cast<std::size_t>(e.value))};
          out.varying = plan_.slot_varying[static_cast<std::size_t>(e.value)];
          break;
        default: for_each_operand(e, operand); out.may_trap = out.may_trap || bouton::may_trap(program, id, ranges_);
      }
    }
  }

  bool varying(ExpressionId id) const { return plan_.expressions[id].varying; }

  void mark_varying(Slot slot) {
    if (plan_.slot_varying[slot]) return;
    plan_.slot_varying[slot] = true;
    changed_ = true;
  }

  std::vector<LaneNode> block(const Block& statements) {
    std::vector<LaneNode> result;
    for (const Statement& statement : statements) {
      LaneNode node;
      node.kind = statement.kind;
      node.line = statement.line;
      node.slot = statement.slot;
      node.a = statement.a;
      node.b = statement.b;
      node.c = statement.c;
      switch (statement.kind) {
        case Statement::Kind::assign: break;
        case Statement::Kind::leave: node.may_exit = true; break;
        case Statement::Kind::finish:
          node.may_exit = true;
          if (!statement.to.empty() && !statement.to[0].empty()) {
            node.a = statement.to[0][0];
            node.varying = varying(node.a);
            node.lane_loop = true;  // has a result
          }
          break;
        case Statement::Kind::split: continue;
        case Statement::Kind::option:
          if (std::ranges::find(keep_, &statement) == keep_.end()) continue;
          node.target = static_cast<std::uint32_t>(plan_.targets.size());
          plan_.targets.push_back(target(statement));
          break;
        case Statement::Kind::branch:
          node.body = block(statement.body);
          node.otherwise = block(statement.otherwise);
          if (node.body.empty() && node.otherwise.empty()) continue;
          node.varying = varying(statement.a);
          break;
        case Statement::Kind::loop:
          if (mode_ == LaneMode::cell && is_lane_loop(statement)) {
            node.lane_loop = true;
            mark_varying(statement.slot);
            lane_slot_ = statement.slot;
            node.body = block(statement.body);
            lane_slot_.reset();
            if (is_the_same_in_all_rows(node)) node.recorded = ++plan_.recorded;
          } else {
            if (varying(statement.a) || varying(statement.c)) mark_varying(statement.slot);
            node.varying = varying(statement.a) || varying(statement.b) || varying(statement.c);
            node.body = block(statement.body);
          }
          if (node.body.empty()) continue;
          break;
      }
      for (const std::vector<LaneNode>* inner : {&node.body, &node.otherwise})
        for (const LaneNode& child : *inner) node.may_exit = node.may_exit || child.may_exit;
      result.push_back(std::move(node));
    }
    return result;
  }

  bool is_lane_loop(const Statement& statement) const {
    if (lane_slot_ || plan_.expressions[statement.c].varying) return false;
    bool option_seen = false;
    return contains_any(statement.body, keep_) && !has_kind(statement.body, Statement::Kind::loop) &&
           !has_kind(statement.body, Statement::Kind::assign) && !has_kind(statement.body, Statement::Kind::finish) &&
           leaves_first(statement.body, option_seen);
  }

  /// Whether the loop has guards that must be looked at lane by lane, and they and its bounds depend on nothing but the
  /// innermost coordinate and the loop's variable.
  bool is_the_same_in_all_rows(const LaneNode& loop) const {
    bool guarded = false;
    return depends_only_on_lane(loop, loop.slot) && depends_only_on_lane(loop.body, loop.slot, guarded) && guarded;
  }
  bool depends_only_on_lane(const LaneNode& node, Slot slot) const {
    for (const ExpressionId id : {node.a, node.b, node.c})
      if (!depends_only_on_lane(id, slot)) return false;
    return true;
  }
  bool depends_only_on_lane(ExpressionId id, Slot slot) const {
    const LaneExpression& e = plan_.expressions[id];
    return !e.may_trap && std::ranges::all_of(e.sources, [&](LaneSource source) {
      return source == lane_axis() || source == plan_.program.dimensions + slot;
    });
  }
  bool depends_only_on_lane(const std::vector<LaneNode>& nodes, Slot slot, bool& guarded) const {
    return std::ranges::all_of(nodes, [&](const LaneNode& node) {
      switch (node.kind) {
        case Statement::Kind::option: return plan_.targets[node.target].linear;
        case Statement::Kind::leave: return true;
        case Statement::Kind::branch:
          guarded = guarded || node.varying;
          return depends_only_on_lane(node.a, slot) && depends_only_on_lane(node.body, slot, guarded) &&
                 depends_only_on_lane(node.otherwise, slot, guarded);
        default: return false;
      }
    });
  }

  /// The expression that numbers the lanes, where there is one at this point.
  std::optional<ExpressionId> lane_variable() const {
    for (ExpressionId id = 0; id < plan_.program.expressions.size(); ++id) {
      const Expression& e = plan_.program[id];
      if (mode_ == LaneMode::row && e.op == Op::coordinate && static_cast<std::size_t>(e.value) == lane_axis()) return id;
      if (mode_ == LaneMode::cell && lane_slot_ && e.op == Op::variable && static_cast<Slot>(e.value) == *lane_slot_) return id;
    }
    return std::nullopt;
  }

  LaneTarget target(const Statement& statement) {
    LaneTarget result;
    result.line = statement.line;
    result.linear = true;
    const std::optional<ExpressionId> lane = lane_variable();
    const auto range = std::ranges::find(ranges_.options, &statement, &OptionRange::statement);
    const std::vector<ExpressionId>& to = statement.to[0];
    for (std::size_t i = 0; i < to.size(); ++i) {
      LaneTarget::Part part;
      part.to = to[i];
      part.inside = range != ranges_.options.end() && range->to[i].within({layout_.box.low()[i], layout_.box.high()[i]});
      result.varying = result.varying || varying(to[i]);
      part.rest = affine(plan_.program, to[i]);
      if (lane) {
        part.coefficient = part.rest.coefficient(*lane);
        std::erase_if(part.rest.terms, [&](const auto& term) { return term.first == *lane; });
      }
      const bool rest_varies = std::ranges::any_of(part.rest.terms, [&](const auto& term) { return varying(term.first); });
      const bool traps =
          std::ranges::any_of(part.rest.terms, [&](const auto& term) { return plan_.expressions[term.first].may_trap; });
      if (rest_varies || traps) result.linear = false;
      result.parts.push_back(std::move(part));
    }
    if (mode_ == LaneMode::cell && !lane_slot_) result.linear = false;
    return result;
  }

  void mark_fixed() {
    std::vector<bool> steady(plan_.slot_varying.size(), false);
    std::vector<int> loops(plan_.slot_varying.size(), 0);
    mark_steady(plan_.body, steady, loops);
    for (std::size_t slot = 0; slot < loops.size(); ++slot)
      if (loops[slot] != 1) steady[slot] = false;
    for (LaneExpression& e : plan_.expressions) {
      if (!e.varying || e.may_trap || e.sources.size() != 1) continue;
      const LaneSource source = e.sources[0];
      if (source < plan_.program.dimensions) e.fixed = mode_ == LaneMode::row;
      else e.fixed = steady[source - plan_.program.dimensions];
    }
  }

  /// Lane loops that always count in the same way.
  void mark_steady(const std::vector<LaneNode>& nodes, std::vector<bool>& steady, std::vector<int>& loops) const {
    for (const LaneNode& node : nodes) {
      if (node.kind == Statement::Kind::loop) ++loops[node.slot];
      if (node.lane_loop && node.kind == Statement::Kind::loop && plan_.program[node.a].op == Op::constant &&
          plan_.program[node.c].op == Op::constant)
        steady[node.slot] = true;
      mark_steady(node.body, steady, loops);
      mark_steady(node.otherwise, steady, loops);
    }
  }

  LanePlan& plan_;
  const Ranges& ranges_;
  const CellLayout& layout_;
  const LaneMode mode_;
  const std::vector<const Statement*>& keep_;
  const MoveProgram& original_;
  std::optional<Slot> lane_slot_;
  bool changed_ = false;
};

}  // namespace

LanePlan make_lane_plan(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout, LaneMode mode,
                        const std::vector<const Statement*>& keep) {
  LanePlan plan;
  plan.program = program;
  LanePlanner(plan, ranges, layout, mode, keep, program).run();
  // Only assignments, leaves and returns are left when no option is kept; nothing to run then, unless there are results.
  if (plan.targets.empty() && !keep.empty()) plan.body.clear();
  return plan;
}

}  // namespace bouton
