// Nimrod outside its core: take one fewer than was just taken, the same number, or one more.
#pragma once

#include <memory>
#include <optional>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// What is known of a position outside the core.
struct NimrodSector {
  char name;                ///< 'A' to 'D'
  std::optional<int> step;  ///< the winning move takes r + step; nothing in D, which is P
  Integer k;                ///< its number
  Integer low, high;        ///< the least and the greatest p of it, for this r
};

/// The sector of (p, r), p >= 0 and r >= 1, or nothing in the core, which is about p > r^2/2. O(1) divisions.
///
/// Theorem (Henle and Schlatter). For k >= 1 (D: k >= 0)
///   A_k: (2k-1)r - k <= p <= 2kr - 3k - 1        is N: take r - 1
///   B_k: (2k-1)r + k - 1 <= p <= 2kr - k - 1     is N: take r
///   C_k: (2k-1)r + 3k - 2 <= p <= 2kr + k - 1    is N: take r + 1
///   D_k: 2kr + k <= p <= (2k+1)r - k - 2         is P.
/// Proof, by induction on p. The moves named lead into D_(k-1), and exist: in A, r >= 2. From D_k, taking r - 1 leads
/// into C_k, r into B_k, r + 1 into A_k, each with the new r in the place of r; from D_0, where p <= r - 2, there is no
/// move. Each is a substitution: for A_k with s = r - 1, p' = p - s runs from (2k-2)s + k - 1 to (2k-1)s - k - 1, which
/// is D_(k-1) of s exactly; and so on. QED
std::optional<NimrodSector> nimrod_sector(const Integer& p, const Integer& r);

/// The closed form "nimrod": positions (p, r) outside the core; the core is refused. Winning moves are those into D; the
/// list is complete if no option lies in the core.
std::unique_ptr<ClosedForm> nimrod_form();

}  // namespace bouton
