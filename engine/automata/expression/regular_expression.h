// Regular expressions: the words of an automaton as people write them.
//
// States are eliminated one after the other: when a state goes, every way through it, in, any number of rounds, and out,
// becomes a transition that carries an expression (Kleene; Brzozowski and McCluskey 1963). Which state goes first decides how
// long the result is: the one through which the fewest and shortest ways lead (Delgado and Morais 2004). Every expression is
// simplified as it is made: common beginnings and ends are taken out, and x?x* and the like are x*.
//
// Example: binary words with an even number of ones, states even and odd. Without odd, a 1 from even comes back by 0*1, so
// even goes to itself by 0|10*1; with nothing else left, the words are (0|10*1)*.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/automata/automaton.h"

namespace bouton {

/// The words that the automaton accepts, leading zeros included, as a regular expression of at most `most_characters`; nothing
/// where none is found that is so short. A letter is a digit, or digits in brackets where there are several tracks: "[0,1]"; |
/// stands between alternatives, * after what is there any number of times, ? after what may be left out. O(n^3) for n states;
/// automata of more than 64 states are not tried.
std::optional<std::string> regular_expression(const Automaton& automaton, std::size_t most_characters);

}  // namespace bouton
