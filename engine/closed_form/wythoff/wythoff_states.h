// The direct algorithm for Wythoff's Nim, step by step: how a position stands to the pairs (a_n, b_n), and the move that
// follows (B. Verkhovsky 2010, IJCNS 3:793-800, sections 9, 10 and 13; with k = 0 allowed and the heaps put in order first,
// without which it has no move at some positions).
//
// Every number >= 1 is either a lower number a_k or an upper number b_k of exactly one pair. For a position S <= L let
// m = L - S. If S = a_m, it is the pair m, and lost. If S > a_m, taking S - a_m from both heaps leads to the pair m. If
// S < a_m, the partner of S is less than L, and L is brought down to it: to b_k where S = a_k (then k < m), to a_k where S =
// b_k.
//
// Example: (15, 32) has m = 17 and a_17 = 27 > 15. As 15 = b_6, the other heap is brought down to a_6 = 9.
#pragma once

#include <optional>
#include <utility>

#include "engine/position/integer.h"

namespace bouton {

/// Where a number >= 0 stands among the pairs: it is a_k, or else b_k. 0 counts as a_0.
struct WythoffPlace {
  bool lower = true;  ///< whether it is a_k
  Integer k;
};
/// By the index equations: S = a_k has the one solution k = ceil(S/phi) or none, S = b_k the one solution k = ceil(S/phi^2) or
/// none. O(1) square roots of twice the size of `number`.
WythoffPlace wythoff_place(const Integer& number);

/// The five states that a position S <= L may be in.
enum class WythoffState {
  pair,         ///< A: (a_m, b_m)
  two_lower,    ///< B: (a_i, a_j)
  lower_upper,  ///< C: (a_i, b_j), where either i < j or i > j
  upper_lower,  ///< D: (b_i, a_j)
  two_upper     ///< E: (b_i, b_j)
};
/// "A" to "E".
char letter(WythoffState state);

struct WythoffReading {
  Integer S, L;  ///< in order
  Integer m;     ///< L - S
  Integer a_m;
  WythoffPlace of_S, of_L;
  WythoffState state = WythoffState::pair;
  /// The P-position that the algorithm moves to, the lesser number first; nothing for a pair.
  std::optional<std::pair<Integer, Integer>> to;
};
/// S, L >= 0 in either order. O(1) square roots.
WythoffReading read_wythoff(Integer S, Integer L);

}  // namespace bouton
