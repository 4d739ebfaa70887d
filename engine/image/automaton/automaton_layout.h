// Where the states of an automaton stand on paper.
//
// States stand in columns by how many letters it takes to reach them from the start, which is at the left; so most transitions
// lead to the right by one column. Within a column states are put in the order of the means of their neighbours' places, column
// after column, forwards and backwards, as long as that lessens the crossings between neighbouring columns (Sugiyama, Tagawa
// and Toda 1981).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/automata/automaton.h"

namespace bouton {

/// A state's column, counted from the left, and its place in it, from the top: a multiple of 1/2, since columns are centred.
struct StatePlace {
  std::size_t column = 0;
  double row = 0;
};

struct AutomatonLayout {
  std::vector<StatePlace> places;  ///< by state
  std::size_t columns = 0;
  std::size_t rows = 0;  ///< of the longest column
};

/// States that are not reached stand in a column after the last. O(transitions) a sweep, a few sweeps.
AutomatonLayout automaton_layout(const Automaton& automaton);

}  // namespace bouton
