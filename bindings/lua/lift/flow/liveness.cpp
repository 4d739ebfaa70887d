#include "bindings/lua/lift/flow/liveness.h"

#include <algorithm>

namespace bouton::lua {
namespace {

RegisterSet range(int first, int end) {
  RegisterSet set;
  for (int r = first; r < end && r < 256; ++r) set.set(static_cast<std::size_t>(r));
  return set;
}

/// Whether the instruction computes from the register B, and the one behind it is for metamethods.
bool is_arithmetic(Opcode op) { return op >= Opcode::ADDI && op <= Opcode::SHR; }
bool has_two_registers(Opcode op) { return op >= Opcode::ADD && op <= Opcode::SHR; }

}  // namespace

Liveness::Liveness(const FunctionPrototype& function) : function_(function) {
  for (const FunctionPrototype& inner : function.functions)
    for (const UpvalueDescription& upvalue : inner.upvalues)
      if (upvalue.in_stack) captured_.set(upvalue.index);
  find_shared();
  const int size = static_cast<int>(function.code.size());
  before_.assign(static_cast<std::size_t>(size), {});
  indices_ = before_;
  for (bool changed = true; changed;) {
    changed = false;
    for (int pc = size - 1; pc >= 0; --pc) {
      const RegisterSet live = reads(pc) | (after(pc) & ~sets(pc)) | captured_;
      const RegisterSet index = indexes(pc) | (indices_after(pc) & ~sets(pc));
      changed = changed || live != before_[static_cast<std::size_t>(pc)] || index != indices_[static_cast<std::size_t>(pc)];
      before_[static_cast<std::size_t>(pc)] = live;
      indices_[static_cast<std::size_t>(pc)] = index;
    }
  }
}

RegisterSet Liveness::after(int pc) const {
  RegisterSet live = captured_;
  for (const int next : successors(pc)) live |= before(next);
  return live;
}

RegisterSet Liveness::indices_after(int pc) const {
  RegisterSet index;
  for (const int next : successors(pc)) index |= indices_before(next);
  return index;
}

RegisterSet Liveness::indexes(int pc) const {
  const Instruction& i = at(pc);
  if (i.op == Opcode::GETTABLE) return range(i.c, i.c + 1);
  if (i.op == Opcode::SETTABLE) return range(i.b, i.b + 1);
  return {};
}

void Liveness::find_shared() {
  const int size = static_cast<int>(function_.code.size());
  shared_.assign(static_cast<std::size_t>(size), false);
  for (int pc = 0; pc < size; ++pc) {
    if (at(pc).op != Opcode::FORPREP) continue;
    const int end = function_.target(pc) - 1;
    const auto variable = static_cast<std::size_t>(at(pc).a + 3);
    bool changed = captured_.test(variable);
    for (int inside = pc + 1; inside < end; ++inside) changed = changed || sets(inside).test(variable);
    shared_[static_cast<std::size_t>(pc)] = shared_[static_cast<std::size_t>(end)] = !changed;
  }
}

std::vector<int> Liveness::successors(int pc) const {
  const Instruction& i = at(pc);
  if (is_test(i.op)) return {pc + 2, function_.target(pc + 1)};
  if (is_arithmetic(i.op)) return {pc + 2};
  switch (i.op) {
    case Opcode::JMP:
    case Opcode::TFORPREP: return {function_.target(pc)};
    case Opcode::FORPREP:
    case Opcode::FORLOOP:
    case Opcode::TFORLOOP: return {pc + 1, function_.target(pc)};
    case Opcode::LFALSESKIP:
    case Opcode::NEWTABLE: return {pc + 2};
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: return {};
    default: return {pc + 1};
  }
}

RegisterSet Liveness::reads(int pc) const {
  using enum Opcode;
  const Instruction& i = at(pc);
  const auto one = [](int r) { return range(r, r + 1); };
  const RegisterSet either = i.k ? RegisterSet() : one(i.c);
  if (has_two_registers(i.op)) return one(i.b) | one(i.c);
  if (is_arithmetic(i.op)) return one(i.b);
  switch (i.op) {
    case MOVE:
    case UNM:
    case BNOT:
    case NOT:
    case LEN:
    case GETI:
    case GETFIELD:
    case TESTSET: return one(i.b);
    case SETUPVAL:
    case TEST:
    case EQK:
    case EQI:
    case LTI:
    case LEI:
    case GTI:
    case GEI:
    case RETURN1: return one(i.a);
    case GETTABLE: return one(i.b) | one(i.c);
    case SELF: return one(i.b) | either;
    case SETTABUP: return either;
    case SETTABLE: return one(i.a) | one(i.b) | either;
    case SETI:
    case SETFIELD: return one(i.a) | either;
    case EQ:
    case LT:
    case LE: return one(i.a) | one(i.b);
    case CONCAT: return range(i.a, i.a + i.b);
    case SETLIST: return range(i.a, i.b != 0 ? i.a + i.b + 1 : function_.registers);
    case CALL:
    case TAILCALL: return range(i.a, i.b != 0 ? i.a + i.b : function_.registers);
    case RETURN: return range(i.a, i.b != 0 ? i.a + i.b - 1 : function_.registers);
    case FORPREP: return range(i.a, i.a + 3);
    case FORLOOP: return range(i.a + 1, i.a + 3) | one(shared_[static_cast<std::size_t>(pc)] ? i.a + 3 : i.a);
    case TFORPREP:
    case TFORCALL: return range(i.a, i.a + 3);
    case TFORLOOP: return one(i.a + 4);
    default: return {};
  }
}

RegisterSet Liveness::sets(int pc) const {
  using enum Opcode;
  const Instruction& i = at(pc);
  if (is_arithmetic(i.op)) return range(i.a, i.a + 1);
  switch (i.op) {
    case LOADNIL: return range(i.a, i.a + i.b + 1);
    case CALL: return range(i.a, i.c != 0 ? i.a + i.c - 1 : function_.registers);
    case SELF: return range(i.a, i.a + 2);
    case FORPREP:
    case FORLOOP: return shared_[static_cast<std::size_t>(pc)] && i.op == FORLOOP ? RegisterSet() : range(i.a + 3, i.a + 4);
    case TFORCALL: return range(i.a + 4, i.a + 4 + i.c);
    case TFORLOOP: return range(i.a + 2, i.a + 3);
    case MOVE:
    case LOADI:
    case LOADF:
    case LOADK:
    case LOADFALSE:
    case LFALSESKIP:
    case LOADTRUE:
    case GETUPVAL:
    case GETTABUP:
    case GETTABLE:
    case GETI:
    case GETFIELD:
    case NEWTABLE:
    case UNM:
    case BNOT:
    case NOT:
    case LEN:
    case CONCAT:
    case CLOSURE:
    case VARARG: return range(i.a, i.a + 1);
    default: return {};
  }
}

}  // namespace bouton::lua
