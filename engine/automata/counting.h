// How many tuples of a set there are in a box, and what one of their numbers adds up to, for boxes of any size.
#pragma once

#include "engine/automata/automaton.h"
#include "engine/position/integer.h"

namespace bouton {

struct BoxCount {
  Integer count, total;
};

/// Of the tuples of the set whose first numbers are from `low` to `high`, one each, both included: how many there are, and the
/// sum of their last number, which is at most `greatest`. The bounds are about all numbers of a tuple, or all but the last;
/// there is one number at least. O(digits of the bounds times transitions times 4^numbers) operations on numbers of so many
/// digits. Throws AutomatonTooLarge where that is more steps than there are, Interrupted.
BoxCount count_in_box(const Automaton& set, const BigPosition& low, const BigPosition& high, const Integer& greatest,
                      AutomataWorkspace& workspace);

}  // namespace bouton
