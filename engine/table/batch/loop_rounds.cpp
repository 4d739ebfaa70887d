#include "engine/table/batch/loop_rounds.h"

#include <algorithm>

#include "engine/program/analysis/affine.h"

namespace bouton {
namespace {

/// Calls `visit` with each expression that the statement itself evaluates.
template <class Visit>
void for_each_expression(const Statement& statement, const Visit& visit) {
  switch (statement.kind) {
    case Statement::Kind::assign:
    case Statement::Kind::branch: visit(statement.a); break;
    case Statement::Kind::loop:
      for (const ExpressionId id : {statement.a, statement.b, statement.c}) visit(id);
      break;
    default: break;
  }
  for (const std::vector<ExpressionId>& to : statement.to)
    for (const ExpressionId id : to) visit(id);
}

bool statement_reads(const MoveProgram& program, const Statement& statement, Slot slot, const Statement* left_out) {
  if (&statement == left_out) return false;
  bool found = false;
  for_each_expression(statement, [&](ExpressionId id) { found = found || depends_on_slot(program, id, slot); });
  return found || reads(program, statement.body, slot, left_out) || reads(program, statement.otherwise, slot, left_out);
}

/// Whether every round of the block begins by giving the slot a number that no earlier round has left in it.
bool begins_anew(const MoveProgram& program, const Block& block, Slot slot) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::assign && statement.slot == slot)
      return !depends_on_slot(program, statement.a, slot);
    if (statement_reads(program, statement, slot, nullptr)) return false;
  }
  return true;
}

}  // namespace

bool reads(const MoveProgram& program, const Block& block, Slot slot, const Statement* left_out) {
  return std::ranges::any_of(block,
                             [&](const Statement& statement) { return statement_reads(program, statement, slot, left_out); });
}

void collect_assigned(const Block& block, std::vector<Slot>& out) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::assign) out.push_back(statement.slot);
    collect_assigned(statement.body, out);
    collect_assigned(statement.otherwise, out);
  }
}
void collect_loops(const Block& block, std::vector<Slot>& out) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::loop) out.push_back(statement.slot);
    collect_loops(statement.body, out);
    collect_loops(statement.otherwise, out);
  }
}

bool rounds_stand_alone(const MoveProgram& program, const Block& whole, const Statement& loop) {
  std::vector<Slot> assigned;
  collect_assigned(loop.body, assigned);
  return std::ranges::all_of(
      assigned, [&](Slot slot) { return !reads(program, whole, slot, &loop) && begins_anew(program, loop.body, slot); });
}

}  // namespace bouton
