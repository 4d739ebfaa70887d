// How fast the number c(N) of tuples of an automatic set with all numbers below N grows, for all N.
//
// Words. Let p be the system's period, beta the factor by which p more digits multiply weights in the limit, and M the matrix
// that counts the words of p letters from state to state. c(W(p m)) is the number of accepted words of p m letters, so it grows
// as the powers of M do: as x^m m^(t-1), where x is the greatest eigenvalue of the strongly connected classes of states, and t
// the most classes with that eigenvalue that follow one another (Rothblum 1975). Whether a class has an eigenvalue beyond a
// number y is decided exactly: y I - M, restricted to the class, has pivots that are all positive where all eigenvalues are
// below y, and only the last of which is 0 where y is the greatest (Berman and Plemmons 1979, chapter 6). Since c never
// decreases and W(p m + p) / W(p m) is bounded, c(N) lies between two positive multiples of N^e (log N)^(t-1) with
// e = log x / log beta, for all large N.
//
// A limit. Let e be a whole number d, t = 1, and each class with the eigenvalue x = beta^d aperiodic. Then the accepted words
// of p m letters from state q, over beta^(d m), tend to a number v(q), which linear equations tell: below those classes sums of
// powers converge, within them v is a multiple of the eigenvector of M, by that of the transpose, and above them x v = M v. For
// a word w let F(w) be the sum of v over the tuples of words that are all below w, so F(w) = lim c(w 0..0) / beta^(d m); let
// F'(w) be the same for all tuples of d numbers. If F = D F' for all words, c(N)/N^d tends to D, along all N: cut the words of
// N after k digits, w being what is before; between w 0..0 and (w + 1) 0..0 c and N^d change by a factor that tends to 1 as k
// grows, and for each k there are finitely many w. If F(w) is not D F'(w) for some w, there is no limit, since along W(p m) it
// is D.
//
// F = D F' is decided exactly: F(w) is a linear function of the numbers of tuples that reach each state with some numbers still
// equal to w. These vectors span a space of finite dimension, of which a basis is found by reading on, as equivalence of
// weighted automata is decided (Schützenberger 1961). A digit more must add to F what it adds to D F', on the basis.
//
// Example: pairs with nim-sum 0 of two numbers are those of equal ones: x = beta = 2, d = 1, D = 1. The triples with nim-sum 0
// have x = 4 and d = 2, and c(2^k) = 4^k; but c(3 2^k) = 7 * 4^k, which is not 9 * 4^k: no limit.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/automata/quadratic_number.h"
#include "engine/position/integer.h"

namespace bouton {

/// For all large N, c(N) lies between two positive multiples of N^e (log N)^logarithms.
struct BoxGrowth {
  /// log(of) / log(base).
  struct Quotient {
    Integer of;
    QuadraticNumber base;
  };
  std::size_t dimension = 0;         ///< e, or the whole number below it
  std::optional<Quotient> exponent;  ///< e where it is no whole number
  std::size_t logarithms = 0;
  /// The limit of c(N) / N^dimension. Where the dimension is 0, c(N) is that number from some N on.
  std::optional<QuadraticNumber> density;
  bool has_no_limit = false;  ///< of c(N) / (N^dimension (log N)^logarithms): that it has none is proved
};

/// Of sets of tuples of one system together, one of which at least is not empty; c(N) is the sum of theirs. Nothing where e is
/// no number of a known form, and for the Tribonacci system. Minimised automata of n numbers: O(s^3 8^n) exact operations for s
/// states, each a step of the workspace. Throws AutomatonTooLarge, Interrupted.
std::optional<BoxGrowth> box_growth(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace);

}  // namespace bouton
