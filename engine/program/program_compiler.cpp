// Compiles a MoveProgram to register code.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"
#include "engine/program/program_code.h"

namespace bouton {
namespace {

constexpr Register kNone = std::numeric_limits<Register>::max();

/// Sets of slots, one for each expression: the variables it reads.
class Dependencies {
 public:
  Dependencies(const MoveProgram& program)
      : words_((program.slot_names.size() + 63) / 64), bits_(words_ * program.expressions.size()) {
    for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
      const Expression& e = program[id];
      if (e.op == Op::variable) row(id)[static_cast<std::size_t>(e.value) / 64] |= std::uint64_t{1} << (e.value % 64);
      for_each_operand(e, [&](ExpressionId operand) {
        for (std::size_t w = 0; w < words_; ++w) row(id)[w] |= row(operand)[w];
      });
    }
  }
  bool reads(ExpressionId id, Slot slot) const { return row(id)[slot / 64] >> (slot % 64) & 1; }
  bool reads_any(ExpressionId id, const std::vector<std::uint64_t>& slots) const {
    for (std::size_t w = 0; w < words_; ++w)
      if ((row(id)[w] & slots[w]) != 0) return true;
    return false;
  }
  std::size_t words() const { return words_; }

 private:
  std::uint64_t* row(ExpressionId id) { return bits_.data() + id * words_; }
  const std::uint64_t* row(ExpressionId id) const { return bits_.data() + id * words_; }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

/// Emits code for a program. An expression once computed stays in its register until a scope ends in which it was
/// computed, or a slot that it reads is assigned.
class ProgramCompiler {
 public:
  ProgramCompiler(const MoveProgram& program, ProgramCode& code)
      : program_(program),
        code_(code),
        reads_(program),
        may_trap_(program.expressions.size()),
        register_of_(program.expressions.size(), kNone),
        visited_(program.expressions.size(), 0) {}

  void compile() {
    code_.dimensions = program_.dimensions;
    code_.slots = program_.slot_names.size();
    code_.lists = program_.lists;
    for (const Expression& e : program_.expressions)
      if (e.op == Op::constant) code_.constants.push_back(e.value);
    const auto constants = static_cast<Register>(code_.constants.size());
    first_slot_ = constants + static_cast<Register>(program_.dimensions);
    next_register_ = first_slot_ + static_cast<Register>(code_.slots);
    code_.registers = next_register_;
    Register constant = 0;
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      const Expression& e = program_[id];
      if (e.op == Op::constant) register_of_[id] = constant++;
      if (e.op == Op::coordinate) register_of_[id] = constants + static_cast<Register>(e.value);
      if (e.op == Op::variable) register_of_[id] = first_slot_ + static_cast<Register>(e.value);
      may_trap_[id] = may_trap(program_, e);
      for_each_operand(e, [&](ExpressionId operand) { may_trap_[id] = may_trap_[id] || may_trap_[operand]; });
    }
    block(program_.body);
    emit({.what = code(Do::halt)});
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  std::uint32_t emit(Instruction instruction) {
    code_.instructions.push_back(instruction);
    return here() - 1;
  }
  void land(const std::vector<std::uint32_t>& jumps) {
    for (const std::uint32_t jump : jumps) code_.instructions[jump].target = here();
  }
  Register new_registers(Register count) {
    const Register first = next_register_;
    next_register_ += count;
    code_.registers = std::max<std::size_t>(code_.registers, next_register_);
    return first;
  }

  // Scopes of computed expressions.
  struct Scope {
    std::size_t computed;
    Register next_register;
  };
  Scope open_scope() const { return {computed_.size(), next_register_}; }
  void close_scope(const Scope& scope) {
    while (computed_.size() > scope.computed) {
      register_of_[computed_.back()] = kNone;
      computed_.pop_back();
    }
    next_register_ = scope.next_register;
  }
  void forget_readers(Slot slot) {
    for (const ExpressionId id : computed_)
      if (reads_.reads(id, slot)) register_of_[id] = kNone;
  }
  void remember(ExpressionId id, Register where) {
    register_of_[id] = where;
    computed_.push_back(id);
  }

  // Expressions.
  Register value(ExpressionId id) {
    if (register_of_[id] != kNone) return register_of_[id];
    const Expression& e = program_[id];
    // A truth value whose second operand must not be evaluated in vain, and a choice likewise, are jumps.
    const bool lazy = ((e.op == Op::logical_and || e.op == Op::logical_or) && may_trap_[e.b]) ||
                      (e.op == Op::select && (may_trap_[e.b] || may_trap_[e.c]));
    if (lazy) {
      const Register dst = new_registers(1);
      lazy_value(e, dst);
      remember(id, dst);
      return dst;
    }
    const Instruction instruction = evaluation(e);
    const Register dst = new_registers(1);
    emit(instruction);
    code_.instructions.back().dst = dst;
    remember(id, dst);
    return dst;
  }

