// Outcomes by backward induction: for games whose play may go on for ever.
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/graph/predecessors.h"
#include "engine/rules/rules.h"
#include "engine/values/packed_outcome.h"

namespace bouton {

/// The outcome and remoteness of every node, under the play of `rules`; whoever cannot force a win plays on for ever
/// if that avoids a loss, and play without end is a draw. Of a node that has not been followed nothing is known: where there
/// are such, what is called P or N is so whatever they are, and a draw is what they may decide. O(nodes + edges) in time; 12
/// bytes a node. Throws LimitError and Interrupted.
ChargedVector<PackedOutcome> retrograde(const MoveGraph& graph, const Predecessors& predecessors, const Rules& rules,
                                        const Budget& budget, const std::shared_ptr<MemoryAccount>& account);

}  // namespace bouton
