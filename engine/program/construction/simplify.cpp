#include "engine/program/construction/simplify.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

using Kind = Statement::Kind;

/// Calls visit(id) for the expressions of the statement itself, not of the blocks in it.
template <typename S, typename Visit>
void each_expression(S& s, const Visit& visit) {
  switch (s.kind) {
    case Kind::loop:
      visit(s.b);
      visit(s.c);
      [[fallthrough]];
    case Kind::assign:
    case Kind::branch: visit(s.a); break;
    default: break;
  }
  for (auto& position : s.to)
    for (auto& id : position) visit(id);
  for (auto& id : s.label_arguments) visit(id);
}

/// The operation of `e`, which has operands, in `program`; operand(id) gives them there, and is called in order.
template <typename Operand>
ExpressionId same_operation(MoveProgram& program, const Expression& e, const Operand& operand) {
  const ExpressionId a = operand(e.a);
  if (e.op == Op::element) return program.element(static_cast<std::size_t>(e.value), a);
  if (operand_count(e.op) == 1) return program.unary(e.op, a);
  const ExpressionId b = operand(e.b);
  return operand_count(e.op) == 2 ? program.binary(e.op, a, b) : program.select(a, b, operand(e.c));
}

class MayTrap {
 public:
  explicit MayTrap(const MoveProgram& program) : program_(program) {}
  bool operator()(ExpressionId id) {
    while (known_.size() <= id) {
      const Expression& e = program_[static_cast<ExpressionId>(known_.size())];
      bool traps = e.op == Op::element;
      if (e.op == Op::floor_div || e.op == Op::floor_mod) traps = program_[e.b].op != Op::constant || program_[e.b].value == 0;
      for_each_operand(e, [&](ExpressionId operand) { traps = traps || known_[operand]; });
      known_.push_back(traps);
    }
    return known_[id];
  }

 private:
  const MoveProgram& program_;
  std::vector<bool> known_;
};

/// The slots that an expression reads, each once.
class SlotReads {
 public:
  explicit SlotReads(const MoveProgram& program) : program_(program) {}
  const std::vector<Slot>& slots(ExpressionId id) {
    const auto found = slots_.find(id);
    if (found != slots_.end()) return found->second;
    const Expression e = program_[id];
    std::vector<Slot> result;
    if (e.op == Op::variable) result.push_back(static_cast<Slot>(e.value));
    const ExpressionId operands[] = {e.a, e.b, e.c};
    for (int i = 0; i < operand_count(e.op); ++i) {
      const std::vector<Slot>& more = slots(operands[i]);
      result.insert(result.end(), more.begin(), more.end());
    }
    std::ranges::sort(result);
    const auto rest = std::ranges::unique(result);
    result.erase(rest.begin(), rest.end());
    return slots_.emplace(id, std::move(result)).first->second;
  }
  bool reads(ExpressionId id, Slot slot) { return std::ranges::binary_search(slots(id), slot); }

 private:
  const MoveProgram& program_;
  std::unordered_map<ExpressionId, std::vector<Slot>> slots_;
};

// ---- slots that only their neighbour reads ----

class ForwardSubstitution {
 public:
  explicit ForwardSubstitution(MoveProgram& program)
      : program_(program),
        may_trap_(program),
        readers_(program),
        read_by_(program.slot_names.size()),
        assigned_(program.slot_names.size()) {
    count(program.body);
  }

  void run(Block& block) {
    std::vector<bool> gone(block.size(), false);
    std::size_t next = block.size();  ///< the statement after the present one, of those that are left
    for (std::size_t i = block.size(); i-- > 0;) {
      run(block[i].body);
      run(block[i].otherwise);
      // From the last to the first: what one takes in, the one before it may take in with it.
      if (next < block.size() && fits(block[i], block[next])) {
        const Slot slot = block[i].slot;
        const ExpressionId value = block[i].a;
        std::unordered_map<ExpressionId, ExpressionId> done;
        each_expression(block[next], [&](ExpressionId& id) { id = substitute(id, slot, value, done); });
        gone[i] = true;
      } else {
        next = i;
      }
    }
    std::size_t i = 0;
    std::erase_if(block, [&](const Statement&) { return gone[i++]; });
  }

 private:
  void count(const Block& block) {
    for (const Statement& s : block) {
      std::set<Slot> read;
      each_expression(s, [&](ExpressionId id) {
        const std::vector<Slot>& slots = readers_.slots(id);
        read.insert(slots.begin(), slots.end());
      });
      for (const Slot slot : read) ++read_by_[slot];
      if (s.kind == Kind::assign || s.kind == Kind::loop) ++assigned_[s.slot];
      count(s.body);
      count(s.otherwise);
    }
  }

