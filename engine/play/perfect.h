// The player that makes no mistake.
#pragma once

#include <cstddef>
#include <span>

#include "engine/plan/solver.h"

namespace bouton {

/// The best of `moves` (Solver::moves; at least one): the win that is nearest, else a draw, else the loss that is farthest. Where
/// remotenesses are not known, and among equals, the first.
std::size_t perfect_move(std::span<const MoveValue> moves);

}  // namespace bouton
