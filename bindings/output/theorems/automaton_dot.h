// Automata as graphs in the DOT language.
#pragma once

#include <string>
#include <vector>

#include "engine/theorem/forms/theorem_sets.h"

namespace bouton {

/// The automaton as a graph in the DOT language: letters are columns of digits, one a track.
std::string to_dot(const TheoremSet& set);
/// All of them in one graph, each in a frame.
std::string to_dot(const std::string& name, const std::vector<TheoremSet>& sets);

}  // namespace bouton
