// What the strongly connected components of an automaton tell of a set of tuples that might be semilinear.
//
// A semilinear set is one that linear conditions with remainders describe (Ginsburg and Spanier 1966). Let the automaton read
// words in base b, most significant digit first, and let it be minimal. For a word u of a tuple of that name, the state after u
// is the set of its continuations. If the set is semilinear, there are finitely many forms a, a bound D and a modulus m so that
// the state depends on u mod m and on the numbers a(u) as far as they are between -D and D, and else on their signs. So
//
// 1. u is *decided* where no a(u) is within the bound. Every tuple has decided continuations, and what follows a decided one is
//    decided and returns: the components that cannot be left are those of decided tuples. There the set is periodic. Two tuples
//    that lead to one state of such a component differ by v such that b^k v is a period for all large k; and if they differ by
//    such a v, the states agree on all long words. So let L be the lattice of all b u + d - u', where a letter d leads from the
//    state of u to that of u', with all v of which b^k v is in it: states whose tuples agree modulo L must agree on long words.
//    If two do not, the set is not semilinear.
// 2. Tuples that stay within a component that can be left are not decided: they lie in finitely many hyperplanes a = c. They
//    are mapped into themselves by the loops of a state, x -> b^k x + w, and so they lie in one of them, whatever tuple they
//    start from. So if the differences b u + d - u' span all dimensions, the set is not semilinear. Else they span the
//    direction of a flat along which the set changes: a face between regions where it is periodic.
//
// In one dimension this decides: the set is periodic from some number on, if at all, with the period b^K times that of L, where
// states agree after K letters that agree on long words. The periodic set that takes these remainders far out is the only one
// that can differ from it in finitely many numbers.
//
// Worked example: 0 and the powers of 2. After a 1 a state is left by 1 and stays by 0, so the differences have 2 * 1 + 0 - 1 =
// 1: a component that can be left spans the one dimension.
//
// J. Leroux (LICS 2005) decides in polynomial time whether a set is semilinear, in all dimensions, and where it is finds the
// formula, with the vector spaces of components of automata that read the least significant digit first. Here in more than one
// dimension a set that is not refused may still not be semilinear.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/automata/semilinear/integer_lattice.h"

namespace bouton {

/// What is seen of a set. Every list has each entry once.
struct SemilinearComponents {
  /// Why the set is not semilinear: this is proved. Empty where nothing says so.
  std::string not_semilinear;
  /// The directions of the flats along which a semilinear set changes, by their integer vectors.
  std::vector<IntegerLattice> flats;
  /// Periods of the set in regions, where there are as many as dimensions; and candidates for some along flats, which are
  /// fewer.
  std::vector<IntegerLattice> periods;
};

/// Of a minimised automaton that reads a base and has one track at least. O(states * letters * dimensions) operations on
/// numbers of as many digits as states, times the number of letters after which states agree. Throws AutomatonTooLarge,
/// Interrupted.
SemilinearComponents semilinear_components(const Automaton& set, AutomataWorkspace& workspace);

/// Numbers that recur with a period from some number on.
struct UltimatePeriod {
  bool is_periodic = false;
  Coordinate period = 0;            ///< not always the least
  std::vector<bool> has_remainder;  ///< by the remainder modulo the period
  friend bool operator==(const UltimatePeriod&, const UltimatePeriod&) = default;
};
/// Decides whether a set of single numbers, in a base, recurs from some number on. Nothing where the period would be beyond
/// some thousands. Costs what the components do and the product with an automaton of the period. Throws AutomatonTooLarge,
/// Interrupted.
std::optional<UltimatePeriod> ultimate_period(const Automaton& numbers, AutomataWorkspace& workspace);

/// A line on which the members of a set do not recur from any number t on, so that it is not semilinear, as its points: "(t, 2
/// t
/// + 1)". Some hundred lines are looked at in two dimensions, some thousand in three. Nothing where none shows it. Of a
/// minimised automaton that reads a base. Throws AutomatonTooLarge, Interrupted.
std::optional<std::string> line_without_period(const Automaton& set, AutomataWorkspace& workspace);

}  // namespace bouton