  bool fits(const Statement& s, const Statement& next) {
    if (s.kind != Kind::assign || assigned_[s.slot] != 1 || read_by_[s.slot] != 1 || !may_trap_(s.a)) return false;
    // An error in a name is one also for those who do not ask for the name.
    for (const ExpressionId id : next.label_arguments)
      if (readers_.reads(id, s.slot)) return false;
    bool read = false, always = false;
    each_expression(next, [&](ExpressionId id) {
      read = read || readers_.reads(id, s.slot);
      always = always || is_evaluated(id, s.slot);
    });
    return read && always;
  }

  /// Whether evaluating the expression always reads the slot.
  bool is_evaluated(ExpressionId id, Slot slot) {
    if (!readers_.reads(id, slot)) return false;
    const Expression& e = program_[id];
    if (e.op == Op::variable) return true;
    const bool lazy = e.op == Op::logical_and || e.op == Op::logical_or || e.op == Op::select;
    const ExpressionId operands[] = {e.a, e.b, e.c};
    for (int i = 0; i < (lazy ? 1 : operand_count(e.op)); ++i)
      if (is_evaluated(operands[i], slot)) return true;
    return false;
  }

  ExpressionId substitute(ExpressionId id, Slot slot, ExpressionId value,
                          std::unordered_map<ExpressionId, ExpressionId>& done) {
    if (!readers_.reads(id, slot)) return id;
    const auto found = done.find(id);
    if (found != done.end()) return found->second;
    const Expression e = program_[id];
    const auto operand = [&](ExpressionId o) { return substitute(o, slot, value, done); };
    const ExpressionId result = e.op == Op::variable ? value : same_operation(program_, e, operand);
    done.emplace(id, result);
    return result;
  }

  MoveProgram& program_;
  MayTrap may_trap_;
  SlotReads readers_;
  std::vector<int> read_by_, assigned_;  ///< by slot, the number of statements
};

// ---- what does nothing ----

class DeadCodeElimination {
 public:
  /// With `only_assignments`, nothing but what is assigned may trap, as the symbolic executor leaves it.
  DeadCodeElimination(MoveProgram& program, bool only_assignments)
      : program_(program), only_assignments_(only_assignments), may_trap_(program), readers_(program) {}

  void run() {
    do {
      read_.assign(program_.slot_names.size(), false);
      while (note(program_.body)) {}
      changed_ = false;
      drop(program_.body);
    } while (changed_);
  }

 private:
  /// Marks the slots that are read to some effect. Whether there were new ones. From the last statement to the first, since a
  /// slot is mostly assigned before it is read.
  bool note(const Block& block) {
    bool is_new = false;
    for (const Statement& s : block | std::views::reverse) {
      is_new = note(s.otherwise) || is_new;
      is_new = note(s.body) || is_new;
      if (s.kind != Kind::assign || read_[s.slot] || may_trap_(s.a))
        each_expression(s, [&](ExpressionId id) {
          for (const Slot slot : readers_.slots(id)) {
            is_new = is_new || !read_[slot];
            read_[slot] = true;
          }
        });
    }
    return is_new;
  }

  void drop(Block& block) {
    for (Statement& s : block) {
      drop(s.body);
      drop(s.otherwise);
    }
    const auto before = block.size();
    std::erase_if(block, [&](const Statement& s) { return is_idle(s); });
    changed_ = changed_ || block.size() != before;
  }

  bool is_idle(const Statement& s) {
    bool traps = false;
    if (s.kind == Kind::assign || !only_assignments_)
      each_expression(s, [&](ExpressionId id) { traps = traps || may_trap_(id); });
    if (traps) return false;
    switch (s.kind) {
      case Kind::assign: return !read_[s.slot] || (program_[s.a].op == Op::variable && program_[s.a].value == s.slot);
      case Kind::branch: return s.body.empty() && s.otherwise.empty();
      case Kind::loop: return is_short(s) && only_leaves(s.body);
      default: return false;
    }
  }

  /// Whether the loop is known to have few rounds: only then is it nothing at all. What the interpreter would count to for
  /// hours must not look as if it were done at once.
  bool is_short(const Statement& s) const {
    constexpr std::uint64_t kFewRounds = std::uint64_t{1} << 16;
    const auto is_constant = [&](ExpressionId id) { return program_[id].op == Op::constant; };
    if (!is_constant(s.a) || !is_constant(s.b) || !is_constant(s.c) || program_[s.c].value == 0) return false;
    return loop_count(program_[s.a].value, program_[s.b].value, program_[s.c].value) <= kFewRounds;
  }

  bool only_leaves(const Block& block) {
    return std::ranges::all_of(block, [&](const Statement& s) {
      if (s.kind == Kind::leave) return true;
      return s.kind == Kind::branch && (only_assignments_ || !may_trap_(s.a)) && only_leaves(s.body) &&
             only_leaves(s.otherwise);
    });
  }

  MoveProgram& program_;
  bool only_assignments_;
  MayTrap may_trap_;
  SlotReads readers_;
  std::vector<bool> read_;
  bool changed_ = false;
};

// ---- branches in branches ----