  /// The instruction that evaluates `e`, after its operands; the destination is left open.
  Instruction evaluation(const Expression& e) {
    Instruction instruction{.what = code(e.op)};
    const int operands = operand_count(e.op);
    if (operands > 0) instruction.a = value(e.a);
    if (operands > 1) instruction.b = value(e.b);
    if (operands > 2) instruction.c = value(e.c);
    if (e.op == Op::element) instruction.b = static_cast<Register>(e.value);
    return instruction;
  }

  void lazy_value(const Expression& e, Register dst) {
    const auto arm = [&](ExpressionId id) {
      const Scope scope = open_scope();
      const Register result = value(id);
      emit({.what = code(Do::move), .dst = dst, .a = result});
      close_scope(scope);
    };
    if (e.op == Op::select) {
      const Register condition = value(e.a);
      const std::uint32_t other = emit({.what = code(Do::jump_unless), .a = condition});
      arm(e.b);
      const std::uint32_t end = emit({.what = code(Do::jump)});
      land({other});
      arm(e.c);
      land({end});
      return;
    }
    const Register first = value(e.a);
    emit({.what = code(Do::move), .dst = dst, .a = first});
    const std::uint32_t end = emit({.what = code(e.op == Op::logical_and ? Do::jump_unless : Do::jump_if), .a = first});
    arm(e.b);
    land({end});
  }

  /// Jumps, to be landed, that are taken where the condition is `sense`. What is computed on the way may be skipped,
  /// so the caller opens a scope around it where that matters.
  void jump_where(ExpressionId id, bool sense, std::vector<std::uint32_t>& jumps) {
    const Expression& e = program_[id];
    if (register_of_[id] != kNone) {
      jumps.push_back(emit({.what = code(sense ? Do::jump_if : Do::jump_unless), .a = register_of_[id]}));
      return;
    }
    switch (e.op) {
      case Op::logical_not: jump_where(e.a, !sense, jumps); return;
      case Op::logical_and:
      case Op::logical_or: {
        const bool both_jump = (e.op == Op::logical_or) == sense;
        if (both_jump) {
          jump_where(e.a, sense, jumps);
          const Scope scope = open_scope();
          jump_where(e.b, sense, jumps);
          close_scope(scope);
        } else {
          std::vector<std::uint32_t> past;
          jump_where(e.a, !sense, past);
          const Scope scope = open_scope();
          jump_where(e.b, sense, jumps);
          close_scope(scope);
          land(past);
        }
        return;
      }
      case Op::equal:
      case Op::less:
      case Op::less_equal: {
        Instruction jump{.what = code(Do::jump), .a = value(e.a), .b = value(e.b)};
        if (e.op == Op::equal) {
          jump.what = code(sense ? Do::jump_equal : Do::jump_not_equal);
        } else {
          // not (a < b) is b <= a
          if (!sense) std::swap(jump.a, jump.b);
          jump.what = code((e.op == Op::less) == sense ? Do::jump_less : Do::jump_less_equal);
        }
        jumps.push_back(emit(jump));
        return;
      }
      default: {
        const Register truth = value(id);
        jumps.push_back(emit({.what = code(sense ? Do::jump_if : Do::jump_unless), .a = truth}));
        return;
      }
    }
  }

  // Statements.
  void block(const Block& statements) {
    for (const Statement& s : statements) statement(s);
  }

  void statement(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::assign: assign(s); break;
      case Statement::Kind::loop: loop(s); break;
      case Statement::Kind::branch: branch(s); break;
      case Statement::Kind::option: option(s); break;
      case Statement::Kind::split:
        for (const auto& position : s.to) {
          const Register first = operands(position);
          emit({.what = code(Do::part), .a = first, .b = static_cast<Register>(position.size())});
        }
        emit({.what = code(Do::end_split), .c = label(s)});
        break;
      case Statement::Kind::leave: leaves_.push_back(emit({.what = code(Do::jump)})); break;
      case Statement::Kind::finish:
        if (!s.to.empty()) {
          const Register first = operands(s.to[0]);
          emit({.what = code(Do::results), .a = first, .b = static_cast<Register>(s.to[0].size())});
        }
        emit({.what = code(Do::halt)});
        break;
    }
  }

