// How many members an automatic set has below a bound: as a linear recurrence where the bound is a weight of its digits, and
// how fast the number grows with any bound (engine/automata/box_growth.h).
//
// The numbers below W(k) are those whose words have k digits. So the tuples of such numbers are counted by a matrix to the k-th
// power, one row and column a state, and obey a linear recurrence whose order is at most the number of states n. One of order r
// that holds for n + r terms holds for all: what it misses obeys a recurrence of order n + r, too, and begins with as many
// zeros.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/automata/box_growth.h"
#include "engine/position/integer.h"

namespace bouton {

struct Growth {
  std::vector<Integer> below;   ///< W(0), W(p), W(2p), ... for the system's period p
  std::vector<Integer> counts;  ///< how many tuples of numbers below each
  /// counts[k] is the sum of recurrence[i] counts[k - 1 - i], for all k from its length on; empty where no short one is found.
  std::vector<std::int64_t> recurrence;
  std::optional<BoxGrowth> order;        ///< nothing where none is proved
  std::optional<QuadraticNumber> share;  ///< of all positions, in the limit; where that is proved, and not 0
};

/// Of sets of tuples of one system together. `positions` are all tuples that the sets could have, or nothing where no share is
/// asked for. Nothing where the sets have too many states. Throws Interrupted.
std::optional<Growth> growth_of(const std::vector<const Automaton*>& sets, const std::vector<Automaton>& positions,
                                AutomataWorkspace& workspace);

/// "1, 1, 3, 3, 7, ... of numbers below 1, 2, 3, 5, 8, ...: c(k) = 2 c(k-2) + c(k-3) for k >= 3", with k
/// counted from 0.
std::string growth_text(const Growth& growth);

/// The exponent of N where it is no whole number: "3/2", "log(3)/log(2)".
std::string exponent_text(const BoxGrowth::Quotient& exponent);
/// The same of any order, as a number.
double exponent_near(const BoxGrowth& order);

/// How many members there are with numbers below N, as a statement about them: "density 1/4 of all positions", "about
/// (3 - sqrt(5)) N with numbers below N, or 0.763932 N", "between two multiples of N^(log(3)/log(2)) with numbers below N";
/// empty where nothing is proved. `math` says how formulas in N are written.
std::string order_text(const Growth& growth, std::string (*math)(std::string_view) = nullptr);

}  // namespace bouton
