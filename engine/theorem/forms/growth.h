// How many members an automatic set has below a bound, as a linear recurrence.
//
// The numbers below W(k) are those whose words have k digits. So the tuples of such numbers are counted by a matrix to the k-th
// power, one row and column a state, and obey a linear recurrence whose order is at most the number of states n. One of order r
// that holds for n + r terms holds for all: what it misses obeys a recurrence of order n + r, too, and begins with as many
// zeros.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/position/integer.h"

namespace bouton {

struct Growth {
  std::vector<Integer> below;   ///< W(0), W(p), W(2p), ... for the system's period p
  std::vector<Integer> counts;  ///< how many tuples of numbers below each
  /// counts[k] is the sum of recurrence[i] counts[k - 1 - i], for all k from its length on; empty where no short one is found.
  std::vector<std::int64_t> recurrence;
};

/// Of sets of tuples of one system together. Nothing where they have too many states. Throws Interrupted.
std::optional<Growth> growth_of(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace);

/// "1, 1, 3, 3, 7, ... of numbers below 1, 2, 3, 5, 8, ...: c(k) = 2 c(k-2) + c(k-3) for k >= 3", with k
/// counted from 0.
std::string growth_text(const Growth& growth);

}  // namespace bouton
