#include "engine/image/automaton/automaton_layout.h"

namespace bouton {

LayeredLayout automaton_layout(const Automaton& automaton) {
  Successors successors(automaton.states());
  for (std::size_t from = 0; from < automaton.states(); ++from)
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const State next = automaton.next(static_cast<State>(from), letter);
      if (next != kNoState) successors[from].push_back(static_cast<std::size_t>(next));
    }
  return layered_layout(successors, columns_by_distance(successors));
}

}  // namespace bouton