  Register operands(const std::vector<ExpressionId>& expressions) {
    std::vector<Register> registers;
    for (const ExpressionId id : expressions) registers.push_back(value(id));
    const auto first = static_cast<Register>(code_.operands.size());
    code_.operands.insert(code_.operands.end(), registers.begin(), registers.end());
    return first;
  }

  void assign(const Statement& s) {
    const Register dst = first_slot_ + s.slot;
    const Expression& e = program_[s.a];
    const bool simple =
        register_of_[s.a] == kNone && !(e.op == Op::logical_and || e.op == Op::logical_or || e.op == Op::select);
    if (simple) {
      const Instruction instruction = evaluation(e);
      emit(instruction);
      code_.instructions.back().dst = dst;
    } else {
      const Register result = value(s.a);
      if (result != dst) emit({.what = code(Do::move), .dst = dst, .a = result});
    }
    forget_readers(s.slot);
  }

  /// The number that the statement's option gets; a name that is made of values is made here.
  Label label(const Statement& s) {
    if (s.label_arguments.empty()) return s.label;
    const Register first = operands(s.label_arguments);
    emit({.what = code(Do::label), .a = first, .b = static_cast<Register>(s.label_arguments.size()), .c = s.label_pattern});
    return kComputedLabel;
  }

  void option(const Statement& s) {
    const std::vector<ExpressionId>& to = s.to.at(0);
    const Label label = this->label(s);
    if (to.size() == 1) {
      const Register a = value(to[0]);
      emit({.what = code(Do::option_1), .a = a, .c = label});
    } else if (to.size() == 2) {
      const Register a = value(to[0]);
      const Register b = value(to[1]);
      emit({.what = code(Do::option_2), .a = a, .b = b, .c = label});
    } else {
      const Register first = operands(to);
      emit({.what = code(Do::option), .a = first, .b = static_cast<Register>(to.size()), .c = label});
    }
  }

  void branch(const Statement& s) {
    const Scope outer = open_scope();
    std::vector<std::uint32_t> to_otherwise;
    jump_where(s.a, false, to_otherwise);
    // What the condition computed is there for the body, but not after a jump out of its middle.
    block(s.body);
    close_scope(outer);
    if (s.otherwise.empty()) {
      land(to_otherwise);
      return;
    }
    const std::uint32_t end = emit({.what = code(Do::jump)});
    land(to_otherwise);
    const Scope inner = open_scope();
    block(s.otherwise);
    close_scope(inner);
    land({end});
  }

  void loop(const Statement& s) {
    const Scope outer = open_scope();
    const Register init = value(s.a);
    const Register limit = value(s.b);
    const Register step = value(s.c);
    if (s.body.empty()) {
      // Its rounds count all the same, and a step of 0 traps.
      emit({.what = code(Do::loop_skip), .a = init, .b = limit, .c = step});
      close_scope(outer);
      return;
    }
    std::vector<std::uint64_t> assigned(reads_.words());
    note_assigned(s.body, assigned);
    const bool is_changed = (assigned[s.slot / 64] >> (s.slot % 64) & 1) != 0;
    note(assigned, s.slot);
    for (const ExpressionId id : computed_)
      if (reads_.reads_any(id, assigned)) register_of_[id] = kNone;
    const Register hidden = new_registers(2);
    // The loop counts on its own where the body assigns to its variable.
    const Register variable = is_changed ? new_registers(1) : first_slot_ + s.slot;
    const std::uint32_t begin =
        emit({.what = code(Do::loop_begin), .dst = variable, .a = init, .b = limit, .c = step, .d = hidden});
    if (const std::optional<OptionRay> ray = ray_of(s, assigned)) {
      const std::vector<ExpressionId>& to = s.body[0].to[0];
      const Register first = operands(to);
      emit({.what = code(Do::option_ray),
            .dst = variable,
            .a = static_cast<Register>(code_.rays.size()),
            .b = static_cast<Register>(to.size()),
            .c = first,
            .d = hidden});
      code_.rays.push_back(*ray);
      land({begin});
      close_scope(outer);
      return;
    }
    ++visit_;
    hoist(s.body, assigned);
    const std::uint32_t body = here();
    if (is_changed) emit({.what = code(Do::move), .dst = first_slot_ + s.slot, .a = variable});
    const std::vector<std::uint32_t> outer_leaves = std::exchange(leaves_, {});
    const Scope inner = open_scope();
    block(s.body);
    close_scope(inner);
    emit({.what = code(Do::loop_next), .dst = variable, .d = hidden, .target = body});
    land({begin});
    land(leaves_);
    leaves_ = outer_leaves;
    close_scope(outer);
  }

