// What one round of a loop leaves behind for the next.
#pragma once

#include <vector>

#include "engine/program/move_program.h"

namespace bouton {

/// Whether the slot is read anywhere in the block, `left_out` (may be null) excepted.
bool reads(const MoveProgram& program, const Block& block, Slot slot, const Statement* left_out);

/// Adds every slot that is assigned in the block, and every slot of a loop in it.
void collect_assigned(const Block& block, std::vector<Slot>& out);
void collect_loops(const Block& block, std::vector<Slot>& out);

/// Whether no number that a round of the loop assigns is read in another round, or outside of the loop. `whole` is the
/// program's body, which has the loop in it.
bool rounds_stand_alone(const MoveProgram& program, const Block& whole, const Statement& loop);

}  // namespace bouton
