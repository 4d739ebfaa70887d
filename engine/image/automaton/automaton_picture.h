// Pictures of automata: states as circles, transitions as arrows.
#pragma once

#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/image/picture.h"

namespace bouton {

/// An automaton, and what stands above it.
struct DrawnAutomaton {
  std::string caption;
  const Automaton* automaton = nullptr;
};

/// Automata with more states are not drawn.
inline constexpr std::size_t kMostDrawnStates = 150;

/// The letters that lead from one state to another, for people: "0,1 1,0"; of more than `most`, the first and how many more.
std::string letters_text(const Automaton& automaton, State from, State to, std::size_t most);

/// The automata one below the other. An arrow without a letter leads to the start, states that accept have two circles, and
/// beside an arrow stand its letters, a digit for each track: the first few of them where there are many. Throws RequestError
/// if an automaton has more than kMostDrawnStates states.
Picture automata_picture(const std::string& title, const std::vector<DrawnAutomaton>& automata);

}  // namespace bouton
