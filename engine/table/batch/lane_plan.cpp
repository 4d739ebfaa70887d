#include "engine/table/batch/lane_plan.h"

#include <algorithm>
#include <cstdlib>

#include "engine/program/operands.h"
#include "engine/table/batch/loop_rounds.h"

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

bool can_record(const CellLayout& layout) {
  const std::uint64_t places = layout.box.length(layout.axes.back().axis);
  return places <= kMostPlaces && layout.box.size() >= 4 * places;
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
              const std::vector<const Statement*>& keep, const std::vector<PushedLoop>& pushed, const MoveProgram& original)
      : plan_(plan), ranges_(ranges), layout_(layout), mode_(mode), keep_(keep), pushed_(pushed), original_(original) {}

  void run() {
    plan_.slot_varying.assign(plan_.program.slot_names.size(), false);
    plan_.slot_shift.assign(plan_.program.slot_names.size(), 0);
    slot_pushed_.assign(plan_.program.slot_names.size(), false);
    for (const PushedLoop& loop : pushed_) {
      plan_.slot_varying[loop.loop->slot] = slot_pushed_[loop.loop->slot] = true;
      plan_.slot_shift[loop.loop->slot] = loop.shift;
    }
    analyse_expressions();
    slot_read_.assign(plan_.program.slot_names.size(), false);
    for (bool more = true; more;) more = find_reads(original_.body);
    // The marks only grow, one loop variable at a time at worst.
    for (std::size_t round = 0; round <= plan_.slot_varying.size(); ++round) {
      analyse_expressions();
      plan_.targets.clear();
      changed_ = false;
      if (mode_ != LaneMode::cell) mark_assigned(original_.body, false);
      plan_.recorded = 0;
      plan_.round_guards.clear();
      plan_.body = block(original_.body);
      if (!changed_) break;
    }
    mark_fixed();
  }

 private:
  /// Whether something in the statement decides which options are named: an option that is kept, a return, a number that such
  /// a statement reads. What might trap is kept too.
  bool matters(const Statement& statement) const {
    switch (statement.kind) {
      case Statement::Kind::option: return std::ranges::find(keep_, &statement) != keep_.end();
      case Statement::Kind::finish: return true;
      case Statement::Kind::assign: return slot_read_[statement.slot] || traps(statement.a);
      case Statement::Kind::branch: return traps(statement.a) || matters(statement.body) || matters(statement.otherwise);
      case Statement::Kind::loop:
        return traps(statement.a) || traps(statement.b) || traps(statement.c) ||
               plan_.program[statement.c].op != Op::constant || matters(statement.body);
      default: return false;
    }
  }
  bool matters(const Block& body) const {
    return std::ranges::any_of(body, [&](const Statement& statement) { return matters(statement); });
  }
  bool traps(ExpressionId id) const { return plan_.expressions[id].may_trap; }

  /// Marks the slots that statements which matter read. Returns whether there are new ones.
  bool find_reads(const Block& body) {
    bool more = false;
    for (const Statement& statement : body) {
      if (!matters(statement) && statement.kind != Statement::Kind::branch) continue;
      const auto read = [&](ExpressionId id) {
        for (Slot slot = 0; slot < slot_read_.size(); ++slot) {
          if (slot_read_[slot] || !depends_on_slot(plan_.program, id, slot)) continue;
          slot_read_[slot] = more = true;
        }
      };
      if (statement.kind != Statement::Kind::option && statement.kind != Statement::Kind::finish)
        for (const ExpressionId id : {statement.a, statement.b, statement.c}) read(id);
      for (const std::vector<ExpressionId>& to : statement.to)
        for (const ExpressionId id : to) read(id);
      more = find_reads(statement.body) || more;
      more = find_reads(statement.otherwise) || more;
    }
    return more;
  }

  /// Whether lanes part ways in the block, so that what follows is done by some of them only.
  bool parts_lanes(const Block& body) const {
    return std::ranges::any_of(body, [&](const Statement& statement) {
      if (statement.kind == Statement::Kind::branch && varying(statement.a) &&
          (has_kind(statement.body, Statement::Kind::leave) || has_kind(statement.otherwise, Statement::Kind::leave)))
        return true;
      return parts_lanes(statement.body) || parts_lanes(statement.otherwise);
    });
  }

  /// Slots are the same in all lanes where all lanes assign them the same number.
  void mark_assigned(const Block& body, bool apart) {
    for (const Statement& statement : body) {
      bool inner = apart;
      switch (statement.kind) {
        case Statement::Kind::assign:
          if (apart || varying(statement.a)) mark_varying(statement.slot);
          break;
        case Statement::Kind::branch: inner = inner || varying(statement.a); break;
        case Statement::Kind::loop:
          inner = inner || varying(statement.a) || varying(statement.b) || varying(statement.c) || parts_lanes(statement.body);
          if (is_pushed(statement)) inner = apart;
          break;
        default: break;
      }
      mark_assigned(statement.body, inner);
      mark_assigned(statement.otherwise, inner);
    }
  }

  bool is_pushed(const Statement& statement) const {
    return std::ranges::find(pushed_, &statement, &PushedLoop::loop) != pushed_.end();
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
          out.varying = mode_ != LaneMode::cell && static_cast<std::size_t>(e.value) == lane_axis();
          break;
        case Op::variable:
          out.sources = {static_cast<LaneSource>(program.dimensions + static_cast<std::size_t>(e.value))};
          out.varying = plan_.slot_varying[static_cast<std::size_t>(e.value)];
          break;
        default: for_each_operand(e, operand); out.may_trap = out.may_trap || bouton::may_trap(program, id, ranges_);
      }
      constexpr Interval kSmall{-(std::int64_t{1} << 21), std::int64_t{1} << 21};
      out.small = !ranges_.expressions[id].empty() && ranges_.expressions[id].within(kSmall);
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
      const bool may_leave = statement.kind == Statement::Kind::leave || statement.kind == Statement::Kind::branch;
      if (!may_leave && !matters(statement)) continue;
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
          if (node.varying && node.otherwise.empty()) {
            result.push_back(guarded(node));
            continue;
          }
          finish_branch(node);
          break;
        case Statement::Kind::loop:
          if (mode_ == LaneMode::cell && is_lane_loop(statement)) {
            node.lane_loop = true;
            mark_varying(statement.slot);
            lane_slot_ = statement.slot;
            node.body = block(statement.body);
            lane_slot_.reset();
            if (is_the_same_in_all_rows(node)) node.recorded = ++plan_.recorded;
          } else if (is_pushed(statement)) {
            node.pushed = true;
            node.beyond = beyond(statement.b);
            node.body = block(statement.body);
          } else {
            if (varying(statement.a) || varying(statement.c)) mark_varying(statement.slot);
            node.varying = varying(statement.a) || varying(statement.b) || varying(statement.c);
            node.body = block(statement.body);
            if (mode_ == LaneMode::row) finish_loop(node, statement);
          }
          if (node.body.empty()) continue;
          break;
      }
      find_exits(node);
      result.push_back(std::move(node));
    }
    return result;
  }

  static void find_exits(LaneNode& node) {
    for (const std::vector<LaneNode>* inner : {&node.body, &node.otherwise})
      for (const LaneNode& child : *inner) node.may_exit = node.may_exit || child.may_exit;
  }

  static bool is_plain(const std::vector<LaneNode>& nodes) {
    return std::ranges::all_of(nodes, [](const LaneNode& node) {
      return node.kind != Statement::Kind::loop && node.kind != Statement::Kind::assign && is_plain(node.body) &&
             is_plain(node.otherwise);
    });
  }

  /// The one option in nodes that have nothing but branches around it.
  std::optional<std::uint32_t> only_target(const std::vector<LaneNode>& nodes) const {
    if (nodes.size() != 1 || !nodes[0].otherwise.empty()) return std::nullopt;
    if (nodes[0].kind == Statement::Kind::branch) return only_target(nodes[0].body);
    if (nodes[0].kind != Statement::Kind::option || !plan_.targets[nodes[0].target].linear) return std::nullopt;
    return nodes[0].target;
  }

  void finish_branch(LaneNode& node) const {
    node.plain = is_plain(node.body) && is_plain(node.otherwise);
    if (mode_ == LaneMode::row && node.varying && node.otherwise.empty()) node.leads_to = only_target(node.body);
  }

  void finish_loop(LaneNode& node, const Statement& statement) {
    find_exits(node);
    // The bound may differ between the lanes.
    if (varying(statement.a) || varying(statement.c) || node.may_exit) return;
    if (rounds_stand_alone(plan_.program, original_.body, statement)) {
      std::vector<std::uint32_t> targets;
      collect_targets(node.body, targets);
      // Nothing that the rounds assign has a part in where the option leads.
      if (targets.size() == 1 && plan_.targets[targets[0]].linear && reads_no_local(plan_.targets[targets[0]], statement.body))
        node.leads_to = targets[0];
    }
    tabulate(node);
  }

  static void collect_targets(const std::vector<LaneNode>& nodes, std::vector<std::uint32_t>& out) {
    for (const LaneNode& node : nodes) {
      if (node.kind == Statement::Kind::option) out.push_back(node.target);
      collect_targets(node.body, out);
      collect_targets(node.otherwise, out);
    }
  }

  bool reads_no_local(const LaneTarget& target, const Block& body) const {
    std::vector<Slot> locals;
    collect_assigned(body, locals);
    collect_loops(body, locals);
    return std::ranges::none_of(locals, [&](Slot slot) {
      return std::ranges::any_of(target.parts,
                                 [&](const LaneTarget::Part& part) { return depends_on_slot(plan_.program, part.to, slot); });
    });
  }

  void tabulate(LaneNode& node) {
    RoundGuards guards;
    for (const std::vector<LaneNode>* body = &node.body; body->size() == 1; body = &body->front().body) {
      const LaneNode& inner = body->front();
      const LaneExpression& condition = plan_.expressions[inner.a];
      if (inner.kind != Statement::Kind::branch || !inner.otherwise.empty() || inner.varying || condition.may_trap) break;
      guards.conditions.push_back(inner.a);
      for (const LaneSource source : condition.sources)
        if (source != plan_.program.dimensions + node.slot) guards.sources.push_back(source);
    }
    if (guards.conditions.empty() || plan_.program[node.c].op != Op::constant) return;
    guards.expressions = plan_.expressions;
    for (LaneExpression& e : guards.expressions)
      e.varying = std::ranges::find(e.sources, plan_.program.dimensions + node.slot) != e.sources.end();
    plan_.round_guards.push_back(std::move(guards));
    node.tabulated = static_cast<std::uint32_t>(plan_.round_guards.size());
  }

  void conjuncts(ExpressionId id, std::vector<ExpressionId>& out) const {
    const Expression& e = plan_.program[id];
    if (e.op != Op::logical_and) {
      out.push_back(id);
      return;
    }
    conjuncts(e.a, out);
    conjuncts(e.b, out);
  }

  /// A branch on several conditions as branches within each other: one after the other as in the rule, or, where none of them
  /// can trap, those first that are the same in all lanes.
  LaneNode guarded(const LaneNode& branch) const {
    std::vector<ExpressionId> conditions;
    conjuncts(branch.a, conditions);
    std::vector<LaneNode> body = branch.body;
    while (body.size() == 1 && body[0].kind == Statement::Kind::branch && body[0].otherwise.empty()) {
      conditions.push_back(body[0].a);
      std::vector<LaneNode> inner = std::move(body[0].body);
      body = std::move(inner);
    }
    if (std::ranges::none_of(conditions, [&](ExpressionId id) { return plan_.expressions[id].may_trap; }))
      std::ranges::stable_partition(conditions, [&](ExpressionId id) { return !varying(id); });
    for (std::size_t i = conditions.size(); i-- > 0;) {
      LaneNode node;
      node.kind = Statement::Kind::branch;
      node.line = branch.line;
      node.a = conditions[i];
      node.varying = varying(conditions[i]);
      node.body = std::move(body);
      find_exits(node);
      finish_branch(node);
      body.clear();
      body.push_back(std::move(node));
    }
    return std::move(body.front());
  }

  /// How far the bound of a pushed loop is beyond the lane's coordinate, taken along the row in the order of solving, where all
  /// lanes have the same number.
  std::optional<Affine> beyond(ExpressionId bound) const {
    const std::int64_t step = layout_.axes.back().descending ? -1 : 1;
    Affine rest = affine(plan_.program, bound);
    for (auto term = rest.terms.begin(); term != rest.terms.end(); ++term) {
      const Expression& e = plan_.program[term->first];
      if (e.op != Op::coordinate || static_cast<std::size_t>(e.value) != lane_axis() || term->second != step) continue;
      rest.terms.erase(term);
      if (std::ranges::any_of(rest.terms, [&](const auto& other) { return varying(other.first); })) return std::nullopt;
      return rest;
    }
    return std::nullopt;
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
      if (mode_ != LaneMode::cell && e.op == Op::coordinate && static_cast<std::size_t>(e.value) == lane_axis()) return id;
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
      const Expression& e = plan_.program[to[i]];
      part.same = e.op == Op::coordinate && static_cast<std::size_t>(e.value) == i && i != lane_axis();
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
    result.inside = std::ranges::all_of(result.parts, &LaneTarget::Part::inside);
    const auto differs = [&](const LaneTarget::Part& part) { return varying(part.to); };
    if (!result.linear && std::ranges::count_if(result.parts, differs) == 1)
      result.along = static_cast<std::size_t>(std::ranges::find_if(result.parts, differs) - result.parts.begin());
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
      if (!e.varying || e.may_trap) continue;
      std::size_t lines = 0;
      bool known = true;
      for (const LaneSource source : e.sources) {
        const bool coordinate = source < plan_.program.dimensions;
        if (coordinate && source != lane_axis()) {
          e.steady.push_back(source);
        } else if (coordinate) {
          known = known && mode_ != LaneMode::cell;
          ++lines;
        } else {
          const Slot slot = static_cast<Slot>(source - plan_.program.dimensions);
          e.by_distance = slot_pushed_[slot];
          known = known && (steady[slot] || slot_pushed_[slot]);
          ++lines;
        }
      }
      e.fixed = known && lines == 1;
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
  const std::vector<PushedLoop>& pushed_;
  const MoveProgram& original_;
  std::vector<bool> slot_pushed_, slot_read_;
  std::optional<Slot> lane_slot_;
  bool changed_ = false;
};

}  // namespace

LanePlan make_lane_plan(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout, LaneMode mode,
                        const std::vector<const Statement*>& keep, const std::vector<PushedLoop>& pushed) {
  LanePlan plan;
  plan.program = program;
  LanePlanner(plan, ranges, layout, mode, keep, pushed, program).run();
  // Only assignments, leaves and returns are left when no option is kept; nothing to run then, unless there are results.
  if (plan.targets.empty() && !keep.empty()) plan.body.clear();
  return plan;
}

}  // namespace bouton
