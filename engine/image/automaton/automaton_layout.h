// Where the states of an automaton stand on paper: in columns by how many letters it takes to reach them from the start, which
// is at the left; so most transitions lead to the right by one column.
#pragma once

#include "engine/automata/automaton.h"
#include "engine/image/graph/layered_layout.h"

namespace bouton {

/// States that are not reached stand in a column after the last. O(transitions) a sweep, a few sweeps.
LayeredLayout automaton_layout(const Automaton& automaton);

}  // namespace bouton
