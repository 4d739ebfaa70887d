// The rule of a board or a graph as a diagram of decisions, from runs of the rule itself.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <lua.hpp>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/language/moves.h"
#include "engine/base/result.h"
#include "engine/local/decisions.h"

namespace bouton::lua {

/// Calls the rule's function on a position whose cells are told by the first argument, with its options taken by the second.
/// Throws what the call throws.
using RunRule = std::function<void(CellReads& reads, UnreadOptions& options)>;

/// A C function that RunRule has to call as the one that calls the rule's function: (light userdata with an UnreadPosition,
/// function). Frames below it are no business of the rule.
int call_with_unread_cells(lua_State* L);
struct UnreadPosition {
  const CellShape& shape;
  CellReads& reads;
};

/// Runs the rule until every decision is known that a run can be led to. Refuses a rule that raises an error for some position,
/// one that looks at the cells in more ways than pay, and everything where the interpreter is not the one that this file knows.
/// Throws Interrupted. Cost: some hundred runs; the refusal of a rule may take a second.
Result<local::Decisions> trace_rule(lua_State* L, const CellShape& shape, const RunRule& run);

}  // namespace bouton::lua
