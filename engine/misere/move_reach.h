// How far the moves of a heap game reach, read from its rules.
#pragma once

#include <optional>

#include "engine/misere/quotient/pretending_period.h"
#include "engine/rules/rules.h"

namespace bouton {

/// The reach of the moves of a game of one coordinate n >= 0 whose moves are known as a program, if from some heap on they
/// are: to n - c, and to any two parts of n - c, for certain constants c. Nothing if the program is not of that kind.
std::optional<MoveReach> move_reach(const Rules& rules);

}  // namespace bouton
