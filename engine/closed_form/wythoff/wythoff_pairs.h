// The Wythoff pairs (a_n, b_n) = (floor(n phi), floor(n phi) + n) one after another, without phi.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

struct WythoffPair {
  std::uint64_t a, b;
  friend bool operator==(const WythoffPair&, const WythoffPair&) = default;
};

/// The pairs n = 0..count - 1 by the sieve: a_n is the least positive integer not yet used (the mex of 0 and the numbers of the
/// pairs before), b_n = a_n + n. Wythoff (1907). O(count) time; 0.33 bytes a pair beside the result. Throws std::bad_alloc,
/// std::length_error.
std::vector<WythoffPair> wythoff_pairs_by_sieve(std::size_t count);

/// What the sieve finds out on its way to one pair: with J the set of all j < n for which b_j > a_(n-1), a_n is u, the least
/// number above a_(n-1) that is not a b_j with j in J (B. Verkhovsky 2010, steps L3 to L6).
struct SieveStep {
  WythoffPair pair;         ///< (a_n, b_n); a_n is u
  std::uint64_t first = 0;  ///< the least j in J, which is {first, ..., n - 1}; n where J is empty
  friend bool operator==(const SieveStep&, const SieveStep&) = default;
};
/// The steps to the pairs n = 1..count. Throws as the sieve does. O(count).
std::vector<SieveStep> wythoff_sieve_steps(std::size_t count);

/// The same by a recurrence that looks only at earlier a's: a_(n+1) is a_n + 1 unless that is the next b_j not passed so
/// far; then it is a_n + 2. O(count) time; no memory beside the result.
std::vector<WythoffPair> wythoff_pairs_by_recurrence(std::size_t count);

/// What the recurrence keeps from one pair to the next (steps W1 to W3).
struct RecurrenceStep {
  WythoffPair pair;
  std::uint64_t covered = 0;  ///< c_n: all of 1..c_n are among the first n pairs, c_n + 1 is not
  std::uint64_t passed = 0;   ///< j_n: the greatest j for which b_j <= c_n
  friend bool operator==(const RecurrenceStep&, const RecurrenceStep&) = default;
};
/// The steps to the pairs n = 1..count: a_(n+1) = c_n + 1, and c_(n+1) = c_n + 1 unless c_n + 2 is the next b_j, which is then
/// passed too. O(count).
std::vector<RecurrenceStep> wythoff_recurrence_steps(std::size_t count);

}  // namespace bouton