void merge_nested_branches(MoveProgram& program, Block& block) {
  for (Statement& s : block) {
    merge_nested_branches(program, s.body);
    merge_nested_branches(program, s.otherwise);
    if (s.kind != Kind::branch) continue;
    if (s.body.empty() && !s.otherwise.empty()) {
      s.a = program.unary(Op::logical_not, s.a);
      std::swap(s.body, s.otherwise);
    }
    if (!s.otherwise.empty() || s.body.size() != 1) continue;
    Statement& inner = s.body.front();
    if (inner.kind != Kind::branch || !inner.otherwise.empty()) continue;
    s.a = program.binary(Op::logical_and, s.a, inner.a);
    Block body = std::move(inner.body);
    s.body = std::move(body);
  }
}

// ---- numbers and names ----

class Renumbering {
 public:
  explicit Renumbering(const MoveProgram& from) : from_(from) {
    to_.dimensions = from.dimensions;
    to_.coordinate_names = from.coordinate_names;
    to_.label_patterns = from.label_patterns;
    names_.insert(from.coordinate_names.begin(), from.coordinate_names.end());
  }

  MoveProgram run() {
    is_assigning_ = true;
    name_assigned(from_.body);
    is_assigning_ = false;
    to_.body = block(from_.body);
    return std::move(to_);
  }

 private:
  /// Assigned slots live on: no other slot has their names.
  void name_assigned(const Block& statements) {
    for (const Statement& s : statements) {
      if (s.kind == Kind::assign && !slots_.contains(s.slot)) {
        const std::string name = free_name(from_.slot_names[s.slot]);
        names_.insert(name);
        slots_.emplace(s.slot, to_.new_slot(name));
      }
      name_assigned(s.body);
      name_assigned(s.otherwise);
    }
  }

  std::string free_name(const std::string& wanted) {
    if (!names_.contains(wanted)) return wanted;
    // Names that assigned slots have are never free again, so the search goes on where it ended.
    int& number = numbers_[wanted];
    std::string name;
    for (int i = std::max(number, 2);; ++i) {
      name = wanted + std::to_string(i);
      if (names_.contains(name)) continue;
      if (is_assigning_) number = i;
      return name;
    }
  }

  Block block(const Block& statements) {
    Block result;
    for (const Statement& s : statements) result.push_back(statement(s));
    return result;
  }

  Statement statement(const Statement& s) {
    Statement result = s;
    result.body.clear();
    result.otherwise.clear();
    std::string name;
    if (s.kind == Kind::assign) result.slot = slots_.at(s.slot);
    each_expression(result, [&](ExpressionId& id) { id = expression(id); });
    if (s.kind == Kind::loop) {
      name = free_name(from_.slot_names[s.slot]);
      names_.insert(name);
      result.slot = slots_.emplace(s.slot, to_.new_slot(name)).first->second;
    }
    result.body = block(s.body);
    result.otherwise = block(s.otherwise);
    if (s.kind == Kind::loop) names_.erase(name);
    return result;
  }

  Slot slot(Slot old) {
    // A slot that nothing assigns is only read where its value does not matter.
    const auto [at, is_new] = slots_.emplace(old, 0);
    if (is_new) at->second = to_.new_slot(from_.slot_names[old]);
    return at->second;
  }

  ExpressionId expression(ExpressionId id) {
    const auto found = expressions_.find(id);
    if (found != expressions_.end()) return found->second;
    const Expression e = from_[id];
    ExpressionId result = 0;
    switch (e.op) {
      case Op::constant: result = to_.constant(e.value); break;
      case Op::coordinate: result = to_.coordinate(static_cast<std::size_t>(e.value)); break;
      case Op::variable: result = to_.variable(slot(static_cast<Slot>(e.value))); break;
      case Op::element: {
        const auto [at, is_new] = lists_.emplace(static_cast<std::size_t>(e.value), to_.lists.size());
        if (is_new) to_.lists.push_back(from_.lists[static_cast<std::size_t>(e.value)]);
        result = to_.element(at->second, expression(e.a));
        break;
      }
      default: result = same_operation(to_, e, [&](ExpressionId operand) { return expression(operand); }); break;
    }
    expressions_.emplace(id, result);
    return result;
  }

  const MoveProgram& from_;
  MoveProgram to_;
  std::set<std::string> names_;         ///< of coordinates, assigned slots, and the loops around
  std::map<std::string, int> numbers_;  ///< by name, the last number that an assigned slot of that name got
  bool is_assigning_ = false;
  std::unordered_map<Slot, Slot> slots_;
  std::unordered_map<std::size_t, std::size_t> lists_;
  std::unordered_map<ExpressionId, ExpressionId> expressions_;
};

}  // namespace

MoveProgram simplify(MoveProgram program) {
  DeadCodeElimination(program, true).run();
  ForwardSubstitution(program).run(program.body);
  merge_nested_branches(program, program.body);
  DeadCodeElimination(program, false).run();
  return Renumbering(program).run();
}

}  // namespace bouton
