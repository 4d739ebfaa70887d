// The reason for an outcome where each move can be answered by its image: on a board, on a graph, among equal numbers.
#pragma once

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/why/reason.h"

namespace bouton {

/// Adds how whoever has moved last answers every move of a position that is P, or of one that a winning move leads to: the
/// reason's move, where `move_is_said`, else any that has such answers, which becomes the reason's move. False, and nothing,
/// where no mirroring is proved, and where no move is left. `sum` has one component; the reason has its outcome and, of an
/// N-position, a winning move.
bool add_mirror_reason(const Games& games, const Sum& sum, bool move_is_said, const Budget& budget, Reason& reason);

}  // namespace bouton