  /// What the loop names, if it names one option a round, whose coordinates change by fixed amounts.
  std::optional<OptionRay> ray_of(const Statement& loop, const std::vector<std::uint64_t>& assigned) const {
    if (loop.body.size() != 1 || loop.body[0].kind != Statement::Kind::option) return std::nullopt;
    if (!loop.body[0].label_arguments.empty()) return std::nullopt;
    const Expression& step = program_[loop.c];
    if (step.op != Op::constant) return std::nullopt;
    OptionRay ray{loop.body[0].label, {}};
    for (const ExpressionId id : loop.body[0].to.at(0)) {
      const std::optional<std::int64_t> slope = may_trap_[id] ? std::nullopt : slope_of(id, loop.slot, assigned);
      if (!slope) return std::nullopt;
      ray.direction.push_back(wrapping_mul(*slope, step.value));
    }
    return ray;
  }

  /// By how much the expression grows with the slot, if that is always the same.
  std::optional<std::int64_t> slope_of(ExpressionId id, Slot slot, const std::vector<std::uint64_t>& assigned) const {
    if (!reads_.reads_any(id, assigned)) return 0;
    const Expression& e = program_[id];
    if (e.op == Op::variable) return e.value == slot ? std::optional<std::int64_t>(1) : std::nullopt;
    if (e.op != Op::add && e.op != Op::sub && e.op != Op::mul && e.op != Op::neg) return std::nullopt;
    const std::optional<std::int64_t> a = slope_of(e.a, slot, assigned);
    if (!a || e.op == Op::neg) return a ? std::optional(wrapping_neg(*a)) : a;
    const std::optional<std::int64_t> b = slope_of(e.b, slot, assigned);
    if (!b) return b;
    if (e.op == Op::add) return wrapping_add(*a, *b);
    if (e.op == Op::sub) return wrapping_sub(*a, *b);
    if (program_[e.b].op == Op::constant) return wrapping_mul(*a, program_[e.b].value);
    if (program_[e.a].op == Op::constant) return wrapping_mul(*b, program_[e.a].value);
    return std::nullopt;
  }

  static void note(std::vector<std::uint64_t>& slots, Slot slot) { slots[slot / 64] |= std::uint64_t{1} << (slot % 64); }

  void note_assigned(const Block& statements, std::vector<std::uint64_t>& slots) const {
    for (const Statement& s : statements) {
      if (s.kind == Statement::Kind::assign || s.kind == Statement::Kind::loop) note(slots, s.slot);
      note_assigned(s.body, slots);
      note_assigned(s.otherwise, slots);
    }
  }

  /// Computes, before a loop, the parts of its body's expressions that do not change in it and cannot trap.
  void hoist(const Block& statements, const std::vector<std::uint64_t>& assigned) {
    for (const Statement& s : statements) {
      switch (s.kind) {
        case Statement::Kind::loop:
          hoist(s.c, assigned);
          hoist(s.b, assigned);
          [[fallthrough]];
        case Statement::Kind::assign:
        case Statement::Kind::branch: hoist(s.a, assigned); break;
        default: break;
      }
      for (const auto& position : s.to)
        for (const ExpressionId id : position) hoist(id, assigned);
      for (const ExpressionId id : s.label_arguments) hoist(id, assigned);
      hoist(s.body, assigned);
      hoist(s.otherwise, assigned);
    }
  }
  void hoist(ExpressionId id, const std::vector<std::uint64_t>& assigned) {
    const Expression& e = program_[id];
    if (operand_count(e.op) == 0 || std::exchange(visited_[id], visit_) == visit_) return;
    if (!may_trap_[id] && !reads_.reads_any(id, assigned)) {
      value(id);
      return;
    }
    for_each_operand(e, [&](ExpressionId operand) { hoist(operand, assigned); });
  }

  const MoveProgram& program_;
  ProgramCode& code_;
  Dependencies reads_;
  std::vector<bool> may_trap_;
  std::vector<Register> register_of_;
  std::vector<ExpressionId> computed_;  ///< the expressions that have, or had, a register of their own, oldest first
  std::vector<std::uint32_t> visited_;  ///< by hoist, the number of the last visit
  std::uint32_t visit_ = 0;
  std::vector<std::uint32_t> leaves_;  ///< jumps out of the innermost loop
  Register first_slot_ = 0;
  Register next_register_ = 0;
};

}  // namespace

ProgramCode compile(const MoveProgram& program) {
  ProgramCode code;
  code.label_patterns = program.label_patterns;
  ProgramCompiler(program, code).compile();
  return code;
}

}  // namespace bouton
