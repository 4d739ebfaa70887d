// The Grundy function of a game, found from a table and proved for positions of every size.
//
// The tuples of a position and its Grundy value are a set like any other: it is learnt as one, with the value as one number
// more. Few games have a function that an automaton tells: those near nim, and of one heap those whose values recur.
#pragma once

#include <functional>

#include "engine/theorem/learning/theorem_search.h"

namespace bouton {

/// Calls `visit` with each position of a box and its Grundy value. May throw LimitError, RuleError and Interrupted.
using FunctionTable =
    std::function<void(const Box& box, const std::function<void(PositionView position, std::uint64_t value)>& visit)>;

/// Looks for a theorem about the Grundy values of all positions, and with them the P-positions. What is returned has been
/// proved. Games of up to three numbers, under normal play. A refusal says how far it looked; `search` says more. Throws
/// Interrupted, and what `table` throws.
Result<Theorem> find_function(const Rules& rules, const GameFormula& formula, const FunctionTable& table,
                              const TheoremLimits& limits, const Budget& budget, TheoremSearch& search);

}  // namespace bouton
