// Why a heap of a take-and-break game is won or lost: by the sequence of its Grundy values.
#pragma once

#include "engine/why/reason.h"

namespace bouton {

/// Adds what shows the outcome of one heap, whose `answer` came from the sequence of values: the first values, their period
/// where it is proved soon, the value as a mex, and what `move`, the winning move if there is one, leaves.
void add_heap_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                     Reason& reason);

}  // namespace bouton
